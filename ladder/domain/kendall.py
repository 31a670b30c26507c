"""Kendall's tau: how well one order agrees with another."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable


def kendall_tau(values: Iterable[float]) -> float:
    """Tau of values that are listed in their true order, the lowest first.

    Pairs in the right order less pairs in the wrong order, over all pairs; equal values count for
    neither. 1 for fewer than two values: nothing is in the wrong place.

    >>> kendall_tau([1, 2, 3, 4]), kendall_tau([4, 3, 2, 1]), kendall_tau([1, 3, 2])
    (1.0, -1.0, 0.3333333333333333)
    """
    seen: list[float] = []
    agreed = 0
    for value in values:
        agreed += bisect_left(seen, value) - (len(seen) - bisect_right(seen, value))
        insort(seen, value)
    pairs = len(seen) * (len(seen) - 1) // 2
    return agreed / pairs if pairs else 1.0
