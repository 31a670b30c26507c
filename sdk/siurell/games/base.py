"""The contract between the rules of a game and everything that drives them.

A `Game` holds the static facts; a `State` is one point of one match. Chance is a player: when
`State.to_act` is `CHANCE`, `State.chance()` says which event is due, and whoever drives the state
answers it. A state holds no random generator and no hidden order, so nothing can leak from it.

This module knows no game, no clock and no wire, and imports the standard library only. It is typed
plainly, so that mypyc can compile it together with the games: `Chance` and `Observation` do without
the metaclass of `ABC`, since a frozen dataclass derived from an ABC fails once it is compiled.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from siurell.errors import IllegalMoveError, OptionError

CHANCE: Final = -1
"""What `State.to_act` says when a chance event is due."""

SPECTATOR: Final = -2
"""The viewer who holds no seat and sees what is public."""

Below = Callable[[int], int]
"""``below(n)``: an unbiased whole number from 0 to n - 1."""


class Move:
    """One decision of a seat: a frozen value; ``str(move)`` is its canonical ASCII notation.

    Each game has one frozen, slotted dataclass for every kind of decision. The notation is the
    only serial form of a move.
    """

    __slots__ = ()


class ChanceOutcome:
    """What a chance event came to: a frozen value; ``str(outcome)`` is its canonical notation."""

    __slots__ = ()


Event = Move | ChanceOutcome
"""What a state is moved on by."""


class Chance:
    """A chance event that is due."""

    __slots__ = ()

    @property
    @abstractmethod
    def stream(self) -> str:
        """The stream of the event, such as ``tiles``: what is laid out together."""

    @property
    @abstractmethod
    def item(self) -> str:
        """The place of the event in its stream, such as ``arta/2``: never twice in a match."""

    @property
    def key(self) -> str:
        """Stream and item in one, such as ``tiles/arta/2``."""
        return f"{self.stream}/{self.item}"

    @abstractmethod
    def allows(self, outcome: ChanceOutcome) -> bool:
        """Whether the outcome is possible now."""

    @abstractmethod
    def weights(self) -> list[tuple[ChanceOutcome, int]] | None:
        """All possible outcomes with whole-number weights, sorted by text; None when too many."""

    @abstractmethod
    def draw(self, below: Below) -> ChanceOutcome:
        """Draw an outcome with the right chances: for bots and tests, never for a match."""

    @abstractmethod
    def parse(self, text: str) -> ChanceOutcome:
        """Read an outcome's notation (`InvalidMoveError` when it is none)."""


Layout = Mapping[str, Sequence[ChanceOutcome]]
"""For each item of a stream its outcomes in order of preference; the first possible one comes."""


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that may be played in more than one way; the first value is the default."""

    name: str
    values: tuple[str, ...]
    rule: str

    @property
    def default(self) -> str:
        """The value that holds when nothing is said."""
        return self.values[0]


Options = Mapping[str, str]
"""A value for every option of a game."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended by its rules, one entry a seat.

    ``placements`` count from 1; equal ones share the place and the next place is skipped.
    ``grade`` is a word for a solo result, empty elsewhere.
    """

    scores: tuple[int, ...]
    placements: tuple[int, ...]
    grade: str = ""


class Observation:
    """All that a viewer may know of a state: frozen, equal for states that differ only elsewhere.

    It is built from what the viewer may know, never by deleting from a copy of the state.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def viewer(self) -> int:
        """The seat that sees this, or `SPECTATOR`."""

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """As `State.to_act`."""

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """The viewer's legal moves; empty when it is not the viewer who decides."""

    @abstractmethod
    def determinize(self, rng: random.Random) -> State:
        """A full state that agrees with all the viewer knows; hidden parts are drawn from `rng`."""


