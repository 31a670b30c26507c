"""Reports are counted exactly once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlmodel import select

from ladder.domain.batch import Batch, Report
from ladder.services.arena import Arena
from ladder.services.report import ReportOutcome, report
from ladder.services.submit import VersionInfo
from ladder.store.tables import MatchRow, SeatRow, StandingRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]


@pytest.fixture
def batch(enter: Enter, draw: Draw) -> Batch:
    for name in ("ann", "bob"):
        enter(name)
    batch = draw()
    assert batch is not None
    return batch


def standings(arena: Arena) -> list[tuple[float, float, int, int]]:
    with arena.db.read() as session:
        rows = session.exec(select(StandingRow).order_by(StandingRow.version_id)).all()
        return [(row.mu, row.sigma, row.matches, row.wins) for row in rows]


def test_report__is_applied_with_its_files_and_ratings(
    arena: Arena, batch: Batch, told: Told
) -> None:
    order = batch.orders[0]
    assert report(arena, told(order)) is ReportOutcome.APPLIED
    assert arena.home.replay(order.match_id).read_bytes() == b"replay of m_1"
    assert arena.home.log(order.match_id, 1).read_text() == "hello from 1"
    with arena.db.read() as session:
        match = session.exec(select(MatchRow).where(MatchRow.id == 1)).one()
        seats = session.exec(select(SeatRow).where(SeatRow.match_id == 1).order_by(SeatRow.seat)
        ).all()
    assert (match.state, match.report_no, match.digest) == ("reported", 1, "d" * 64)
    assert [(seat.placement, seat.cause) for seat in seats] == [
        (1, "game_rules"),
        (2, "game_rules"),
    ]
    assert seats[0].mu_before == 25.0 and seats[0].mu_after > 25.0
