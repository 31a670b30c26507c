"""Block designs: pods of three or four in which each pair meets exactly once.

They exist for 3 seats when the number of entrants is 1 or 3 more than a multiple of 6, for 4 seats
when it is 1 or 4 more than a multiple of 12; all of these up to 64 entrants are here. Two that can
be cut into rounds in which everyone plays (affine planes) are given by their rounds. For triples
the constructions of Bose and of Skolem serve any number; for fours the table holds base blocks,
found by search, of which each stands for all its shifts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Pod = tuple[int, ...]
"""Places in the order of seeding, from 0."""
Rounds = tuple[tuple[Pod, ...], ...]

_AFFINE: dict[tuple[int, int], str] = {
    (3, 9): "036 147 258 | 048 156 237 | 057 138 246 | 012 345 678",
    (4, 16): "048C 159D 26AE 37BF | 05AF 14BE 278D 369C | 06BD 17AC 249F 358E | "
    "079E 168F 25BC 34AD | 0123 4567 89AB CDEF",
}

_FOURS: dict[int, tuple[int, tuple[Pod, ...]]] = {
    13: (13, ((0, 1, 3, 9),)),
    25: (
        5,
        (
            *((0, 1, 5, 12), (5, 6, 10, 17), (10, 11, 15, 22), (2, 15, 16, 20), (0, 7, 20, 21)),
            *((0, 2, 10, 24), (4, 5, 7, 15), (9, 10, 12, 20), (0, 14, 15, 17), (5, 19, 20, 22)),
        ),
    ),
    28: (
        7,
        (
            *((14, 15, 17, 27), (0, 1, 8, 17), (0, 10, 14, 25), (0, 2, 20, 21), (0, 3, 9, 15)),
            *((0, 11, 24, 27), (0, 12, 22, 23), (7, 19, 21, 26), (7, 8, 12, 15)),
        ),
    ),
    37: (37, ((0, 1, 3, 24), (0, 4, 9, 15), (0, 7, 17, 25))),
    40: (40, ((0, 1, 4, 13), (0, 2, 7, 24), (0, 6, 14, 25), (0, 10, 20, 30))),
    49: (49, ((0, 1, 3, 8), (0, 4, 18, 29), (0, 6, 21, 33), (0, 9, 19, 32))),
    52: (
        52,
        ((0, 1, 3, 7), (0, 5, 19, 35), (0, 8, 20, 31), (0, 9, 24, 34), (0, 13, 26, 39)),
    ),
    61: (
        61,
        ((0, 1, 3, 7), (0, 5, 13, 34), (0, 9, 26, 42), (0, 10, 24, 46), (0, 11, 23, 41)),
    ),
    64: (
        64,
        (
            *((0, 1, 3, 7), (0, 5, 17, 39), (0, 8, 21, 41), (0, 9, 19, 37), (0, 11, 26, 40)),
            (0, 16, 32, 48),
        ),
    ),
}
"""By number of entrants: the length of a shift's cycle, and the base blocks.

Entrants are numbered cycle by cycle: a shift moves each within its own.
"""


def design(entrants: int, seats: int) -> Rounds | None:
    """The rounds of a design; None where there is none, or none is known here.

    >>> design(7, 3)[0], design(8, 3)
    (((0, 1, 3),), None)
    """
    if entrants == seats:
        return ((tuple(range(seats)),),)
    affine = _AFFINE.get((seats, entrants))
    if affine is not None:
        rounds = (part.split() for part in affine.split("|"))
        return tuple(tuple(tuple(int(c, 16) for c in pod) for pod in pods) for pods in rounds)
    if seats == 3 and entrants >= 7 and entrants % 6 in (1, 3):
        return in_rounds(_triples(entrants))
    if seats == 4 and entrants in _FOURS:
        return in_rounds(_shifted(*_FOURS[entrants]))
    return None


def in_rounds(pods: Iterable[Pod]) -> Rounds:
    """The pods in rounds: each in the first in which none of its entrants plays yet."""
    rounds: list[list[Pod]] = []
    busy: list[set[int]] = []
    for pod in pods:
        free = next((i for i, taken in enumerate(busy) if taken.isdisjoint(pod)), len(rounds))
        if free == len(rounds):
            rounds.append([])
            busy.append(set())
        rounds[free].append(pod)
        busy[free].update(pod)
    return tuple(tuple(round_) for round_ in rounds)


def _shifted(cycle: int, bases: Sequence[Pod]) -> list[Pod]:
    """All shifts of the base blocks; one that comes back to itself early is taken once."""
    pods: dict[Pod, None] = {}
    for base in bases:
        for by in range(cycle):
            moved = (p // cycle * cycle + (p % cycle + by) % cycle for p in base)
            pods.setdefault(tuple(sorted(moved)))
    return list(pods)


def _triples(entrants: int) -> list[Pod]:
    """A Steiner triple system."""
    if entrants == 7:
        return _shifted(7, ((0, 1, 3),))
    return _bose(entrants // 3) if entrants % 6 == 3 else _skolem(entrants // 6)


def _bose(third: int) -> list[Pod]:
    """For three times an odd number: three copies of a commutative idempotent table."""
    half = (third + 1) // 2
    pods: list[Pod] = [(x, x + third, x + 2 * third) for x in range(third)]
    for x in range(third):
        for y in range(x + 1, third):
            middle = (x + y) * half % third
            for copy in range(3):
                pods.append(_in_copies(third, copy, x, y, middle))
    return pods


def _skolem(sixth: int) -> list[Pod]:
    """For one more than a multiple of six: a half-idempotent table and one more entrant."""
    third, last = 2 * sixth, 6 * sixth
    pods: list[Pod] = [(x, x + third, x + 2 * third) for x in range(sixth)]
    for x in range(sixth):
        for copy in range(3):
            pods.append((x + sixth + copy * third, x + (copy + 1) % 3 * third, last))
    for x in range(third):
        for y in range(x + 1, third):
            total = (x + y) % third
            middle = total // 2 + (sixth if total % 2 else 0)
            for copy in range(3):
                pods.append(_in_copies(third, copy, x, y, middle))
    return pods


def _in_copies(third: int, copy: int, x: int, y: int, middle: int) -> Pod:
    """Two of one copy and what the table makes of them in the next."""
    return (x + copy * third, y + copy * third, middle + (copy + 1) % 3 * third)
