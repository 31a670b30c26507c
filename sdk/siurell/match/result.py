"""How a match ended: a placement, a cause and its evidence for every seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Cause(Enum):
    """Why a seat ended as it did: a closed list."""

    GAME_RULES = "game_rules"
    """Played to the end by the rules of the game."""
    TIMEOUT = "timeout"
    """Its clock ended before its answer came."""
    ILLEGAL_MOVE = "illegal_move"
    """It answered what is no move, or no legal one; there is no second try."""
    PROTOCOL = "protocol"
    """It sent garbage, too much, or too often."""
    CRASH = "crash"
    """Its process ended, or `choose` raised."""
    NO_SHOW = "no_show"
    """It was not ready within the start-up limit."""
    LEFT = "left"
    """Its stream was lost and not back before its clock ended."""
    ABORTED = "aborted"
    """The match was called off; nobody's fault."""


class Verdict(Enum):
    """The three classes of causes."""

    PLAYED = "played"
    BOT_FAULT = "bot_fault"
    NO_CONTEST = "no_contest"


VERDICTS: dict[Cause, Verdict] = {
    Cause.GAME_RULES: Verdict.PLAYED,
    Cause.TIMEOUT: Verdict.BOT_FAULT,
    Cause.ILLEGAL_MOVE: Verdict.BOT_FAULT,
    Cause.PROTOCOL: Verdict.BOT_FAULT,
    Cause.CRASH: Verdict.BOT_FAULT,
    Cause.NO_SHOW: Verdict.BOT_FAULT,
    Cause.LEFT: Verdict.BOT_FAULT,
    Cause.ABORTED: Verdict.NO_CONTEST,
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a verdict rests on. Times in microseconds; None where a fact does not apply.

    ``asked_us`` and ``received_us`` count from the start of the match. ``lag_us`` is how long the
    referee itself was held up while the seat was to answer: told beside a loss by time.
    """

    asked_us: int | None = None
    received_us: int | None = None
    charged_us: int | None = None
    limit_us: int | None = None
    exit_code: int | None = None
    signal: int | None = None
    stderr: str = ""
    detail: str = ""
    oom: bool = False
    """Whether it was ended since it used more memory than it may."""
    lag_us: int | None = None


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat ended. ``fault_order`` counts faults of a match from 1, None without fault."""

    placement: int
    score: int
    cause: Cause
    fault_order: int | None = None
    evidence: Evidence = field(default_factory=Evidence)

    @property
    def verdict(self) -> Verdict:
        """The class of the cause."""
        return VERDICTS[self.cause]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended, one `SeatResult` a seat. An aborted match has all placements 0."""

    seats: tuple[SeatResult, ...]
    decisions: int
    turns: int
    grade: str = ""
    reason: str = ""
    """Why a match was aborted, in a sentence; empty elsewhere."""

    @property
    def aborted(self) -> bool:
        """Whether the match was called off and counts for nobody."""
        return any(seat.cause is Cause.ABORTED for seat in self.seats)
