"""The driver's own lateness: it is never charged, and too much of it blames nobody.

A driver measures how long it was held up while a seat was to answer. That span comes off what the
seat is charged, and its limit ends later by as much. Where a seat is late all the same, and the lag
was more than `LAG_PERCENT` of its limit, nobody can say whose fault it was: the match is called
off, *no contest*, and its host plays it once more.
"""

from __future__ import annotations

from typing import Final

from siurell.match.clock import span_text

LAG_PERCENT: Final = 25
"""The share of a limit, in percent, above which a lag turns a loss by time into no contest."""

NO_CONTEST: Final = "lag"
"""The kind of the note that stands in the replay of a match that was called off for that."""


def too_much(lag_us: int, limit_us: int, percent: int) -> bool:
    """Whether a lag is more than that share of a limit.

    >>> too_much(125_000, 500_000, 25), too_much(125_001, 500_000, 25)
    (False, True)
    """
    return lag_us * 100 > limit_us * percent


def no_contest_reason(who: str, limit_us: int, lag_us: int, percent: int) -> str:
    """Why a match is called off in which a seat was late and the referee was held up for too long.

    >>> no_contest_reason("Seat 1", 500_000, 200_000, 25)  # doctest: +NORMALIZE_WHITESPACE
    'Seat 1 was late, but the referee itself was held up for 200ms meanwhile, more than 25 % of the
    limit of 500ms: no contest.'
    """
    return (
        f"{who} was late, but the referee itself was held up for {span_text(lag_us)} meanwhile,"
        f" more than {percent} % of the limit of {span_text(limit_us)}: no contest."
    )
