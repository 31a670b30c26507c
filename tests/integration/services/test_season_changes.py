"""Seasons that are made, set, frozen and opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from siurell.errors import LadderError
from siurell.match.clock import TimeControl
from sqlmodel import select

from ladder.domain.access import Actor, Role
from ladder.domain.batch import Batch, Report
from ladder.domain.presets import preset_named
from ladder.domain.season_states import SeasonState
from ladder.domain.seasons import Season
from ladder.services.arena import Arena, acting
from ladder.services.audit import audit_log
from ladder.services.leaderboard import leaderboard
from ladder.services.report import ReportOutcome, report
from ladder.services.requests import request_match
from ladder.services.rerate import rerate
from ladder.services.season_changes import (
    change_season,
    create_season,
    freeze_season,
    open_season,
    rating_sets,
)
from ladder.services.seasons import season_named
from ladder.services.submit import VersionInfo
from ladder.store.tables import MatchRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]

ANN, OLA = Actor("ann", Role.AUTHOR), Actor("ola", Role.ORGANISER)


@pytest.fixture
def bots(enter: Enter) -> list[VersionInfo]:
    return [enter(name) for name in ("ann", "bob", "cid")]


@pytest.fixture
def play(arena: Arena, draw: Draw, told: Told) -> Callable[..., None]:
    """Draw batches and report them in full."""

    def _play(*seasons: Season, batches: int = 1) -> None:
        for _ in range(batches):
            batch = draw(*seasons)
            assert batch is not None
            for order in batch.orders:
                assert report(arena, told(order)) is ReportOutcome.APPLIED

    return _play


def test_create__a_season_is_there_with_all_that_was_said(arena: Arena, season: Season) -> None:
    wanted = replace(
        season,
        id=0,
        name="sprint",
        seat_counts=(2,),
        time=TimeControl.parse("1s"),
        params=preset_named("halite"),
        weight=3,
        own_opponents=True,
        closes_at=arena.now() + timedelta(days=3),
        extra_blocks=5,
    )
    made = create_season(arena, wanted)
    assert made == season_named(arena, "sprint") == replace(wanted, id=made.id)
    assert made.state is SeasonState.OPEN
    (first,) = rating_sets(arena, made)
    assert (first.number, first.params, first.author) == (1, wanted.params, "local")
    (line,) = audit_log(arena)
    assert (line.action, line.subject, line.actor) == ("season.create", "season sprint", "local")


def test_create__is_refused_with_the_reason(arena: Arena, season: Season) -> None:
    def refused(wanted: Season, reason: str, where: Arena = arena) -> None:
        with pytest.raises(LadderError) as no:
            create_season(where, wanted)
        assert no.value.reason == reason

    sprint = replace(season, id=0, name="sprint")
    refused(replace(sprint, name="Finca"), "SEASON_EXISTS")
    refused(replace(sprint, weight=0), "BAD_SEASON")
    refused(replace(sprint, closes_at=arena.now()), "BAD_TIME")
    refused(sprint, "NOT_ALLOWED", acting(arena, ANN))
    assert create_season(acting(arena, OLA), sprint).name == "sprint"


def test_set__leaves_alone_what_somebody_else_has_set_meanwhile(
    arena: Arena, season: Season
) -> None:
    params = replace(season.params, tau=0.5)
    change_season(arena, replace(season, weight=5, params=params), season)
    change = change_season(arena, replace(season, own_opponents=True), season)
    assert change.changed == ("own_opponents",) and change.rerated is None
    after = season_named(arena, season.name)
    assert (after.weight, after.params, after.own_opponents) == (5, params, True)


def test_r06__other_rating_parameters_rate_the_whole_log_again(
    arena: Arena, season: Season, bots: list[VersionInfo], play: Callable[..., None]
) -> None:
    """R06: tau and draw probability change only with a re-rate, and each rating says by which set
    of parameters it was computed.
    """
    play(batches=5)
    before = leaderboard(arena, season)
    params = replace(season.params, tau=0.5, draw_probability=0.2)
    change = change_season(arena, replace(season, params=params))
    assert change.changed == ("params",) and change.rerated is not None
    assert not change.rerated.equal and change.rerated.written
    after = season_named(arena, season.name)
    assert (after.params, after.rating_set) == (params, 2)
    assert rerate(arena, after).equal
    assert [row.score for row in leaderboard(arena, after)] != [row.score for row in before]
    with arena.db.read() as session:
        assert set(session.exec(select(MatchRow.rating_set)).all()) == {2}
    (line,) = audit_log(arena, subject=season.name)
    assert line.detail == {"tau": [0.002, 0.5], "draw_probability": [0.01, 0.2]}
    assert [(one.number, one.params, one.author) for one in rating_sets(arena, after)] == [
        (1, season.params, ""),
        (2, params, "local"),
    ]
    play(batches=2)
    assert rerate(arena, after).equal
    with arena.db.read() as session:
        assert set(session.exec(select(MatchRow.rating_set)).all()) == {2}


def test_set__of_what_is_as_it_was_changes_nothing(
    arena: Arena, season: Season, bots: list[VersionInfo], play: Callable[..., None]
) -> None:
    play()
    change = change_season(arena, season)
    assert (change.changed, change.rerated) == ((), None)
    assert audit_log(arena, subject=season.name) == []
    assert len(rating_sets(arena, season)) == 1


def test_set__the_clock_only_before_the_first_match(
    arena: Arena, season: Season, bots: list[VersionInfo], play: Callable[..., None]
) -> None:
    quick = replace(season, time=TimeControl.parse("1s"), seat_counts=(2, 3))
    assert change_season(arena, quick).season == quick
    play()
    with pytest.raises(LadderError, match="its clock can no longer be changed") as no:
        change_season(arena, replace(quick, time=season.time))
    assert no.value.reason == "SEASON_PLAYED"
    heavy = change_season(arena, replace(quick, weight=7))
    assert heavy.season.weight == season_named(arena, season.name).weight == 7
    (line, _) = audit_log(arena, subject=season.name)
    assert (line.action, line.detail) == ("season.set", {"weight": [1, 7]})


def test_freeze__nothing_new_is_drawn_and_what_is_in_flight_counts(
    arena: Arena, season: Season, bots: list[VersionInfo], draw: Draw, told: Told
) -> None:
    batch = draw()
    assert batch is not None
    frozen = freeze_season(arena, season.name)
    assert frozen.state is SeasonState.FROZEN
    assert draw() is None
    assert {report(arena, told(order)) for order in batch.orders} == {ReportOutcome.APPLIED}
    assert sum(row.matches for row in leaderboard(arena, frozen)) == len(batch.orders) * batch.seats
    assert draw() is None
    assert open_season(arena, season.name).state is SeasonState.OPEN
    assert draw() is not None
    assert [line.action for line in audit_log(arena)][:2] == ["season.open", "season.freeze"]


@pytest.mark.parametrize("change", [freeze_season, open_season])
def test_states__are_changed_by_organisers(
    arena: Arena, season: Season, change: Callable[[Arena, str], Season]
) -> None:
    with pytest.raises(LadderError, match="may not") as no:
        change(acting(arena, ANN), season.name)
    assert no.value.reason == "NOT_ALLOWED"
    with pytest.raises(LadderError, match="no season `chess`"):
        change(arena, "chess")


def test_opening__nothing_is_drawn_before_it(
    arena: Arena, season: Season, bots: list[VersionInfo], draw: Draw, clock: Callable[[], object]
) -> None:
    later = replace(season, opens_at=arena.now() + timedelta(hours=2))
    change_season(arena, later)
    assert draw() is None
    clock.move(hours=2)  # type: ignore[attr-defined]
    assert draw() is not None


def test_opening__can_be_now(
    arena: Arena, season: Season, bots: list[VersionInfo], draw: Draw
) -> None:
    change_season(arena, replace(season, opens_at=arena.now() + timedelta(hours=2)))
    assert open_season(arena, season.name).opens_at is None
    assert draw() is not None


def test_weights__seasons_get_worker_time_by_them(
    arena: Arena, season: Season, bots: list[VersionInfo], play: Callable[..., None]
) -> None:
    """Every match takes three seconds here."""
    heavy = create_season(arena, replace(season, id=0, name="heavy", seat_counts=(2,), weight=3))
    light = create_season(arena, replace(season, id=0, name="light", seat_counts=(2,)))
    play(heavy, light, batches=40)
    with arena.db.read() as session:
        seasons = session.exec(select(MatchRow.season_id)).all()
    assert seasons.count(heavy.id) == 3 * seasons.count(light.id) == 60


def test_weights__a_new_season_does_not_catch_up_with_old_ones(
    arena: Arena, season: Season, bots: list[VersionInfo], play: Callable[..., None]
) -> None:
    play(batches=20)
    young = create_season(arena, replace(season, id=0, name="young"))
    play(season, young, batches=12)
    with arena.db.read() as session:
        drawn = session.exec(select(MatchRow.season_id).order_by(MatchRow.id)).all()  # type: ignore[arg-type]
    last = list(dict.fromkeys(drawn[-8:]))
    assert sorted(last) == sorted([season.id, young.id])


def test_owners__are_kept_apart_unless_they_may_meet(
    arena: Arena, season: Season, bots: list[VersionInfo], draw: Draw
) -> None:
    """R20: three bots of one owner; nobody to play against until it is allowed."""
    own(arena, bots)
    assert draw() is None
    change_season(arena, replace(season, own_opponents=True))
    assert draw() is not None


def test_owners__bots_of_nobody_may_meet(bots: list[VersionInfo], draw: Draw) -> None:
    assert draw() is not None


def own(arena: Arena, versions: list[VersionInfo]) -> None:
    """All of them belong to one owner from now on."""
    from ladder.store.tables import BotRow, OwnerRow, VersionRow

    with arena.db.write() as session:
        owner = OwnerRow(name="ann", key="ann", role="author", created_at=arena.now())
        session.add(owner)
        session.flush()
        for version in versions:
            bot = session.get_one(BotRow, session.get_one(VersionRow, version.id).bot_id)
            bot.owner_id = owner.id
            session.add(bot)


def test_set__a_match_that_was_asked_for_keeps_nothing_as_it_is(
    arena: Arena, season: Season, bots: list[VersionInfo], play: Callable[..., None]
) -> None:
    """R23: nothing hangs on it; so terms can be tried out before they are played by."""
    request_match(arena, season.name, ["ann", "bob"])
    play()
    quick = replace(season, time=TimeControl.parse("1s"))
    assert change_season(arena, quick).changed == ("time",)
    assert rerate(arena, season).equal
