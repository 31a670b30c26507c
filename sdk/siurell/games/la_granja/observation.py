"""What a viewer may know of La Granja, as a value (LG-HID).

Hidden are the cards in other hands, those in the draw pile, and the donkey markers that others
chose until all have chosen. The rest lies on the table. It is put together in `viewing`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from siurell.games.base import Move, Observation
from siurell.games.la_granja.frames import Frame
from siurell.games.la_granja.rules import Rules

if TYPE_CHECKING:
    from siurell.games.la_granja.state import LaGranjaState

HIDDEN: Final = -1
"""In `LaGranjaObservation.chosen`: a marker was chosen, and which one is hidden (LG-HID-5)."""


@dataclass(frozen=True, slots=True)
class LaGranjaObservation(Observation):
    """One position. What is not explained here is the field of `Table` with the same name.

    The tables are flat: seat after seat, and in a seat good after good, slot after slot or building
    after building.
    """

    viewer: int = field()
    to_act: int | None = field()
    rules: Rules = field(repr=False)
    """The rules of the match: seats and components."""

    round: int
    stage: int
    at: int
    mover: int
    open: bool
    turns: int
    stack: tuple[Frame, ...]

    order: tuple[int, ...]
    discs: tuple[int, ...]
    siesta: tuple[int, ...]

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

    hands: tuple[tuple[int, ...], ...]
    """The hand cards of each seat, none where they are hidden (LG-HID-1, LG-HID-7)."""
    held: tuple[int, ...]
    """How many hand cards each seat has from each pile, the first pile first: all of them, those
    that are shown as well. For a card in the open `pile_of` says from which pile it came."""

    roof: tuple[int, ...]
    roofs: tuple[tuple[int, ...], ...]
    roof_used: tuple[int, ...]

    rows: tuple[int, ...]
    crafted: tuple[int, ...]
    first_vp: tuple[int, ...]
    closed: tuple[int, ...]
    market: tuple[int, ...]

    dice: tuple[int, ...]
    marks: tuple[int, ...]
    donkeys: tuple[int, ...]
    chosen: tuple[int, ...]
    """The donkey marker that each seat chose this round, 0 for none, `HIDDEN` for one that the
    viewer may not know yet."""
    rival_die: int
    rolls: int

    pile: int
    """How many cards the draw pile holds (LG-CHANCE-3)."""
    pile_number: int
    pile_of: tuple[int, ...]
    discards: tuple[int, ...]

    acts: int
    plays: int
    roof_bought: bool
    die: int
    took: int
    frees: int
    extras: int
    free_extras: int

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.rules.seats

    def hand_size(self, seat: int) -> int:
        """How many hand cards a seat has (LG-HID-1)."""
        piles = self.pile_number + 1
        return sum(self.held[seat * piles : (seat + 1) * piles])

    def legal_moves(self) -> list[Move]:
        """The viewer's legal moves; empty when it is not the viewer who decides."""
        if self.to_act != self.viewer:
            return []
        from siurell.games.la_granja.rebuilding import rebuild

        return rebuild(self).legal_moves()

    def determinize(self, rng: random.Random) -> LaGranjaState:
        """A state that agrees with this.

        The cards that are hidden are dealt anew from those that may be there, and a hidden donkey
        marker is one of those that may have been chosen, each equally likely.
        """
        from siurell.games.la_granja.rebuilding import determinize

        return determinize(self, rng)
