"""What goes into a `MatchCore` and what comes out of it: plain frozen values.

Events are facts that a driver reports together with the time; effects are what the driver has to
do, in the order in which they come.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from siurell.match.result import Cause, Evidence, MatchResult

# ---------------------------------------------------------------------------------- events


@dataclass(frozen=True, slots=True)
class Begin:
    """The match is open: the start-up limit runs from now. The first event, once."""


@dataclass(frozen=True, slots=True)
class SeatReady:
    """The seat shook hands and can be asked. ``lag_us`` is the driver's own lateness until now."""

    seat: int
    lag_us: int = 0


@dataclass(frozen=True, slots=True)
class QuestionWritten:
    """The question has left the driver; its clock starts now."""

    decision_id: int


@dataclass(frozen=True, slots=True)
class DecisionReceived:
    """A seat answered. ``lag_us`` is the driver's own lateness in the span of the question."""

    seat: int
    decision_id: int
    text: str
    lag_us: int = 0


@dataclass(frozen=True, slots=True)
class SeatFaulted:
    """A seat broke the protocol (`Cause.PROTOCOL`) or reported that it failed (`Cause.CRASH`)."""

    seat: int
    cause: Cause
    evidence: Evidence = field(default_factory=Evidence)


@dataclass(frozen=True, slots=True)
class SeatLost:
    """The seat's stream is gone; its clock keeps running."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatBack:
    """The seat came back with its token; the newest login wins."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatGone:
    """The seat's process ended and will not be back."""

    seat: int
    evidence: Evidence = field(default_factory=Evidence)


@dataclass(frozen=True, slots=True)
class Resumed:
    """A match is taken up whose driver died: the first event, instead of `Begin`.

    ``records`` are those of its journal; they come out again as `Record`, first of all effects.
    The match goes on when every sound seat is ready once more, and is called off when that takes
    longer than ``wait_us`` and the time that a bot may be thinking.
    """

    records: tuple[MatchRecord, ...]
    wait_us: int


@dataclass(frozen=True, slots=True)
class Alarm:
    """The time of the last `SetAlarm` has come, and all that had arrived was handed on before."""

    lag_us: int = 0


@dataclass(frozen=True, slots=True)
class Abort:
    """The match is called off by its host; nobody's fault."""

    reason: str


SeatEvent = SeatReady | DecisionReceived | SeatFaulted | SeatLost | SeatBack | SeatGone
"""What a seat did or what became of it."""

DriverEvent = Begin | QuestionWritten | Resumed | Alarm | Abort
"""What the driver does."""

MatchEvent = SeatEvent | DriverEvent

# --------------------------------------------------------------------------------- records


@dataclass(frozen=True, slots=True)
class ChanceRecord:
    """A chance event and what it came to."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """A seat's own decision. ``asked_us`` counts from the start of the match."""

    seat: int
    text: str
    asked_us: int
    charged_us: int
    lag_us: int = 0


@dataclass(frozen=True, slots=True)
class ForcedRecord:
    """The only legal move, played without asking."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class SubstituteRecord:
    """A move played for a seat that has forfeited."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class FaultRecord:
    """A seat forfeits."""

    seat: int
    cause: Cause
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class NoteRecord:
    """Something harmless that happened: ``stale`` or ``double`` answers, ``lost``, ``back``…"""

    seat: int
    kind: str
    detail: str = ""


MatchRecord = (
    ChanceRecord | DecisionRecord | ForcedRecord | SubstituteRecord | FaultRecord | NoteRecord
)

# --------------------------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class ClockView:
    """What a seat may know of its clock, in microseconds; None where there is no such part.

    ``limit_us`` is what it has for this decision from now on.
    """

    bank_us: int | None
    increment_us: int
    cap_us: int | None
    limit_us: int | None
    last_charge_us: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Write this question to the seat, with its observation of the core's state.

    ``events`` are the texts of what happened since the seat was last asked, as it may read them.
    The driver answers with `QuestionWritten`. ``again`` marks a question that is put once more to
    a seat that came back: same decision, the clock has kept running.
    """

    seat: int
    decision_id: int
    clock: ClockView
    events: tuple[str, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell the seat that it is out of the match and why; it is not asked again."""

    seat: int
    cause: Cause
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class SetAlarm:
    """Post `Alarm` at this time (nanoseconds of the driver's clock); None: no alarm is wanted.

    It holds until the next one; an alarm that was posted is always answered by one.
    """

    at_ns: int | None


@dataclass(frozen=True, slots=True)
class Record:
    """Write this to the journal before acting on anything that follows.

    ``public`` is what a spectator may read of a chance event or a decision; empty elsewhere.
    """

    record: MatchRecord
    public: str = ""


@dataclass(frozen=True, slots=True)
class Finish:
    """The match is over. Comes exactly once, last."""

    result: MatchResult


Effect = Ask | Tell | SetAlarm | Record | Finish
