"""The static facts of Farmini."""

from __future__ import annotations

from siurell.games.base import Below, Game, Layout, Move, Option, Options
from siurell.games.component_file import parse_components
from siurell.games.farmini.box import AnimalCard, Components
from siurell.games.farmini.chance import lay_out
from siurell.games.farmini.checking import check_components
from siurell.games.farmini.components import components, read_components, shipped_text
from siurell.games.farmini.notation import parse_move
from siurell.games.farmini.rules import options_of, rules_of
from siurell.games.farmini.state import FarminiState


class Farmini(Game):
    """Farmini for one to four players, with the components of the data file or with others.

    >>> farmini = Farmini()
    >>> state = farmini.new_state(2, farmini.check_options({}))
    >>> len(state.legal_moves()), farmini.max_decisions(2)
    (36, 61)
    """

    __slots__ = ("_box",)

    def __init__(self, box: Components | None = None) -> None:
        self._box = box

    @property
    def components(self) -> Components:
        """What comes out of the box; the shipped data is read on first use."""
        if self._box is None:
            self._box = components()
        return self._box

    @property
    def name(self) -> str:
        """``farmini``."""
        return "farmini"

    @property
    def min_seats(self) -> int:
        """Fewest players: one, alone (FM-SOLO-1)."""
        return self.components.min_players

    @property
    def max_seats(self) -> int:
        """Most players: each has a farm card (FM-SETUP-1)."""
        return self.components.max_players

    @property
    def rules_version(self) -> str:
        """Moves when the same events could lead to another result."""
        return "farmini-1"

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, each with its default first (FM-OPT)."""
        return options_of(self.components)

    @property
    def components_digest(self) -> str:
        """Empty for the shipped cards, else the digest of the file in their place."""
        return "" if self.components.digest == components().digest else self.components.digest

    def with_components(self, text: str) -> Farmini:
        """Farmini with the cards of another file; `ComponentsError` tells what is wrong in it."""
        data = parse_components(text)
        check_components(data)
        return Farmini(read_components(data))

    def shipped_components(self) -> str:
        """``farmini.toml``."""
        return shipped_text()

    def max_decisions(self, seats: int) -> int:
        """A turn for each card but the wolves, and a put for each token (FM-FINITE-2)."""
        box = self.components
        turns = len(box.start_cards()) + len(box.deck(box.cards[box.farm].copies - seats))
        shown = [card.tokens * card.copies for card in box.cards if isinstance(card, AnimalCard)]
        return turns - box.wolves() + sum(shown)

    def new_state(self, seats: int, options: Options) -> FarminiState:
        """The first turn: the start cards lie in the display (FM-SETUP-2)."""
        return FarminiState(rules_of(self.components, self.check_seats(seats), options))

    def layout(self, stream: str, seats: int, options: Options, below: Below) -> Layout:
        """The deck, shuffled before the game (FM-CHANCE-2)."""
        return lay_out(stream, rules_of(self.components, seats, options), below)

    def parse_move(self, text: str) -> Move:
        """Read a move's notation (FM-NOTE)."""
        return parse_move(text, self.components)
