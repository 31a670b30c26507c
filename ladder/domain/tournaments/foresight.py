"""The cheapest pairs of a round after which the rounds that are left need no rematch either.

As long as fewer than half of the possible rounds have been played there always are such; towards
the end of a long Swiss the cheapest pairs may leave two groups of three who have all met. So the
pairs are taken in the order of their cost until the rest can be paired off, within a bound.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping

from ladder.domain.tournaments.matching import Edge, cheapest_pairs

_TRIES = 60
"""So many pairings of a round are looked at."""
_STEPS = 4000
"""So many steps the search for the rounds that are left may take."""
MOST = 32
"""With more entrants the search would take too long; they run out of opponents late."""

Pairs = tuple[Edge, ...]


def cheapest_with_a_future(
    count: int, costs: Mapping[Edge, int], fresh: frozenset[Edge], rounds_left: int
) -> Pairs | None:
    """The cheapest pairs, all of them fresh, after which so many more rounds can be fresh.

    ``fresh``: the edges that are no rematch. None when no such pairs were found.
    """
    for number, pairs in enumerate(_by_cost(count, {edge: costs[edge] for edge in fresh})):
        if number == _TRIES:
            return None
        if can_be_cut(count, fresh - set(pairs), rounds_left):
            return pairs
    return None


def can_be_cut(count: int, edges: frozenset[Edge], rounds: int) -> bool:
    """Whether so many rounds in which everyone is paired were found in these edges."""
    return _Search(count, edges).can_pair(rounds)


def _by_cost(count: int, costs: Mapping[Edge, int]) -> Iterator[Pairs]:
    """All ways to pair everyone, the cheapest first: each found one splits what is left.

    Of a way that was found, the next part of the rest forbids its first pair, the one after keeps
    that and forbids the second, and so on.
    """
    found = _with(count, costs, frozenset(), frozenset())
    queue = [] if found is None else [(*found, frozenset[Edge](), frozenset[Edge]())]
    while queue:
        _, pairs, kept, forbidden = heapq.heappop(queue)
        yield pairs
        kept_now = kept
        for pair in pairs:
            if pair in kept:
                continue
            without = forbidden | {pair}
            found = _with(count, costs, kept_now, without)
            if found is not None:
                heapq.heappush(queue, (*found, kept_now, without))
            kept_now = kept_now | {pair}


def _with(
    count: int, costs: Mapping[Edge, int], kept: frozenset[Edge], forbidden: frozenset[Edge]
) -> tuple[int, Pairs] | None:
    """The cheapest way with some pairs kept and some forbidden, and its cost."""
    taken = {one for pair in kept for one in pair}
    allowed = {
        edge: cost
        for edge, cost in costs.items()
        if edge in kept or (edge not in forbidden and taken.isdisjoint(edge))
    }
    pairs = cheapest_pairs(count, allowed)
    return None if pairs is None else (sum(costs[pair] for pair in pairs), pairs)


class _Search:
    """Whether edges can be cut into rounds in which everyone is paired."""

    def __init__(self, count: int, edges: frozenset[Edge]) -> None:
        self._count = count
        self._free = [set[int]() for _ in range(count)]
        for one, other in edges:
            self._free[one].add(other)
            self._free[other].add(one)
        self._steps = 0

    def can_pair(self, rounds: int) -> bool:
        """Whether so many rounds can be found, within the bound of the search."""
        return rounds <= 0 or self._round(set(range(self._count)), rounds)

    def _round(self, waiting: set[int], rounds: int) -> bool:
        """Pair off who is waiting in this round, then find the rounds after it."""
        if not waiting:
            return self.can_pair(rounds - 1)
        self._steps += 1
        if self._steps > _STEPS:
            return False
        one = min(waiting, key=lambda w: (len(self._free[w] & waiting), w))
        for other in sorted(self._free[one] & waiting, key=lambda o: (len(self._free[o]), o)):
            self._free[one].discard(other)
            self._free[other].discard(one)
            found = self._round(waiting - {one, other}, rounds)
            self._free[one].add(other)
            self._free[other].add(one)
            if found:
                return True
        return False
