"""Which pen cards fit at a position, remembered for each position and what it needs there."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from siurell.games.base import Move
from siurell.games.farmini.box import Components
from siurell.games.farmini.faces import Face, faces_of_all, fits
from siurell.games.farmini.grid import ROTATIONS, x_of, y_of
from siurell.games.farmini.moves import TakePen

_MOST: Final = 10_000
"""So many positions with their needs are remembered; then all are forgotten."""
_NO_MOVES: Final[list[Move]] = []
"""One list for all places where a card does not fit: nobody changes it."""


class Offer:
    """An empty position that touches cards and needs something of the one that comes there."""

    __slots__ = ("moves", "needs", "position")

    def __init__(self, position: int, needs: int, cards: int) -> None:
        self.position = position
        self.needs = needs
        self.moves: list[list[Move] | None] = [None] * cards
        """For each card its placements here, None when nobody has asked yet."""


class Placements:
    """All faces of a box, and the placements that were asked for; never change a list you got."""

    __slots__ = ("_by_text", "_fitting", "_offers", "_takes", "box", "faces")

    def __init__(self, box: Components) -> None:
        self.box = box
        self.faces: list[list[Face]] = faces_of_all(box)
        """The faces of each card."""
        self._by_text: list[list[Face]] = [
            sorted(faces, key=lambda face: str(ROTATIONS[face.quarters])) for faces in self.faces
        ]
        self._fitting: dict[int, list[Face]] = {}
        self._offers: dict[int, Offer] = {}
        self._takes: dict[int, Move] = {}

    def face(self, card: int, rotation: int) -> Face:
        """The face of a card in a legal rotation, given in degrees."""
        return self.faces[card][rotation // 90]

    def offer(self, position: int, needs: int) -> Offer:
        """What is offered at a position with such needs."""
        found = self._offers.get(position << 8 | needs)
        if found is None:
            if len(self._offers) >= _MOST:
                self._offers.clear()
                self._takes.clear()
            found = Offer(position, needs, len(self.faces))
            self._offers[position << 8 | needs] = found
        return found

    def fill(self, offer: Offer, card: int) -> list[Move]:
        """Find the placements of a card (FM-PEN-1 to -3), and remember them in the offer."""
        needs = offer.needs
        faces = self._fitting.get(card << 8 | needs)
        if faces is None:
            faces = [face for face in self._by_text[card] if fits(face.fences, needs)]
            self._fitting[card << 8 | needs] = faces
        moves: list[Move] = [] if faces else _NO_MOVES
        for face in faces:
            key = offer.position << 10 | card << 2 | face.quarters
            move = self._takes.get(key)
            if move is None:
                move = self._takes[key] = self._take(offer.position, face)
            moves.append(move)
        offer.moves[card] = moves
        return moves

    def _take(self, position: int, face: Face) -> Move:
        key = self.box.cards[face.card].key
        return TakePen(key, x_of(position), y_of(position), ROTATIONS[face.quarters])


@lru_cache(maxsize=16)
def placements_of(box: Components) -> Placements:
    """The placements of a box, shared by all who play with it."""
    return Placements(box)
