"""Evidence about the mean of bounded values that holds at every look.

Whoever claims that a mean is at most m offers bets on each next value whose price is fair if the
claim is true. Betting a share of one's capital each time, one gets rich only if the claim is false:
the chance of ever holding 1/alpha times the start is at most alpha (Ville's inequality), however
often one looks and whenever one stops. The values need not be normal, nor alike, nor have a known
variance; they only have to lie between 0 and 1 and to have a mean, given what came before, of at
most m.

The capital is spread over several fixed shares in the beginning, and each part is left to grow for
itself: so it comes close to the best share in hindsight, which depends on the unknown variance, and
it does not depend on the order of the values. Those means against which it is below 1/alpha are a
confidence interval that holds at all times at once.

Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (Journal of the
Royal Statistical Society B 86, 2024; arXiv 2010.09686).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

SHARES: Final = tuple(0.01 * 1.5**step for step in range(12))
"""The shares of the capital that are bet, from one per cent to most of it."""

_STEPS: Final = 50
_MOST: Final = 700.0
"""The exponential of more than this is no float, and it has long been enough."""


class Bet:
    """A bet against "the mean of these values is at most so much", from a capital of 1.

    >>> bet = Bet(0.5)
    >>> for value in [1.0, 0.5, 1.0] * 10:
    ...     bet.take(value)
    >>> bet.capital > 100
    True
    """

    def __init__(self, mean: float) -> None:
        if not 0 < mean < 1:
            raise ValueError(f"nobody bets on a mean of {mean}")
        self._mean = mean
        self._logs = [0.0] * len(SHARES)

    def take(self, value: float) -> None:
        """The next value is known."""
        _check(value)
        for place, share in enumerate(SHARES):
            self._logs[place] += math.log(1 - share + share * value / self._mean)

    @property
    def capital(self) -> float:
        """How many times what it was the capital is now: 20 times has a chance of 1 in 20."""
        return _mean_exp(self._logs)


def narrowed(
    seen: Mapping[float, int],
    below: float,
    above: float,
    known: tuple[float, float] = (0.0, 1.0),
) -> tuple[float, float]:
    """The interval of the mean within the one that is known from earlier looks.

    The chance that the mean ever lies below it is at most ``below``, above it ``above``. Where two
    looks contradict each other, which is as unlikely, the earlier one stays.
    """
    for value in seen:
        _check(value)
    values = sorted(seen.items())
    turned = sorted((1 - value, count) for value, count in values)
    low = _lowest(values, 1 / below, known[0])
    high = 1 - _lowest(turned, 1 / above, 1 - known[1])
    return (low, high) if low <= high else known


def _check(value: float) -> None:
    if not 0 <= value <= 1:
        raise ValueError(f"a value lies between 0 and 1, not at {value}")


def _lowest(values: list[tuple[float, int]], rich: float, known: float) -> float:
    """The lowest mean that the values do not speak against this strongly; at least the known."""
    if known > 0 and _capital(values, known) < rich:
        return known
    low, high = known, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _capital(values, middle) >= rich else (low, middle)
    return low


def _capital(values: list[tuple[float, int]], mean: float) -> float:
    """What a bet against "at most this mean" has come to."""
    return _mean_exp(
        [
            sum(count * math.log(1 - share + share * value / mean) for value, count in values)
            for share in SHARES
        ]
    )


def _mean_exp(logs: list[float]) -> float:
    most = max(logs)
    mean = sum(math.exp(log - most) for log in logs) / len(logs)
    return math.exp(min(_MOST, most + math.log(mean)))
