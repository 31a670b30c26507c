"""A referee that is stopped on purpose while a bot is to answer: nobody loses by time."""

from __future__ import annotations

import pytest
from siurell.match.events import NoteRecord
from siurell.match.lag import NO_CONTEST
from siurell.match.result import Cause
from siurell.replay.read import read_replay

from ladder.worker.match_series import play_series
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process


async def test_t01__a_match_whose_referee_was_stopped_is_no_contest(arena) -> None:
    """T01: the bot never answers, and yet it is not blamed; what the machine did is told."""
    played = await arena.play(arena.batch(["stops_the_referee", "first_move"], clock="/1s"))
    (report,) = played.reports
    assert {seat.cause for seat in played.seats} == {Cause.ABORTED}
    assert report.lagged
    assert report.load is not None
    assert "was late, but the referee itself was held up for" in report.result.reason
    last = read_replay(report.replay).records[-1]
    assert isinstance(last, NoteRecord)
    assert last.kind == NO_CONTEST


async def test_t10__a_match_is_played_once_more_and_not_for_ever(arena) -> None:
    """T10: a referee that is late again and again does not give a bot one try after another."""
    reports, events = [], []
    batch = arena.batch(["stops_the_referee", "first_move"], clock="/1s")
    await play_series(batch, NoSandbox(), on_report=reports.append, on_event=events.append)
    (report,) = reports
    assert (report.attempt, report.lagged) == (2, True)
    orders = [event.order.attempt for event in events if type(event).__name__ == "MatchStarted"]
    assert orders == [1, 2]
