"""What the dealer lays out from the seed, and that it is fair (LG-CHANCE-4, -6)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest
from siurell.errors import RulesError
from siurell.games.base import Below, Chance
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
from siurell.games.la_granja.laying_out import Luck, lay_out
from siurell.games.shuffling import shuffled
from siurell.match.dealer import stream_below

ROOF = tuple(tuple(range(first, first + 4)) for first in range(1, 25, 4))
CARDS = tuple(range(1, 67))
LUCK = {
    seats: Luck(seats=seats, cards=CARDS, dice=(5, 5, 7, 9)[seats - 1], roof=ROOF, kept=kept)
    for seats, kept in ((1, 2), (2, 2), (3, 3), (4, 4))
}
SEATS = pytest.mark.parametrize("seats", LUCK)


def below_of(seed: int, stream: str) -> Below:
    return stream_below(seed.to_bytes(32, "big"), stream)


def comes(due: Chance, seats: int, seed: int) -> str:
    """The text of what the dealer answers."""
    layout = lay_out(due.stream, LUCK[seats], below_of(seed, due.stream))
    return str(next(outcome for outcome in layout[due.item] if due.allows(outcome)))


@SEATS
def test_layout__answers_all_that_is_laid_out_before_the_game(seats: int) -> None:
    """First player, rolls, first pile, roof markers, and later dice and piles (LG-CHANCE-6)."""
    due: list[Chance] = [FirstDue(seats)]
    due += [BuildingDue(roll, [2, 5]) for roll in range(1, FREE_ROLLS + 7)]
    due += [RoofDue(number, ROOF[number - 1], LUCK[seats].kept) for number in range(1, 7)]
    due += [DiceDue(number, LUCK[seats].dice) for number in range(1, 7)]
    due += [CardDue(seats - 1, pile, CARDS[:left]) for pile in (0, 7) for left in range(1, 67)]
    if seats == 1:
        due += [RivalDieDue(number) for number in range(1, 7)]
        due += [TurnDue(0, CARDS[:left]) for left in range(1, 67)]
    assert all(comes(one, seats, 1) for one in due)


def test_layout__gives_the_pile_the_same_order_whoever_draws() -> None:
    """The k-th card of a pile is the same card, drawn or turned up (LG-CHANCE-6)."""
    orders = []
    for seed, pick in ((3, "draw"), (3, "turn"), (4, "draw")):
        pile, order = list(CARDS), []
        while pile:
            due = CardDue(0, 0, pile) if pick == "draw" else TurnDue(0, pile)
            order.append(int(comes(due, 1, seed).split()[-1]))
            pile.remove(order[-1])
        orders.append(order)
    assert orders[0] == orders[1] != orders[2]


def test_layout__of_a_later_pile_keeps_its_order_with_other_cards() -> None:
    """It depends on the seed, the event and what is possible then, on nothing else (LG-CHANCE-6).

    The first card of a pile is the same for all sets of discards that hold it.
    """
    some = [card for card in CARDS if card % 3]
    card = int(comes(CardDue(1, 2, some), 2, 9).split()[-1])
    for seed in range(20):
        others = random.Random(seed).sample([other for other in some if other != card], 20)
        # The item says how many cards there are; the order does not depend on it.
        assert comes(CardDue(0, 2, sorted([card, *others])), 2, 9) == f"draw 0 {card}"
    assert comes(CardDue(1, 3, some), 2, 9) != f"draw 1 {card}"


@SEATS
def test_layout__piles_are_orders_of_all_cards(seats: int) -> None:
    """(LG-CHANCE-6)"""
    layout = lay_out("pile/0", LUCK[seats], below_of(5, "pile/0"))
    texts = [str(outcome) for outcome in layout["66"]]
    ways = [f"draw {seat}" for seat in range(seats)] + ["turn"] * (seats == 1)
    assert sorted(texts) == sorted(f"{way} {card}" for way in ways for card in CARDS)


def test_layout__of_an_unknown_stream_is_refused() -> None:
    with pytest.raises(RulesError, match="tiles") as caught:
        lay_out("tiles", LUCK[2], below_of(1, "tiles"))
    assert caught.value.reason == "NO_STREAM"


def test_shuffle__makes_every_order_equally_likely() -> None:
    """Each of the 24 orders of four, ten standard deviations wide (LG-CHANCE-4)."""
    rng = random.Random(11)
    found = Counter(tuple(shuffled([0, 1, 2, 3], rng.randrange)) for _ in range(24_000))
    assert set(found) == set(permutations(range(4)))
    assert all(abs(count - 1000) < 10 * 31 for count in found.values())


@pytest.mark.parametrize(
    "due",
    [
        FirstDue(3),
        FirstDue(1),
        BuildingDue(1, []),
        BuildingDue(FREE_ROLLS + 1, [1, 6]),
        CardDue(2, 0, CARDS[:8]),
        CardDue(1, 4, (3, 9, 27, 66)),
        RoofDue(3, ROOF[2], 3),
        DiceDue(2, 2),
        RivalDieDue(6),
    ],
    ids=lambda due: due.key,
)
def test_layout__deals_as_the_weights_say(due: Chance) -> None:
    """Over two thousand seeds, each outcome within six standard deviations (LG-CHANCE-4)."""
    seats = 1 if due.allows(FirstDue(1).parse("first rival")) else 3
    count = 2_000
    luck = Luck(seats=seats, cards=CARDS, dice=2, roof=ROOF, kept=3)
    dealt: Counter[str] = Counter()
    for seed in range(count):
        layout = lay_out(due.stream, luck, below_of(seed, due.stream))
        dealt[str(next(one for one in layout[due.item] if due.allows(one)))] += 1
    weights = due.weights()
    assert weights is not None
    total = sum(weight for _, weight in weights)
    for outcome, weight in weights:
        chance = weight / total
        deviation = (count * chance * (1 - chance)) ** 0.5
        assert abs(dealt[str(outcome)] - count * chance) < 6 * deviation


def test_building_rolls__leave_every_building_its_chance() -> None:
    """A long row of vain rolls does not favour a building (LG-CHANCE-8, LG-SETUP-5)."""
    rng = random.Random(2)
    found = Counter(
        BuildingDue(FREE_ROLLS + 1, [2, 3, 4]).draw(rng.randrange).die for _ in range(3000)
    )
    assert set(found) == {1, 5, 6}
    assert all(abs(count - 1000) < 160 for count in found.values())
