"""Brackets as graphs: each node is a pairing whose entrants are seeded or come from others.

A bracket hangs on the number of entrants alone. Where that leaves a node with one entrant, the node
is not there: the entrant goes on, which at the start is a bye and goes to the best seeded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Seeded:
    """The entrant of this place in the order of seeding, from 1."""

    rank: int


@dataclass(frozen=True, slots=True)
class From:
    """Whoever finished a node on this place, from 1."""

    node: str
    place: int


Source = Seeded | From


@dataclass(frozen=True, slots=True)
class Node:
    """A pairing of a bracket.

    ``side`` and ``stage``: which part of the bracket, and which round of that. ``round`` is the
    round of the tournament in which it is played. ``advance``: how many of it are not knocked out
    of this part; ``reset``: played only if the entrant from the losers' side won the node before.
    """

    label: str
    side: str
    stage: int
    sources: tuple[Source, ...]
    advance: int = 1
    reset: bool = False
    round: int = 0


WINNERS, LOSERS, FINAL, THIRD = "winners", "losers", "final", "third place"


@dataclass(frozen=True, slots=True)
class BracketGraph:
    """The nodes in the order of their rounds; ``byes``: who waits in the first, by seed rank."""

    nodes: tuple[Node, ...]
    byes: tuple[int, ...]

    @property
    def rounds(self) -> int:
        """How many rounds of the tournament it takes, a reset included."""
        return max((node.round for node in self.nodes), default=0)


def seed_places(size: int) -> tuple[int, ...]:
    """The seeds in the order of the first round's pairings, for a power of two.

    The best meets the last, and so on; the first two can only meet in the final.

    >>> seed_places(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    places: tuple[int, ...] = (1,)
    while len(places) < size:
        total = 2 * len(places) + 1
        places = tuple(seed for place in places for seed in (place, total - place))
    return places


def full_size(entrants: int) -> int:
    """The next power of two.

    >>> full_size(5), full_size(8)
    (8, 8)
    """
    return 1 << max(0, entrants - 1).bit_length()


def winners_nodes(entrants: int, *, side: str = WINNERS, letter: str = "R") -> list[Node]:
    """All nodes of a knock-out for a full size, those without entrants included."""
    places = seed_places(full_size(entrants))
    sources: list[Source] = [Seeded(place) for place in places]
    nodes: list[Node] = []
    stage = 1
    while len(sources) > 1:
        pairs = list(zip(sources[::2], sources[1::2], strict=True))
        new = [
            Node(f"{letter}{stage}.{number}", side, stage, pair)
            for number, pair in enumerate(pairs, start=1)
        ]
        nodes += new
        sources = [From(node.label, 1) for node in new]
        stage += 1
    return nodes


def single_elimination(entrants: int, *, third_place: bool = False) -> BracketGraph:
    """A knock-out for two seats, with a pairing for the third place where it is wanted."""
    nodes = winners_nodes(entrants)
    if third_place and entrants >= 4:
        semis = nodes[-3:-1]
        losers = tuple(From(node.label, 2) for node in semis)
        nodes.insert(-1, Node("T", THIRD, 1, losers))
    nodes[-1] = replace(nodes[-1], label="F", side=FINAL, stage=1)
    return collapsed(nodes, entrants)


def collapsed(nodes: Sequence[Node], entrants: int) -> BracketGraph:
    """The bracket without the nodes that have fewer than two entrants, in rounds.

    The nodes come in an order in which each stands after those that it hangs on.
    """
    kept: dict[str, Node] = {}
    passes: dict[From, Source | None] = {}
    for node in nodes:
        found = [_resolved(source, entrants, passes) for source in node.sources]
        there = tuple(source for source in found if source is not None)
        if len(there) > 1:
            kept[node.label] = replace(node, sources=there, round=_round_of(node, there, kept))
            continue
        passes[From(node.label, 1)] = there[0] if there else None
        passes[From(node.label, 2)] = None
    in_rounds = sorted(kept.values(), key=lambda node: node.round)
    first = {s.rank for n in in_rounds if n.round == 1 for s in n.sources if isinstance(s, Seeded)}
    byes = tuple(rank for rank in range(1, entrants + 1) if rank not in first)
    return BracketGraph(tuple(in_rounds), byes)


def _resolved(source: Source, entrants: int, passes: Mapping[From, Source | None]) -> Source | None:
    """Where an entrant comes from when nodes that are not there are left out; None for nobody."""
    if isinstance(source, Seeded):
        return source if source.rank <= entrants else None
    return passes.get(source, source)


def _round_of(node: Node, sources: Sequence[Source], kept: Mapping[str, Node]) -> int:
    """One after the latest round that it hangs on; who has a bye waits for the second stage."""
    after = 1 + max(kept[s.node].round if isinstance(s, From) else 0 for s in sources)
    return max(after, node.stage) if node.side == WINNERS else after
