"""Several processes at one store, and processes that are killed while they write."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlmodel import col, select

from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.rerate import rerate
from ladder.services.schedule import recover
from ladder.services.submit import VersionInfo
from ladder.store.files import TEMPORARY
from ladder.store.tables import AttemptRow, BlockRow, FormatCountRow, MatchRow, SeatRow

pytestmark = pytest.mark.process

REPORTER = str(Path(__file__).with_name("reporter.py"))
BOTS = 5


@pytest.fixture
def start(arena: Arena, enter: Callable[..., VersionInfo]) -> Callable[..., subprocess.Popen[str]]:
    """Start a worker on an arena with some bots."""
    for number in range(BOTS):
        enter(f"bot-{number}")

    def _start(worker: str, *batches: int) -> subprocess.Popen[str]:
        words = [sys.executable, REPORTER, str(arena.home.path), worker, *map(str, batches)]
        return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)

    return _start


def check_books(arena: Arena, season: Season) -> int:
    """Everything in the store agrees with everything else; the number of reported matches."""
    check = rerate(arena, season)
    assert check.equal
    with arena.db.read() as session:
        matches = session.exec(select(MatchRow)).all()
        reported = [match for match in matches if match.state == "reported"]
        assert sorted(match.report_no or 0 for match in reported) == [
            number + 1 for number in range(len(reported))
        ]
        attempts = session.exec(
            select(AttemptRow.match_id).where(AttemptRow.state == "reported")
        ).all()
        assert sorted(attempts) == sorted(match.id for match in reported)
        seeds = session.exec(select(BlockRow.seed)).all()
        assert len(set(seeds)) == len(seeds)
        alive = col(SeatRow.match_id).in_([m.id for m in matches if m.state != "void"])
        scheduled = Counter(session.exec(select(SeatRow.version_id).where(alive)).all())
        counted: Counter[int] = Counter()
        for row in session.exec(select(FormatCountRow)).all():
            counted[row.version_id] += row.matches
        assert counted == scheduled
    for match in reported:
        data = arena.home.replay(f"m_{match.id}").read_bytes()
        assert data == f"m_{match.id} {match.attempt}".encode() * 50
    assert check.matches == len(reported)
    return len(reported)


def test_several_workers__report_everything_twice_and_all_is_counted_once(
    arena: Arena, season: Season, start: Callable[..., subprocess.Popen[str]]
) -> None:
    workers = [start(f"w{number}", 6) for number in range(3)]
    for worker in workers:
        assert worker.wait(120) == 0
        assert worker.stdout is not None
        worker.stdout.close()
    recover(arena)
    assert check_books(arena, season) >= 3 * 6 * 3
    assert not list(arena.home.replays.glob(f"{TEMPORARY}*"))


def test_killed_workers__lose_nothing_and_rate_nothing_twice(
    arena: Arena, season: Season, start: Callable[..., subprocess.Popen[str]]
) -> None:
    rng = random.Random("moments to kill at")
    reported = [0]
    for number in (0, 1, 3, 6, 10):
        worker = start("w")
        assert worker.stdout is not None
        for said in ("ready\n", *["reported\n"] * number):
            assert worker.stdout.readline() == said
        # Not to wait for something: the kill has to come at any moment.
        time.sleep(rng.uniform(0.0, 0.03))
        worker.send_signal(signal.SIGKILL)
        worker.wait(30)
        worker.stdout.close()
        reported.append(check_books(arena, season))
    assert reported == sorted(reported) and reported[-1] > 0

    last = start("w", 3)
    assert last.wait(60) == 0
    assert last.stdout is not None
    last.stdout.close()
    assert check_books(arena, season) > reported[-1]
    with arena.db.read() as session:
        running = session.exec(select(MatchRow).where(MatchRow.state == "running")).all()
    assert running == []
