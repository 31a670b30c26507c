"""Reports are counted exactly once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest
from siurell.errors import LadderError
from siurell.match.result import Cause, MatchResult
from sqlmodel import col, select

from ladder.domain.batch import Batch, MatchOrder, Report
from ladder.domain.fold import WIN
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.matches import show_match
from ladder.services.report import ReportOutcome, report
from ladder.services.rerate import rerate
from ladder.services.schedule import recover
from ladder.services.submit import VersionInfo
from ladder.store.tables import AttemptRow, FormatCountRow, MatchRow, SeatRow, StandingRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]
Aborted = Callable[[MatchOrder], MatchResult]


@pytest.fixture
def batch(enter: Enter, draw: Draw) -> Batch:
    for name in ("ann", "bob"):
        enter(name)
    batch = draw()
    assert batch is not None
    return batch


def everything(arena: Arena) -> list[object]:
    """All rows that a report may touch, and the files."""
    with arena.db.read() as session:
        rows: list[object] = []
        for table in (MatchRow, SeatRow, StandingRow, FormatCountRow):
            rows += [row.model_dump() for row in session.exec(select(table)).all()]
    files = sorted(
        p.name for folder in (arena.home.replays, arena.home.logs) for p in folder.iterdir()
    )
    return [*rows, *files]


def standings(arena: Arena) -> list[tuple[int, int, int]]:
    with arena.db.read() as session:
        rows = session.exec(select(StandingRow).order_by(col(StandingRow.version_id))).all()
        return [(row.matches, row.wins, row.faults) for row in rows]


def test_report__is_applied_with_its_files_and_ratings(
    arena: Arena, batch: Batch, told: Told
) -> None:
    order = batch.orders[0]
    assert report(arena, told(order)) is ReportOutcome.APPLIED
    assert arena.home.replay(order.match_id).read_bytes() == b"replay of m_1"
    assert arena.home.log(order.match_id, 1).read_text() == "hello from 1"
    detail = show_match(arena, order.match_id)
    assert (detail.report_no, detail.digest, detail.worker) == (1, "d" * 64, "w1")
    first, second = detail.line.seats
    assert (first.placement, second.placement) == (1, 2)
    assert (first.cause, second.cause) == (Cause.GAME_RULES, Cause.GAME_RULES)
    assert first.before is not None and first.after is not None
    assert first.before.mu == 25.0 < first.after.mu
    assert [attempt.state.value for attempt in detail.attempts] == ["reported"]


def test_report__numbers_grow_in_the_order_of_commits(
    arena: Arena, batch: Batch, told: Told
) -> None:
    late_first = list(reversed(batch.orders))
    for number, order in enumerate(late_first, start=1):
        report(arena, told(order))
        assert show_match(arena, order.match_id).report_no == number


def test_report__twice_changes_nothing_the_second_time(
    arena: Arena, batch: Batch, told: Told
) -> None:
    order = batch.orders[0]
    report(arena, told(order))
    before = everything(arena)
    other = replace(told(order), replay=b"another", digest="e" * 64)
    assert report(arena, other) is ReportOutcome.DUPLICATE
    assert everything(arena) == before
    assert arena.home.replay(order.match_id).read_bytes() == b"replay of m_1"


def test_report__of_a_given_up_attempt_is_superseded_and_kept(
    arena: Arena, batch: Batch, told: Told, draw: Draw
) -> None:
    order = batch.orders[0]
    recover(arena)
    before = everything(arena)
    assert report(arena, told(order)) is ReportOutcome.SUPERSEDED
    assert everything(arena) == before
    assert show_match(arena, order.match_id).attempts[0].late_report

    again = draw(worker="w2")
    assert again is not None
    fresh = next(o for o in again.orders if o.match_id == order.match_id)
    assert report(arena, told(order)) is ReportOutcome.SUPERSEDED
    assert report(arena, told(fresh, worker="w2")) is ReportOutcome.APPLIED
    assert report(arena, told(order)) is ReportOutcome.SUPERSEDED
    with arena.db.read() as session:
        late = session.get_one(AttemptRow, (1, 1)).late_report
    assert late is not None and late["worker"] == "w1"
    assert [a.worker for a in show_match(arena, order.match_id).attempts] == ["w1", "w2"]


def test_report__has_no_log_of_an_attempt_that_was_killed_before_its_commit(
    arena: Arena, batch: Batch, draw: Draw, told: Told
) -> None:
    """Files get their names before the commit; who is silent this time has said nothing."""
    match = batch.orders[0].match_id
    arena.home.log(match, 1).write_text("of the attempt that was lost")
    recover(arena)
    again = draw()
    assert again is not None
    order = next(one for one in again.orders if one.match_id == match)
    assert order.attempt == 2
    told_of = told(order)
    report(arena, replace(told_of, logs=told_of.logs[:1]))
    assert arena.home.log(match, 0).read_text() == "hello from 0"
    assert not arena.home.log(match, 1).exists()


def test_abort__plays_the_match_again_and_rates_nobody(
    arena: Arena, batch: Batch, told: Told, aborted: Aborted, draw: Draw
) -> None:
    order = batch.orders[0]
    assert report(arena, told(order, aborted(order))) is ReportOutcome.APPLIED
    assert standings(arena) == [(0, 0, 0), (0, 0, 0)]
    assert not arena.home.replay(order.match_id).exists()
    detail = show_match(arena, order.match_id)
    assert (detail.line.state.value, detail.line.attempt) == ("queued", 2)
    assert detail.attempts[0].detail == "the referee went away"

    assert report(arena, told(order, aborted(order))) is ReportOutcome.DUPLICATE
    again = draw()
    assert again is not None
    assert [(o.match_id, o.attempt, o.seed) for o in again.orders] == [
        (order.match_id, 2, order.seed)
    ]


def test_abort__three_times_makes_the_match_void(
    arena: Arena, batch: Batch, told: Told, aborted: Aborted, draw: Draw
) -> None:
    order = batch.orders[0]
    report(arena, told(batch.orders[1]))
    for _ in range(2):
        report(arena, told(order, aborted(order)))
        again = draw()
        assert again is not None
        (order,) = again.orders
    assert report(arena, told(order, aborted(order))) is ReportOutcome.APPLIED
    line = show_match(arena, order.match_id).line
    assert (line.state.value, line.reason, line.sealed) == ("void", "the referee went away", False)
    assert report(arena, told(order)) is ReportOutcome.DUPLICATE
    with arena.db.read() as session:
        counts = session.exec(select(FormatCountRow)).all()
    assert [count.matches for count in counts] == [1, 1]
    assert standings(arena) == [(1, WIN, 0), (1, 0, 0)] or standings(arena) == [
        (1, 0, 0),
        (1, WIN, 0),
    ]


def test_fault__is_counted_ranked_and_kept_with_its_evidence(
    arena: Arena, batch: Batch, told: Told, result_of: Callable[..., MatchResult]
) -> None:
    order = batch.orders[0]
    report(arena, told(order, result_of((2, 1), {0: Cause.TIMEOUT})))
    loser, winner = show_match(arena, order.match_id).line.seats
    assert loser.cause is Cause.TIMEOUT
    assert (loser.evidence.limit_us, loser.evidence.detail) == (500_000, "")
    assert loser.evidence.exit_code is None
    assert loser.after is not None and winner.after is not None
    assert loser.after.mu < 25.0 < winner.after.mu
    assert sorted(standings(arena)) == [(1, 0, 1), (1, WIN, 0)]
    for other in batch.orders[1:]:
        report(arena, told(other))
    loser, _ = show_match(arena, order.match_id).line.seats
    assert loser.evidence.detail == "made up", "its words are told when its block is played"


@pytest.mark.parametrize(
    ("change", "told_so"),
    [
        ({"match_id": "m_77"}, "There is no match `m_77`"),
        ({"match_id": "../m_1"}, "names no match"),
        ({"attempt": 2}, "attempt 2 was never given to a worker"),
        ({"replay": b""}, "carries no replay"),
        ({"digest": ""}, "carries no digest"),
    ],
)
def test_report__that_does_not_fit_changes_nothing(
    arena: Arena, batch: Batch, told: Told, change: dict[str, object], told_so: str
) -> None:
    before = everything(arena)
    with pytest.raises(LadderError, match=told_so):
        report(arena, replace(told(batch.orders[0]), **change))  # type: ignore[arg-type]
    assert everything(arena) == before


@pytest.mark.parametrize("placements", [(1,), (1, 2, 3), (2, 2), (0, 1), (1, 3)])
def test_report__with_impossible_placements_changes_nothing(
    arena: Arena,
    batch: Batch,
    told: Told,
    result_of: Callable[..., MatchResult],
    placements: tuple[int, ...],
) -> None:
    before = everything(arena)
    with pytest.raises(LadderError) as caught:
        report(arena, told(batch.orders[0], result_of(placements)))
    assert caught.value.reason == "BAD_REPORT"
    assert everything(arena) == before


def test_report__whose_files_do_not_fit_on_the_disk_changes_nothing(
    arena: Arena,
    batch: Batch,
    told: Told,
    files_up_to: Callable[[int], AbstractContextManager[None]],
) -> None:
    before = everything(arena)
    large = replace(told(batch.orders[0]), replay=bytes(200_000))
    with files_up_to(100_000), pytest.raises(LadderError, match="is full") as caught:
        report(arena, large)
    assert caught.value.reason == "DISK_FULL"
    assert everything(arena) == before
    assert report(arena, large) is ReportOutcome.APPLIED


def limit_pages(arena: Arena, limit: str) -> None:
    """Let the database grow no further, as on a full disk."""
    with arena.db.write() as session:
        connection = session.connection()
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {limit.format(pages=pages)}")


def test_report__that_the_database_has_no_room_for_changes_nothing_and_may_come_again(
    arena: Arena, season: Season, batch: Batch, draw: Draw, told: Told
) -> None:
    orders = [*batch.orders, *(o for _ in range(20) for o in draw().orders)]  # type: ignore[union-attr]
    limit_pages(arena, "{pages}")
    applied = 0
    with pytest.raises(LadderError, match="is full") as caught:
        for order in orders:
            report(arena, told(order))
            applied += 1
    assert caught.value.reason == "DISK_FULL"
    check = rerate(arena, season)
    assert check.equal and check.matches == applied < len(orders)

    limit_pages(arena, "1000000")
    for order in orders[applied:]:
        assert report(arena, told(order)) is ReportOutcome.APPLIED
    assert rerate(arena, season).matches == len(orders)
