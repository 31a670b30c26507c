"""What can be read of a running match: its position, its seats, its open question, its end."""

from __future__ import annotations

from collections.abc import Callable

from siurell.games.base import Game, Move, State
from siurell.match.config import MatchConfig, check_config
from siurell.match.dealer import Dealer
from siurell.match.events import Effect
from siurell.match.position import Position
from siurell.match.question import Question
from siurell.match.result import MatchResult
from siurell.match.seats import Seat, SeatState


class Standing:
    """How a match stands. Nothing here changes it; ``emit`` takes the records of its position."""

    def __init__(
        self, game: Game, config: MatchConfig, dealer: Dealer, emit: Callable[[Effect], None]
    ) -> None:
        check_config(game, config)
        self._config = config
        self._seats = [Seat(config.time) for _ in range(config.seats)]
        self._position = Position(game, config, dealer, self._seats, emit)
        self._begun_ns: int | None = None
        self._question: Question | None = None
        self._result: MatchResult | None = None

    @property
    def config(self) -> MatchConfig:
        """What was agreed before the match."""
        return self._config

    @property
    def state(self) -> State:
        """The position: to observe and to copy, never to change."""
        return self._position.state

    @property
    def open_question(self) -> tuple[int, int] | None:
        """Seat and decision id of the question that waits for its answer."""
        question = self._question
        return None if question is None else (question.seat, question.decision_id)

    @property
    def open_moves(self) -> tuple[Move, ...]:
        """The legal moves of the open question; empty when there is none."""
        return () if self._question is None else tuple(self._question.moves)

    @property
    def waits_since_ns(self) -> int:
        """Since when a lag of the driver counts: since the question, or since the match began."""
        return (self._begun_ns or 0) if self._question is None else self._question.clock_ns

    @property
    def seat_states(self) -> tuple[SeatState, ...]:
        """Where every seat stands."""
        return tuple(seat.state for seat in self._seats)

    @property
    def decisions(self) -> int:
        """Decisions made so far, forced and substitute ones included."""
        return self._position.decisions

    @property
    def result(self) -> MatchResult | None:
        """How the match ended; None while it runs."""
        return self._result
