"""Brackets as graphs: published placements and counts, golden ones, and what holds for all."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from ladder.domain.tournaments.brackets import (
    FINAL,
    LOSERS,
    WINNERS,
    BracketGraph,
    From,
    Seeded,
    Source,
    seed_places,
    single_elimination,
)
from ladder.domain.tournaments.double_bracket import double_elimination, drop_order
from ladder.domain.tournaments.pod_bracket import pod_elimination, snake

GOLDEN = Path(__file__).with_name("brackets.txt")
PLACES = {
    4: "1 4 | 2 3",
    8: "1 8 | 4 5 | 2 7 | 3 6",
    16: "1 16 | 8 9 | 4 13 | 5 12 | 2 15 | 7 10 | 3 14 | 6 11",
}


def of_name(name: str) -> BracketGraph:
    """The bracket of a line such as ``single 7`` or ``pods 4 advance 2, 9``."""
    words = name.replace(",", "").split()
    entrants = int(words[-1])
    if words[0] == "single":
        return single_elimination(entrants)
    if words[0] == "double":
        return double_elimination(entrants)
    return pod_elimination(entrants, int(words[1]), int(words[3]))


def source(one: Source) -> str:
    return str(one.rank) if isinstance(one, Seeded) else f"{one.node}/{one.place}"


def lines_of(graph: BracketGraph) -> list[str]:
    lines = ["  byes " + " ".join(map(str, graph.byes))] if graph.byes else []
    for number in range(1, graph.rounds + 1):
        nodes = [node for node in graph.nodes if node.round == number]
        texts = (f"{node.label} {' '.join(map(source, node.sources))}" for node in nodes)
        lines.append(f"  {number}: {', '.join(texts)}")
    return lines


def golden() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    name = ""
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            found[name].append(line)
        elif line and not line.startswith("#"):
            name = line
            found[name] = []
    return found


BRACKETS = golden()


@pytest.mark.parametrize("name", BRACKETS)
def test_bracket__golden(name: str) -> None:
    assert lines_of(of_name(name)) == BRACKETS[name]


def test_bracket__golden_ones_for_3_to_17_entrants() -> None:
    for kind in ("single", "double"):
        assert {f"{kind} {number}" for number in range(3, 18)} <= set(BRACKETS)


@pytest.mark.parametrize("size", PLACES)
def test_bracket__published_places_of_seeds(size: int) -> None:
    places = seed_places(size)
    pairs = zip(places[::2], places[1::2], strict=True)
    assert " | ".join(f"{one} {other}" for one, other in pairs) == PLACES[size]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128])
def test_bracket__seeds_add_up_and_the_first_two_meet_in_the_final_only(size: int) -> None:
    places = seed_places(size)
    assert sorted(places) == [*range(1, size + 1)]
    pairs = zip(places[::2], places[1::2], strict=True)
    assert all(one + other == size + 1 for one, other in pairs)
    assert (places.index(1) < size // 2) != (places.index(2) < size // 2)


@pytest.mark.parametrize("entrants", range(2, 65))
def test_single__one_pairing_knocks_one_out_and_byes_go_to_the_best(entrants: int) -> None:
    graph = single_elimination(entrants)
    assert len(graph.nodes) == entrants - 1
    assert graph.byes == tuple(range(1, len(graph.byes) + 1))
    assert len(graph.byes) < entrants
    assert graph.rounds == (entrants - 1).bit_length()
    seeded = [s.rank for node in graph.nodes for s in node.sources if isinstance(s, Seeded)]
    assert sorted(seeded) == [*range(1, entrants + 1)]


def test_single__a_pairing_for_the_third_place() -> None:
    graph = single_elimination(8, third_place=True)
    assert len(graph.nodes) == 8
    third = next(node for node in graph.nodes if node.label == "T")
    assert third.sources == (From("R2.1", 2), From("R2.2", 2))
    assert len(single_elimination(3, third_place=True).nodes) == 2


@pytest.mark.parametrize(("entrants", "pairings"), [(4, 6), (8, 14), (16, 30), (32, 62)])
def test_double__published_counts(entrants: int, pairings: int) -> None:
    graph = double_elimination(entrants)
    assert len(graph.nodes) == pairings + 1
    assert [node.label for node in graph.nodes if node.reset] == ["F2"]
    assert len(double_elimination(entrants, reset_final=False).nodes) == pairings


def stages(graph: BracketGraph, side: str) -> int:
    return len({node.stage for node in graph.nodes if node.side == side})


def test_double__published_rounds_of_eight_and_sixteen() -> None:
    sixteen = double_elimination(16, reset_final=False)
    assert (stages(sixteen, WINNERS), stages(sixteen, LOSERS)) == (4, 6)
    assert [node.label for node in sixteen.nodes if node.side == FINAL] == ["F1"]
    eight = double_elimination(8)
    assert (stages(eight, WINNERS), stages(eight, LOSERS), len(eight.nodes)) == (3, 4, 15)
    assert [node.label for node in eight.nodes if node.side == FINAL] == ["F1", "F2"]


def test_double__two_play_a_single_pairing() -> None:
    assert lines_of(double_elimination(2)) == ["  1: F 1 2"]


@pytest.mark.parametrize(
    ("stages", "orders"),
    [
        (3, ["1 2 3 4", "2 1", "1"]),
        (4, ["1 2 3 4 5 6 7 8", "2 1 4 3", "2 1", "1"]),
        (5, [" ".join(map(str, range(1, 17))), "8 7 6 5 4 3 2 1", "3 4 1 2", "1 2", "1"]),
    ],
)
def test_double__published_order_in_which_losers_drop(stages: int, orders: list[str]) -> None:
    """8: natural, reverse, natural. 16: natural, reversed halves, reverse, natural. 32: natural,
    reverse, half shift, natural, natural."""
    for stage, order in enumerate(orders, start=1):
        losers = [Seeded(number) for number in range(1, 2 ** (stages - stage) + 1)]
        dropped = drop_order(stages, stage)(losers)
        assert " ".join(source(one) for one in dropped) == order


@pytest.mark.parametrize("entrants", range(3, 65))
def test_double__everyone_may_lose_twice(entrants: int) -> None:
    """Each pairing but the final's knocks one out or drops one, with byes on both sides."""
    graph = double_elimination(entrants, reset_final=False)
    assert len(graph.nodes) == 2 * entrants - 2
    taken = Counter(s for node in graph.nodes for s in node.sources)
    assert set(taken.values()) == {1}
    for node in graph.nodes:
        assert (From(node.label, 2) in taken) == (node.side == WINNERS)
        assert all(
            isinstance(s, Seeded)
            or next(n for n in graph.nodes if n.label == s.node).round < node.round
            for s in node.sources
        )
    for number in range(1, graph.rounds + 1):
        assert any(node.round == number for node in graph.nodes)


