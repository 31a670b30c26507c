"""Results, evidence and clocks: domain values to messages and back.

A closed list that grows on the other side must not be misread here: a cause that this side does
not know raises `RemoteProtocolError`.
"""

from __future__ import annotations

from typing import Final

from siurell.errors import RemoteProtocolError
from siurell.match.events import ClockView
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult
from siurell.v1 import match_pb2 as pb

_CAUSES: Final[dict[Cause, pb.Cause.ValueType]] = {
    Cause.GAME_RULES: pb.CAUSE_GAME_RULES,
    Cause.TIMEOUT: pb.CAUSE_TIMEOUT,
    Cause.ILLEGAL_MOVE: pb.CAUSE_ILLEGAL_MOVE,
    Cause.PROTOCOL: pb.CAUSE_PROTOCOL,
    Cause.CRASH: pb.CAUSE_CRASH,
    Cause.NO_SHOW: pb.CAUSE_NO_SHOW,
    Cause.LEFT: pb.CAUSE_LEFT,
    Cause.ABORTED: pb.CAUSE_ABORTED,
}
_CAUSES_BACK: Final[dict[int, Cause]] = {int(number): cause for cause, number in _CAUSES.items()}


def cause_to_message(cause: Cause) -> pb.Cause.ValueType:
    """The number of a cause on the wire."""
    return _CAUSES[cause]


def cause_from_message(number: int) -> Cause:
    """The cause with this number (`RemoteProtocolError` when there is none)."""
    cause = _CAUSES_BACK.get(number)
    if cause is None:
        raise RemoteProtocolError(
            f"The other side sent cause {number}, which this version does not know: update it.",
            reason="UNKNOWN_CAUSE",
        )
    return cause


def evidence_to_message(evidence: Evidence) -> pb.Evidence:
    """Evidence as a message; what does not apply stays absent."""
    return pb.Evidence(
        asked_us=evidence.asked_us,
        received_us=evidence.received_us,
        charged_us=evidence.charged_us,
        limit_us=evidence.limit_us,
        exit_code=evidence.exit_code,
        signal=evidence.signal,
        stderr=evidence.stderr,
        detail=evidence.detail,
        oom=evidence.oom,
        lag_us=evidence.lag_us,
    )


def evidence_from_message(message: pb.Evidence) -> Evidence:
    """The evidence of a message."""
    return Evidence(
        asked_us=message.asked_us if message.HasField("asked_us") else None,
        received_us=message.received_us if message.HasField("received_us") else None,
        charged_us=message.charged_us if message.HasField("charged_us") else None,
        limit_us=message.limit_us if message.HasField("limit_us") else None,
        exit_code=message.exit_code if message.HasField("exit_code") else None,
        signal=message.signal if message.HasField("signal") else None,
        stderr=message.stderr,
        detail=message.detail,
        oom=message.oom,
        lag_us=message.lag_us if message.HasField("lag_us") else None,
    )


def result_to_message(result: MatchResult) -> pb.MatchResult:
    """A result as a message."""
    return pb.MatchResult(
        seats=[_seat_to_message(seat) for seat in result.seats],
        decisions=result.decisions,
        turns=result.turns,
        grade=result.grade,
        reason=result.reason,
    )


def result_from_message(message: pb.MatchResult) -> MatchResult:
    """The result of a message."""
    return MatchResult(
        seats=tuple(_seat_from_message(seat) for seat in message.seats),
        decisions=message.decisions,
        turns=message.turns,
        grade=message.grade,
        reason=message.reason,
    )


def fill_clock(message: pb.Clock, clock: ClockView) -> None:
    """Write a seat's clock into an empty message."""
    if clock.bank_us is not None:
        message.bank_us = clock.bank_us
    message.increment_us = clock.increment_us
    if clock.cap_us is not None:
        message.cap_us = clock.cap_us
    if clock.limit_us is not None:
        message.limit_us = clock.limit_us
    message.last_charge_us = clock.last_charge_us


def clock_from_message(message: pb.Clock) -> ClockView:
    """The clock of a message."""
    return ClockView(
        bank_us=message.bank_us if message.HasField("bank_us") else None,
        increment_us=message.increment_us,
        cap_us=message.cap_us if message.HasField("cap_us") else None,
        limit_us=message.limit_us if message.HasField("limit_us") else None,
        last_charge_us=message.last_charge_us,
    )


def _seat_to_message(seat: SeatResult) -> pb.SeatResult:
    return pb.SeatResult(
        placement=seat.placement,
        score=seat.score,
        cause=_CAUSES[seat.cause],
        fault_order=seat.fault_order or 0,
        evidence=evidence_to_message(seat.evidence),
    )


def _seat_from_message(message: pb.SeatResult) -> SeatResult:
    return SeatResult(
        placement=message.placement,
        score=message.score,
        cause=cause_from_message(message.cause),
        fault_order=message.fault_order or None,
        evidence=evidence_from_message(message.evidence),
    )
