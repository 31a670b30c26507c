"""Seasons that share workers: each gets worker time in proportion to its weight.

Every season has an account of the time that workers spent on its matches, divided by its weight;
what is in flight counts by what a match of it usually takes. The next batch goes to the season
whose account stands lowest (start-time fair queueing). It follows, for seasons that have work all
the while:

- *Shares.* The accounts of two seasons never differ by more than a batch of each, divided by their
  weights. So in the long run times are as the weights are.
- *Wait.* Until a season is served again, every other one gets no more than its weight's part of
  that difference, and one batch: nobody waits for longer than that.

A season that had no work when its turn came does not save up what it let pass: its account is
raised to that of the season which was served instead. So one that was frozen, or lacked bots, does
not hold up the others when it comes back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

MOST_WEIGHT: Final = 1000
"""No season weighs more."""
DEFAULT_MATCH_US: Final = 10_000_000
"""What a match takes as long as none of its season has been played, in microseconds."""

_SCALE: Final = 1000
"""Accounts count in thousandths of a microsecond, so that weights divide them finely enough."""
_SMOOTHING: Final = 8


@dataclass(frozen=True, slots=True)
class Share:
    """What a season has had. ``served`` is its account, without what is in flight.

    ``in_flight`` is the worker time in microseconds that its matches in flight ought to take.
    """

    key: int
    weight: int = 1
    served: int = 0
    in_flight: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.weight <= MOST_WEIGHT:
            raise ValueError(f"a weight is a whole number from 1 to {MOST_WEIGHT}")

    @property
    def at(self) -> int:
        """Where its account stands."""
        return self.served + charge(self.in_flight, self.weight)


def charge(time_us: int, weight: int) -> int:
    """What so many microseconds of work add to an account."""
    return max(0, time_us) * _SCALE // weight


def in_turn(shares: Iterable[Share]) -> list[Share]:
    """The seasons in the order in which they may have the next batch.

    >>> [share.key for share in in_turn([Share(1, 1, 50), Share(2, 2, 20), Share(3, 1, 20)])]
    [2, 3, 1]
    """
    return sorted(shares, key=lambda share: (share.at, share.key))


def passed_over(share: Share, served: Share) -> Share:
    """A share after another one was served, which had work: nothing is saved up below it."""
    behind = max(0, served.at - share.at)
    return replace(share, served=share.served + behind)


def usual_match_us(before_us: int, took_us: int) -> int:
    """What a match usually takes after one more took so long; 0 before the first."""
    took_us = max(1, took_us)
    return took_us if before_us == 0 else max(1, before_us + (took_us - before_us) // _SMOOTHING)
