"""Intervals: how sure a win share is, or a mean."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

_LARGE = 200
"""From so many degrees of freedom on the expansion for large ones is exact to eight digits."""


def wilson(successes: float, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """The Wilson score interval of a share; (0, 1) when nothing was tried.

    ``successes`` may be fractional, where a shared win counts in part.

    >>> low, high = wilson(30, 100)
    >>> f"{low:.4f} {high:.4f}"
    '0.2189 0.3958'
    """
    if not 0 <= successes <= trials or not 0 < confidence < 1:
        raise ValueError(f"{successes} of {trials} at {confidence} is no share")
    if trials == 0:
        return (0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / trials
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    centre = share + z * z / (2 * trials)
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else max(0.0, (centre - spread) / scale)
    high = 1.0 if successes == trials else min(1.0, (centre + spread) / scale)
    return (low, high)


def mean_interval(
    mean: float, squares: float, count: int, confidence: float = 0.95
) -> tuple[float, float] | None:
    """Student's interval of a mean; None below two values, of which nothing is known.

    ``squares`` is the sum of the squared deviations of the values from their mean.

    >>> low, high = mean_interval(2.0, 2.0, 3)  # of the values 1, 2, 3
    >>> f"{low:.4f} {high:.4f}"
    '-0.4841 4.4841'
    """
    if count < 2:
        return None
    spread = student_quantile((1 + confidence) / 2, count - 1)
    spread *= math.sqrt(squares / (count - 1) / count)
    return (mean - spread, mean + spread)


@lru_cache(maxsize=1024)
def student_quantile(share: float, freedom: int) -> float:
    """The value below which this share of Student's distribution lies; ``share`` above a half.

    >>> f"{student_quantile(0.975, 1):.3f} {student_quantile(0.975, 10):.3f}"
    '12.706 2.228'
    """
    if not 0.5 < share < 1 or freedom < 1:
        raise ValueError(f"there is no quantile {share} with {freedom} degrees of freedom")
    z = NormalDist().inv_cdf(share)
    if freedom >= _LARGE:
        return _large_quantile(z, freedom)
    # In terms of the angle atan(t / sqrt(freedom)) the distribution is a finite sum.
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if _share_within(middle, freedom) < 2 * share - 1:
            low = middle
        else:
            high = middle
    return math.tan(low) * math.sqrt(freedom)


def student_tail(value: float, freedom: int) -> float:
    """The share of Student's distribution that lies above a value; never quite 0.

    >>> f"{student_tail(12.7062, 1):.4f} {student_tail(0.0, 5):.4f}"
    '0.0250 0.5000'
    """
    if freedom < 1:
        raise ValueError(f"there is no tail with {freedom} degrees of freedom")
    if freedom >= _LARGE:
        # The normal value that is about as far out.
        normal = abs(value) * (1 - 1 / (4 * freedom)) / math.sqrt(1 + value * value / 2 / freedom)
        tail = math.erfc(normal / math.sqrt(2)) / 2
    else:
        tail = (1 - _share_within(math.atan(abs(value) / math.sqrt(freedom)), freedom)) / 2
    tail = max(tail, 1e-16)
    return tail if value >= 0 else 1 - tail


def _share_within(angle: float, freedom: int) -> float:
    """The share of Student's distribution between minus and plus this angle."""
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = 0.0
    for step in range(1 + odd, freedom, 2):
        total += term
        term *= cosine * cosine * step / (step + 1)
    return (angle + sine * total) * 2 / math.pi if odd else sine * total


def _large_quantile(z: float, freedom: int) -> float:
    """The expansion of the quantile in one over the degrees of freedom."""
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))
