"""The grid on which a farm grows, and the words for it (FM-NOTE-3, FM-NOTE-5).

A position and a parcel are single numbers in the engine, so that they are quick to look up. They
ascend in the order of the rule book: by X, then Y, then nw ne se sw (FM-NOTE-7).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

PARCELS: Final = ("nw", "ne", "se", "sw")
"""The parcels of a card, clockwise (FM-COMP-4)."""
SIDES: Final = ("north", "east", "south", "west")
"""The sides of a card, clockwise (FM-COMP-3)."""
ROTATIONS: Final = (0, 90, 180, 270)
"""Degrees clockwise; in the engine a number of quarter turns (FM-NOTE-4)."""

REACH: Final = 127
"""No farm goes further from its farm card than this: there are not so many cards."""
_HALF: Final = 128
_ROW: Final = 256

HOME: Final = _HALF * _ROW + _HALF
"""The position of the farm card, 0,0."""
STEPS: Final = (-1, _ROW, 1, -_ROW)
"""From a position to its neighbour across each side; Y grows to the south (FM-NOTE-3)."""


def position_at(x: int, y: int) -> int:
    """The number of a position within `REACH`.

    >>> position_at(0, 0) == HOME, position_at(0, -1) == HOME + STEPS[0]
    (True, True)
    """
    return (x + _HALF) * _ROW + y + _HALF


def x_of(position: int) -> int:
    """X of a position: grows to the east."""
    return position // _ROW - _HALF


def y_of(position: int) -> int:
    """Y of a position: grows to the south."""
    return position % _ROW - _HALF


def position_text(position: int) -> str:
    """A position as it is written.

    >>> position_text(position_at(2, -1))
    '2,-1'
    """
    return f"{x_of(position)},{y_of(position)}"


@lru_cache(maxsize=10_000)
def border_text(position: int) -> str:
    """What positions are sorted by: as their moves are written, with a blank (FM-NOTE-8)."""
    return position_text(position) + " "


def spot_at(position: int, parcel: int) -> int:
    """The number of a parcel of the farm: its position and its place in `PARCELS`."""
    return position * 4 + parcel


def spot_text(spot: int) -> str:
    """A parcel of the farm as it is written.

    >>> spot_text(spot_at(HOME, 2))
    '0,0,se'
    """
    return f"{position_text(spot // 4)},{PARCELS[spot % 4]}"
