"""Pods in which everyone meets everyone: designs where there are some, balance elsewhere."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.domain.tournaments.designs import Pod, design
from ladder.domain.tournaments.gauntlet import round_of
from ladder.domain.tournaments.places import even_places
from ladder.domain.tournaments.pod_schedule import balanced_pods

PUBLISHED = {
    (9, 3): "036 147 258 | 048 156 237 | 057 138 246 | 012 345 678",
    (16, 4): (
        "1 5 9 13, 2 6 10 14, 3 7 11 15, 4 8 12 16 | 1 6 11 16, 2 5 12 15, 3 8 9 14, 4 7 10 13 | "
        "1 7 12 14, 2 8 11 13, 3 5 10 16, 4 6 9 15 | 1 8 10 15, 2 7 9 16, 3 6 12 13, 4 5 11 14 | "
        "1 2 3 4, 5 6 7 8, 9 10 11 12, 13 14 15 16"
    ),
}
TRIPLES = [n for n in range(7, 65) if n % 6 in (1, 3)]
FOURS = [n for n in range(13, 65) if n % 12 in (1, 4)]


def pairs_of(pods: list[Pod]) -> Counter[tuple[int, int]]:
    return Counter(pair for pod in pods for pair in combinations(sorted(pod), 2))


def test_design__published_affine_planes() -> None:
    nine = design(9, 3)
    sixteen = design(16, 4)
    assert nine is not None and sixteen is not None
    text = " | ".join(" ".join("".join(map(str, pod)) for pod in pods) for pods in nine)
    assert text == PUBLISHED[9, 3]
    numbered = [[" ".join(str(one + 1) for one in pod) for pod in pods] for pods in sixteen]
    assert " | ".join(", ".join(pods) for pods in numbered) == PUBLISHED[16, 4]


@pytest.mark.parametrize(("entrants", "base"), [(13, (0, 1, 3, 9)), (7, (0, 1, 3))])
def test_design__published_cyclic_ones(entrants: int, base: Pod) -> None:
    found = design(entrants, len(base))
    assert found is not None
    shifted = {frozenset((one + by) % entrants for one in base) for by in range(entrants)}
    assert {frozenset(pod) for pods in found for pod in pods} == shifted


@pytest.mark.parametrize(
    ("entrants", "seats"), [*((n, 3) for n in TRIPLES), *((n, 4) for n in FOURS), (3, 3), (4, 4)]
)
def test_design__each_pair_just_once_nobody_twice_in_a_round(entrants: int, seats: int) -> None:
    """Wherever a design can be, there is one."""
    found = design(entrants, seats)
    assert found is not None
    pods = [pod for pods in found for pod in pods]
    assert set(pairs_of(pods).values()) == {1}
    assert len(pairs_of(pods)) == entrants * (entrants - 1) // 2
    assert {len(pod) for pod in pods} == {seats}
    for pods_of_round in found:
        busy = [one for pod in pods_of_round for one in pod]
        assert len(busy) == len(set(busy))


@pytest.mark.parametrize("seats", [3, 4])
def test_design__none_where_there_can_be_none(seats: int) -> None:
    known = {*TRIPLES, 3} if seats == 3 else {*FOURS, 4}
    assert {n for n in range(seats, 65) if design(n, seats) is not None} == known


@pytest.mark.parametrize(
    ("entrants", "seats", "spread"),
    [(4, 3, 0), (5, 3, 1), (6, 3, 2), (8, 3, 2), (20, 3, 3), (5, 4, 0), (6, 4, 1), (12, 4, 2)],
)
def test_balanced__everyone_meets_and_plays_equally_often(
    entrants: int, seats: int, spread: int
) -> None:
    pods = list(balanced_pods(entrants, seats))
    meetings = pairs_of(pods)
    assert len(meetings) == entrants * (entrants - 1) // 2
    assert max(meetings.values()) - min(meetings.values()) <= spread
    assert len(set(Counter(one for pod in pods for one in pod).values())) == 1


@pytest.mark.parametrize(("entrants", "seats"), [(62, 3), (64, 3), (63, 4), (48, 4)])
def test_balanced__large_numbers_too(entrants: int, seats: int) -> None:
    pods = list(balanced_pods(entrants, seats))
    assert len(pairs_of(pods)) == entrants * (entrants - 1) // 2
    assert len(pods) <= 2 * entrants * (entrants - 1) // (seats * (seats - 1))


@st.composite
def schedules(draw: st.DrawFn) -> tuple[list[Pod], int]:
    places = draw(st.integers(2, 4))
    who = draw(st.integers(places, 9))
    pod = st.lists(st.integers(0, who - 1), min_size=places, max_size=places, unique=True)
    return [tuple(one) for one in draw(st.lists(pod, max_size=25))], places


@settings(max_examples=60)
@given(schedules())
def test_places__nobody_has_one_twice_more_than_another(schedule: tuple[list[Pod], int]) -> None:
    pods, places = schedule
    even = even_places(pods, places)
    assert [sorted(pod) for pod in even] == [sorted(pod) for pod in pods]
    found = Counter((one, place) for pod in even for place, one in enumerate(pod))
    for one in {one for pod in pods for one in pod}:
        counts = [found[one, place] for place in range(places)]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("others", [3, 4, 5, 8, 11])
def test_gauntlet__everyone_meets_the_challenger_and_rests_alike(others: int, seats: int) -> None:
    resting: Counter[int] = Counter()
    places: Counter[int] = Counter()
    mates: set[frozenset[int]] = set()
    for number in range(others):
        line_ups, rest = round_of(others, seats, number)
        assert sorted([*rest, *(o for pod in line_ups for o in pod if o)]) == [
            *range(1, others + 1)
        ]
        resting.update(rest)
        places.update(pod.index(0) for pod in line_ups)
        mates |= {frozenset(pair) for pod in line_ups for pair in combinations(pod, 2)}
    counts = [resting[one] for one in range(1, others + 1)]
    assert max(counts) - min(counts) <= 1
    assert max(places.values()) - min(places[p] for p in range(seats)) <= 1
    assert len(mates) > others or seats == 2