@pytest.mark.parametrize(("entrants", "stage"), [(8, 3), (16, 3), (32, 5), (64, 6), (128, 6)])
def test_double__who_has_met_is_kept_apart(entrants: int, stage: int) -> None:
    """The first stage of the losers' side in which two could meet for the second time."""
    graph = double_elimination(entrants)
    sides: dict[str, tuple[set[int], set[int]]] = {}
    dropped: dict[str, set[tuple[int, str]]] = {}
    stage_of = {node.label: node.stage for node in graph.nodes}
    again = []
    for node in graph.nodes:
        if node.side == WINNERS:
            one, other = (
                {s.rank} if isinstance(s, Seeded) else set().union(*sides[s.node])
                for s in node.sources
            )
            sides[node.label] = (one, other)
        elif node.side == LOSERS:
            here = [
                dropped[s.node]
                if s.node in dropped
                else {(rank, s.node) for rank in set().union(*sides[s.node])}
                for s in node.sources
            ]
            dropped[node.label] = here[0] | here[1]
            if any(
                _met(sides, stage_of, one, other) or _met(sides, stage_of, other, one)
                for one in here[0]
                for other in here[1]
            ):
                again.append(node.stage)
    assert min(again) == stage


def _met(sides, stage_of, first: tuple[int, str], later: tuple[int, str]) -> bool:
    """Whether one could have dropped by losing to another that dropped at a later stage."""
    one, other = sides[first[1]]
    return stage_of[later[1]] > stage_of[first[1]] and (
        (first[0] in one and later[0] in other) or (first[0] in other and later[0] in one)
    )


def test_pods__dealt_like_a_snake_the_odd_ones_from_the_end() -> None:
    pods = snake([Seeded(rank) for rank in range(1, 12)], 3)
    assert [[int(source(one)) for one in pod] for pod in pods] == [
        [1, 6, 7],
        [2, 5, 8, 11],
        [3, 4, 9, 10],
    ]


@pytest.mark.parametrize(("seats", "advance"), [(3, 1), (4, 1), (4, 2)])
@pytest.mark.parametrize("entrants", range(3, 65))
def test_pods__sizes_even_and_somebody_is_knocked_out(
    entrants: int, seats: int, advance: int
) -> None:
    graph = pod_elimination(entrants, seats, advance)
    out = sum(len(node.sources) - node.advance for node in graph.nodes)
    assert out == entrants - 1
    assert graph.nodes[-1].label == "F"
    for number in range(1, graph.rounds + 1):
        sizes = [len(node.sources) for node in graph.nodes if node.round == number]
        assert max(sizes) <= seats
        assert max(sizes) - min(sizes) <= 1
    taken = Counter(s for node in graph.nodes for s in node.sources)
    assert set(taken.values()) == {1}
    assert len(graph.byes) <= advance


def test_pods__who_has_just_met_does_not_meet_again_where_that_can_be() -> None:
    graph = pod_elimination(64, 4, 2)
    for node in graph.nodes[:-1]:
        from_nodes = [s.node for s in node.sources if isinstance(s, From)]
        assert all(one != other for one, other in combinations(from_nodes, 2))
