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
from pathlib import Path

import pytest

pytestmark = pytest.mark.process
SIURELL = Path(sys.executable).with_name("siurell")
KILLS = 30


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
            [SIURELL, "ladder", "run", "--blocks", "100000", "--jobs", "2"],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )


def tree(root: int) -> list[int]:
    """The process and all that descends from it, as /proc tells."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parent = int(stat.rsplit(")", 1)[1].split()[1])
            children.setdefault(parent, []).append(int(entry.name))
    found, todo = [], [root]
    while todo:
        found.append(pid := todo.pop())
        todo.extend(children.get(pid, []))
    return found


def alive(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    arena = Arena(tmp_path / "arena")
    for bot in ("random", "greedy"):
        assert arena.run("submit", bot).returncode == 0
    yield arena


def kill_at_random(arena: Arena, rng: random.Random, seen: set[int]) -> None:
    """Run the ladder for a moment, then kill it, its referee or a bot."""
    ladder = arena.ladder()
    try:
        deadline = time.monotonic() + rng.uniform(0.3, 3.0)
        while time.monotonic() < deadline and ladder.poll() is None:
            seen.update(tree(ladder.pid))
            time.sleep(0.02)  # not a synchronisation: the moment of the kill is what is random
        victims = tree(ladder.pid)
        victim = ladder.pid if rng.random() < 0.6 else rng.choice(victims)
        if alive(victim):
            os.kill(victim, signal.SIGKILL)
        if victim != ladder.pid:
            seen.update(tree(ladder.pid))
            time.sleep(rng.uniform(0.0, 0.5))
            ladder.kill()
    finally:
        ladder.kill()
        ladder.wait(timeout=10)


@pytest.mark.timeout(280)
def test_kill__random_moments_of_a_running_ladder(arena: Arena) -> None:
    rng, seen = random.Random(20), set()
    for _ in range(KILLS):
        kill_at_random(arena, rng, seen)
    last = arena.run("ladder", "run", "--blocks", "2")
    assert last.returncode == 0, last.stderr
    check = arena.run("rerate", "--check")
    assert check.returncode == 0, check.stdout + check.stderr

    matches = arena.ask("match", "list", "--limit", "100000")
    assert isinstance(matches, list)
    assert len({match["match_id"] for match in matches}) == len(matches)
    assert {match["state"] for match in matches} == {"reported"}, "a match was lost"
    assert matches, "nothing was played between the kills"

    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and any(alive(pid) for pid in seen):
        time.sleep(0.05)
    assert not [pid for pid in seen if alive(pid)], "a process outlived its ladder"
