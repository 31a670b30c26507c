"""Versions that fault too often are not paired, until something has changed (complaint R07)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from siurell.errors import LadderError
from siurell.match.result import Cause, MatchResult

from ladder.domain.batch import Batch, MatchOrder, Report, ShippedBot
from ladder.domain.seasons import Season
from ladder.domain.suspension import SuspensionRule
from ladder.services.arena import Arena
from ladder.services.bots import show_bot
from ladder.services.leaderboard import leaderboard
from ladder.services.report import report
from ladder.services.rerate import rerate
from ladder.services.season_overview import season_overviews
from ladder.services.seasons import all_seasons, season_named, set_suspension
from ladder.services.solo_leaderboard import solo_leaderboard
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.services.suspensions import open_suspensions, resume, suspended_by
from ladder.store.tables import SeasonRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]


@pytest.fixture
def play(
    arena: Arena,
    draw: Draw,
    told: Callable[..., Report],
    result_of: Callable[..., MatchResult],
) -> Callable[..., list[MatchOrder]]:
    """Play so many blocks; bots of these names crash in each of their matches."""

    def _play(blocks: int, *crashing: str, season: Season | None = None) -> list[MatchOrder]:
        played: list[MatchOrder] = []
        for _ in range(blocks):
            batch = draw(*([season] if season else []))
            assert batch is not None
            for order in batch.orders:
                names = [batch.entrants[p].label.partition("@")[0] for p in order.seating]
                causes = {s: Cause.CRASH for s, name in enumerate(names) if name in crashing}
                places = [
                    2 if seat in causes and len(names) > 1 else 1 for seat in range(len(names))
                ]
                if len(names) > 1 and 1 not in places:
                    places[0] = 1
                report(arena, told(order, result_of(tuple(places), causes)))
                played.append(order)
        return played

    return _play


@pytest.fixture
def two(arena: Arena) -> Season:
    """The rated season, for two seats only, so that one can say who plays how often."""
    season_named(arena, "finca")
    with arena.db.write() as session:
        row = session.get_one(SeasonRow, season_named(arena, "finca").id)
        row.seat_counts = [2]
        session.add(row)
    return season_named(arena, "finca")


def bots_of(batch: Batch | None) -> set[str]:
    assert batch is not None
    return {entrant.label for entrant in batch.entrants}


def test_suspension__comes_with_the_eighth_fault_and_is_said_everywhere(
    arena: Arena, two: Season, enter: Enter, play: Callable[..., list[MatchOrder]]
) -> None:
    """R07: suspended by the rate over recent matches, with a minimum count."""
    for name in ("bad", "good"):
        enter(name)
    orders = play(4, "bad", season=two)
    [found] = open_suspensions(arena)
    assert (found.label, found.season) == ("bad@1", two.name)
    assert (found.faults, found.matches, found.match_id) == (8, 8, orders[7].match_id)
    assert suspended_by(arena, orders[7].match_id) == [found]
    assert suspended_by(arena, orders[6].match_id) == []
    assert "siurell bot resume bad" in found.sentence
    assert show_bot(arena, "bad").suspensions == (found,)
    assert show_bot(arena, "good").suspensions == ()
    board = {row.bot: row.suspended for row in leaderboard(arena, two)}
    assert board == {"good": False, "bad": True}
    [overview] = [one for one in season_overviews(arena) if one.season.id == two.id]
    assert [bot.bot for bot in overview.suspended] == ["bad"]
    assert [bot.bot for bot in overview.playing] == ["good"]
    assert not overview.playable
    assert rerate(arena, two).equal


def test_suspension__takes_a_version_out_of_the_pairing_and_leaves_the_others_in(
    two: Season, enter: Enter, draw: Draw, play: Callable[..., list[MatchOrder]]
) -> None:
    for name in ("bad", "good"):
        enter(name)
    play(4, "bad", season=two)
    assert draw(two) is None
    enter("late")
    for _ in range(5):
        assert bots_of(draw(two)) == {"good@1", "late@1"}


def test_suspension__is_of_one_season(two: Season, solo: Season, enter: Enter, draw: Draw,
    play: Callable[..., list[MatchOrder]],
) -> None:  # fmt: skip
    for name in ("bad", "good"):
        enter(name)
    play(4, "bad", season=two)
    assert bots_of(draw(solo)) == {"bad@1", "good@1"}


def test_suspension__of_who_plays_alone(
    arena: Arena, solo: Season, enter: Enter, draw: Draw, play: Callable[..., list[MatchOrder]]
) -> None:
    for name in ("bad", "good", "fair"):
        enter(name)
    play(7, "bad", season=solo)
    assert open_suspensions(arena) == []
    play(1, "bad", season=solo)
    assert [found.label for found in open_suspensions(arena)] == ["bad@1"]
    assert bots_of(draw(solo)) == {"good@1", "fair@1"}
    assert {row.bot for row in solo_leaderboard(arena, solo) if row.suspended} == {"bad"}


def test_no_contest__never_counts(
    arena: Arena,
    two: Season,
    enter: Enter,
    draw: Draw,
    told: Callable[..., Report],
    aborted: Callable[[MatchOrder], MatchResult],
    play: Callable[..., list[MatchOrder]],
) -> None:
    """What was called off is nobody's fault, neither a fault nor a match that was played."""
    for name in ("bad", "good"):
        enter(name)
    play(3, "bad", season=two)
    for _ in range(6):
        batch = draw(two)
        assert batch is not None
        for order in batch.orders:
            report(arena, told(order, aborted(order)))
    assert open_suspensions(arena) == []
    play(1, "bad", season=two)
    [found] = open_suspensions(arena)
    assert (found.faults, found.matches) == (8, 8)


