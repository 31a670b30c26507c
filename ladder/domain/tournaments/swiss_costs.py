"""What it costs to pair two in a Swiss round with two seats, level by level.

Either of the whole round at once, or of one group of equal scores, when those above it are paired:
then what is below counts only as far as it has to work out at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ladder.domain.tournaments.entrants import Entrant
from ladder.domain.tournaments.matching import Edge, lexicographic


@dataclass(slots=True)
class Player:
    """One to be paired, with what it has behind it.

    ``seats``: 1 for each time it was named first and -1 for second, in order. ``floats``: of the
    last round and the one before, 1 when it met a lower score or had a bye, -1 when a higher one.
    """

    entrant: Entrant
    score: Fraction
    units: int = 0
    met: dict[str, int] = field(default_factory=dict)
    seats: list[int] = field(default_factory=list)
    byes: int = 0
    floats: tuple[int, int] = (0, 0)

    @property
    def due(self) -> int:
        """1 when it should be named first, -1 second, 0 either."""
        balance = sum(self.seats)
        if balance:
            return -1 if balance > 0 else 1
        return -self.seats[-1] if self.seats else 0

    @property
    def strength(self) -> int:
        """How much: 3 it must, 2 it is out of balance, 1 it is its turn, 0 it does not matter."""
        if abs(sum(self.seats)) > 1 or (len(self.seats) > 1 and self.seats[-1] == self.seats[-2]):
            return 3
        return 2 if sum(self.seats) else min(1, len(self.seats))


Levels = tuple[int, ...]
_NOTHING: Levels = (0,) * 9


@dataclass(frozen=True, slots=True)
class _Focus:
    """The group that is paired now: it ends before ``end``.

    ``places``: of those whom nobody from above has taken, in their order, once that is known;
    ``half``: so many of them are in the upper half.
    """

    end: int
    places: dict[int, int] = field(default_factory=dict)
    half: int = 0


class Costs:
    """What each edge costs; the number after the last player is the bye.

    ``top``: in the last round, who has more than this may sit on a seat that is not its turn.
    """

    def __init__(
        self, players: Sequence[Player], window: int, *, top: Fraction | None = None
    ) -> None:
        self._players = players
        self._group: list[tuple[int, int]] = _groups(players)
        self._top = top
        self._focus: _Focus | None = None
        size = len(players)
        self._edges = [
            (one, other)
            for one in range(size)
            for other in range(one + 1, size + size % 2)
            if other - one <= window or other == size
        ]

    @property
    def groups(self) -> tuple[tuple[int, int], ...]:
        """Where each group of equal scores starts, and its size."""
        return tuple(dict.fromkeys(self._group))

    def look_at(self, end: int) -> None:
        """Pair the group that ends there; those above it are settled, or go down into it."""
        self._focus = _Focus(end)

    def order(self, waiting: Sequence[int], pairs: int) -> None:
        """Pair so many pairs of these of the group, in the order of their places among them."""
        assert self._focus is not None, "a group is looked at"
        places = {one: place for place, one in enumerate(waiting)}
        self._focus = _Focus(self._focus.end, places, pairs)

    def settle(self, pairs: Iterable[Edge]) -> None:
        """Keep these pairs from here on."""
        kept = {one: pair for pair in pairs for one in pair}
        self._edges = [
            edge
            for edge in self._edges
            if (edge[0] not in kept and edge[1] not in kept) or kept.get(edge[0]) == edge
        ]

    def of_all(self) -> dict[Edge, int]:
        """The costs by edge, all levels in one number."""
        levels = [self._levels(edge) for edge in self._edges]
        by_level = [
            {edge: costs[number] for edge, costs in zip(self._edges, levels, strict=True)}
            for number in range(len(levels[0]))
        ]
        return lexicographic(by_level, len(self._players) + 1)

    def fresh(self) -> frozenset[Edge]:
        """The edges by which nobody meets anybody again and nobody has a second bye."""
        return frozenset(edge for edge in self._edges if not self._again(*edge))

    def _again(self, one: int, other: int) -> int:
        """How often two have met, or how many byes somebody had."""
        if other == len(self._players):
            return self._players[one].byes
        return self._players[one].met.get(self._players[other].entrant.id, 0)

    def _levels(self, edge: Edge) -> Levels:
        one, other = edge
        bye = other == len(self._players)
        sure = self._bye_levels(one) if bye else self._sure_levels(one, other)
        if self._focus is not None and one >= self._focus.end:
            return (*sure, *_NOTHING)
        first = self._players[one]
        if bye:
            start, size = self._group[one]
            down, before = (int(float_ > 0) for float_ in first.floats)
            return (*sure, 0, down, 0, before, 0, 0, 0, (start + size - 1 - one) ** 2, 0)
        second = self._players[other]
        lower = first.units > second.units
        down, down_before = (int(lower and float_ > 0) for float_ in first.floats)
        up, up_before = (int(lower and float_ < 0) for float_ in second.floats)
        if self._focus is not None and other >= self._focus.end:
            return (*sure, 0, down, 0, down_before, 0, 0, 0, self._off(one, other), 0)
        clash = min(first.strength, second.strength) if first.due * second.due > 0 else 0
        return (
            *(*sure, clash, down, up, down_before, up_before),
            self._below_the_top(one, other),
            self._same_half(one, other),
            self._off(one, other),
            self._off_from_the_top(one, other),
        )

    def _sure_levels(self, one: int, other: int) -> Levels:
        """What counts before all else, wherever the two stand."""
        first, second = self._players[one], self._players[other]
        must = first.due * second.due > 0 and min(first.strength, second.strength) == 3
        if self._top is not None and max(first.score, second.score) > self._top:
            must = False
        return self._again(one, other), int(must), 0, (first.units - second.units) ** 2

    def _bye_levels(self, one: int) -> Levels:
        lowest = min(other.units for other in self._players)
        return self._players[one].byes, 0, self._players[one].units - lowest, 0

    def _below_the_top(self, one: int, other: int) -> int:
        """How far who meets a higher score is from the top of its group."""
        return (other - self._group[other][0]) ** 2 if other >= sum(self._group[one]) else 0

    def _place(self, one: int) -> tuple[int, int] | None:
        """The place in the group that is paired now, and how many are in its upper half."""
        if self._focus is None or one not in self._focus.places:
            return None
        return self._focus.places[one], self._focus.half

    def _same_half(self, one: int, other: int) -> int:
        mine, theirs = self._place(one), self._place(other)
        if mine is not None and theirs is not None:
            return int((mine[0] < mine[1]) == (theirs[0] < theirs[1]))
        start, size = self._group[one]
        if other >= start + size:
            return 0
        middle = start + start % 2 + _half(start, size)
        return int((one < middle) == (other < middle))

    def _off(self, one: int, other: int) -> int:
        """How far a pair is from the usual one: half a group apart, or the last who goes down."""
        mine, theirs = self._place(one), self._place(other)
        if mine is not None and self._focus is not None:
            if theirs is None:
                return (len(self._focus.places) - 1 - mine[0]) ** 2
            return (theirs[0] - mine[0] - mine[1]) ** 2
        start, size = self._group[one]
        if other < start + size:
            return (other - one - _half(start, size)) ** 2
        return (start + size - 1 - one) ** 2

    def _off_from_the_top(self, one: int, other: int) -> int:
        """The same, so that a better place outweighs all that come after it."""
        mine, theirs = self._place(one), self._place(other)
        if mine is None or theirs is None or self._focus is None:
            return 0
        weight = 2 * (len(self._focus.places) - mine[0])
        return abs(theirs[0] - mine[0] - mine[1]) << weight


def _half(start: int, size: int) -> int:
    """Half of a group of scores, without its first when an odd number stands above it: that one
    meets who is left over there."""
    return (size - start % 2) // 2


def _groups(players: Sequence[Player]) -> list[tuple[int, int]]:
    """For each place where its group of equal scores starts, and its size."""
    found: list[tuple[int, int]] = []
    while len(found) < len(players):
        start = len(found)
        size = sum(player.units == players[start].units for player in players)
        found += [(start, size)] * size
    return found
