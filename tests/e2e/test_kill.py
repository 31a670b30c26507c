"""SIGKILL at random moments of a running ladder: nothing is lost, nothing is rated twice."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from siurell.games.registry import games

pytestmark = pytest.mark.process
SIURELL = Path(sys.executable).with_name("siurell")
KILLS = 30
SOLO = next(game for game in games() if game.min_seats == 1).name + "-solo"
LADDER = ("ladder", "run", "--season", "finca", "--season", SOLO, "--jobs", "2")
"""Rated matches and rounds in turn."""


class Arena:
    """One SIURELL_HOME and the commands that work on it."""

    def __init__(self, home: Path) -> None:
        self.environment = os.environ | {"SIURELL_HOME": str(home), "NO_COLOR": "1"}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [SIURELL, *words],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )

    def ask(self, *words: str) -> object:
        done = self.run(*words, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def ladder(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [SIURELL, *LADDER, "--blocks", "100000"],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )


class Process(NamedTuple):
    """A process, told from a later one with the same number by its start."""

    pid: int
    start: int


def look(pid: int) -> tuple[str, int, Process] | None:
    """State, parent and identity of a process; None when it is gone."""
    try:
        fields = (Path("/proc") / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return fields[0], int(fields[1]), Process(pid, int(fields[19]))


def tree(root: int) -> list[Process]:
    """The process and all that descends from it, as /proc tells."""
    known: dict[int, Process] = {}
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (found := look(int(entry.name))) is not None:
            known[found[2].pid] = found[2]
            children.setdefault(found[1], []).append(found[2].pid)
    family, todo = [], [root]
    while todo:
        pid = todo.pop()
        if pid in known:
            family.append(known[pid])
        todo.extend(children.get(pid, []))
    return family


def alive(process: Process) -> bool:
    found = look(process.pid)
    return found is not None and found[0] != "Z" and found[2] == process


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    arena = Arena(tmp_path / "arena")
    for bot in ("random", "greedy"):
        assert arena.run("submit", bot).returncode == 0
    yield arena


def kill_at_random(arena: Arena, rng: random.Random, seen: set[Process]) -> None:
    """Run the ladder for a moment, then kill it, its referee or a bot."""
    ladder = arena.ladder()
    try:
        deadline = time.monotonic() + rng.uniform(0.3, 3.0)
        while time.monotonic() < deadline and ladder.poll() is None:
            seen.update(tree(ladder.pid))
            time.sleep(0.02)  # not a synchronisation: the moment of the kill is what is random
        family = tree(ladder.pid)
        seen.update(family)
        victim = family[0] if rng.random() < 0.6 else rng.choice(family)
        with suppress(ProcessLookupError):
            os.kill(victim.pid, signal.SIGKILL)
        if victim.pid != ladder.pid:
            seen.update(tree(ladder.pid))
            time.sleep(rng.uniform(0.0, 0.5))
            ladder.kill()
    finally:
        ladder.kill()
        ladder.wait(timeout=10)


@pytest.mark.timeout(280)
def test_kill__random_moments_of_a_running_ladder(arena: Arena) -> None:
    rng = random.Random(20)
    seen: set[Process] = set()
    for _ in range(KILLS):
        kill_at_random(arena, rng, seen)
    last = arena.run(*LADDER, "--blocks", "20")
    assert last.returncode == 0, last.stderr
    check = arena.run("rerate", "--check")
    assert check.returncode == 0, check.stdout + check.stderr

    matches = arena.ask("match", "list", "--limit", "100000")
    assert isinstance(matches, list)
    assert len({match["match_id"] for match in matches}) == len(matches)
    assert {match["state"] for match in matches} == {"reported"}, "a match was lost"
    assert {match["season"] for match in matches} == {"finca", SOLO}
    board = arena.ask("leaderboard")
    assert isinstance(board, list)
    seats = sum(len(match["seats"]) for match in matches)
    assert sum(row["matches"] for row in board) == seats, "a match was rated twice, or never"

    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and any(alive(process) for process in seen):
        time.sleep(0.05)
    assert not [process for process in seen if alive(process)], "a process outlived its ladder"
