"""What a viewer sees of Finca: everything that lies on the table, the same for all (F-INFO).

Built field by field from what is public. Nothing hidden is in a state, so nothing is left out.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from siurell.games.base import Move, Observation

if TYPE_CHECKING:
    from siurell.games.finca.state import FincaState


@dataclass(frozen=True, slots=True)
class FincaObservation(Observation):
    """One position. Numbers are places in the component data; -1 stands for nothing.

    The tables are flat: seat after seat, and in a seat blade after blade or fruit after fruit.
    """

    viewer: int = field()
    to_act: int | None = field()
    options: Mapping[str, str] = field(hash=False)
    phase: str = field()
    """setup, intro, turn, second or over."""
    mover: int
    """The player whose turn it is."""
    turns: int
    """Turns played."""
    wheel: tuple[int, ...]
    """The fruit of each blade; empty before they lie."""
    farmers: tuple[int, ...]
    """Farmers on the wheel: twelve numbers a seat."""
    hand: tuple[int, ...]
    """Farmers not yet placed, a number a seat."""
    fruit: tuple[int, ...]
    """Held fruit: six numbers a seat."""
    carts: tuple[int, ...]
    """Held carts, a number a seat."""
    tops: tuple[int, ...]
    """The face of each region's top, -1 where none lies face up."""
    left: tuple[int, ...]
    """Tiles left in each region's pile, the top counted."""
    fincas: tuple[int, ...]
    """The finca tile of each region, -1 where there is none."""
    tiles: tuple[tuple[int, ...], ...]
    """The faces that each seat collected, in order of taking."""
    won: tuple[tuple[int, ...], ...]
    """The finca tiles that each seat won, in order of winning."""
    actions: tuple[int, ...]
    """The unused action tiles of each seat as bits: double 1, gust 2, bigcart 4, less 8."""
    bonuses: tuple[tuple[int, ...], ...]
    """The bonus tiles that each seat took."""
    bonus_stack: tuple[int, ...]
    """The bonus tiles left, the top first."""
    wooden: int
    """Wooden fincas left."""
    reveals: tuple[int, ...]
    """Regions whose next tile is still to be turned up, in board order."""

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.hand)

    def legal_moves(self) -> list[Move]:
        """The viewer's legal moves; empty when it is not the viewer who decides."""
        if self.to_act != self.viewer:
            return []
        return self.rebuild().legal_moves()

    def determinize(self, rng: random.Random) -> FincaState:
        """A state that agrees with this; nothing is drawn, since a state hides nothing (F-INFO)."""
        return self.rebuild()

    def rebuild(self) -> FincaState:
        """The state that is seen, made from these fields alone."""
        from siurell.games.finca.rebuilding import rebuild

        return rebuild(self)
