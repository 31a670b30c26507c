"""How long a worker may keep a batch before its matches are taken back."""

from __future__ import annotations

from datetime import timedelta

from siurell.match.clock import TimeControl

from ladder.domain.deadlines import lease_us


def lease_for(
    matches: int, seats: int, max_decisions: int, time: TimeControl, startup_us: int
) -> timedelta:
    """A time in which the worker is done with so many matches, whatever the bots do."""
    return timedelta(microseconds=lease_us(matches, seats, max_decisions, time, startup_us))
