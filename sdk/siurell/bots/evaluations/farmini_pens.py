"""The pens of a farm as an evaluation sees them, and what one more card would make of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from siurell.games.farmini.faces import Face
from siurell.games.farmini.farm import Farm
from siurell.games.farmini.grid import STEPS, spot_at


class Pen:
    """A pen, open or closed: what does not depend on animals and deck. Nothing of it changes."""

    __slots__ = ("beside", "corn", "lacking", "spaces")

    def __init__(
        self, lacking: frozenset[int], beside: frozenset[int], corn: int, spaces: tuple[int, ...]
    ) -> None:
        self.lacking = lacking
        """The empty positions around its corners: with cards there it is closed."""
        self.beside = beside
        """Those of them that it is open to."""
        self.corn = corn
        """Its cornfields."""
        self.spaces = spaces
        """Its parcels with an animal space."""


class Pens:
    """All pens of a farm by their roots."""

    __slots__ = ("_near", "_shapes", "pens")

    def __init__(self, pens: dict[int, Pen]) -> None:
        self.pens = pens
        self._near: dict[int, list[int]] = {}
        for root, pen in pens.items():
            for position in pen.lacking:
                self._near.setdefault(position, []).append(root)
        self._shapes: dict[tuple[int, int], list[tuple[Pen, int]]] = {}

    def with_card(self, farm: Farm, position: int, face: Face) -> tuple[list[int], list[Pen]]:
        """The roots of the pens that a card at an empty position changes, and what comes of them.

        The farm is the one with these pens.
        """
        shape = self._shapes.get((position, face.fences))
        if shape is None:
            shape = self._shapes[position, face.fences] = self._shape(farm, position, face)
        grown = []
        for pen, parcels in shape:
            corn, spaces = pen.corn, pen.spaces
            for parcel in face.corn:
                corn += parcels >> parcel & 1
            for parcel in face.spaces:
                if parcels >> parcel & 1:
                    spaces = (*spaces, spot_at(position, parcel))
            grown.append(Pen(pen.lacking, pen.beside, corn, spaces))
        return self._near.get(position, []), grown

    def _shape(self, farm: Farm, position: int, face: Face) -> list[tuple[Pen, int]]:
        """The pens as the fences alone make them, each with the parcels of the card, as bits."""
        groups: dict[int, list[int]] = {root: [root] for root in self._near.get(position, ())}
        for piece in range(len(face.halves)):
            groups[-1 - piece] = [-1 - piece]
        for side in range(4):
            other = position + STEPS[side]
            neighbour = farm.cards.get(other)
            if neighbour is not None:
                first = farm.pieces[other]
                right, left = neighbour.sides[side - 2]
                _unite(groups, -1 - face.sides[side][0], farm.root(first + left))
                _unite(groups, -1 - face.sides[side][1], farm.root(first + right))
        whole = {id(group): group for group in groups.values()}
        return [self._united(farm, position, face, group) for group in whole.values()]

    def _united(
        self, farm: Farm, position: int, face: Face, group: Iterable[int]
    ) -> tuple[Pen, int]:
        lacking: set[int] = set()
        beside: set[int] = set()
        corn, parcels = 0, 0
        spaces: tuple[int, ...] = ()
        for one in group:
            if one >= 0:
                pen = self.pens[one]
                lacking |= pen.lacking
                beside |= pen.beside
                corn += pen.corn
                spaces += pen.spaces
                continue
            for parcel in range(4):
                if face.piece_of[parcel] == -1 - one:
                    parcels |= 1 << parcel
                    around = _around(farm, position, parcel)
                    lacking |= around[0]
                    beside |= around[1]
        lacking.discard(position)
        beside.discard(position)
        return Pen(frozenset(lacking), frozenset(beside), corn, spaces), parcels


def _unite(groups: dict[int, list[int]], one: int, other: int) -> None:
    """Members of a group share one list."""
    first, second = groups[one], groups[other]
    if first is not second:
        first += second
        for member in second:
            groups[member] = first


def _around(farm: Farm, position: int, parcel: int) -> tuple[set[int], set[int]]:
    """The empty positions around the outer corner of a parcel, and those across its sides."""
    one, other = STEPS[parcel - 1], STEPS[parcel]
    beside = {position + one, position + other}.difference(farm.cards)
    corner = position + one + other
    return (beside if corner in farm.cards else beside | {corner}), beside


@lru_cache(maxsize=256)
def pens_of(farm: Farm) -> Pens:
    """The pens of a farm that nobody changes any more."""
    lacking: dict[int, set[int]] = {}
    beside: dict[int, set[int]] = {}
    corn: dict[int, int] = {}
    spaces: dict[int, tuple[int, ...]] = {}
    for position, face in farm.cards.items():
        first = farm.pieces[position]
        roots = [farm.root(first + piece) for piece in face.piece_of]
        for parcel, root in enumerate(roots):
            around = _around(farm, position, parcel)
            lacking.setdefault(root, set()).update(around[0])
            beside.setdefault(root, set()).update(around[1])
        for parcel in face.corn:
            corn[roots[parcel]] = corn.get(roots[parcel], 0) + 1
        for parcel in face.spaces:
            spot = spot_at(position, parcel)
            spaces[roots[parcel]] = (*spaces.get(roots[parcel], ()), spot)
    return Pens(
        {
            root: Pen(
                frozenset(positions),
                frozenset(beside[root]),
                corn.get(root, 0),
                spaces.get(root, ()),
            )
            for root, positions in lacking.items()
        }
    )
