"""Closed pens, holes and holed pens (FM-CLOSE)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from siurell.games.farmini.farm import Farm
from siurell.games.farmini.grid import STEPS, position_at, x_of, y_of

_NORTH, _EAST, _SOUTH, _WEST = STEPS


def is_closed(farm: Farm, spot: int) -> bool:
    """Whether a parcel is in a closed pen: none of its parcels is open (FM-CLOSE-1)."""
    return farm.opens[farm.root_at(spot)] == 0


def closed_pens(farm: Farm) -> int:
    """How many pens are closed, empty ones counted."""
    opens = farm.opens
    return len([root for root in farm.roots() if opens[root] == 0])


def holed_pens(farm: Farm) -> int:
    """How many pens are open to holes and to nothing else (FM-CLOSE-5)."""
    facing: dict[int, int] = {}
    for hole in holes(farm):
        for side in range(4):
            other = hole + STEPS[side]
            if other in farm.cards:
                for piece in farm.cards[other].sides[side - 2]:
                    root = farm.root(farm.pieces[other] + piece)
                    facing[root] = facing.get(root, 0) + 1
    return len([root for root, halves in facing.items() if halves == farm.opens[root]])


def holes(farm: Farm) -> frozenset[int]:
    """The empty positions from which the outside cannot be reached over sides (FM-CLOSE-4)."""
    if farm.holes is None:
        farm.holes = _count_holes(farm.cards)
    return farm.holes


def holes_with(farm: Farm, position: int) -> frozenset[int] | None:
    """The holes when a card lies at one more position; None when they must be counted anew.

    A card in a hole only fills it (FM-CLOSE-6). A card outside cuts nothing off as long as the
    empty positions beside it are still joined around it.
    """
    before = farm.holes
    if before is None:
        return None
    if position in before:
        return before - {position}
    return before if _joined_around(farm, position) else None


def _joined_around(farm: Farm, position: int) -> bool:
    """Whether the empty positions beside this one are joined by those of its ring."""
    cards = farm.cards
    return _ONE_ARC[
        (position + _NORTH in cards)
        | (position + _NORTH + _EAST in cards) << 1
        | (position + _EAST in cards) << 2
        | (position + _SOUTH + _EAST in cards) << 3
        | (position + _SOUTH in cards) << 4
        | (position + _SOUTH + _WEST in cards) << 5
        | (position + _WEST in cards) << 6
        | (position + _NORTH + _WEST in cards) << 7
    ]


def _is_one_arc(around: int) -> bool:
    """Whether a ring of eight has at most one row of empty places that holds a side.

    `around` has a bit for each place with a card; places 0, 2, 4 and 6 are sides.
    """
    arcs = 0
    for place in range(8):
        if around >> place & 1:
            row = []
            following = (place + 1) % 8
            while not around >> following & 1:
                row.append(following)
                following = (following + 1) % 8
            arcs += any(one % 2 == 0 for one in row)
    return arcs <= 1


_ONE_ARC: Final = [_is_one_arc(around) for around in range(256)]


def _count_holes(cards: Collection[int]) -> frozenset[int]:
    """Walk over the empty positions from outside; what is never reached is a hole."""
    xs = [x_of(position) for position in cards]
    ys = [y_of(position) for position in cards]
    top, bottom = min(ys) - 1, max(ys) + 1
    empty: set[int] = set()
    for x in range(min(xs) - 1, max(xs) + 2):
        empty.update(range(position_at(x, top), position_at(x, bottom) + 1))
    empty.difference_update(cards)
    reached = [position_at(min(xs) - 1, top)]
    for position in reached:
        for other in (position + _NORTH, position + _EAST, position + _SOUTH, position + _WEST):
            if other in empty:
                empty.remove(other)
                reached.append(other)
    return frozenset(empty)
