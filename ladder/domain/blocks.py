"""A block: one seed, played once in every cyclic rotation of its line-up.

Where there are fewer seats than bots, a rotation seats the first few of it. So a block of one seat
is a *round* of solo matches: the seed is played once by each bot, alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from ladder.domain.batch import MatchOrder


def seatings(bots: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """The seatings of a block: ``seatings(n, seats)[r][s]`` is the place in the line-up on seat s.

    Everyone sits equally often on every seat.

    >>> seatings(3, 3)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    >>> seatings(3, 1)
    ((0,), (1,), (2,))
    """
    return tuple(tuple((seat + turn) % bots for seat in range(seats)) for turn in range(bots))


def rotations(seats: int) -> tuple[tuple[int, ...], ...]:
    """The seatings of a block whose line-up fills all seats.

    >>> rotations(2)
    ((0, 1), (1, 0))
    """
    return seatings(seats, seats)


def orders_in_turn(seats: int) -> tuple[tuple[int, ...], ...]:
    """Orders of a line-up that differ in who sits behind whom; rotated, they are all seatings.

    >>> orders_in_turn(2), orders_in_turn(3)
    (((0, 1),), ((0, 1, 2), (0, 2, 1)))
    """
    return tuple((0, *others) for others in permutations(range(1, seats)))


def in_playing_order(orders: Iterable[MatchOrder]) -> tuple[MatchOrder, ...]:
    """The orders rotation by rotation; within one as they came.

    The bots are started anew for each rotation, and no rotation holds a seed twice: so no process
    of a bot sees two matches of one seed.
    """
    return tuple(sorted(orders, key=lambda order: order.rotation))
