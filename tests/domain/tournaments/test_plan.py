"""What is known beforehand: numbers that come true, and the rounds that hang on no result."""

from __future__ import annotations

import pytest

from ladder.domain.tournaments.admission import create
from ladder.domain.tournaments.plan import Span, plan_of
from ladder.domain.tournaments.settings import Format, Settings

SETTINGS = [
    Settings(Format.ROUND_ROBIN, blocks=2),
    Settings(Format.ROUND_ROBIN, cycles=2),
    Settings(Format.ROUND_ROBIN, seats=3),
    Settings(Format.ROUND_ROBIN, seats=4, cycles=2),
    Settings(Format.GAUNTLET, seats=3, rounds=3),
    Settings(Format.SWISS, blocks=3),
    Settings(Format.SWISS, seats=3),
    Settings(Format.SWISS, seats=4, short_pods=False),
    Settings(Format.ELIMINATION, third_place=True),
    Settings(Format.ELIMINATION, seats=4, advance=2),
    Settings(Format.DOUBLE_ELIMINATION, blocks=2),
]


def name(settings: Settings) -> str:
    return f"{settings.format.value}-{settings.seats}-{settings.blocks}-{settings.cycles}"


@pytest.mark.parametrize("settings", SETTINGS, ids=name)
@pytest.mark.parametrize("entrants", [5, 6, 9])
def test_plan__comes_true(hall, settings: Settings, entrants: int) -> None:
    plan = plan_of(create("spring", settings, hall.entrants(entrants)))
    for decide in (hall.better_seed, hall.by_lot("plan", 2)):
        held = hall.hold(settings, entrants, decide)
        matches = sum(len(block.matches) for block in held.blocks)
        assert plan.matches.least <= matches <= plan.matches.most
        assert plan.rounds.least <= len(held.tournament.rounds) <= plan.rounds.most
        pairings = sum(map(len, held.line_ups))
        assert plan.pairings.least <= pairings <= plan.pairings.most
    held = hall.hold(settings, entrants)
    assert plan.matches.least == sum(len(block.matches) for block in held.blocks)
    assert plan.rounds.least == len(held.tournament.rounds)


@pytest.mark.parametrize(
    ("settings", "entrants", "rounds", "matches"),
    [
        (Settings(Format.ROUND_ROBIN), 8, 7, 56),
        (Settings(Format.ROUND_ROBIN, cycles=2), 8, 14, 112),
        (Settings(Format.ROUND_ROBIN, seats=4), 16, 5, 80),
        (Settings(Format.ROUND_ROBIN, seats=4), 13, 13, 52),
        (Settings(Format.ROUND_ROBIN, seats=3), 7, 7, 21),
        (Settings(Format.SWISS, rounds=7, blocks=2), 32, 7, 448),
        (Settings(Format.SWISS, rounds=3, seats=4), 10, 3, 30),
        (Settings(Format.GAUNTLET, rounds=10), 5, 10, 80),
    ],
)
def test_plan__numbers_known_beforehand(
    hall, settings: Settings, entrants: int, rounds: int, matches: int
) -> None:
    plan = plan_of(create("spring", settings, hall.entrants(entrants)))
    assert (plan.rounds, plan.matches) == (Span(rounds, rounds), Span(matches, matches))


@pytest.mark.parametrize(
    ("entrants", "seats", "meetings"),
    [(9, 2, Span(1, 1)), (9, 3, Span(1, 1)), (4, 3, Span(2, 2)), (10, 4, Span(1, 3))],
)
def test_plan__tells_how_often_two_meet(hall, entrants: int, seats: int, meetings: Span) -> None:
    settings = Settings(Format.ROUND_ROBIN, seats=seats)
    assert plan_of(create("spring", settings, hall.entrants(entrants))).meetings == meetings


def test_plan__of_a_knock_out_counts_what_ties_and_a_reset_may_add(hall) -> None:
    double = create("spring", Settings(Format.DOUBLE_ELIMINATION), hall.entrants(8))
    plan = plan_of(double)
    assert plan.pairings == Span(14, 15)
    assert plan.rounds == Span(6, 7)
    assert plan.matches == Span(28, 120)


def test_plan__schedule_by_name_as_far_as_it_is_known(hall) -> None:
    robin = plan_of(create("spring", Settings(Format.ROUND_ROBIN), hall.entrants(3)))
    assert [planned.line_ups for planned in robin.schedule] == [
        (("Bot 2", "Bot 3"),),
        (("Bot 1", "Bot 2"),),
        (("Bot 3", "Bot 1"),),
    ]
    assert [planned.byes for planned in robin.schedule] == [("Bot 1",), ("Bot 3",), ("Bot 2",)]
    swiss = plan_of(create("spring", Settings(Format.SWISS), hall.entrants(4)))
    assert [planned.number for planned in swiss.schedule] == [1]
    bracket = plan_of(create("spring", Settings(Format.ELIMINATION), hall.entrants(3)))
    assert [planned.line_ups for planned in bracket.schedule] == [
        (("Bot 2", "Bot 3"),),
        (("Bot 1", "winner of R1.2"),),
    ]
    assert bracket.schedule[0].byes == ("Bot 1",)
