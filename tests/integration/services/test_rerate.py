"""A re-rate is the fold over the log and gives the online table bit for bit."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from siurell.match.result import Cause, MatchResult
from sqlmodel import select

from ladder.domain.batch import Batch, Report
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.report import report
from ladder.services.rerate import rerate
from ladder.services.submit import VersionInfo
from ladder.store.tables import MatchRow, SeatRow, StandingRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]
ResultOf = Callable[..., MatchResult]


@pytest.fixture
def played(arena: Arena, enter: Enter, draw: Draw, told: Told, result_of: ResultOf) -> int:
    """A log with all formats, ties and faults, reported in a mixed order."""
    rng = random.Random("a log")
    for number in range(5):
        enter(f"bot-{number}")
    orders = [order for _ in range(30) for order in draw().orders]  # type: ignore[union-attr]
    rng.shuffle(orders)
    for order in orders:
        placements = [rng.randint(1, len(order.seating)) for _ in order.seating]
        placements[rng.randrange(len(placements))] = 1
        causes = {0: Cause.TIMEOUT} if rng.random() < 0.1 else {}
        report(arena, told(order, result_of(tuple(placements), causes)))
    return len(orders)


def test_rerate__equals_the_online_table(arena: Arena, season: Season, played: int) -> None:
    """R16."""
    check = rerate(arena, season)
    assert check.equal and not check.written
    assert (check.matches, check.versions) == (played, 5)


def test_rerate__of_an_empty_log(arena: Arena, season: Season) -> None:
    check = rerate(arena, season)
    assert check.equal and check.matches == 0


def test_rerate__finds_a_changed_last_bit_and_writes_it_right(
    arena: Arena, season: Season, played: int
) -> None:
    with arena.db.write() as session:
        standing = session.exec(select(StandingRow)).first()
        assert standing is not None
        right = standing.mu
        standing.mu = right * (1 + 2**-52)
        session.add(standing)
    check = rerate(arena, season)
    assert [difference.where for difference in check.differences] == ["bot-0@1"]
    assert check.differences[0].computed.rating.mu == right

    assert rerate(arena, season, write=True).written
    assert rerate(arena, season).equal


def test_rerate__writes_a_log_again_after_a_result_was_put_right(
    arena: Arena, season: Season, played: int
) -> None:
    with arena.db.write() as session:
        match = session.exec(select(MatchRow).where(MatchRow.report_no == 3)).one()
        seats = session.exec(select(SeatRow).where(SeatRow.match_id == match.id)).all()
        for seat in seats:
            seat.placement = len(seats) + 1 - (seat.seat + 1)
            session.add(seat)
    check = rerate(arena, season, write=True)
    assert any(difference.where.startswith("m_") for difference in check.differences)
    assert rerate(arena, season).equal