def test_resume__lets_it_play_and_counts_from_there(
    arena: Arena, two: Season, enter: Enter, play: Callable[..., list[MatchOrder]]
) -> None:
    """R07: ended by the owner; it is judged by what comes then."""
    for name in ("bad", "good"):
        enter(name)
    play(4, "bad", season=two)
    [ended] = resume(arena, "bad")
    assert ended.ended_at is not None
    assert open_suspensions(arena) == []
    assert not any(row.suspended for row in leaderboard(arena, two))
    play(3, "bad", season=two)
    assert open_suspensions(arena) == []
    play(1, "bad", season=two)
    [again] = open_suspensions(arena)
    assert (again.faults, again.matches) == (8, 8)
    assert len(show_bot(arena, "bad").suspensions) == 2


def test_resume__of_a_mended_bot_holds(
    arena: Arena, two: Season, enter: Enter, play: Callable[..., list[MatchOrder]]
) -> None:
    for name in ("bad", "good"):
        enter(name)
    play(4, "bad", season=two)
    resume(arena, "bad")
    play(6, season=two)
    assert open_suspensions(arena) == []


def test_new_version__ends_it_and_begins_anew(
    arena: Arena, two: Season, enter: Enter, draw: Draw, play: Callable[..., list[MatchOrder]]
) -> None:
    """R07: ended by a new version."""
    for name in ("bad", "good"):
        enter(name)
    play(4, "bad", season=two)
    enter("bad", "greedy")
    assert open_suspensions(arena) == []
    assert bots_of(draw(two)) == {"bad@2", "good@1"}


def test_old_version__submitted_again_and_checked_begins_anew(
    arena: Arena, two: Season, enter: Enter, draw: Draw, play: Callable[..., list[MatchOrder]]
) -> None:
    for name in ("bad", "good"):
        enter(name)
    play(4, "bad", season=two)
    enter("bad", "greedy")
    again = submit(arena, ShippedBot("random"), name="bad")
    assert set_checked(arena, again.id, True, "fine").number == 1
    assert open_suspensions(arena) == []
    assert bots_of(draw(two)) == {"bad@1", "good@1"}


def test_suspended_version__submitted_as_it_is_stays_suspended(
    arena: Arena, two: Season, enter: Enter, play: Callable[..., list[MatchOrder]]
) -> None:
    for name in ("bad", "good"):
        enter(name)
    play(4, "bad", season=two)
    assert submit(arena, ShippedBot("random"), name="bad").known
    assert [found.label for found in open_suspensions(arena)] == ["bad@1"]


def test_batch_in_hand__is_played_to_its_end(
    arena: Arena, two: Season, enter: Enter, draw: Draw, told: Callable[..., Report],
    result_of: Callable[..., MatchResult],
) -> None:  # fmt: skip
    """A block is whole or it says nothing; nobody is suspended twice by it."""
    bad = str(enter("bad").id)
    enter("good")
    batch = draw(two, blocks=8)
    assert batch is not None
    for order in batch.orders:
        seat = next(s for s, p in enumerate(order.seating) if batch.entrants[p].key == bad)
        places = (2, 1) if seat == 0 else (1, 2)
        report(arena, told(order, result_of(places, {seat: Cause.TIMEOUT})))
    [found] = open_suspensions(arena)
    assert (found.faults, found.matches) == (8, 8)
    assert rerate(arena, two).matches == 16


def test_rule__is_the_seasons_own(
    arena: Arena, two: Season, enter: Enter, play: Callable[..., list[MatchOrder]]
) -> None:
    with arena.db.write() as session:
        row = session.get_one(SeasonRow, two.id)
        row.fault_window, row.fault_fewest, row.fault_percent = 4, 2, 100
        session.add(row)
    strict = season_named(arena, two.name)
    for name in ("bad", "good"):
        enter(name)
    play(1, "bad", season=strict)
    assert [found.label for found in open_suspensions(arena)] == ["bad@1"]


def test_resume__of_a_bot_that_plays_or_is_unknown_is_refused(arena: Arena, enter: Enter) -> None:
    enter("good")
    with pytest.raises(LadderError, match="is not suspended") as caught:
        resume(arena, "good")
    assert caught.value.reason == "NOT_SUSPENDED"
    with pytest.raises(LadderError, match="no bot `nobody`"):
        resume(arena, "nobody")


def test_rule__can_be_set_for_a_season_and_is_kept(
    arena: Arena, enter: Enter, two: Season, play: Callable[..., list[MatchOrder]]
) -> None:
    """R07: the numbers are the operator's."""
    for name in ("ann", "bob"):
        enter(name)
    rule = SuspensionRule(window=2, fewest=1, percent=100)
    [changed] = set_suspension(arena, [two], rule)
    assert changed.suspension == season_named(arena, two.name).suspension == rule
    play(1, "ann", season=changed)
    assert [one.label for one in open_suspensions(arena)] == ["ann@1"]
    assert {season.suspension for season in all_seasons(arena) if season.id != two.id} == {
        SuspensionRule()
    }
