"""What is really played is backed up while it is, restored, and taken elsewhere as files."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from siurell.games.registry import games

pytestmark = pytest.mark.process
SOLO = next(game for game in games() if game.min_seats == 1).name + "-solo"


def reported(shell, season: str) -> int:
    lines = shell.json("match", "list", "--season", season)
    return sum(line["state"] == "reported" for line in lines)


def test_keeping__of_a_ladder_that_plays(shell, tmp_path: Path) -> None:
    """R16: the tables are the same in every arena to which they were taken."""
    for bot in ("random", "greedy"):
        shell.run("submit", bot)
    words = ("ladder", "run", "--season", "finca", "--season", SOLO, "--blocks", "100000")
    ladder = shell.start(*words)
    try:
        until = time.monotonic() + 90
        while min(reported(shell, "finca"), reported(shell, SOLO)) < 3:
            assert time.monotonic() < until and ladder.poll() is None
            time.sleep(1)
        shell.run("ladder", "backup", "kept")
        assert ladder.poll() is None, "the ladder plays on"
    finally:
        os.kill(ladder.pid, signal.SIGINT)
        ladder.communicate(timeout=60)
    assert shell.json("rerate", "--check")["equal"]
    elsewhere = ("--home", str(tmp_path / "restored"))
    back = shell.json(*elsewhere, "ladder", "restore", "kept")
    assert back["equal"] and back["matches"] >= 6
    lines = shell.json(*elsewhere, "match", "list", "--season", "finca")
    shown = next(line for line in lines if line["state"] == "reported" and not line["sealed"])
    shell.run(*elsewhere, "replay", "verify", shown["match_id"])
    shell.run(*elsewhere, "ladder", "run", "--season", "finca", "--blocks", "1")
    assert shell.json(*elsewhere, "rerate", "--check")["equal"]

    taken = ("--home", str(tmp_path / "taken"))
    for season in ("finca", SOLO):
        shell.run("season", "export", season, "--output", f"{season}.jsonl")
        shell.run(*taken, "season", "import", f"{season}.jsonl")
        assert shell.json(*taken, "leaderboard", season) == shell.json("leaderboard", season)
    assert shell.json(*taken, "rerate", "--check")["equal"]
