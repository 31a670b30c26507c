"""One way to shuffle for all games: what a dealer lays out depends on it, so it never changes."""

from __future__ import annotations

from collections.abc import Sequence

from siurell.games.base import Below


def shuffled(values: Sequence[int], below: Below) -> list[int]:
    """All orders equally likely: each place, from the last, swaps with one up to itself.

    >>> shuffled([1, 2, 3], lambda n: n - 1)
    [1, 2, 3]
    """
    order = list(values)
    for place in range(len(order) - 1, 0, -1):
        other = below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order
