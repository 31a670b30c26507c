"""The referee is killed in the middle of matches; the worker starts another, and none is lost."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import os
import random
import signal

import pytest
from siurell.match.result import Cause
from siurell.replay.read import read_replay
from siurell.replay.verify import verify

from ladder.worker.events import BotStarted, MatchEnded, MatchStarted
from ladder.worker.play import play_batch
from ladder.worker.sandbox.bwrap import BwrapSandbox
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process


class Killer:
    """Kills the referee of an arena again and again, at random moments of its matches.

    Mostly it lets the next one play on for a while; now and then it is quicker than that.
    """

    def __init__(self, arena, times: int, seed: int) -> None:
        self.killed = []
        self.events = []
        self._arena = arena
        self._times = times
        self._rng = random.Random(seed)
        self._playing = asyncio.Event()

    def on_event(self, event) -> None:
        self.events.append(event)
        if isinstance(event, MatchStarted):
            self._playing.set()
        elif isinstance(event, MatchEnded):
            self._playing.clear()

    async def run(self) -> None:
        written = 0
        while len(self.killed) < self._times:
            await self._playing.wait()
            await asyncio.sleep(self._rng.uniform(0.01, 0.6))
            referee = self._arena.referee
            lines = len(journal_lines(self._arena))
            plays = lines > max(written, 30) or self._rng.random() < 0.05
            if (
                self._playing.is_set()
                and referee.alive
                and referee.pid not in self.killed
                and plays
            ):
                self.killed.append(referee.pid)
                os.kill(referee.pid, signal.SIGKILL)
                written = lines
            elif not self._playing.is_set():
                written = 0


@pytest.mark.parametrize(("sandbox", "seed"), [(NoSandbox, 1), (BwrapSandbox, 2)])
async def test_referee_killed_ten_times__no_match_is_lost_and_no_bot_notices(arena, sandbox, seed):
    batch = arena.batch(["dozes", "dozes"], blocks=3, turns=None, clock="60s")
    reports, killer = [], Killer(arena, 10, seed)
    killing = asyncio.create_task(killer.run())
    async with asyncio.timeout(280):
        await play_batch(
            batch,
            arena.referee,
            sandbox(),
            on_report=reports.append,
            on_event=killer.on_event,
            scratch=arena.scratch,
        )
    killing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await killing
    assert len(killer.killed) == 10
    assert sorted(r.match_id for r in reports) == sorted(o.match_id for o in batch.orders)
    for report in reports:
        causes = [seat.cause for seat in report.result.seats]
        assert causes == [Cause.GAME_RULES] * 2, report.result.reason
        verdict = verify(read_replay(report.replay), report.digest)
        assert verdict.ok, verdict.where
    assert sum(isinstance(event, BotStarted) for event in killer.events) == 4, "two a rotation"
    taken_up = [report for report in reports if b"resumed" in lines_of(report)]
    assert taken_up, "some of them went on from a journal"


def lines_of(report) -> bytes:
    return gzip.decompress(report.replay)


def journal_lines(arena) -> list[str]:
    """What the referee has written of the match that it runs."""
    lines: list[str] = []
    for path in arena.scratch.glob("r-*/journals/*.jsonl"):
        # It takes the journal away when the match is over, also just after it was found here.
        with contextlib.suppress(FileNotFoundError):
            lines += path.read_text().splitlines()
    return lines


async def test_bot_that_ends_with_its_line__is_not_blamed(arena, until):
    """It played on a referee that died; what it does about that is no fault."""
    batch = arena.batch(["dozes", "ends_with_its_line"], clock="60s")
    playing = asyncio.create_task(arena.play(batch))
    await until(lambda: len(journal_lines(arena)) > 30)
    os.kill(arena.referee.pid, signal.SIGKILL)
    async with asyncio.timeout(60):
        [report] = (await playing).reports
    assert [seat.cause for seat in report.result.seats] == [Cause.ABORTED] * 2
    assert "restart of the referee" in report.result.reason
    assert arena.referee.alive
