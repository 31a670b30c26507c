"""The cheapest way to pair everyone: minimum-cost perfect matching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Edge = tuple[int, int]


def cheapest_pairs(count: int, costs: Mapping[Edge, int]) -> tuple[Edge, ...] | None:
    """Pairs of the numbers below ``count``, each in one; None where the edges do not allow it.

    Costs are whole numbers of any size. The same edges give the same pairs.

    >>> cheapest_pairs(4, {(0, 1): 5, (2, 3): 5, (0, 2): 1, (1, 3): 1, (0, 3): 9})
    ((0, 2), (1, 3))
    """
    # Imported here: it takes as long as all the rest of a command, and only Swiss rounds need it.
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(count))
    most = max(costs.values(), default=0)
    for (one, other), cost in sorted(costs.items()):
        graph.add_edge(one, other, weight=most - cost)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = sorted((min(pair), max(pair)) for pair in found)
    return tuple(pairs) if 2 * len(pairs) == count else None


def lexicographic(levels: Sequence[Mapping[Edge, int]], count: int) -> dict[Edge, int]:
    """One cost for each edge, such that sums compare as the sums of the levels, first to last.

    All levels have the same edges and no negative numbers.
    """
    total = dict.fromkeys(levels[0], 0)
    for level in levels:
        # No sum over the pairs of a matching reaches this.
        above = max(level.values(), default=0) * (count // 2) + 1
        for edge, cost in level.items():
            total[edge] = total[edge] * above + cost
    return total
