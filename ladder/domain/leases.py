"""How long a worker may keep a batch before its matches are taken back."""

from __future__ import annotations

from datetime import timedelta

from siurell.match.clock import TimeControl

_MARGIN = timedelta(minutes=2)
_UNBOUNDED = timedelta(hours=24)


def lease_for(
    matches: int, seats: int, max_decisions: int, time: TimeControl, startup_us: int
) -> timedelta:
    """A time in which the worker is done with so many matches, whatever the bots do.

    A time control that bounds neither a decision nor a whole match gets a day for each match.
    """
    limits: list[int] = []
    if time.cap_us is not None:
        limits.append(max_decisions * time.cap_us)
    if time.bank_us is not None:
        limits.append(seats * time.bank_us + max_decisions * time.increment_us)
    thinking = timedelta(microseconds=min(limits)) if limits else _UNBOUNDED
    return matches * (thinking + timedelta(microseconds=startup_us)) + _MARGIN
