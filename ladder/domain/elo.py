"""Elo differences of two sides from counts of results: estimate, error, and which is the better.

Counts are listed from the worst result to the best: losses, draws, wins of single matches; or of
blocks of two (same seed, seats swapped) from two losses to two wins, five numbers. Blocks are what
counts: the matches of one seed are not independent, so an error from single matches is wrong, too
large or too small.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

_STANDARD = NormalDist()
_EDGE = 1e-12


@dataclass(frozen=True, slots=True)
class Estimate:
    """``score`` is the mean share of the points, ``variance`` that of one match or block.

    ``error`` is half the width of the 95 % interval in Elo, ``superior`` the chance that the first
    side is the better one.
    """

    score: float
    variance: float
    elo: float
    error: float
    superior: float


def expected_score(elo: float) -> float:
    """The share of the points that a lead in (logistic) Elo is worth.

    >>> f"{expected_score(0):.2f} {expected_score(100):.2f}"
    '0.50 0.64'
    """
    # Beyond this it is 0 or 1 to the last digit, and the power would overflow.
    return 1 / (1 + 10 ** (-max(-10_000.0, min(10_000.0, elo)) / 400))


def elo_of(score: float) -> float:
    """The lead in Elo that a share of the points stands for; finite for 0 and 1 too."""
    inside = min(1 - _EDGE, max(_EDGE, score))
    return -400 * math.log10(1 / inside - 1)


def estimate(counts: Sequence[int], confidence: float = 0.95) -> Estimate:
    """The Elo difference that the counts speak for, held to fastchess's published numbers."""
    number = sum(counts)
    if len(counts) < 2 or number < 1 or min(counts) < 0:
        raise ValueError("an estimate needs a result or more, none of them counted below zero")
    values = [place / (len(counts) - 1) for place in range(len(counts))]
    score = sum(v * n for v, n in zip(values, counts, strict=True)) / number
    variance = sum(n * (v - score) ** 2 for v, n in zip(values, counts, strict=True)) / number
    spread = math.sqrt(variance / number)
    reach = _STANDARD.inv_cdf((1 + confidence) / 2) * spread
    error = (elo_of(score + reach) - elo_of(score - reach)) / 2
    if spread > 0:
        superior = _STANDARD.cdf((score - 0.5) / spread)
    else:
        superior = 0.5 if score == 0.5 else float(score > 0.5)
    return Estimate(score, variance, elo_of(score), error, superior)
