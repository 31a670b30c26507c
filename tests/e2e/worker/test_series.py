"""A series of matches on several referees at once."""

from __future__ import annotations

import asyncio

import pytest

from ladder.worker.match_series import play_series
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process


async def test_series__two_jobs_report_every_match_once(arena):
    batch = arena.batch(["first_move", "answers_twice"], blocks=3, turns=None)
    reports = []
    await play_series(batch, NoSandbox(), jobs=2, on_report=reports.append)
    assert sorted(r.match_id for r in reports) == sorted(o.match_id for o in batch.orders)
    assert not any(report.result.aborted for report in reports)


async def test_series__cancelled_after_the_first_match(arena):
    batch = arena.batch(["first_move", "first_move"], blocks=50)
    reports = []
    playing: asyncio.Task[None]

    def on_report(report):
        reports.append(report)
        playing.cancel()

    playing = asyncio.create_task(play_series(batch, NoSandbox(), on_report=on_report))
    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(30):
            await playing
    assert len(reports) == 1


async def test_series__without_a_match(arena):
    batch = arena.batch(["first_move", "first_move"], blocks=0)
    await play_series(batch, NoSandbox(), jobs=3, on_report=lambda report: None)
