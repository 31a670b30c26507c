"""R21: a season closes. Nobody new, so many blocks more for everybody, then a final table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from siurell.errors import LadderError
from siurell.match.result import MatchResult
from sqlmodel import col, select

from ladder.domain.access import Actor, Role
from ladder.domain.batch import Batch, MatchOrder, Report, ShippedBot
from ladder.domain.season_states import SeasonState
from ladder.domain.seasons import Season
from ladder.domain.states import MAX_ABORTS
from ladder.services.arena import Arena, acting
from ladder.services.audit import audit_log
from ladder.services.leaderboard import leaderboard
from ladder.services.report import report
from ladder.services.rerate import rerate
from ladder.services.season_changes import change_season, close_season, open_season
from ladder.services.seasons import season_named
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.store.tables import BatchEntrantRow, BatchRow, BlockRow, SuspensionRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]
Aborted = Callable[[MatchOrder], MatchResult]

NAMES = ("ann", "bob", "cid", "dan", "eva")


@pytest.fixture
def bots(enter: Enter) -> list[VersionInfo]:
    return [enter(name) for name in NAMES]


@pytest.fixture
def play_out(arena: Arena, draw: Draw, told: Told) -> Callable[..., int]:
    """Play until nothing is drawn any more; how many batches that were."""

    def _play_out(*seasons: Season) -> int:
        batches = 0
        while (batch := draw(*seasons, blocks=4)) is not None:
            batches += 1
            assert batches < 200
            for order in batch.orders:
                report(arena, told(order))
        return batches

    return _play_out


def blocks_after(arena: Arena, season: Season, batch: int = 0) -> Counter[int]:
    """How many blocks each version has had of the batches after one."""
    with arena.db.read() as session:
        return Counter(
            session.exec(
                select(BatchEntrantRow.version_id)
                .join(BatchRow, col(BatchRow.id) == BatchEntrantRow.batch_id)
                .join(BlockRow, col(BlockRow.batch_id) == BatchRow.id)
                .where(BatchRow.season_id == season.id, col(BatchRow.id) > batch)
            ).all()
        )


def test_r21__everybody_plays_as_many_blocks_more_and_then_the_season_closes_by_itself(
    arena: Arena,
    season: Season,
    bots: list[VersionInfo],
    draw: Draw,
    told: Told,
    enter: Enter,
    play_out: Callable[..., int],
) -> None:
    """R21: the last matches do not decide, and who comes late does not push in."""
    before = [draw(blocks=3) for _ in range(3)]
    closing = close_season(arena, season.name, 4)
    assert (closing.state, closing.closing_after) == (SeasonState.CLOSING, 3)
    late = enter("late")
    for batch in before:
        assert batch is not None
        for order in batch.orders:
            report(arena, told(order))
    play_out()
    closed = season_named(arena, season.name)
    assert closed.state is SeasonState.CLOSED
    extra = blocks_after(arena, season, batch=3)
    assert late.id not in extra
    assert extra == Counter({bot.id: 4 for bot in bots})
    assert {row.bot for row in leaderboard(arena, closed)} == set(NAMES)
    assert rerate(arena, closed).equal
    assert [line.action for line in audit_log(arena, subject=season.name)] == [
        "season.closed",
        "season.close",
    ]


def test_closing__a_new_version_does_not_take_the_place_of_the_old_one(
    arena: Arena,
    season: Season,
    bots: list[VersionInfo],
    play_out: Callable[..., int],
) -> None:
    close_season(arena, season.name, 2)
    newer = submit(arena, ShippedBot("greedy"), name="ann")
    set_checked(arena, newer.id, True, "fine")
    play_out()
    closed = season_named(arena, season.name)
    assert closed.state is SeasonState.CLOSED
    assert blocks_after(arena, season)[bots[0].id] == 2
    (ann,) = [row for row in leaderboard(arena, closed) if row.bot == "ann"]
    assert (ann.version, ann.matches > 0) == (1, True)


def test_closing__without_extra_blocks_waits_for_what_is_in_flight(
    arena: Arena, season: Season, bots: list[VersionInfo], draw: Draw, told: Told
) -> None:
    batch = draw()
    assert batch is not None
    assert close_season(arena, season.name, 0).state is SeasonState.CLOSING
    assert draw() is None
    for order in batch.orders[:-1]:
        report(arena, told(order))
    assert season_named(arena, season.name).state is SeasonState.CLOSING
    report(arena, told(batch.orders[-1]))
    assert season_named(arena, season.name).state is SeasonState.CLOSED


def test_closing__with_nothing_to_play_is_over_at_once(arena: Arena, season: Season) -> None:
    assert close_season(arena, season.name, 5).state is SeasonState.CLOSED


def test_closing__can_be_cut_short(
    arena: Arena, season: Season, bots: list[VersionInfo], play_out: Callable[..., int]
) -> None:
    close_season(arena, season.name, 500)
    assert close_season(arena, season.name, 1).extra_blocks == 1
    play_out()
    assert season_named(arena, season.name).state is SeasonState.CLOSED
    assert min(blocks_after(arena, season).values()) == 1


def test_closing__a_block_that_was_given_up_is_played_again(
    arena: Arena,
    season: Season,
    enter: Enter,
    draw: Draw,
    told: Told,
    aborted: Aborted,
    play_out: Callable[..., int],
) -> None:
    bots = [enter(name) for name in NAMES[:2]]
    close_season(arena, season.name, 1)
    batch = draw()
    assert batch is not None
    order = batch.orders[0]
    for other in batch.orders[1:]:
        report(arena, told(other))
    for _ in range(MAX_ABORTS):
        report(arena, told(order, aborted(order)))
        again = draw()
        order = order if again is None else again.orders[0]
    assert season_named(arena, season.name).state is SeasonState.CLOSING
    for other in again.orders if again is not None else ():
        report(arena, told(other))
    play_out()
    assert season_named(arena, season.name).state is SeasonState.CLOSED
    assert blocks_after(arena, season) == Counter({bot.id: 2 for bot in bots})


def test_closing__nobody_waits_for_a_suspended_bot(
    arena: Arena, season: Season, bots: list[VersionInfo], draw: Draw, told: Told, play_out
) -> None:
    batch = draw()
    assert batch is not None
    for order in batch.orders:
        report(arena, told(order))
    with arena.db.write() as session:
        session.add(
            SuspensionRow(
                season_id=season.id,
                version_id=bots[0].id,
                match_id=1,
                matches=8,
                faults=8,
                since=arena.now(),
            )
        )
    close_season(arena, season.name, 3)
    play_out()
    assert season_named(arena, season.name).state is SeasonState.CLOSED
    extra = blocks_after(arena, season, batch=1)
    assert bots[0].id not in extra and {extra[bot.id] for bot in bots[1:]} == {3}


def test_closing_time__the_season_goes_over_to_closing_with_who_was_there_then(
    arena: Arena,
    season: Season,
    bots: list[VersionInfo],
    enter: Enter,
    draw: Draw,
    clock,
    play_out: Callable[..., int],
) -> None:
    at = arena.now() + timedelta(hours=3)
    change_season(arena, replace(season, closes_at=at, extra_blocks=2))
    assert draw() is not None
    clock.move(hours=4)
    enter("late")
    newer = submit(arena, ShippedBot("greedy"), name="ann")
    set_checked(arena, newer.id, True, "fine")
    play_out()
    closed = season_named(arena, season.name)
    assert closed.state is SeasonState.CLOSED
    assert {row.bot for row in leaderboard(arena, closed)} == set(NAMES)
    extra = blocks_after(arena, season, batch=1)
    assert {extra[bot.id] for bot in bots} == {2} and newer.id not in extra
    actions = [line.action for line in audit_log(arena, subject=season.name)]
    assert actions == ["season.closed", "season.closing", "season.set"]


def test_closing__of_a_solo_season_is_so_many_rounds_more(
    arena: Arena, solo: Season, bots: list[VersionInfo], play_out: Callable[..., int]
) -> None:
    close_season(arena, solo.name, 3)
    assert play_out(solo) == 3
    assert season_named(arena, solo.name).state is SeasonState.CLOSED
    assert blocks_after(arena, solo) == Counter({bot.id: 3 for bot in bots})


def test_closed__is_opened_again_by_an_operator_only(
    arena: Arena,
    season: Season,
    bots: list[VersionInfo],
    enter: Enter,
    draw: Draw,
    play_out: Callable[..., int],
) -> None:
    close_season(arena, season.name, 1)
    play_out()
    enter("late")
    with pytest.raises(LadderError, match="open a closed season again") as no:
        open_season(acting(arena, Actor("ola", Role.ORGANISER)), season.name)
    assert no.value.reason == "NOT_ALLOWED"
    with pytest.raises(LadderError, match="its table is final"):
        change_season(arena, replace(season_named(arena, season.name), weight=2))
    again = open_season(arena, season.name)
    assert (again.state, again.closing_after) == (SeasonState.OPEN, None)
    assert {row.bot for row in leaderboard(arena, again)} == {*NAMES, "late"}
    assert draw() is not None
    (line,) = audit_log(arena, subject=season.name, limit=1)
    assert (line.action, line.detail) == ("season.open", {"was": "closed"})


def test_reopened__a_version_that_came_meanwhile_begins_where_its_bot_stood(
    arena: Arena, season: Season, bots: list[VersionInfo], play_out: Callable[..., int]
) -> None:
    close_season(arena, season.name, 2)
    newer = submit(arena, ShippedBot("greedy"), name="ann")
    set_checked(arena, newer.id, True, "fine")
    play_out()
    before = {row.bot: row for row in leaderboard(arena, season_named(arena, season.name))}
    again = open_season(arena, season.name)
    after = {row.bot: row for row in leaderboard(arena, again)}
    assert (after["ann"].version, after["ann"].mu) == (2, before["ann"].mu)
    assert after["ann"].sigma > before["ann"].sigma
    assert rerate(arena, again).equal
