"""The static facts of Finca."""

from __future__ import annotations

from siurell.games.base import Below, Game, Layout, Move, Option, Options
from siurell.games.finca.chance import lay_out
from siurell.games.finca.components import components
from siurell.games.finca.notation import parse_move
from siurell.games.finca.rules import options_of_finca, rules_of
from siurell.games.finca.state import FincaState


class Finca(Game):
    """Finca for two to four players.

    >>> finca = Finca()
    >>> state = finca.new_state(2, finca.check_options({}))
    >>> state.chance().key
    'blades/wheel'
    """

    __slots__ = ()

    @property
    def name(self) -> str:
        """``finca``."""
        return "finca"

    @property
    def min_seats(self) -> int:
        """Fewest players (F-SETUP-9)."""
        return min([seats for seats, _ in components().setups])

    @property
    def max_seats(self) -> int:
        """Most players (F-SETUP-9)."""
        return max([seats for seats, _ in components().setups])

    @property
    def rules_version(self) -> str:
        """Moves when the same events could lead to another result."""
        return "finca-1"

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, each with its default first (F-OPT)."""
        return options_of_finca()

    def max_decisions(self, seats: int) -> int:
        """Placements, turns and one second half for each player (F-FINITE-1)."""
        box = components()
        return box.setup(seats).farmers_each * seats + box.max_turns + seats

    def new_state(self, seats: int, options: Options) -> FincaState:
        """The table before the blades are laid."""
        return FincaState(rules_of(self.check_seats(seats), options))

    def layout(self, stream: str, seats: int, options: Options, below: Below) -> Layout:
        """Blades, finca tiles or all piles, laid out before the game (F-CHANCE-3)."""
        return lay_out(stream, below)

    def parse_move(self, text: str) -> Move:
        """Read a move's notation (F-NOTE)."""
        return parse_move(text)
