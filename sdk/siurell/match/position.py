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
    DecisionRecord,
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

_Step = ChanceRecord | ForcedRecord | SubstituteRecord | tuple[int, list[Move]]


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
        while self.state.to_act is not None:
            step = self._play_one()
            if isinstance(step, tuple):
                return step
        return None

    def play_again(self, record: ChanceRecord | ForcedRecord | SubstituteRecord) -> None:
        """Play what nobody decided, as it was recorded (`MatchError` when it comes otherwise)."""
        step = None if self.state.to_act is None else self._play_one()
        if step != record:
            raise MatchError(f"the rules do not come to `{record.text}`.")

    def decide_again(self, record: DecisionRecord) -> None:
        """Play a decision that was recorded (`MatchError`, `RulesError` when it was none)."""
        moves = self.state.legal_moves() if self.state.to_act == record.seat else []
        if len(moves) < 2 or self._seats[record.seat].fault is not None:
            raise MatchError(f"seat {record.seat} had nothing to decide.")
        self.play(record.seat, self.read(record.text, moves), record)

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

    def _play_one(self) -> _Step:
        """Play the one thing that is due and return its record, or who is to be asked for what."""
        state, seat = self.state, self.state.to_act
        record: ChanceRecord | ForcedRecord | SubstituteRecord
        if seat == CHANCE:
            chance = state.chance()
            outcome = self._dealer.answer(chance)
            record = ChanceRecord(chance.key, str(outcome))
            self._apply(outcome, record, _NOBODY)
            return record
        assert seat is not None
        moves = state.legal_moves()
        if not moves:
            raise MatchError("The rules left a seat without a legal move.", reason="GAME")
        place = 0
        if len(moves) == 1:
            record = ForcedRecord(seat, str(moves[0]))
        elif self._seats[seat].fault is None:
            return seat, moves
        else:
            texts = [str(move) for move in moves]
            place = self._dealer.substitute(self.decisions, texts)
            record = SubstituteRecord(seat, texts[place])
        self._decide(moves[place], record, _NOBODY)
        return record

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
