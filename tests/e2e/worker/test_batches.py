"""Batches: who is started when, what is remembered, what happens when something dies."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from siurell.match.result import Cause
from siurell.replay.read import read_replay
from siurell.replay.verify import verify

from ladder.worker import play as play_module
from ladder.worker.events import BotStarted, MatchEnded, MatchStarted
from ladder.worker.play import play_batch
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process

GOOD = "first_move"


async def test_batch__every_match_is_reported_once_and_bots_start_once_a_rotation(arena):
    batch = arena.batch([GOOD, GOOD], blocks=3, turns=None)
    played = await arena.play(batch)
    assert sorted(r.match_id for r in played.reports) == sorted(o.match_id for o in batch.orders)
    assert not any(report.result.aborted for report in played.reports)
    starts = [event for event in played.events if isinstance(event, BotStarted)]
    assert sorted(event.place for event in starts) == [0, 0, 1, 1]
    assert not any(event.restarted for event in starts)
    assert sum(isinstance(event, MatchStarted) for event in played.events) == 6
    assert sum(isinstance(event, MatchEnded) for event in played.events) == 6


async def test_seatings__replays_name_the_bots_by_rotation(arena):
    batch = arena.batch([GOOD, "answers_twice"], turns=None)
    played = await arena.play(batch)
    labels = [read_replay(report.replay).config.labels for report in played.reports]
    assert labels == [(GOOD, "answers_twice"), ("answers_twice", GOOD)]


async def test_memory__a_bot_meets_nothing_of_the_same_seed_again(arena):
    batch = arena.batch(["remembers", "remembers"], blocks=2, turns=None)
    played = await arena.play(batch)
    seed_of = {order.match_id: order.seed for order in batch.orders}
    for report in played.reports:
        for log in report.logs:
            found = log.text.removeprefix("found ").split()
            seeds = [seed_of[name.removeprefix("seen-")] for name in found if name != "nothing"]
            assert seed_of[report.match_id] not in seeds
    # The test can fail: within a rotation, over different seeds, a bot does remember.
    assert any("found seen-" in log.text for report in played.reports for log in report.logs)


async def test_fault__the_bot_is_started_again_for_the_next_match(arena):
    """F06: a crash takes no bot out of the pool."""
    played = await arena.play(arena.batch(["raises", GOOD], blocks=3))
    causes = [tuple(s.cause for s in report.result.seats) for report in played.reports]
    assert causes == [(Cause.CRASH, Cause.GAME_RULES)] * 3
    starts = [event for event in played.events if isinstance(event, BotStarted)]
    assert [event.place for event in starts] == [0, 1, 0, 0]


async def test_logs__each_match_has_its_own(arena):
    played = await arena.play(arena.batch(["remembers", GOOD], blocks=3))
    lines = [report.logs[0].text.count("found ") for report in played.reports]
    assert lines == [1, 1, 1]


async def test_bot_that_leaves_when_the_next_match_begins__crash_and_started_again(arena):
    played = await arena.play(arena.batch(["one_match_only", GOOD], blocks=4))
    causes = [report.result.seats[0].cause for report in played.reports]
    assert causes == [Cause.GAME_RULES, Cause.CRASH] * 2


async def test_referee_dies__match_is_called_off_and_the_next_is_played(arena):
    batch = arena.batch([GOOD, GOOD], blocks=3)
    reports = []
    killed = []

    def on_event(event):
        if isinstance(event, MatchEnded) and not killed:
            killed.append(arena.referee.pid)
            os.kill(arena.referee.pid, signal.SIGKILL)

    await play_batch(
        batch,
        arena.referee,
        NoSandbox(),
        on_report=reports.append,
        on_event=on_event,
        scratch=arena.scratch,
    )
    assert len(reports) == 3
    assert not reports[2].result.aborted
    assert arena.referee.pid not in killed


async def test_nursery_dies_in_a_match__called_off_and_the_next_played_without_it(arena, until):
    batch = arena.batch([GOOD, "never_answers"], blocks=2, clock="4s")
    reports = []
    playing = asyncio.create_task(
        play_batch(
            batch, arena.referee, NoSandbox(), on_report=reports.append, scratch=arena.scratch
        )
    )
    await until(lambda: len(arena.bots_parents()) == 2)
    [nursery] = set(arena.bots_parents())
    assert nursery != os.getpid()
    os.kill(nursery, signal.SIGKILL)
    await until(lambda: len(reports) == 1)
    await until(lambda: arena.bots_parents() == [os.getpid()] * 2)
    async with asyncio.timeout(40):
        await playing
    first, second = reports
    assert [seat.cause for seat in first.result.seats] == [Cause.ABORTED] * 2
    assert [seat.placement for seat in first.result.seats] == [0, 0]
    assert "failure of this worker" in first.result.reason
    assert [seat.cause for seat in second.result.seats] == [Cause.GAME_RULES, Cause.TIMEOUT]


async def test_referee_hangs__called_off_at_the_deadline(arena, monkeypatch):
    monkeypatch.setattr(play_module, "match_deadline_us", lambda *_: 1_500_000)
    monkeypatch.setattr("ladder.worker.hosting.ABORT_WITHIN_S", 0.2)
    monkeypatch.setattr("ladder.worker.referee_process.STOP_WITHIN_S", 0.2)
    hung = []

    def on_report(report):
        reports.append(report)

    reports = []

    def on_event(event):
        if isinstance(event, BotStarted) and not hung:
            asyncio.get_running_loop().call_later(1.0, hang)

    def hang():
        hung.append(arena.referee.pid)
        os.kill(arena.referee.pid, signal.SIGSTOP)

    await play_batch(
        arena.batch([GOOD, "never_answers"], clock="60s"),
        arena.referee,
        NoSandbox(),
        on_report=on_report,
        on_event=on_event,
        scratch=arena.scratch,
    )
    [report] = reports
    assert report.result.aborted
    assert hung
    assert arena.referee.pid not in hung


async def test_f10__a_match_that_is_too_long_keeps_what_was_played_and_how_long(arena, monkeypatch):
    """F10: long games that were cancelled had no duration and no replay."""
    monkeypatch.setattr(play_module, "match_deadline_us", lambda *_: 8_000_000)
    played = await arena.play(arena.batch([GOOD, "never_answers"], clock="60s"))
    [report] = played.reports
    assert report.result.aborted
    assert report.result.reason == "The match was not over after 8 s."
    assert [seat.cause for seat in report.result.seats] == [Cause.ABORTED] * 2
    assert (report.ended_at - report.started_at).total_seconds() >= 8
    replay = read_replay(report.replay)
    assert verify(replay, report.digest).ok
    assert replay.result == report.result
    assert report.result.decisions >= 1


@pytest.mark.parametrize("times", [1, 3])
async def test_cancelled__nothing_is_reported_and_nothing_is_left(arena, until, times: int):
    reports = []
    playing = asyncio.create_task(
        play_batch(
            arena.batch([GOOD, "never_answers"], clock="60s"),
            arena.referee,
            NoSandbox(),
            on_report=reports.append,
            scratch=arena.scratch,
        )
    )
    await until(lambda: len(list(arena.scratch.glob("session-*"))) == 2)
    for _ in range(times):
        playing.cancel()
        await asyncio.sleep(0.01)
    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(20):
            await playing
    assert reports == []


async def test_report_is_not_taken__the_batch_ends_with_that_error(arena):
    def on_report(report):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await play_batch(
            arena.batch([GOOD, GOOD], blocks=2),
            arena.referee,
            NoSandbox(),
            on_report=on_report,
            scratch=arena.scratch,
        )


async def test_baseline__many_matches_leave_no_process_and_no_open_file(arena, processes_of, until):
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    await arena.play(arena.batch([GOOD, "raises"], blocks=1))
    before = open_files()
    await until(lambda: processes_of(arena.scratch) == [arena.referee.pid])
    await arena.play(arena.batch([GOOD, "raises"], blocks=10))
    # Some are closed a moment later; what leaks stays open.
    await until(lambda: open_files() <= before)
    assert processes_of(arena.scratch) == [arena.referee.pid]


WORKER = """
import asyncio, sys
from pathlib import Path
from ladder.domain.batch import Batch, Entrant, FolderBot, MatchOrder
from ladder.worker.play import play_batch
from ladder.worker.referee_process import RefereeProcess
from ladder.worker.sandbox.none import NoSandbox
from siurell.match.clock import TimeControl

async def main(scratch, folder):
    bot = FolderBot(folder, ("python", "bot.py"))
    batch = Batch(
        "b", "finca", {}, TimeControl.parse("60s"),
        (Entrant("a", "a", bot), Entrant("b", "b", bot)),
        (MatchOrder("m", 1, bytes(32), 0, (0, 1)),),
    )
    async with RefereeProcess(scratch) as referee:
        await play_batch(
            batch, referee, NoSandbox(), on_report=lambda report: None, scratch=scratch
        )

asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
"""


async def test_worker_is_killed__nothing_that_it_started_survives(
    short_folder: Path, tmp_path: Path, until, processes_of
):
    (tmp_path / "bot.py").write_text(
        (Path(__file__).parent / "bots" / "never_answers.py").read_text()
    )
    worker = subprocess.Popen([sys.executable, "-c", WORKER, str(short_folder), str(tmp_path)])
    try:
        # The referee, two bots, and what they were forked by.
        await until(lambda: len(processes_of(short_folder)) == 4)
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.wait(10)
    await until(lambda: processes_of(short_folder) == [])
