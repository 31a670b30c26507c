"""Chance in La Granja: the events that ask for an outcome (LG-CHANCE-1).

An event is told by the state which outcomes are possible now, and nothing else: there is no order
of a pile here, and nothing of roof markers that still lie face down (LG-CHANCE-3).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial
from typing import Final

from siurell.games.base import Below, Chance, ChanceOutcome
from siurell.games.la_granja.outcomes import (
    RIVAL,
    Building,
    Dice,
    Draw,
    First,
    RivalDie,
    RoofMarkers,
    TurnCard,
    parse_outcome,
)

FIRST: Final = "first"
BUILDING: Final = "building"
PILE: Final = "pile"
"""The draw pile with number 3 is the stream ``pile/3``; the first one has the number 0."""
ROOF: Final = "roof"
DICE: Final = "dice"
RIVAL_DIE: Final = "rival"
"""The streams."""

PLAYER: Final = "player"
"""The only item of `FIRST`."""

PIPS: Final = 6
"""A die shows 1 to this."""

FREE_ROLLS: Final = 40
"""So many rolls of `BUILDING` may show a building that has a marker (LG-CHANCE-8)."""

Weights = list[tuple[ChanceOutcome, int]]


class Due(Chance):
    """An event that is due: its place among all events, and the notation that all share."""

    __slots__ = ("_item", "_stream")

    def __init__(self, stream: str, item: str) -> None:
        self._stream = stream
        self._item = item

    @property
    def stream(self) -> str:
        """What is laid out together."""
        return self._stream

    @property
    def item(self) -> str:
        """The round, the number of the roll, or how many cards the pile still holds."""
        return self._item

    def parse(self, text: str) -> ChanceOutcome:
        """Read the notation of an outcome, possible or not."""
        return parse_outcome(text)


class FirstDue(Due):
    """Who is first: every seat is as likely; in the solo game you or the rival (LG-CHANCE-4)."""

    __slots__ = ("_seats",)

    def __init__(self, seats: int) -> None:
        super().__init__(FIRST, PLAYER)
        self._seats = seats

    def allows(self, outcome: ChanceOutcome) -> bool:
        """A seat of this match, or the rival of the solo game."""
        return outcome in first_players(self._seats)

    def weights(self) -> Weights | None:
        """All are equally likely."""
        return [(first, 1) for first in first_players(self._seats)]

    def draw(self, below: Below) -> First:
        """One of them."""
        players = first_players(self._seats)
        return players[below(len(players))]


def first_players(seats: int) -> list[First]:
    """All who can be first, in the order of their texts."""
    if seats == 1:
        return [First(0), First(RIVAL)]
    return [First(seat) for seat in range(seats)]


class BuildingDue(Due):
    """The next roll for a building-order marker (LG-SETUP-5).

    `roll` counts all rolls for markers from 1; `taken` are the dice of the buildings that have a
    marker. A roll of one of them is possible and changes nothing, but not without end: from roll
    `FREE_ROLLS` + 1 on only the others are (LG-CHANCE-8).
    """

    __slots__ = ("_possible",)

    def __init__(self, roll: int, taken: Sequence[int]) -> None:
        super().__init__(BUILDING, str(roll))
        self._possible = [
            die for die in range(1, PIPS + 1) if roll <= FREE_ROLLS or die not in taken
        ]

    def allows(self, outcome: ChanceOutcome) -> bool:
        """Any face of the die that is possible."""
        return isinstance(outcome, Building) and outcome.die in self._possible

    def weights(self) -> Weights | None:
        """All are equally likely."""
        return [(Building(die), 1) for die in self._possible]

    def draw(self, below: Below) -> Building:
        """One of them."""
        return Building(self._possible[below(len(self._possible))])


class CardDue(Due):
    """A seat draws a card: each card in the pile is as likely (LG-CHANCE-4).

    `cards` are those in the pile, `pile` is its number: 0 for the first one, one more after each
    shuffle of the discards.
    """

    __slots__ = ("_cards", "_seat")

    def __init__(self, seat: int, pile: int, cards: Sequence[int]) -> None:
        super().__init__(pile_stream(pile), str(len(cards)))
        self._seat = seat
        self._cards = cards

    def allows(self, outcome: ChanceOutcome) -> bool:
        """A card of the pile, drawn by this seat."""
        return (
            isinstance(outcome, Draw) and outcome.seat == self._seat and outcome.card in self._cards
        )

    def weights(self) -> Weights | None:
        """Each card once."""
        return [(Draw(self._seat, card), 1) for card in sorted(self._cards, key=str)]

    def draw(self, below: Below) -> Draw:
        """One of them."""
        return Draw(self._seat, self._cards[below(len(self._cards))])


class TurnDue(Due):
    """A card is turned up for the rival: each card in the pile is as likely (LG-SOLO-9).

    It comes from the same pile as a card that is drawn, so it is laid out with it.
    """

    __slots__ = ("_cards",)

    def __init__(self, pile: int, cards: Sequence[int]) -> None:
        super().__init__(pile_stream(pile), str(len(cards)))
        self._cards = cards

    def allows(self, outcome: ChanceOutcome) -> bool:
        """A card of the pile."""
        return isinstance(outcome, TurnCard) and outcome.card in self._cards

    def weights(self) -> Weights | None:
        """Each card once."""
        return [(TurnCard(card), 1) for card in sorted(self._cards, key=str)]

    def draw(self, below: Below) -> TurnCard:
        """One of them."""
        return TurnCard(self._cards[below(len(self._cards))])


class RoofDue(Due):
    """The kept roof markers of a round are shown: each set is as likely (LG-CHANCE-4).

    `markers` are the round's markers in ascending order, `kept` is how many of them remain.
    """

    __slots__ = ("_kept", "_markers", "_round")

    def __init__(self, round: int, markers: Sequence[int], kept: int) -> None:
        super().__init__(ROOF, str(round))
        self._round = round
        self._markers = markers
        self._kept = kept

    def allows(self, outcome: ChanceOutcome) -> bool:
        """A set of so many of this round's markers, in ascending order."""
        return isinstance(outcome, RoofMarkers) and outcome in self._sets()

    def weights(self) -> Weights | None:
        """All sets are equally likely."""
        return [(kept, 1) for kept in sorted(self._sets(), key=str)]

    def draw(self, below: Below) -> RoofMarkers:
        """One of them."""
        sets = self._sets()
        return sets[below(len(sets))]

    def _sets(self) -> list[RoofMarkers]:
        return [RoofMarkers(self._round, kept) for kept in combinations(self._markers, self._kept)]


