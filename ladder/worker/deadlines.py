"""How long a match may last: the end of every wait of a worker.

The referee's clocks decide over bots. These deadlines are for the case that the referee itself
does not come to an end, and are never held against a bot.
"""

from __future__ import annotations

from typing import Final

from siurell.match.clock import TimeControl

LONGEST_US: Final = 2 * 60 * 60 * 1_000_000
"""No match lasts longer than two hours."""

SLACK_US: Final = 30 * 1_000_000
"""For all that is not on a clock: starting, writing, a machine under load."""

PER_DECISION_US: Final = 20_000
"""For the way of a question and its answer, which no clock counts."""


def match_deadline_us(time: TimeControl, seats: int, max_decisions: int, startup_us: int) -> int:
    """The most that a match can take in microseconds if every seat uses up its clock."""
    thinking = LONGEST_US
    if time.cap_us is not None:
        thinking = min(thinking, time.cap_us * max_decisions)
    if time.bank_us is not None:
        thinking = min(thinking, time.bank_us * seats + time.increment_us * max_decisions)
    overhead = startup_us + SLACK_US + PER_DECISION_US * max_decisions
    return min(LONGEST_US, thinking + overhead)
