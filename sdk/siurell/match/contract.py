"""What a driver may hand to the core: the one place where `MatchError` meets a driver."""

from __future__ import annotations

from siurell.errors import MatchError
from siurell.match import events as ev
from siurell.match.faults import REPORTED


def check_event(
    event: ev.MatchEvent, now_ns: int, begun_ns: int | None, seats: int, last_id: int
) -> None:
    """Refuse what no driver may do; ``last_id`` is the newest decision that was asked."""
    if isinstance(event, ev.Begin | ev.Resumed):
        if begun_ns is not None:
            raise MatchError("A match begins once.", reason="BEGUN")
        return
    if begun_ns is None:
        raise MatchError("The first event of a match is Begin or Resumed.", reason="NOT_BEGUN")
    if now_ns < begun_ns:
        raise MatchError("An event is older than the match.", reason="BAD_TIME")
    if isinstance(event, ev.SeatEvent):
        _check_seat_event(event, seats)
    elif isinstance(event, ev.QuestionWritten) and not 1 <= event.decision_id <= last_id:
        raise MatchError(f"Decision {event.decision_id} was never asked.", reason="NOT_ASKED")


def _check_seat_event(event: ev.SeatEvent, seats: int) -> None:
    if not 0 <= event.seat < seats:
        raise MatchError(f"The match has no seat {event.seat}.", reason="NO_SEAT")
    if isinstance(event, ev.SeatFaulted) and event.cause not in REPORTED:
        raise MatchError(f"A driver does not report {event.cause.value}.", reason="BAD_CAUSE")
    if isinstance(event, ev.DecisionReceived | ev.SeatReady) and event.lag_us < 0:
        raise MatchError("A lag is never negative.", reason="BAD_TIME")
