"""The pen cards as they lie, in each rotation that looks different (FM-COMP-3, -4, FM-NOTE-4)."""

from __future__ import annotations

from typing import Final

from siurell.games.farmini.box import CORN, SPACE, Components, PenCard

ALL_SIDES: Final = 15
"""Sides are bits: north 1, east 2, south 4, west 8."""
GRASS_SHIFT: Final = 4
"""The bits of the sides that need grass stand so much higher than those that need a fence."""
_FENCE: Final = "1"


class Face:
    """A card in one rotation; nothing of it changes.

    Side i of a card borders on its parcels i and i + 1, and its fence parts these two. Parcels with
    no fence between them are one *piece* of grass; pieces are numbered from 0.
    """

    __slots__ = (
        "card",
        "corn",
        "fences",
        "halves",
        "needs",
        "piece_of",
        "quarters",
        "sides",
        "spaces",
    )

    def __init__(self, number: int, card: PenCard, quarters: int) -> None:
        self.card = number
        """The number of the card."""
        self.quarters = quarters
        """Turned clockwise by so many quarter turns."""
        fences = turned(card.fences, quarters)
        parcels = turned(card.parcels, quarters)
        self.fences = sum([1 << side for side in range(4) if fences[side] == _FENCE])
        """The sides with a fence, as bits."""
        self.spaces = tuple([parcel for parcel in range(4) if parcels[parcel] == SPACE])
        """The parcels with an animal space."""
        self.corn = tuple([parcel for parcel in range(4) if parcels[parcel] == CORN])
        """The parcels with a cornfield."""
        self.piece_of = pieces_of(self.fences)
        """The piece of each parcel."""
        self.halves = [2 * self.piece_of.count(piece) for piece in range(max(self.piece_of) + 1)]
        """For each piece how many halves of the card's sides it touches: two for each parcel."""
        self.sides = [(self.piece_of[side], self.piece_of[(side + 1) % 4]) for side in range(4)]
        """For each side the pieces of its two halves, clockwise."""
        self.needs = [needed_by(self.fences, side) for side in range(4)]
        """For each side what a card beyond it needs there (FM-PEN-2)."""


def needed_by(fences: int, side: int) -> int:
    """What a card needs that touches this side of a card with these fences (FM-PEN-2).

    A need is a bit for the side of the other card: that of a fence, or four bits higher for grass.

    >>> needed_by(0b0001, 0), needed_by(0b0001, 1)
    (4, 128)
    """
    facing = 1 << (side + 2) % 4
    return facing if fences >> side & 1 else facing << GRASS_SHIFT


def fits(fences: int, needs: int) -> bool:
    """Fence meets fence and grass meets grass at every side that touches a card (FM-PEN-2).

    >>> fits(0b0011, 0b0000_0001), fits(0b0011, 0b0010_0001)
    (True, False)
    """
    return not needs & ~fences & ALL_SIDES and not needs >> GRASS_SHIFT & fences


def turned(signs: str, quarters: int) -> str:
    """Signs of sides or corners after quarter turns clockwise (FM-NOTE-5).

    >>> turned("1001", 1), turned("ac--", 1)
    ('1100', '-ac-')
    """
    return signs[4 - quarters :] + signs[: 4 - quarters]


def pieces_of(fences: int) -> tuple[int, ...]:
    """The piece of each parcel: neighbours join unless a fence parts them (FM-PEN-6).

    >>> pieces_of(0b0101), pieces_of(0b0001), pieces_of(0b1111)
    ((1, 0, 0, 1), (0, 0, 0, 0), (0, 1, 2, 3))
    """
    piece_of = [0, 1, 2, 3]
    for side in range(4):
        first, second = piece_of[side], piece_of[(side + 1) % 4]
        if not fences >> side & 1 and first != second:
            piece_of = [first if piece == second else piece for piece in piece_of]
    names = sorted(set(piece_of))
    return tuple([names.index(piece) for piece in piece_of])


def faces_of(number: int, card: PenCard) -> list[Face]:
    """The faces of a card; a rotation that looks like a smaller one is left out (FM-NOTE-4)."""
    faces: list[Face] = []
    seen: list[tuple[str, str]] = []
    for quarters in range(4):
        look = (turned(card.fences, quarters), turned(card.parcels, quarters))
        if look not in seen:
            seen.append(look)
            faces.append(Face(number, card, quarters))
    return faces


def faces_of_all(box: Components) -> list[list[Face]]:
    """The faces of each card, none for those that are no pen cards."""
    return [
        faces_of(number, card) if isinstance(card, PenCard) else []
        for number, card in enumerate(box.cards)
    ]
