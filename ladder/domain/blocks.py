"""A block: one seed, played once in every cyclic rotation of its line-up."""

from __future__ import annotations

from collections.abc import Iterable

from ladder.domain.batch import MatchOrder


def rotations(seats: int) -> tuple[tuple[int, ...], ...]:
    """The seatings of a block: ``rotations(n)[r][s]`` is the place in the line-up on seat s.

    Everyone sits once on every seat.

    >>> rotations(3)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    return tuple(tuple((seat + turn) % seats for seat in range(seats)) for turn in range(seats))


def in_playing_order(orders: Iterable[MatchOrder]) -> tuple[MatchOrder, ...]:
    """The orders rotation by rotation; within one as they came.

    The bots are started anew for each rotation, and no rotation holds a seed twice: so no process
    of a bot sees two matches of one seed.
    """
    return tuple(sorted(orders, key=lambda order: order.rotation))
