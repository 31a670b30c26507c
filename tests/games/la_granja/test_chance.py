"""Chance: the events, what is possible, with which chances, and their notation (LG-CHANCE)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from siurell.errors import InvalidMoveError
from siurell.games.base import Chance, ChanceOutcome
from siurell.games.la_granja.chance import (
    FREE_ROLLS,
    BuildingDue,
    CardDue,
    DiceDue,
    FirstDue,
    RivalDieDue,
    RoofDue,
    TurnDue,
)
from siurell.games.la_granja.outcomes import RIVAL, Building, Draw, First, TurnCard, parse_outcome
from siurell.testing.chance_scripts import first_outcome, last_outcome

DUE: dict[str, Chance] = {
    "first/player": FirstDue(3),
    "building/2": BuildingDue(2, [4]),
    "pile/1/3": CardDue(2, 1, (5, 17, 30)),
    "pile/0/2": TurnDue(0, (9, 44)),
    "roof/4": RoofDue(4, (13, 14, 15, 16), 2),
    "dice/6": DiceDue(6, 5),
    "rival/3": RivalDieDue(3),
}
"""An event of each kind by its key."""

EVENTS = pytest.mark.parametrize("key", DUE)


def listed(chance: Chance) -> dict[str, int]:
    weights = chance.weights()
    assert weights is not None
    return {str(outcome): weight for outcome, weight in weights}


@pytest.mark.parametrize(
    ("key", "texts"),
    [
        ("first/player", ["first 0", "first 1", "first 2"]),
        ("building/2", [f"building {die}" for die in range(1, 7)]),
        ("pile/1/3", ["draw 2 17", "draw 2 30", "draw 2 5"]),
        ("pile/0/2", ["turn 44", "turn 9"]),
        ("roof/4", [f"roof 4 {a} {b}" for a, b in combinations((13, 14, 15, 16), 2)]),
        ("rival/3", [f"rival {die}" for die in range(1, 7)]),
    ],
)
def test_event__has_one_exact_text_for_each_outcome(key: str, texts: list[str]) -> None:
    """All that is possible, sorted by text, and each as likely as another (LG-CHANCE-1, -4)."""
    assert DUE[key].key == key
    assert list(listed(DUE[key])) == texts
    assert set(listed(DUE[key]).values()) == {1}


@EVENTS
def test_event__allows_what_it_lists_and_no_other(key: str) -> None:
    """Of every outcome of every event (LG-CHANCE-1)."""
    texts = {text for chance in DUE.values() for text in listed(chance)}
    for text in texts:
        outcome = DUE[key].parse(text)
        assert str(outcome) == text
        assert DUE[key].allows(outcome) == (text in listed(DUE[key]))


@EVENTS
def test_event__is_drawn_with_its_chances(key: str) -> None:
    """Every outcome of 20 thousand draws within six standard deviations (LG-CHANCE-4)."""
    rng = random.Random(key)
    weights = listed(DUE[key])
    total = sum(weights.values())
    count = 20_000
    drawn = Counter(str(DUE[key].draw(rng.randrange)) for _ in range(count))
    assert set(drawn) <= set(weights)
    for text, weight in weights.items():
        chance = weight / total
        assert abs(drawn[text] - count * chance) < 6 * (count * chance * (1 - chance)) ** 0.5 + 3


def test_dice__weigh_as_many_orders_as_they_can_lie_in() -> None:
    """They are uniform and independent; the text only sorts them (LG-CHANCE-4)."""
    weights = listed(DiceDue(1, 5))
    assert sum(weights.values()) == 6**5
    assert weights["dice 1 1 1 1 1"] == 1
    assert weights["dice 1 2 3 4 5"] == 120
    assert weights["dice 2 2 2 6 6"] == 10
    assert list(weights) == sorted(weights)


@pytest.mark.parametrize("count", [5, 7, 9])
def test_dice__are_listed_for_every_number_of_players(count: int) -> None:
    """(LG-CHANCE-4, LG-SETUP-7)"""
    assert sum(listed(DiceDue(1, count)).values()) == 6**count


@pytest.mark.parametrize("text", ["dice 2 1 1 1 1", "dice 1 1 1 1", "dice 0 1 1 1 1", "dice 1"])
def test_dice__out_of_order_or_number_are_not_possible(text: str) -> None:
    """(LG-CHANCE-1)"""
    assert not DiceDue(1, 5).allows(parse_outcome(text))


def test_first__of_the_solo_game_is_you_or_the_rival() -> None:
    """(LG-CHANCE-1, LG-SOLO-2)"""
    assert list(listed(FirstDue(1))) == ["first 0", "first rival"]
    assert parse_outcome("first rival") == First(RIVAL)
    assert not FirstDue(1).allows(First(1))
    assert not FirstDue(2).allows(First(RIVAL))


def test_example_58__what_is_not_possible() -> None:
    """Not ascending, too few, no such seat (LG-EX-58)."""
    roof = RoofDue(1, (1, 2, 3, 4), 3)
    assert list(listed(roof)) == ["roof 1 1 2 3", "roof 1 1 2 4", "roof 1 1 3 4", "roof 1 2 3 4"]
    for text in ("roof 1 3 1 2", "roof 1 1 2"):
        assert not roof.allows(parse_outcome(text))
    assert not FirstDue(3).allows(parse_outcome("first 3"))


def test_roof__of_four_players_has_one_text() -> None:
    """It is an event all the same (LG-CHANCE-4)."""
    assert listed(RoofDue(2, (5, 6, 7, 8), 4)) == {"roof 2 5 6 7 8": 1}


def test_building_rolls__of_a_taken_building_come_for_a_while() -> None:
    """A roll that changes nothing is possible, but not without end (LG-CHANCE-1, -8)."""
    assert len(listed(BuildingDue(FREE_ROLLS, [1, 2]))) == 6
    late = BuildingDue(FREE_ROLLS + 1, [1, 2])
    assert list(listed(late)) == ["building 3", "building 4", "building 5", "building 6"]
    assert not late.allows(Building(2))
    assert late.draw(lambda n: 0) == Building(3)


@pytest.mark.parametrize("deal", [first_outcome, last_outcome])
def test_building_rolls__end_with_any_luck(deal) -> None:
    """Even when the die always shows the same (LG-CHANCE-8)."""
    taken: list[int] = []
    rolls = 0
    while len(taken) < 3:
        rolls += 1
        die = deal(BuildingDue(rolls, taken)).die
        if die not in taken:
            taken.append(die)
    assert rolls == FREE_ROLLS + 2


def test_card__is_drawn_from_what_the_pile_holds() -> None:
    """By the seat that draws (LG-CHANCE-3, -4)."""
    due = CardDue(1, 0, (3, 8))
    assert due.allows(Draw(1, 8))
    assert not due.allows(Draw(0, 8))
    assert not due.allows(Draw(1, 9))
    assert not due.allows(TurnCard(8))


def test_card__is_hidden_from_others() -> None:
    """(LG-CHANCE-7)"""
    assert Draw(2, 17).hidden() == "draw 2"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "draw",
        "draw 1",
        "draw 1 2 3",
        "draw 1 ",
        "draw  1 2",
        "draw 01 2",
        "draw 1 +2",
        "draw 1 -2",
        "draw 1 ²",
        "draw 1 ٣",
        "draw 1 12345",
        "Draw 1 2",
        "first",
        "first Rival",
        "first rival ",
        "first 0\n",
        "building",
        "building x",
        "roof",
        "roof ",
        "dice 1 2 ",
        "rival rival",
        "turn",
        "shuffle 1",
    ],
)
def test_outcome__that_is_no_notation_is_refused(text: str) -> None:
    """Each event has one exact text (LG-CHANCE-1)."""
    for due in DUE.values():
        with pytest.raises(InvalidMoveError):
            due.parse(text)


def test_outcome__no_two_have_the_same_text() -> None:
    """(LG-CHANCE-1)"""
    outcomes: set[ChanceOutcome] = set()
    for due in DUE.values():
        outcomes |= {outcome for outcome, _ in due.weights() or ()}
    assert len({str(outcome) for outcome in outcomes}) == len(outcomes)
