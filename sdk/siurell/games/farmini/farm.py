"""A farm: the cards that a player has laid, its areas, and where the next card may lie.

A farm that others may hold is never changed: a card is laid on an extended one, so that copies of a
state share their farms. The tokens lie on the table, not here.
"""

from __future__ import annotations

from siurell.games.farmini.faces import Face
from siurell.games.farmini.grid import ROTATIONS, x_of, y_of
from siurell.games.farmini.placements import Offer


class Farm:
    """The cards of one player. A piece of grass is a number; joined pieces are an area (FM-PEN-6).

    An area goes by the number of one of its pieces, its *root*.
    """

    __slots__ = (
        "_laid",
        "border",
        "cards",
        "corn",
        "holes",
        "offers",
        "opens",
        "parents",
        "pieces",
        "spaces",
    )

    cards: dict[int, Face]
    """The card at each position that has one."""
    pieces: dict[int, int]
    """The first piece of the card at each position; its others follow."""
    parents: list[int]
    """For each piece another of its area, nearer to the root; the root has itself."""
    opens: list[int]
    """For each root how many halves of sides of its area face empty positions (FM-CLOSE-1)."""
    spaces: tuple[int, ...]
    """The parcels with an animal space, in no order."""
    corn: tuple[int, ...]
    """The parcels with a cornfield, in no order."""
    border: list[str]
    """The empty positions that touch a card, as `border_text` writes them, sorted."""
    offers: list[Offer]
    """What can be placed there, in the same order."""
    holes: frozenset[int] | None
    """The holes, or None when nobody has counted them yet (FM-CLOSE-4): ask `pens.holes`."""
    _laid: tuple[int, ...] | None

    def extended(self) -> Farm:
        """A farm with the same cards that nobody else holds: one more can be laid on it."""
        twin = Farm()
        twin.cards = self.cards.copy()
        twin.pieces = self.pieces.copy()
        twin.parents = self.parents[:]
        twin.opens = self.opens[:]
        twin.spaces = self.spaces
        twin.corn = self.corn
        twin.border = self.border[:]
        twin.offers = self.offers[:]
        twin.holes = self.holes
        twin._laid = None
        return twin

    def root(self, piece: int) -> int:
        """The root of the area that a piece belongs to (FM-PEN-6)."""
        parents = self.parents
        parent = parents[piece]
        while parent != piece:
            piece = parent
            parent = parents[piece]
        return piece

    def root_at(self, spot: int) -> int:
        """The root of the area that a parcel belongs to."""
        position = spot // 4
        return self.root(self.pieces[position] + self.cards[position].piece_of[spot % 4])

    def roots(self) -> list[int]:
        """The root of every area."""
        return [piece for piece, parent in enumerate(self.parents) if piece == parent]

    def laid(self) -> tuple[int, ...]:
        """X, Y, card and degrees of each card, by X, then Y: equal for farms that look alike."""
        if self._laid is None:
            numbers: list[int] = []
            for position in sorted(self.cards):
                face = self.cards[position]
                numbers += (x_of(position), y_of(position), face.card, ROTATIONS[face.quarters])
            self._laid = tuple(numbers)
        return self._laid


def empty_farm() -> Farm:
    """A farm without a card, that nobody else holds."""
    farm = Farm()
    farm.cards = {}
    farm.pieces = {}
    farm.parents = []
    farm.opens = []
    farm.spaces = ()
    farm.corn = ()
    farm.border = []
    farm.offers = []
    farm.holes = frozenset()
    farm._laid = None
    return farm
