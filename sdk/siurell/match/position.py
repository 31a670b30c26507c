"""The position of a running match: plays what needs nobody's answer, and records all of it.

Chance is answered by the dealer, the only legal move is played as forced, and for a seat that has
forfeited a substitute plays. What every seat may read of it is kept until it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from siurell.errors import IllegalMoveError, InvalidMoveError, MatchError
from siurell.games.base import CHANCE, SPECTATOR, Event, Game, Move, State
from siurell.match.config import MatchConfig
from siurell.match.dealer import Dealer
from siurell.match.events import (
    ChanceRecord,
    ForcedRecord,
    MatchRecord,
    Record,
    SubstituteRecord,
)
from siurell.match.faults import Fault
from siurell.match.ranking import called_off, rank
from siurell.match.result import MatchResult
from siurell.match.seats import Seat

_NOBODY: Final = -1


class Position:
    """The state of one match and how it moves on. ``emit`` takes each `Record`."""

    __slots__ = ("_dealer", "_emit", "_game", "_max_decisions", "_seats", "decisions", "state")

    def __init__(
        self,
        game: Game,
        config: MatchConfig,
        dealer: Dealer,
        seats: Sequence[Seat],
        emit: Callable[[Record], None],
    ) -> None:
        self.state: State = game.new_state(config.seats, config.options)
        self.decisions = 0
        """Decisions made so far, by anyone."""
        self._game = game
        self._dealer = dealer
        self._max_decisions = game.max_decisions(config.seats)
        self._seats = seats
        self._emit = emit

    def play_on(self) -> tuple[int, list[Move]] | None:
        """Play until a seat has to be asked: it and its legal moves, or None when it is over.

        Raises `MatchError` when the rules of the game do not hold what they promise.
        """
        state = self.state
        while (seat := state.to_act) is not None:
            if seat == CHANCE:
                chance = state.chance()
                outcome = self._dealer.answer(chance)
                self._apply(outcome, ChanceRecord(chance.key, str(outcome)), _NOBODY)
                continue
            moves = state.legal_moves()
            if len(moves) == 1:
                self._decide(moves[0], ForcedRecord(seat, str(moves[0])), _NOBODY)
            elif not moves:
                raise MatchError("The rules left a seat without a legal move.", reason="GAME")
            elif self._seats[seat].fault is not None:
                texts = [str(move) for move in moves]
                place = self._dealer.substitute(self.decisions, texts)
                self._decide(moves[place], SubstituteRecord(seat, texts[place]), _NOBODY)
            else:
                return seat, moves
        return None

    def read(self, text: str, moves: Sequence[Move]) -> Move:
        """The legal move that a seat wrote.

        Raises `RulesError` with the reason when it is no move, not canonical or not legal now.
        """
        move = self._game.parse_move(text)
        if str(move) != text:
            raise InvalidMoveError(f"the move is written `{move}`.")
        if move not in moves:
            reason = self.state.why_illegal(move) or "it is none of the legal moves."
            raise IllegalMoveError(reason)
        return move

    def play(self, seat: int, move: Move, record: MatchRecord) -> None:
        """Play a seat's own decision; from here on it is told what happens next."""
        self._seats[seat].events.clear()
        self._decide(move, record, seat)

    def result(self, faults: Sequence[Fault | None]) -> MatchResult:
        """How the match ended, by the position as it stands and the faults of the seats."""
        outcome = self.state.outcome()
        grade = outcome.grade if self.state.to_act is None else ""
        return MatchResult(rank(outcome, faults), self.decisions, self.state.turn, grade)

    def called_off(self, reason: str) -> MatchResult:
        """The result of an aborted match: it counts for nobody."""
        seats = called_off(len(self._seats))
        return MatchResult(seats, self.decisions, self.state.turn, reason=reason)

    def _decide(self, move: Move, record: MatchRecord, own: int) -> None:
        if self.decisions == self._max_decisions:
            raise MatchError(
                f"The game did not end within {self._max_decisions} decisions.", reason="GAME"
            )
        self.decisions += 1
        self._apply(move, record, own)

    def _apply(self, event: Event, record: MatchRecord, own: int) -> None:
        state = self.state
        for number, seat in enumerate(self._seats):
            if number != own and seat.fault is None:
                seat.events.append(state.text_for(number, event))
        self._emit(Record(record, state.text_for(SPECTATOR, event)))
        state.apply(event)
