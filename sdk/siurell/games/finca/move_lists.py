"""The moves that a seat has without looking at fruit, ready made for each set of its blades.

A set of blades is a number with a bit for each. Blades stand in the order of their texts, 10 before
2, so that all lists come out sorted (F-NOTE-6).
"""

from __future__ import annotations

from functools import cache

from siurell.games.base import Move
from siurell.games.finca.components import DOUBLE, GUST, components
from siurell.games.finca.moves import Double, Gust, MoveFarmer, Place, Stay
from siurell.games.finca.servings import Offers


class MoveLists:
    """Lists of moves, made when they are first asked for; never change one that you got."""

    __slots__ = (
        "_actions",
        "_blades",
        "_double",
        "_gusts",
        "_move",
        "_moves",
        "_seconds",
        "_turns",
        "bits",
        "offers",
        "places",
    )

    def __init__(self, blades: int, offers: Offers) -> None:
        self._blades: list[int] = sorted(range(blades), key=str)
        self.bits = blades
        self.offers = offers
        """The deliveries that are possible."""
        self.places: list[Move] = [Place(blade) for blade in self._blades]
        """All placements (F-DEC-1)."""
        self._move: list[Move] = [MoveFarmer(blade) for blade in range(blades)]
        self._double: list[Move] = [Double(blade) for blade in range(blades)]
        self._gusts: list[list[Move]] = [
            [Gust(blade, goal) for goal in self._blades] for blade in range(blades)
        ]
        sets = 1 << blades
        self._moves: list[list[Move] | None] = [None] * sets
        self._seconds: list[list[Move] | None] = [None] * sets
        self._actions: list[list[Move] | None] = [None] * (sets * (1 + (DOUBLE | GUST)))
        self._turns: list[list[Move] | None] = self._actions[:]

    def moves(self, stands: int) -> list[Move]:
        """Move a farmer of each blade with an own one (F-MOVE-1)."""
        found = self._moves[stands]
        if found is None:
            found = self._moves[stands] = [self._move[blade] for blade in self._on(stands)]
        return found

    def seconds(self, stands: int) -> list[Move]:
        """The second half of a double move (F-DEC-3)."""
        found = self._seconds[stands]
        if found is None:
            found = self._seconds[stands] = [*self.moves(stands), Stay()]
        return found

    def actions(self, stands: int, unused: int) -> list[Move]:
        """Double moves and gusts of wind, as far as the tiles are unused (F-ACTION-1)."""
        key = (unused & (DOUBLE | GUST)) << self.bits | stands
        found = self._actions[key]
        if found is None:
            own = self._on(stands)
            found = self._actions[key] = []
            if unused & DOUBLE:
                found += [self._double[blade] for blade in own]
            if unused & GUST:
                for blade in own:
                    found += self._gusts[blade]
        return found

    def turns(self, stands: int, unused: int) -> list[Move]:
        """A turn without deliveries (F-DEC-2)."""
        unused &= DOUBLE | GUST
        if not unused:
            return self.moves(stands)
        key = unused << self.bits | stands
        found = self._turns[key]
        if found is None:
            found = self._turns[key] = self.actions(stands, unused) + self.moves(stands)
        return found

    def _on(self, stands: int) -> list[int]:
        return [blade for blade in self._blades if stands >> blade & 1]


@cache
def move_lists() -> MoveLists:
    """The lists for the box of the data file."""
    box = components()
    return MoveLists(len(box.blades), Offers(box))
