"""Berger tables: a round robin for two seats, each pair once, seats as even as can be."""

from __future__ import annotations

Pair = tuple[int, int]
"""Places in the order of seeding, from 1; who is named first has the first seat first."""


def single(entrants: int) -> tuple[tuple[Pair, ...], ...]:
    """The rounds of a single round robin. With an odd number one rests in each round.

    >>> single(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    >>> single(3)
    (((2, 3),), ((1, 2),), ((3, 1),))
    """
    even = entrants + entrants % 2
    rounds = tuple(_round(number, even) for number in range(even - 1))
    return tuple(tuple(pair for pair in pairs if max(pair) <= entrants) for pairs in rounds)


def _round(number: int, even: int) -> tuple[Pair, ...]:
    """One round for an even number: all but the last on a circle, which turns by half of it."""
    circle = even - 1
    top = number * (even // 2) % circle
    first = (even, top + 1) if number % 2 else (top + 1, even)
    others = (
        ((top + step) % circle + 1, (top - step) % circle + 1) for step in range(1, even // 2)
    )
    return (first, *others)


def double(entrants: int) -> tuple[tuple[Pair, ...], ...]:
    """Each pair twice, the second time with seats swapped.

    The last two rounds of the first cycle are exchanged, so that nobody sits on one seat three
    times in a row.
    """
    first = single(entrants)
    swapped = tuple(tuple((second, one) for one, second in pairs) for pairs in first)
    return (*first[:-2], *reversed(first[-2:]), *swapped)
