"""Minimum-cost pairs: exact with large numbers, the same each time, and loaded when needed."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import combinations

import pytest

from ladder.domain.tournaments.foresight import cheapest_with_a_future
from ladder.domain.tournaments.matching import Edge, cheapest_pairs, lexicographic


def all_ways(free: tuple[int, ...]) -> list[tuple[Edge, ...]]:
    """Every way to pair everyone off."""
    if not free:
        return [()]
    return [
        ((free[0], other), *rest)
        for other in free[1:]
        for rest in all_ways(tuple(one for one in free[1:] if one != other))
    ]


@pytest.mark.parametrize("seed", range(6))
def test_matching__is_the_cheapest_of_all_ways(seed: int) -> None:
    rng = random.Random(seed)
    costs = {edge: rng.randrange(10**40) for edge in combinations(range(8), 2)}
    found = cheapest_pairs(8, costs)
    assert found is not None
    best = min(sum(costs[pair] for pair in way) for way in all_ways(tuple(range(8))))
    assert sum(costs[pair] for pair in found) == best
    shuffled = dict(rng.sample([*costs.items()], len(costs)))
    assert cheapest_pairs(8, shuffled) == found


def test_matching__none_where_the_edges_do_not_allow_it() -> None:
    assert cheapest_pairs(4, {(0, 1): 0, (0, 2): 0, (0, 3): 0}) is None
    assert cheapest_pairs(0, {}) == ()


def test_matching__an_earlier_level_outweighs_all_later_ones() -> None:
    edges = [*combinations(range(6), 2)]
    levels = [{edge: int(edge == (0, 1)) for edge in edges}, dict.fromkeys(edges, 99)]
    levels[1][0, 1] = levels[1][2, 3] = levels[1][4, 5] = 0
    found = cheapest_pairs(6, lexicographic(levels, 6))
    assert found is not None and (0, 1) not in found


def test_foresight__does_not_leave_two_triples_who_have_all_met() -> None:
    """Of the six edges of a ring and three across, the ring's pairs leave two rounds, the three
    across leave a ring; which is cheapest must not decide alone."""
    triples = frozenset([(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)])
    across = frozenset([(0, 3), (1, 4), (2, 5)])
    costs = {edge: int(edge not in across) for edge in triples | across}
    assert cheapest_pairs(6, costs) == tuple(sorted(across))
    found = cheapest_with_a_future(6, costs, triples | across, 2)
    assert found is not None
    assert len(across & {*found}) == 1
    assert cheapest_with_a_future(6, costs, triples | across, 3) is None


@pytest.mark.process
def test_matching__what_it_needs_is_loaded_when_it_is_used() -> None:
    """A command that pairs no Swiss round does not wait for it."""
    code = "import sys, ladder.domain.tournaments.progress; print('networkx' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60
    )
    assert answer.stdout == "False\n", answer.stderr
