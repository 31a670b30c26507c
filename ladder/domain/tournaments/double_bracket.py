"""Double elimination: who loses drops to the losers' side, who loses there is out.

The losers of a stage drop in an order that keeps those apart who have met, as long as that can be.
The final is between the two sides; when the one from the losers' side wins it, both have lost once
and, if wanted, the final is reset: played once more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ladder.domain.tournaments.brackets import (
    FINAL,
    LOSERS,
    BracketGraph,
    From,
    Node,
    Source,
    collapsed,
    single_elimination,
    winners_nodes,
)

Reorder = Callable[[Sequence[Source]], list[Source]]


def _natural(sources: Sequence[Source]) -> list[Source]:
    return list(sources)


def _reverse(sources: Sequence[Source]) -> list[Source]:
    return list(reversed(sources))


def _half_shift(sources: Sequence[Source]) -> list[Source]:
    half = len(sources) // 2
    return [*sources[half:], *sources[:half]]


def _reversed_halves(sources: Sequence[Source]) -> list[Source]:
    half = len(sources) // 2
    return [*reversed(sources[:half]), *reversed(sources[half:])]


_DROPS: dict[int, tuple[Reorder, ...]] = {
    3: (_natural, _reverse, _natural),
    4: (_natural, _reversed_halves, _reverse, _natural),
}
"""By number of stages of the winners' side: in which order the losers of each stage drop."""
_USUAL_DROPS: tuple[Reorder, ...] = (_reverse, _half_shift)


def drop_order(stages: int, stage: int) -> Reorder:
    """How the losers of a stage (from 1) are ordered when they drop."""
    if stage in (1, stages):
        return _natural
    if stages in _DROPS:
        return _DROPS[stages][stage - 1]
    return _USUAL_DROPS[stage % 2] if stage < stages - 1 else _natural


def double_elimination(entrants: int, *, reset_final: bool = True) -> BracketGraph:
    """The bracket of both sides; two entrants play a single pairing."""
    if entrants == 2:
        return single_elimination(2)
    winners = winners_nodes(entrants, letter="W")
    stages = winners[-1].stage
    by_stage = [[node for node in winners if node.stage == s] for s in range(1, stages + 1)]
    losers: list[Node] = []
    waiting = [_loser(node) for node in by_stage[0]]
    for stage in range(2, stages + 1):
        waiting = _paired_off(losers, waiting)
        dropped = drop_order(stages, stage)([_loser(node) for node in by_stage[stage - 1]])
        waiting = _joined(losers, waiting, dropped)
    final = Node("F1", FINAL, 1, (From(winners[-1].label, 1), waiting[0]))
    nodes = [*winners, *losers, final]
    if reset_final:
        both = (From("F1", 1), From("F1", 2))
        nodes.append(Node("F2", FINAL, 2, both, reset=True))
    return collapsed(nodes, entrants)


def _loser(node: Node) -> Source:
    return From(node.label, 2)


def _paired_off(losers: list[Node], waiting: Sequence[Source]) -> list[Source]:
    """A stage of the losers' side among those who are in it."""
    return _stage(losers, list(zip(waiting[::2], waiting[1::2], strict=True)))


def _joined(
    losers: list[Node], waiting: Sequence[Source], dropped: Sequence[Source]
) -> list[Source]:
    """A stage of the losers' side against those who have just dropped."""
    return _stage(losers, list(zip(dropped, waiting, strict=True)))


def _stage(losers: list[Node], pairs: Sequence[tuple[Source, Source]]) -> list[Source]:
    stage = losers[-1].stage + 1 if losers else 1
    new = [Node(f"L{stage}.{number}", LOSERS, stage, pair) for number, pair in enumerate(pairs, 1)]
    losers += new
    return [From(node.label, 1) for node in new]
