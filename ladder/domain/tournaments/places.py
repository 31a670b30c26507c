"""Who is named first in which pod: over a schedule, everyone equally often on every place.

All rotations of a block are played, so seats are even in any case; this evens out the rotation that
comes first as well. It is an edge colouring of the graph of entrants and pods: everyone's pods are
cut into runs of as many as there are places, and within a run no place comes twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ladder.domain.tournaments.designs import Pod

Node = tuple[str, int, int]
"""A pod by its number, or one of an entrant's runs of pods."""


def even_places(pods: Sequence[Pod], places: int) -> tuple[Pod, ...]:
    """The pods, each of so many, reordered: nobody has a place twice more than another.

    >>> even_places([(0, 1), (0, 1), (0, 1)], 2)
    ((1, 0), (0, 1), (1, 0))
    """
    colouring = _Colouring(places)
    played: dict[int, int] = {}
    for number, pod in enumerate(pods):
        for one in pod:
            before = played.get(one, 0)
            played[one] = before + 1
            colouring.add(("entrant", one, before // places), ("pod", number, 0))
    return tuple(colouring.neighbours(("pod", number, 0)) for number in range(len(pods)))


class _Colouring:
    """Edges between two sides, coloured so that no node has a colour twice."""

    def __init__(self, colours: int) -> None:
        self._colours = range(colours)
        self._at: dict[Node, dict[int, Node]] = {}

    def add(self, one: Node, other: Node) -> None:
        """Add an edge; where no colour is free at both ends, two change places along a path."""
        mine, theirs = self._free(one), self._free(other)
        self._swap_path(other, mine, theirs)
        self._paint(one, other, mine)

    def neighbours(self, node: Node) -> Pod:
        """What the edges of a node lead to, in the order of their colours."""
        return tuple(other[1] for _, other in sorted(self._at[node].items()))

    def _free(self, node: Node) -> int:
        taken = self._at.setdefault(node, {})
        return next(colour for colour in self._colours if colour not in taken)

    def _paint(self, one: Node, other: Node, colour: int) -> None:
        self._at[one][colour] = other
        self._at[other][colour] = one

    def _swap_path(self, start: Node, first: int, second: int) -> None:
        """Swap two colours along the path that leaves a node by the first.

        It never comes to the other side's node for which the first was wanted: that has none.
        """
        colours = (first, second)
        path = [start]
        while (after := self._at[path[-1]].get(colours[(len(path) - 1) % 2])) is not None:
            path.append(after)
        edges = list(pairwise(path))
        for step, (one, other) in enumerate(edges):
            del self._at[one][colours[step % 2]]
            del self._at[other][colours[step % 2]]
        for step, (one, other) in enumerate(edges):
            self._paint(one, other, colours[(step + 1) % 2])
