"""What changed from one version of a bot to the next, from the log of a ladder."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from siurell.errors import LadderError
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.domain.batch import Batch, Report
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.bots import show_bot
from ladder.services.report import report
from ladder.services.requests import request_match
from ladder.services.submit import VersionInfo
from ladder.services.version_diff import bot_diff

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]
ResultOf = Callable[..., MatchResult]
Play = Callable[..., None]


@pytest.fixture
def play(arena: Arena, draw: Draw, told: Told, result_of: ResultOf) -> Play:
    """Play batches in which ``best`` wins with this chance, and times out if it is told to."""
    rng = random.Random("matches of two versions")

    def _play(batches: int, best: str, chance: float, *, late: bool = False) -> None:
        for _ in range(batches):
            batch = draw()
            assert batch is not None
            for order in batch.orders:
                labels = [batch.entrants[place].label for place in order.seating]
                order_of_places = list(range(1, len(labels) + 1))
                rng.shuffle(order_of_places)
                causes = {}
                if best in labels:
                    seat = labels.index(best)
                    if rng.random() < chance:
                        first = order_of_places.index(1)
                        swapped = order_of_places[seat]
                        order_of_places[first], order_of_places[seat] = swapped, 1
                    if late:
                        causes = {seat: Cause.TIMEOUT}
                report(arena, told(order, result_of(tuple(order_of_places), causes)))

    return _play


def test_diff__of_a_version_that_wins_is_beyond_chance(
    arena: Arena, season: Season, enter: Enter, play: Play
) -> None:
    for name in ("ann", "bob", "cat", "dog"):
        enter(name)
    play(40, "ann@1", 0.0)
    enter("ann", "greedy")
    play(40, "ann@2", 1.0)
    found = bot_diff(arena, "ann")
    assert (found.bot, found.old, found.new) == ("ann", 1, 2)
    (one,) = found.seasons
    assert (one.season, one.alone) == ("finca", False)
    assert set(one.opponents) == {"bob@1", "cat@1", "dog@1"}
    told = one.difference
    assert told.verdict == "better" and told.gain is not None and told.gain > 0.2
    assert one.new.wins is not None and one.new.wins.mean == 1.0
    assert one.old.place is not None and one.new.place is not None
    assert one.old.place.mean > one.new.place.mean == 1.0
    for side in (one.old, one.new):
        standing = next(s for s in show_bot(arena, "ann").seasons if s.version == side.version)
        assert (side.matches, side.faults, side.rating) == (
            standing.matches,
            standing.faults,
            standing.rating,
        )
        assert side.causes == ((Cause.GAME_RULES, side.matches),)
        assert side.blocks == side.place.blocks < side.matches  # type: ignore[union-attr]

    back = bot_diff(arena, "ann", 2, 1).seasons[0].difference
    assert back.verdict == "worse" and back.gain == pytest.approx(-told.gain)


def test_diff__of_equals_is_no_more_than_chance_and_tells_errors(
    arena: Arena, season: Season, enter: Enter, play: Play
) -> None:
    for name in ("ann", "bob", "cat"):
        enter(name)
    play(25, "ann@1", 0.0)
    enter("ann", "greedy")
    play(3, "ann@2", 0.0, late=True)
    (one,) = bot_diff(arena, "ann").seasons
    assert one.difference.verdict == "too_few"
    assert one.new.faults == one.new.matches > 0 and one.new.fault_high == 1.0
    assert one.new.causes == ((Cause.TIMEOUT, one.new.faults),)
    assert one.old.faults == 0 and 0 < one.old.fault_high < 0.2
    enter("ann", "random")  # content that was there before is the first version again
    play(1, "ann@1", 0.0)
    assert (bot_diff(arena, "ann").old, bot_diff(arena, "ann").new) == (1, 2)


def test_diff__does_not_see_unrated_matches(
    arena: Arena, season: Season, enter: Enter, play: Play
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    play(10, "ann@1", 0.0)
    enter("ann", "greedy")
    play(10, "ann@2", 0.0)
    before = bot_diff(arena, "ann")
    request_match(arena, "finca", ["ann", "ann@1"], blocks=20)
    request_match(arena, "finca", ["ann", "bob"], blocks=20)
    play(2, "ann@2", 1.0)
    assert bot_diff(arena, "ann") == before


def test_diff__alone_compares_points_on_the_same_seeds(
    arena: Arena, solo: Season, enter: Enter, draw: Draw, told: Told
) -> None:
    """The luck of a seed, which is large here, is not in the difference."""
    rng = random.Random("rounds")
    for name in ("ann", "bob", "cat"):
        enter(name)
    for number, skill in ((1, 0), (2, 10)):
        if number == 2:
            enter("ann", "greedy")
        for _ in range(15):
            batch = draw(solo)
            assert batch is not None
            luck = rng.randint(0, 400)
            for order in batch.orders:
                label = batch.entrants[order.seating[0]].label
                score = luck + rng.randint(0, 6) + (skill if label.startswith("ann") else 0)
                seat = SeatResult(1, score, Cause.GAME_RULES)
                report(arena, told(order, MatchResult((seat,), 40, 20)))
    (one,) = bot_diff(arena, "ann").seasons
    assert (one.season, one.alone, one.opponents) == (solo.name, True, ("bob@1", "cat@1"))
    assert one.difference.gain == pytest.approx(10, abs=2.5)
    assert one.difference.verdict == "better"
    assert (one.new.matches, one.new.blocks, one.new.place, one.new.wins) == (15, 15, None, None)
    assert one.new.rating is None and one.new.solo is not None and one.new.solo.rounds == 15
    assert one.new.points is not None and one.new.points.interval is not None


def test_diff__of_what_is_not_there_is_refused(arena: Arena, enter: Enter) -> None:
    enter("ann")
    with pytest.raises(LadderError, match="ann@1 is one version, and two are compared") as caught:
        bot_diff(arena, "ann")
    assert caught.value.reason == "ONE_VERSION"
    with pytest.raises(LadderError, match="ann has no version 7"):
        bot_diff(arena, "ann", 1, 7)
    with pytest.raises(LadderError, match="There is no bot `bob`"):
        bot_diff(arena, "bob")
    enter("ann", "greedy")
    assert bot_diff(arena, "ann").seasons == ()
