"""`make demo`, with fewer blocks: every step of it works, in a folder of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from siurell.games.registry import games

from ladder.domain.seasons import default_seasons_of

BOTS = ("mybot", "random", "greedy", "search")
SEASONS = [season.name for game in games() for season in default_seasons_of(game)]


@pytest.mark.process
def test_demo__goes_from_a_new_bot_to_a_proof_of_every_game(root, tmp_path):
    blocks = str(len(SEASONS))
    stage = tmp_path / "stage"
    done = subprocess.run(
        [sys.executable, root / "tools" / "demo.py", "--blocks", blocks, "--folder", stage],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    said = done.stdout
    for bot in BOTS:
        assert f"{bot}@1 plays on the ladder" in said
    assert f"in {blocks} blocks" in said
    for season in SEASONS:
        assert re.search(rf"^{season}: \d bots, \d+ matches", said, re.MULTILINE)
    assert said.count("decisions hold") == len(games())
    assert list(tmp_path.iterdir()) == [stage]
    type_what_comes_next(said, root, stage)


def type_what_comes_next(said, root, stage):
    """The lines with which the demo ends, as they stand, but for fewer matches."""
    told = said.partition("What to type next:")[2].strip("\n")
    lines = told.split("\n\n")[0].splitlines()
    lines = [line.strip() for line in lines if ".venv/bin/activate" not in line]
    script = (
        "\n".join(lines).replace("--games 20", "--games 2").replace("--blocks 20", "--blocks 1")
    )
    assert script.count("siurell ") >= 5
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=root,
        env=os.environ
        | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "EDITOR": "true"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "search@1" in done.stdout, "the ladder of the demo does not go on"
    assert str(stage) in script
