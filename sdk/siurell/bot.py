"""A bot: one class with one method to write.

What lives here is what a bot's author touches: `Bot`, the `View` that it chooses by, and the
`MatchInfo` that it is made with. How questions reach a bot is not known here, but for `Bot.run`,
which hands the class to `siurell.client`.
"""

from __future__ import annotations

import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from siurell.games.base import Game, Move, Observation, State
from siurell.match.clock import TimeControl
from siurell.match.events import ClockView


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """What a bot is told before its first question. ``labels`` is empty in a rated match."""

    match_id: str
    game: Game
    options: Mapping[str, str]
    seats: int
    seat: int
    time: TimeControl
    labels: tuple[str, ...] = ()


class View:
    """One question: what the bot sees, its legal moves and its clock."""

    __slots__ = ("_moves", "clock", "decision_id", "events", "observation", "seat")

    def __init__(
        self,
        observation: Observation,
        clock: ClockView,
        events: tuple[str, ...],
        seat: int,
        decision_id: int,
    ) -> None:
        self.observation = observation
        """What this seat may know of the position, typed per game."""
        self.clock = clock
        """Microseconds: ``limit_us`` for this decision, ``bank_us``, ``last_charge_us``…"""
        self.events = events
        """What happened since this seat's last decision, in the game's notation."""
        self.seat = seat
        """The seat that decides."""
        self.decision_id = decision_id
        """The number of the question in its match."""
        self._moves: list[Move] | None = None

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, sorted by their notation; there are always at least two."""
        if self._moves is None:
            self._moves = self.observation.legal_moves()
        return self._moves

    def determinize(self, rng: random.Random) -> State:
        """A full state to search with, that agrees with all that this seat knows."""
        return self.observation.determinize(rng)


class Bot(ABC):
    """Derive from this and write `choose`. A new object is made for each match.

    ``self.match`` says which game, seat and options; ``self.rng`` is a `random.Random` of the
    match, so that a bot which draws from it alone can be run again from a replay.
    """

    def __init__(self, match: MatchInfo, rng: random.Random) -> None:
        self.match = match
        self.rng = rng

    def start(self) -> None:  # noqa: B027 - a hook that most bots leave empty
        """Get ready for the match, within the start-up limit; never charged to the clock."""

    @abstractmethod
    def choose(self, view: View) -> Move | str:
        """Answer a question with one of ``view.legal_moves``, or with its notation."""

    def log(self, *values: object) -> None:
        """Write a line to the bot's log (stderr, kept for each match)."""
        print(*values, file=sys.stderr, flush=True)

    @classmethod
    def run(cls) -> None:
        """Play for the session in the environment until the referee ends it."""
        from siurell.client.process import run_bot

        run_bot(cls)


def choice_text(choice: object) -> str:
    """The answer that a choice comes to: a move's notation; of anything else what Python shows.

    >>> choice_text("move 3"), choice_text(None)
    ('move 3', 'None')
    """
    return str(choice) if isinstance(choice, Move | str) else repr(choice)
