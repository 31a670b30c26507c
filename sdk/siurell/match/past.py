"""What a match was when its driver died: its records, played again by the rules that made them.

Chance, forced moves and substitutes come as they came before, clocks are charged as they were, and
every fault and note stands. Nothing is taken from a record that the rules give themselves. Then the
open question is put afresh, and what ran before is not charged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from siurell.errors import MatchError, RulesError
from siurell.match import events as ev
from siurell.match.position import Position
from siurell.match.question import LEFT_LIMIT_US
from siurell.match.ranking import faults_of
from siurell.match.result import Cause
from siurell.match.seats import Seat, SeatState, Trigger

RESUMED: Final = "resumed"
"""The kind of the note that a restarted driver leaves; it counts against nobody."""


@dataclass(slots=True)
class Past:
    """What the core has to know besides position and seats."""

    last_id: int = 0
    """The newest decision that was asked and is closed."""
    fault_order: int = 0
    started: bool = False
    """Whether play had started for certain."""
    past_us: int = 0
    """How long the match had been running when the last thing with a time happened."""
    thinking_us: int = 0
    """How long a bot may still be thinking, deaf to the line that broke meanwhile."""


def play_again(
    position: Position,
    seats: Sequence[Seat],
    records: Sequence[ev.MatchRecord],
    emit: Callable[[ev.Effect], None],
) -> Past:
    """Bring a new position and its seats to where the records end.

    Raises `MatchError` at the first record that the rules do not give.
    """
    replayer = _Replayer(position, seats, records, emit)
    for place, record in enumerate(records, 1):
        try:
            replayer.play(record)
        except (MatchError, RulesError) as error:
            raise MatchError(f"Record {place} does not hold: {error}", reason="PAST") from None
    replayer.past.thinking_us = max(map(_thinking_us, seats))
    return replayer.past


class _Replayer:
    """One pass over the records."""

    def __init__(
        self,
        position: Position,
        seats: Sequence[Seat],
        records: Sequence[ev.MatchRecord],
        emit: Callable[[ev.Effect], None],
    ) -> None:
        self._position = position
        self._seats = seats
        self._emit = emit
        forfeits = [record for record in records if isinstance(record, ev.FaultRecord)]
        self._faults = faults_of(forfeits, len(seats))
        self.past = Past()

    def play(self, record: ev.MatchRecord) -> None:
        if isinstance(record, ev.NoteRecord):
            self._seats[record.seat].notes += record.kind != RESUMED
            self._emit(ev.Record(record))
            return
        if isinstance(record, ev.FaultRecord):
            self._forfeit(record)
            return
        self.past.started = True
        if isinstance(record, ev.DecisionRecord):
            self._decide(record)
        else:
            self._position.play_again(record)

    def _decide(self, record: ev.DecisionRecord) -> None:
        self._asked(record.seat, record.charged_us)
        self._seats[record.seat].answered = self.past.last_id
        self._reached(record.asked_us + record.charged_us + record.lag_us)
        self._position.decide_again(record)

    def _forfeit(self, record: ev.FaultRecord) -> None:
        number, evidence = record.seat, record.evidence
        seat, fault = self._seats[number], self._faults[number]
        assert fault is not None
        if evidence.asked_us is not None:
            self._asked(number, evidence.charged_us or 0)
            self._reached(evidence.asked_us + (evidence.charged_us or 0))
        elif record.cause is Cause.NO_SHOW:
            self._reached(evidence.limit_us or 0)
        self._reached(evidence.received_us or 0)
        seat.on(Trigger.FAULT)
        seat.fault = fault
        self.past.fault_order = fault.order
        self._emit(ev.Record(record))
        self._emit(ev.Tell(number, record.cause, evidence))

    def _asked(self, number: int, charged_us: int) -> None:
        """A question was put and is closed."""
        clock = self._seats[number].clock
        clock.question(self._position.state.turn)
        if clock.charge(charged_us) != charged_us:
            raise MatchError(f"{charged_us} us were charged, more than seat {number} had.")
        self.past.last_id += 1
        self.past.started = True

    def _reached(self, at_us: int) -> None:
        self.past.past_us = max(self.past.past_us, at_us)


def _thinking_us(seat: Seat) -> int:
    if seat.state is SeatState.DONE:
        return 0
    limit_us = seat.clock.limit_us
    return LEFT_LIMIT_US if limit_us is None else limit_us