class State(ABC):
    """One point of one match. `apply` changes it in place; `copy` is cheap."""

    __slots__ = ()

    @property
    @abstractmethod
    def seats(self) -> int:
        """Number of seats."""

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat that decides, `CHANCE` when a chance event is due, None when it is over."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """Grows with each turn of the rule book; a clock's increment hangs on it."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """The phase of the rule book in one word."""

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """All moves of the seat that decides, sorted in byte order of their texts, none twice."""

    @abstractmethod
    def chance(self) -> Chance:
        """The chance event that is due (only when `to_act` is `CHANCE`)."""

    @abstractmethod
    def apply(self, event: Event) -> None:
        """Move the state on by a legal move or a possible outcome.

        Legality is not checked: ask `check` first where the event comes from outside.
        """

    @abstractmethod
    def copy(self) -> State:
        """An independent copy."""

    @abstractmethod
    def key(self) -> tuple[object, ...]:
        """A hashable value, equal exactly for states that play on in the same way."""

    @abstractmethod
    def outcome(self) -> Outcome:
        """Scores and placements as the state stands; final when `to_act` is None."""

    @abstractmethod
    def observe(self, viewer: int) -> Observation:
        """What the viewer (a seat or `SPECTATOR`) may know."""

    @abstractmethod
    def why_illegal(self, move: Move) -> str | None:
        """None for a legal move, otherwise a sentence that says why not."""

    @abstractmethod
    def text_for(self, viewer: int, event: Event) -> str:
        """What the viewer may read of an event that is about to be applied."""

    def check(self, move: Move) -> None:
        """Raise `IllegalMoveError` with the reason unless the move is legal."""
        reason = self.why_illegal(move)
        if reason is not None:
            raise IllegalMoveError(f"`{move}` is not legal: {reason}")


class Game(ABC):
    """The static facts of a game."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The key of the game, such as ``finca``."""

    @property
    @abstractmethod
    def min_seats(self) -> int:
        """Fewest seats."""

    @property
    @abstractmethod
    def max_seats(self) -> int:
        """Most seats."""

    @property
    @abstractmethod
    def rules_version(self) -> str:
        """Moves when the same events could lead to another result; replays carry it."""

    @property
    @abstractmethod
    def options(self) -> tuple[Option, ...]:
        """The options, each with its default first."""

    @property
    def components_digest(self) -> str:
        """What tells the components from the shipped ones: SHA-256 in hexadecimal, else empty.

        It is empty for the shipped data, which belongs to the version of the rules.
        """
        return ""

    def with_components(self, text: str) -> Game:
        """The game of the same name with the components of a file, given its text in TOML.

        Raises `ComponentsError` with a sentence for each mistake in it, and `OptionError` when
        the components of this game cannot be replaced, as it is unless a game says otherwise.
        """
        raise self._refuse_components()

    def shipped_components(self) -> str:
        """The text of the shipped components file, to begin with; `OptionError` as above."""
        raise self._refuse_components()

    def _refuse_components(self) -> OptionError:
        return OptionError(
            f"The components of {self.name} are as they are; they cannot be replaced by a file.",
            reason="FIXED_COMPONENTS",
        )

    @abstractmethod
    def max_decisions(self, seats: int) -> int:
        """No match has more decisions than this."""

    @abstractmethod
    def new_state(self, seats: int, options: Options) -> State:
        """The state before the first event; `options` as `check_options` gives them."""

    @abstractmethod
    def layout(self, stream: str, seats: int, options: Options, below: Below) -> Layout:
        """Lay a stream of chance out: asked once per stream and match by the dealer."""

    @abstractmethod
    def parse_move(self, text: str) -> Move:
        """Read a move's notation (`InvalidMoveError` when it is not exactly canonical)."""

    def check_seats(self, seats: int) -> int:
        """The number of seats, or `OptionError` when the game has no such number."""
        if not self.min_seats <= seats <= self.max_seats:
            raise OptionError(
                f"{self.name} is for {self.min_seats} to {self.max_seats} seats, not {seats}.",
                reason="BAD_SEATS",
            )
        return seats

    def check_options(self, given: Mapping[str, str]) -> dict[str, str]:
        """Every option with its value, defaults filled in (`OptionError` when one is unknown)."""
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise OptionError(
                    f"{self.name} has no option `{name}`; it has {', '.join(known) or 'none'}.",
                )
            if value not in known[name].values:
                raise OptionError(
                    f"`{value}` is no value of {name}; it takes {', '.join(known[name].values)}."
                )
        return {name: given.get(name, option.default) for name, option in known.items()}
