"""A re-rate is the fold over the log and gives the online table bit for bit."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from siurell.match.result import Cause, MatchResult
from sqlmodel import select

from ladder.domain.batch import Batch, Report
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.report import report
from ladder.services.rerate import rerate
from ladder.services.season_changes import change_season
from ladder.services.seasons import season_named
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


def test_rerate__goes_by_the_parameters_that_were_set_meanwhile(
    arena: Arena, season: Season, played: int
) -> None:
    """Whoever looked at the season before somebody else set it puts nothing back."""
    changed = replace(season, params=replace(season.params, tau=0.5))
    now = change_season(arena, changed, season).season
    assert rerate(arena, season).equal
    assert rerate(arena, season, write=True).equal
    assert rerate(arena, now).equal


def test_rerate__stays_equal_while_reports_arrive_and_parameters_are_set(
    arena: Arena, enter: Enter, season: Season, draw: Draw, told: Told
) -> None:
    """R16: each report is counted by the old parameters and rated again, or by the new ones."""
    for name in ("ann", "bob", "cid", "dan"):
        enter(name)
    orders = [order for _ in range(20) for order in draw().orders]  # type: ignore[union-attr]
    taus = [number / 16 for number in range(1, 9)]

    def set_params() -> list[bool]:
        found = []
        for tau in taus:
            known = season_named(arena, season.name)
            change_season(arena, replace(known, params=replace(known.params, tau=tau)), known)
            found.append(rerate(arena, season).equal)
        return found

    def take_reports(part: int) -> None:
        for order in orders[part::2]:
            report(arena, told(order))

    with ThreadPoolExecutor(3) as aside:
        setting = aside.submit(set_params)
        for taking in [aside.submit(take_reports, part) for part in (0, 1)]:
            taking.result(timeout=60)
        assert all(setting.result(timeout=60))
    after = season_named(arena, season.name)
    check = rerate(arena, after)
    assert check.equal and check.matches == len(orders)
    assert (after.params.tau, after.rating_set) == (taus[-1], 1 + len(taus))
    with arena.db.read() as session:
        assert set(session.exec(select(MatchRow.rating_set)).all()) == {after.rating_set}
