"""What a viewer sees of Farmini: everything but the order of the deck, the same for all (FM-INFO).

Built field by field from what is public. No order of the deck is in a state, so nothing is left
out.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from siurell.games.base import Move, Observation
from siurell.games.farmini.box import Components

if TYPE_CHECKING:
    from siurell.games.farmini.state import FarminiState


@dataclass(frozen=True, slots=True)
class FarminiObservation(Observation):
    """One position.

    A card is a number, its place in `box.cards`; a kind of animal is its place in `box.animals`.
    Multisets of cards are sorted, with a number for each card.
    """

    viewer: int = field()
    to_act: int | None = field()
    options: Mapping[str, str] = field(hash=False)
    box: Components = field(hash=False, repr=False)
    """The components that are played with."""
    phase: str = field()
    """take, put, fill (a card is to be turned up) or over."""
    mover: int
    """The player whose turn it is, or comes when the display is filled."""
    turns: int
    """Turns played."""
    display: tuple[int, ...]
    """The face-up cards, sorted."""
    deck: tuple[int, ...]
    """The cards of the deck, sorted; their order is hidden from everybody."""
    discards: tuple[int, ...]
    """The cards that are out of the game, sorted."""
    farms: tuple[tuple[int, ...], ...]
    """The cards of each seat's farm by X, then Y: X, Y, card, degrees, X, Y, card, degrees ...

    The farm card at 0,0 is among them.
    """
    animals: tuple[tuple[int, ...], ...]
    """The tokens of each seat in space order: X, Y, parcel (0 nw, 1 ne, 2 se, 3 sw), kind ..."""
    yard: tuple[int, ...]
    """Tokens of each kind in the yard; those that are still to be put lie there too."""
    putting: tuple[int, ...]
    """In phase put: kind, tokens still to put, and X, Y, parcel of the one before, if any."""

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.farms)

    def legal_moves(self) -> list[Move]:
        """The viewer's legal moves; empty when it is not the viewer who decides."""
        if self.to_act != self.viewer:
            return []
        return self.rebuild().legal_moves()

    def determinize(self, rng: random.Random) -> FarminiState:
        """A state that agrees with this; nothing is drawn, since nothing is hidden (FM-INFO)."""
        return self.rebuild()

    def rebuild(self) -> FarminiState:
        """The state that is seen, made from these fields alone."""
        from siurell.games.farmini.rebuilding import rebuild

        return rebuild(self)
