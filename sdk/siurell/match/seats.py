"""Where a seat of a match stands: the table of its states, and what the core keeps of it.

The table is the whole truth about the life of a seat; `MatchCore` moves a seat only by `Seat.on`.
That a seat has lost its line is a flag beside the table, since a seat may lose it in any state.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from siurell.errors import MatchError
from siurell.match.clock import Clock, TimeControl
from siurell.match.faults import Fault


class SeatState(Enum):
    """Where a seat stands."""

    EXPECTED = "expected"
    """It has not shaken hands yet."""
    READY = "ready"
    """It can be asked; the match has not started."""
    WAITING = "waiting"
    """The match runs and the seat is not asked."""
    THINKING = "thinking"
    """Its question is open and its clock runs."""
    DONE = "done"
    """It has forfeited, or the match is over: it is never asked again."""


class Trigger(Enum):
    """What moves a seat from one state to another."""

    READY = "ready"
    START = "start"
    ASK = "ask"
    ANSWER = "answer"
    FAULT = "fault"
    FINISH = "finish"


TRANSITIONS: Final[dict[tuple[SeatState, Trigger], SeatState]] = {
    (SeatState.EXPECTED, Trigger.READY): SeatState.READY,
    (SeatState.READY, Trigger.START): SeatState.WAITING,
    (SeatState.WAITING, Trigger.ASK): SeatState.THINKING,
    (SeatState.THINKING, Trigger.ANSWER): SeatState.WAITING,
    (SeatState.EXPECTED, Trigger.FAULT): SeatState.DONE,
    (SeatState.READY, Trigger.FAULT): SeatState.DONE,
    (SeatState.WAITING, Trigger.FAULT): SeatState.DONE,
    (SeatState.THINKING, Trigger.FAULT): SeatState.DONE,
    (SeatState.EXPECTED, Trigger.FINISH): SeatState.DONE,
    (SeatState.READY, Trigger.FINISH): SeatState.DONE,
    (SeatState.WAITING, Trigger.FINISH): SeatState.DONE,
    (SeatState.THINKING, Trigger.FINISH): SeatState.DONE,
    (SeatState.DONE, Trigger.FINISH): SeatState.DONE,
}
"""Every move of a seat that there is."""


class Seat:
    """One seat of a running match."""

    __slots__ = (
        "answered",
        "clock",
        "events",
        "fault",
        "lost_ns",
        "notes",
        "state",
    )

    def __init__(self, control: TimeControl) -> None:
        self.state = SeatState.EXPECTED
        self.clock = Clock(control)
        self.events: list[str] = []
        """What happened since its last decision, as it may read it."""
        self.answered = 0
        """The decision that it answered last; 0: none."""
        self.notes = 0
        """How many harmless things it did so far: too many are a flood."""
        self.lost_ns: int | None = None
        """Since when its line is lost; None while it stands."""
        self.fault: Fault | None = None
        """Its forfeit, if it has."""

    def on(self, trigger: Trigger) -> None:
        """Move by the table; a trigger that it does not have here is a bug of the core."""
        state = TRANSITIONS.get((self.state, trigger))
        if state is None:
            raise MatchError(f"A seat that is {self.state.value} has no `{trigger.value}`.")
        self.state = state

    def kind_of_answer(self, decision_id: int) -> str:
        """How an answer to a decision that is not open is noted."""
        if 1 <= decision_id <= self.answered:
            return "double" if decision_id == self.answered else "stale"
        return "unasked"
