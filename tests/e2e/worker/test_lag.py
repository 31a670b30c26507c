"""A referee that is stopped on purpose while a bot is to answer: nobody loses by time."""

from __future__ import annotations

import pytest
from siurell.match.events import NoteRecord
from siurell.match.lag import NO_CONTEST
from siurell.match.result import Cause
from siurell.replay.read import read_replay

from ladder.worker.events import MatchStarted
from ladder.worker.match_series import play_series
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process


async def test_t01__a_match_whose_referee_was_stopped_is_played_once_more(arena) -> None:
    """T01, T10: the bot never answers, and yet it is not blamed. But however often the referee is
    late, it does not get one try after another."""
    reports, events = [], []
    batch = arena.batch(["stops_the_referee", "first_move"], clock="/3s")
    await play_series(batch, NoSandbox(), on_report=reports.append, on_event=events.append)
    assert [one.order.attempt for one in events if isinstance(one, MatchStarted)] == [1, 2]
    (report,) = reports
    assert (report.attempt, report.lagged) == (2, True)
    assert {seat.cause for seat in report.result.seats} == {Cause.ABORTED}
    assert "was late, but the referee itself was held up for" in report.result.reason
    assert report.load is not None
    last = read_replay(report.replay).records[-1]
    assert isinstance(last, NoteRecord)
    assert (last.kind, last.detail) == (NO_CONTEST, report.result.reason)
