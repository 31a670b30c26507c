"""The moves of Finca, one value for each kind of decision, and their notation (F-NOTE-2).

A move knows how it is written, not whether it is legal. Numbers stand for fruits and regions: their
place in the component data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from siurell.games.base import Move
from siurell.games.finca.components import components

NO_FRUIT: Final = -1
"""In an `Item`: the tile names its fruit itself."""


def fruit_word(fruit: int) -> str:
    """The key of a fruit; a number that is none is shown as such.

    >>> fruit_word(1), fruit_word(9)
    ('fig', '?9')
    """
    fruits = components().fruits
    return fruits[fruit] if 0 <= fruit < len(fruits) else f"?{fruit}"


def region_word(region: int) -> str:
    """The key of a region; a number that is none is shown as such.

    >>> region_word(5)
    'arta'
    """
    regions = components().regions
    return regions[region].key if 0 <= region < len(regions) else f"?{region}"


@dataclass(frozen=True, slots=True)
class Item:
    """A region that is served; `fruit` pays for a wild tile (F-WILD-1).

    >>> print(Item(5), Item(5, 1))
    arta arta:fig
    """

    region: int
    fruit: int = NO_FRUIT

    def __str__(self) -> str:
        if self.fruit == NO_FRUIT:
            return region_word(self.region)
        return f"{region_word(self.region)}:{fruit_word(self.fruit)}"


Items = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Put a farmer on a blade (F-INTRO-2)."""

    blade: int

    def __str__(self) -> str:
        return f"place {self.blade}"


@dataclass(frozen=True, slots=True)
class MoveFarmer(Move):
    """Move one own farmer that stands on a blade (F-MOVE-1)."""

    blade: int

    def __str__(self) -> str:
        return f"move {self.blade}"


@dataclass(frozen=True, slots=True)
class Deliver(Move):
    """A normal delivery (F-DELIVER-2).

    >>> print(Deliver((Item(4), Item(5, 1))))
    deliver inca arta:fig
    """

    items: Items

    def __str__(self) -> str:
        return "deliver " + " ".join([str(item) for item in self.items])


@dataclass(frozen=True, slots=True)
class BigCart(Move):
    """A delivery with the big cart (F-BIG-1)."""

    items: Items

    def __str__(self) -> str:
        return "bigcart " + " ".join([str(item) for item in self.items])


@dataclass(frozen=True, slots=True)
class OneLess(Move):
    """A normal delivery with one fruit less (F-LESS-1); `fruit` is the one saved."""

    fruit: int
    items: Items

    def __str__(self) -> str:
        return f"less {fruit_word(self.fruit)} " + " ".join([str(item) for item in self.items])


@dataclass(frozen=True, slots=True)
class Gust(Move):
    """Gust of wind: put an own farmer from one blade on any blade (F-GUST-1)."""

    blade: int
    goal: int

    def __str__(self) -> str:
        return f"gust {self.blade} {self.goal}"


@dataclass(frozen=True, slots=True)
class Double(Move):
    """Double move, first half (F-DOUBLE-1)."""

    blade: int

    def __str__(self) -> str:
        return f"double {self.blade}"


@dataclass(frozen=True, slots=True)
class Stay(Move):
    """Decline the second half of a double move (F-DOUBLE-3)."""

    def __str__(self) -> str:
        return "stay"
