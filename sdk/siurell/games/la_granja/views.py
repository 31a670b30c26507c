"""What an observation of La Granja shows, part by part.

What is not explained here is the field of `Table` with the same name. The tables are flat: seat
after seat, and in a seat good after good, slot after slot or building after building.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from siurell.games.la_granja.frames import Frame

HIDDEN: Final = -1
"""In `Farms.chosen`: a marker was chosen, and which one is hidden (LG-HID-5)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What is being done, by whom."""

    round: int
    stage: int
    at: int
    mover: int
    open: bool
    turns: int
    stack: tuple[Frame, ...]
    acts: int
    plays: int
    roof_bought: bool
    die: int
    took: int
    frees: int
    extras: int
    free_extras: int


@dataclass(frozen=True, slots=True)
class Farms:
    """What lies on the farms and before the players."""

    vp: tuple[int, ...]
    """All totals, as who counts along knows them (LG-HID-8)."""
    silver: tuple[int, ...]
    goods: tuple[int, ...]
    fields: tuple[int, ...]
    full: tuple[int, ...]
    field_cards: tuple[tuple[int, ...], ...]
    extensions: tuple[tuple[int, ...], ...]
    barrows: tuple[int, ...]
    loaded: tuple[int, ...]
    barrows_done: tuple[int, ...]
    helpers: tuple[int, ...]
    acted: tuple[int, ...]
    fired: tuple[int, ...]
    roofs: tuple[tuple[int, ...], ...]
    roof_used: tuple[int, ...]
    donkeys: tuple[int, ...]
    chosen: tuple[int, ...]
    """The donkey marker that each seat chose this round, 0 for none, `HIDDEN` for one that the
    viewer may not know yet."""


@dataclass(frozen=True, slots=True)
class Village:
    """The game board: turn order, siesta track, market, buildings, dice."""

    order: tuple[int, ...]
    discs: tuple[int, ...]
    siesta: tuple[int, ...]
    roof: tuple[int, ...]
    rows: tuple[int, ...]
    crafted: tuple[int, ...]
    first_vp: tuple[int, ...]
    closed: tuple[int, ...]
    market: tuple[int, ...]
    dice: tuple[int, ...]
    marks: tuple[int, ...]
    rival_die: int
    rolls: int


@dataclass(frozen=True, slots=True)
class Cards:
    """Hands, draw pile and discards."""

    hands: tuple[tuple[int, ...], ...]
    """The hand cards of each seat, none where they are hidden (LG-HID-1, LG-HID-7)."""
    held: tuple[int, ...]
    """How many hand cards each seat has from each pile, the first pile first: all of them, those
    that are shown as well. For a card in the open `pile_of` says from which pile it came."""
    pile: int
    """How many cards the draw pile holds (LG-CHANCE-3)."""
    pile_number: int
    pile_of: tuple[int, ...]
    discards: tuple[int, ...]
