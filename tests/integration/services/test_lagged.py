"""A match in which the referee itself was late is played once more, and then no more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from siurell.match.result import MatchResult
from sqlmodel import select

from ladder.domain.batch import Batch, MatchOrder, Report
from ladder.domain.load import MachineLoad
from ladder.domain.states import MatchState
from ladder.services.arena import Arena
from ladder.services.matches import show_match
from ladder.services.report import report
from ladder.services.submit import VersionInfo
from ladder.store.tables import StandingRow

LOAD = MachineLoad(2, 1.0, 9.0, 0.25, 3, 250_000, held_to=(1,))

Draw = Callable[..., Batch | None]


@pytest.fixture
def attempt(
    arena: Arena,
    enter: Callable[..., VersionInfo],
    draw: Draw,
    told: Callable[..., Report],
    aborted: Callable[[MatchOrder], MatchResult],
) -> Callable[[bool], str]:
    """Take the next batch and report its first match: called off, for the referee's lag or not."""
    for name in ("ann", "bob"):
        enter(name)

    def _attempt(lagged: bool) -> str:
        batch = draw()
        assert batch is not None
        order = batch.orders[0]
        found = told(order, aborted(order))
        report(arena, replace(found, lagged=lagged, load=LOAD if lagged else None))
        for other in batch.orders[1:]:
            report(arena, told(other))
        return order.match_id

    return _attempt


def state(arena: Arena, match_id: str) -> tuple[MatchState, int]:
    line = show_match(arena, match_id).line
    return line.state, line.attempt


def test_t01__a_match_whose_referee_was_late_is_played_once_more(
    arena: Arena, attempt: Callable[[bool], str]
) -> None:
    """T01: it counts for nobody, a new attempt is queued, and what the machine did is kept."""
    match_id = attempt(True)
    assert state(arena, match_id) == (MatchState.QUEUED, 2)
    (first,) = show_match(arena, match_id).attempts
    assert (first.lagged, first.load) == (True, LOAD)
    assert first.detail == "the referee went away"


def test_t01__a_second_time_it_is_void_and_counts_for_nobody(
    arena: Arena, attempt: Callable[[bool], str]
) -> None:
    """T01: a machine that is too slow would be so for ever; the end is defined."""
    match_id = attempt(True)
    assert attempt(True) == match_id
    assert state(arena, match_id) == (MatchState.VOID, 2)
    detail = show_match(arena, match_id)
    assert [one.lagged for one in detail.attempts] == [True, True]
    assert detail.line.reason == detail.attempts[-1].detail
    with arena.db.read() as session:
        rows = session.exec(select(StandingRow)).all()
        assert {row.faults for row in rows} == {0}


def test_lag__once_and_another_reason_are_two_of_three(
    arena: Arena, attempt: Callable[[bool], str]
) -> None:
    match_id = attempt(True)
    attempt(False)
    assert state(arena, match_id) == (MatchState.QUEUED, 3)
    attempt(False)
    assert state(arena, match_id) == (MatchState.VOID, 3)
