"""The static facts of La Granja."""

from __future__ import annotations

from siurell.games.base import Below, Game, Layout, Move, Option, Options
from siurell.games.component_file import parse_components
from siurell.games.la_granja.catalogue import Catalogue
from siurell.games.la_granja.checking import check_components, check_length
from siurell.games.la_granja.components import (
    Components,
    read_components,
    shipped,
    shipped_text,
)
from siurell.games.la_granja.laying_out import lay_out
from siurell.games.la_granja.longest_match import longest_match
from siurell.games.la_granja.notation import parse_move
from siurell.games.la_granja.rules import Rules
from siurell.games.la_granja.state import LaGranjaState


class LaGranja(Game):
    """La Granja for one to four players, with the shipped components or others.

    >>> granja = LaGranja()
    >>> state = granja.new_state(2, granja.check_options({}))
    >>> state.chance().key
    'first/player'
    """

    __slots__ = ("_box", "_catalogue", "_longest", "_rules")

    def __init__(self, components: Components | None = None) -> None:
        self._box = components
        self._catalogue: Catalogue | None = None
        self._rules: dict[int, Rules] = {}
        self._longest: dict[int, int] = {}

    @property
    def name(self) -> str:
        """``la_granja``."""
        return "la_granja"

    @property
    def components(self) -> Components:
        """What is played with; the shipped data is read on first use."""
        if self._box is None:
            self._box = shipped()
        return self._box

    @property
    def catalogue(self) -> Catalogue:
        """All moves there are with these components."""
        if self._catalogue is None:
            self._catalogue = Catalogue(self.components)
        return self._catalogue

    @property
    def min_seats(self) -> int:
        """Fewest players."""
        return self.components.constants.min_players

    @property
    def max_seats(self) -> int:
        """Most players."""
        return self.components.constants.max_players

    @property
    def rules_version(self) -> str:
        """Moves when the same events could lead to another result."""
        return "la_granja-1"

    @property
    def options(self) -> tuple[Option, ...]:
        """There are none (LG-OPT-1)."""
        return ()

    @property
    def components_digest(self) -> str:
        """Empty for the shipped data, else the digest of the file in its place."""
        return "" if self.components.digest == shipped().digest else self.components.digest

    def with_components(self, text: str) -> LaGranja:
        """La Granja with the data of another file; `ComponentsError` tells what is wrong in it."""
        data = parse_components(text)
        check_components(data)
        game = LaGranja(read_components(data))
        check_length(game.max_decisions(game.max_seats))
        return game

    def shipped_components(self) -> str:
        """``la_granja.toml``."""
        return shipped_text()

    def max_decisions(self, seats: int) -> int:
        """No match is longer (LG-TERM)."""
        known = self._longest.get(seats)
        if known is None:
            known = self._longest[seats] = longest_match(self.rules(seats))
        return known

    def new_state(self, seats: int, options: Options) -> LaGranjaState:
        """The table before the first player is known."""
        return LaGranjaState(self.rules(seats))

    def rules(self, seats: int) -> Rules:
        """The rules of a match; matches with the same number of seats share them."""
        known = self._rules.get(self.check_seats(seats))
        if known is None:
            known = self._rules[seats] = Rules(seats, self.components, self.catalogue)
        return known

    def layout(self, stream: str, seats: int, options: Options, below: Below) -> Layout:
        """What chance brings, laid out before the game (LG-CHANCE-6)."""
        return lay_out(stream, self.rules(seats).luck, below)

    def parse_move(self, text: str) -> Move:
        """Read a move's notation (LG-DEC-2)."""
        return parse_move(text, self.catalogue)
