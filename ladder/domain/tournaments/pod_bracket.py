"""Elimination in pods of three or four: the first few of each go on until one pod is left.

As many pods as are needed, of sizes as even as can be, dealt like cards in a snake; the best seeded
get the smaller ones. A pod that is no larger than the number who go on is not played: its entrants
have a bye.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ladder.domain.tournaments.brackets import (
    FINAL,
    WINNERS,
    BracketGraph,
    From,
    Node,
    Seeded,
    Source,
)

Pods = list[list[Source]]


def pod_elimination(entrants: int, seats: int, advance: int) -> BracketGraph:
    """The bracket; of each pod so many go on, at most half of its seats, and one wins the final."""
    waiting: list[list[Source]] = [[Seeded(rank) for rank in range(1, entrants + 1)]]
    nodes: list[Node] = []
    byes: tuple[int, ...] = ()
    round_ = 1
    while (left := sum(len(places) for places in waiting)) > seats:
        pods = _best_deal(waiting, -(-left // seats))
        played, waiting = _stage(pods, round_, advance)
        nodes += played
        if round_ == 1:
            there = [s for node in played for s in node.sources]
            byes = tuple(rank for rank in range(1, entrants + 1) if Seeded(rank) not in there)
        round_ += 1
    final = tuple(source for places in waiting for source in places)
    nodes.append(Node("F", FINAL, 1, final, 1, round=round_))
    return BracketGraph(tuple(nodes), byes)


def snake(sources: Sequence[Source], count: int) -> Pods:
    """Deal sources to so many pods, there and back; a last row that is not full from the end."""
    pods: Pods = [[] for _ in range(count)]
    for start in range(0, len(sources), count):
        row = sources[start : start + count]
        backwards = start // count % 2 == 1 or len(row) < count
        for step, source in enumerate(row):
            pods[count - 1 - step if backwards else step].append(source)
    return pods


def _best_deal(places: Sequence[Sequence[Source]], count: int) -> Pods:
    """The deal in which the fewest who have just met meet again.

    ``places``: the winners of the pods, then the seconds; these are turned against the winners.
    """
    deals = []
    for turn in range(len(places[-1])):
        turned = [[*row[turn:], *row[:turn]] for row in places[1:]]
        deals.append(snake([s for row in (places[0], *turned) for s in row], count))
    # Of equally good ones the first: min keeps it.
    return min(deals, key=_clashes)


def _clashes(pods: Pods) -> int:
    return sum(
        isinstance(one, From) and isinstance(other, From) and one.node == other.node
        for pod in pods
        for one, other in combinations(pod, 2)
    )


def _stage(pods: Pods, round_: int, advance: int) -> tuple[list[Node], Pods]:
    """The pods that are played, and who goes on by the place in its pod."""
    nodes: list[Node] = []
    waiting: Pods = [[] for _ in range(advance)]
    for number, pod in enumerate(pods, start=1):
        label = f"R{round_}.{number}"
        if len(pod) <= advance:
            going_on = list(pod)
        else:
            nodes.append(Node(label, WINNERS, round_, tuple(pod), advance, round=round_))
            going_on = [From(label, place) for place in range(1, advance + 1)]
        for place, source in enumerate(going_on):
            waiting[place].append(source)
    return nodes, waiting
