"""Berger tables: the published ones, and what holds for every number of entrants."""

from __future__ import annotations

from collections import Counter

import pytest

from ladder.domain.tournaments.berger import double, single

PUBLISHED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
        "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1"
    ),
}


def as_text(rounds: tuple[tuple[tuple[int, int], ...], ...]) -> str:
    return " | ".join(" ".join(f"{one}-{other}" for one, other in pairs) for pairs in rounds)


@pytest.mark.parametrize("entrants", PUBLISHED)
def test_berger__published_tables(entrants: int) -> None:
    assert as_text(single(entrants)) == PUBLISHED[entrants]


@pytest.mark.parametrize("entrants", [3, 5, 7])
def test_berger__an_odd_number_rests_whom_the_last_would_meet(entrants: int) -> None:
    full = [set(pairs) for pairs in single(entrants + 1)]
    for pairs, whole in zip(single(entrants), full, strict=True):
        (left_out,) = whole - set(pairs)
        assert entrants + 1 in left_out


@pytest.mark.parametrize("entrants", range(2, 65))
def test_berger__each_pair_once_each_once_a_round_first_seats_even(entrants: int) -> None:
    rounds = single(entrants)
    assert len(rounds) == entrants - 1 + entrants % 2
    for pairs in rounds:
        assert len({one for pair in pairs for one in pair}) == 2 * len(pairs)
    pairs = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert len(pairs) == len(set(pairs)) == entrants * (entrants - 1) // 2
    first = Counter(pair[0] for pairs in rounds for pair in pairs)
    counts = [first[one] for one in range(1, entrants + 1)]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("entrants", [2, 3, 4, 7, 16, 33, 64])
def test_berger__twice_with_seats_swapped_never_three_times_on_one_seat(entrants: int) -> None:
    rounds = double(entrants)
    pairs = Counter(pair for pairs in rounds for pair in pairs)
    assert set(pairs.values()) == {1}
    assert len(pairs) == entrants * (entrants - 1)
    for one in range(1, entrants + 1):
        seats = [pair.index(one) for pairs in rounds for pair in pairs if one in pair]
        runs = zip(seats, seats[1:], seats[2:], strict=False)
        assert all(len(set(run)) > 1 for run in runs)


def test_berger__the_last_two_rounds_of_the_first_cycle_are_exchanged() -> None:
    assert as_text(double(4)) == "1-4 2-3 | 2-4 3-1 | 4-3 1-2 | 4-1 3-2 | 3-4 2-1 | 4-2 1-3"
