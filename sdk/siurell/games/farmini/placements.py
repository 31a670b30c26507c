"""Which pen cards fit at a position, ready made for each position and what it needs there.

What a position *needs* is a number: a bit for each side that touches a fence, and four bits higher
one for each side that touches grass (FM-PEN-2).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from siurell.games.base import Move
from siurell.games.farmini.box import Components
from siurell.games.farmini.faces import Face, faces_of_all
from siurell.games.farmini.grid import ROTATIONS, x_of, y_of
from siurell.games.farmini.moves import TakePen

GRASS_SHIFT: Final = 4
"""The bits of the sides that touch grass stand so much higher than those that touch fences."""
_MOST: Final = 10_000
"""So many positions with their needs are remembered; then all are forgotten."""

Offer = list[list[Move]]
"""For each card its placements at one position, sorted by text; empty lists for other cards."""


def fits(fences: int, needs: int) -> bool:
    """Fence meets fence and grass meets grass at every side that touches a card (FM-PEN-2).

    >>> fits(0b0011, 0b0000_0001), fits(0b0011, 0b0010_0001)
    (True, False)
    """
    return not needs & ~fences & 15 and not needs >> GRASS_SHIFT & fences


class Placements:
    """All faces of a box, and the placements that were asked for; never change a list you got."""

    __slots__ = ("_by_text", "_offers", "_takes", "box", "faces")

    def __init__(self, box: Components) -> None:
        self.box = box
        self.faces: list[list[Face]] = faces_of_all(box)
        """The faces of each card."""
        self._by_text: list[list[Face]] = [
            sorted(faces, key=lambda face: str(ROTATIONS[face.quarters])) for faces in self.faces
        ]
        self._offers: dict[int, Offer] = {}
        self._takes: dict[int, Move] = {}

    def face(self, card: int, rotation: int) -> Face:
        """The face of a card in a legal rotation, given in degrees."""
        return self.faces[card][rotation // 90]

    def offer(self, position: int, needs: int) -> Offer:
        """What can be placed at a position (FM-PEN-1 to -3)."""
        key = position << 8 | needs
        found = self._offers.get(key)
        if found is None:
            if len(self._offers) >= _MOST:
                self._offers.clear()
                self._takes.clear()
            found = self._offers[key] = [
                [self._take(position, face) for face in faces if fits(face.fences, needs)]
                for faces in self._by_text
            ]
        return found

    def _take(self, position: int, face: Face) -> Move:
        key = position << 10 | face.card << 2 | face.quarters
        found = self._takes.get(key)
        if found is None:
            card = self.box.cards[face.card].key
            rotation = ROTATIONS[face.quarters]
            found = self._takes[key] = TakePen(card, x_of(position), y_of(position), rotation)
        return found


@lru_cache(maxsize=16)
def placements_of(box: Components) -> Placements:
    """The placements of a box, shared by all who play with it."""
    return Placements(box)
