"""The moves of Farmini, one value for each kind of decision, and their notation (FM-NOTE-2).

A move speaks in the words of the notation, so it does not depend on which cards are in the box. It
knows how it is written, not whether it is legal.
"""

from __future__ import annotations

from dataclasses import dataclass

from siurell.games.base import Move


@dataclass(frozen=True, slots=True)
class TakePen(Move):
    """Take a pen card and place it, turned clockwise by `rotation` degrees (FM-PEN-1).

    >>> print(TakePen("p12", 2, -1, 90))
    take p12 2,-1 90
    """

    card: str
    x: int
    y: int
    rotation: int

    def __str__(self) -> str:
        return f"take {self.card} {self.x},{self.y} {self.rotation}"


@dataclass(frozen=True, slots=True)
class TakeAnimal(Move):
    """Take an animal card; its tokens are put one by one (FM-ANIMAL-1).

    >>> print(TakeAnimal("goat1"))
    take goat1
    """

    card: str

    def __str__(self) -> str:
        return f"take {self.card}"


@dataclass(frozen=True, slots=True)
class Put(Move):
    """Put a token on the animal space of a parcel: nw, ne, se or sw (FM-ANIMAL-2, FM-NOTE-5).

    >>> print(Put(0, -2, "sw"))
    put 0,-2,sw
    """

    x: int
    y: int
    parcel: str

    def __str__(self) -> str:
        return f"put {self.x},{self.y},{self.parcel}"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Nothing can be played: discard a card of the display (FM-TURN-5).

    >>> print(Discard("pig2"))
    discard pig2
    """

    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"