class DiceDue(Due):
    """All dice of a round are rolled at once (LG-REV-1); they are uniform and independent."""

    __slots__ = ("_count",)

    def __init__(self, round: int, count: int) -> None:
        super().__init__(DICE, str(round))
        self._count = count

    def allows(self, outcome: ChanceOutcome) -> bool:
        """So many dice in ascending order."""
        return (
            isinstance(outcome, Dice)
            and len(outcome.dice) == self._count
            and list(outcome.dice) == sorted(outcome.dice)
            and all(1 <= die <= PIPS for die in outcome.dice)
        )

    def weights(self) -> Weights | None:
        """Each roll with the number of orders in which its dice can lie."""
        return list(_rolls(self._count))

    def draw(self, below: Below) -> Dice:
        """Roll each die."""
        return roll(self._count, below)


class RivalDieDue(Due):
    """The die for the rival's siesta disc is rolled (LG-SOLO-7)."""

    __slots__ = ()

    def __init__(self, round: int) -> None:
        super().__init__(RIVAL_DIE, str(round))

    def allows(self, outcome: ChanceOutcome) -> bool:
        """Any face of the die."""
        return isinstance(outcome, RivalDie) and 1 <= outcome.die <= PIPS

    def weights(self) -> Weights | None:
        """All are equally likely."""
        return [(RivalDie(die), 1) for die in range(1, PIPS + 1)]

    def draw(self, below: Below) -> RivalDie:
        """Roll it."""
        return RivalDie(1 + below(PIPS))


def pile_stream(pile: int) -> str:
    """The stream of the draw pile with this number.

    >>> pile_stream(0)
    'pile/0'
    """
    return f"{PILE}/{pile}"


def roll(count: int, below: Below) -> Dice:
    """Roll so many dice; the text only sorts them (LG-CHANCE-4)."""
    return Dice(tuple(sorted([1 + below(PIPS) for _ in range(count)])))


@cache
def _rolls(count: int) -> tuple[tuple[ChanceOutcome, int], ...]:
    rolls: list[tuple[ChanceOutcome, int]] = []
    for dice in combinations_with_replacement(range(1, PIPS + 1), count):
        orders = factorial(count)
        for die in range(1, PIPS + 1):
            orders //= factorial(dice.count(die))
        rolls.append((Dice(dice), orders))
    return tuple(rolls)
