"""What all checks share: the game under test, its seeds, and the account of what was tried."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from siurell.games.base import SPECTATOR, Event, Game, State
from siurell.match.dealer import Dealer

Census = Callable[[State], Mapping[str, Sequence[int]]]
"""For each component of a game, how many lie at each place where it can be."""

Reveals = Callable[[State, Event], bool]
"""Whether an event that is about to be applied makes public what no text had told before."""


class GameContractError(AssertionError):
    """A game breaks the contract of `siurell.games.base`; the sentence says where and how."""


@dataclass(slots=True)
class GameReport:
    """What `check_game` went through: a check that met nothing to check has proved nothing."""

    matches: int = 0
    decisions: int = 0
    chance_events: int = 0
    near_misses: int = 0
    longest_list: int = 0
    shared_items: int = 0
    dealt_outcomes: int = 0
    twins: int = 0
    determinizations: int = 0
    censuses: int = 0


@dataclass(frozen=True, slots=True)
class Setting:
    """One game at one number of seats, and how thoroughly it is tried."""

    game: Game
    seats: int
    options: dict[str, str]
    matches: int
    seed: int
    census: Census | None = None
    reveals: Reveals | None = None
    report: GameReport = field(default_factory=GameReport)

    @property
    def viewers(self) -> tuple[int, ...]:
        """All who may look at a state."""
        return (*range(self.seats), SPECTATOR)

    def new_state(self) -> State:
        """The state before the first event."""
        return self.game.new_state(self.seats, self.options)

    def rng(self, purpose: str, number: int) -> random.Random:
        """A random generator that depends on the seed, the purpose and the number alone."""
        return random.Random(f"{self.seed}/{self.game.name}/{self.seats}/{purpose}/{number}")

    def match_seed(self, number: int) -> bytes:
        """The seed of a match, 32 bytes."""
        return hashlib.sha256(f"{self.seed}/{self.seats}/{number}".encode()).digest()

    def dealer(self, number: int) -> Dealer:
        """A new dealer of the match with this number."""
        return Dealer(self.game, self.seats, self.options, self.match_seed(number))

    def require(self, held: bool, sentence: str) -> None:
        """Raise `GameContractError` with the sentence and where it was seen, unless it holds."""
        if not held:
            raise GameContractError(f"{self.game.name}, {self.seats} seats: {sentence}")
