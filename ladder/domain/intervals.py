"""Intervals for shares: how sure a win share is."""

from __future__ import annotations

import math
from statistics import NormalDist


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
