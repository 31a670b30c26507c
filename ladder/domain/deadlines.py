"""How long things may take, one within the other: decision, match, lease.

The referee's clocks decide over bots. A match's own deadline is for the case that the referee does
not come to an end, a lease for the case that the worker does not; neither is ever held against a
bot. So a match must be able to end by its clocks before its deadline, and a batch by the deadlines
of its matches before its lease: `contradiction` says where settings do not allow it.
"""

from __future__ import annotations

from typing import Final

from siurell.match.clock import TimeControl, span_text

LONGEST_US: Final = 2 * 60 * 60 * 1_000_000
"""No match lasts longer than two hours."""

SLACK_US: Final = 30 * 1_000_000
"""For all that is not on a clock: starting, writing, a machine under load."""

PER_DECISION_US: Final = 20_000
"""For the way of a question and its answer, which no clock counts."""

AFTERWARDS_US: Final = 60 * 1_000_000
"""For what comes after a match's deadline: calling it off, starting referee and bots anew."""


def match_deadline_us(time: TimeControl, seats: int, max_decisions: int, startup_us: int) -> int:
    """The most that a match can take in microseconds if every seat uses up its clock."""
    thinking = _thinking_us(time, seats, max_decisions)
    if thinking is None:
        return LONGEST_US
    return min(LONGEST_US, thinking + _overhead_us(max_decisions, startup_us))


def lease_us(
    matches: int, seats: int, max_decisions: int, time: TimeControl, startup_us: int
) -> int:
    """A time in microseconds in which a worker is done with so many matches, whatever happens."""
    deadline = match_deadline_us(time, seats, max_decisions, startup_us)
    return matches * (deadline + AFTERWARDS_US) + AFTERWARDS_US


def contradiction(time: TimeControl, seats: int, max_decisions: int, startup_us: int) -> str | None:
    """Why a match with these settings cannot be held to its deadlines; None when it can.

    >>> contradiction(TimeControl.parse("10s/500ms"), 2, 100, 10_000_000)
    >>> contradiction(TimeControl.parse("180m"), 2, 100, 10_000_000)
    'the clock 10800s lets a match of 2 seats take 6.0 hours, and every match ends after 2'
    """
    longest = f"every match ends after {LONGEST_US // 3_600_000_000}"
    thinking = _thinking_us(time, seats, max_decisions)
    if thinking is None:
        return f"the clock {time} bounds no decision, so that a bot could stand still for ever"
    if startup_us >= LONGEST_US:
        return f"a bot may take {span_text(startup_us)} to be ready, and {longest} hours"
    most = thinking + _overhead_us(max_decisions, startup_us)
    if most > LONGEST_US:
        hours = f"{most / 3_600_000_000:.1f}"
        return f"the clock {time} lets a match of {seats} seats take {hours} hours, and {longest}"
    return None


def _thinking_us(time: TimeControl, seats: int, max_decisions: int) -> int | None:
    """What all seats together may think in a match; None without end."""
    limits = []
    if time.cap_us is not None:
        limits.append(time.cap_us * max_decisions)
    if time.bank_us is not None:
        limits.append(time.bank_us * seats + time.increment_us * max_decisions)
    return min(limits, default=None)


def _overhead_us(max_decisions: int, startup_us: int) -> int:
    return startup_us + SLACK_US + PER_DECISION_US * max_decisions
