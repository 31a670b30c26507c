"""The blocks of a comparison: who meets whom by which seed, and what a match is worth."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.domain.paired import BASELINE, CANDIDATE, Design, Measure

POOL = ("ann", "ben", "cho", "dee", "eve")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_block__candidate_and_baseline_stand_the_same_test(seats: int) -> None:
    """R22: both meet the same opponents of a pool that is fixed, each on every seat."""
    design = Design(seats, POOL, "spring")
    for number in range(1, 20):
        block = design.block(number)
        (first, *opponents), (second, *same) = block.line_ups
        assert (first, second) == (CANDIDATE, BASELINE)
        assert opponents == same and len(set(opponents)) == seats - 1
        assert set(opponents) <= set(POOL)
        assert len(block.matches) == 2 * seats
        for arm in (0, 1):
            seatings = [match.seating for match in block.matches if match.arm == arm]
            assert sorted(seating.index(0) for seating in seatings) == list(range(seats))


def test_block__hangs_on_the_seed_text_and_its_number_alone() -> None:
    """Another order of the pool is the same pool; another text draws others."""
    blocks = [Design(3, POOL, "a").block(number) for number in range(1, 30)]
    assert blocks == [Design(3, POOL[::-1], "a").block(number) for number in range(1, 30)]
    assert blocks != [Design(3, POOL, "b").block(number) for number in range(1, 30)]
    texts = {Design(3, POOL, "a").seed_text_of(number) for number in range(1, 30)}
    assert len(texts) == 29


def test_block__every_line_up_is_drawn_about_equally_often() -> None:
    design = Design(3, POOL, "a")
    drawn = Counter(frozenset(design.block(number).line_ups[0][1:]) for number in range(1, 1001))
    assert set(drawn) == {frozenset(pair) for pair in combinations(POOL, 2)}
    assert all(60 <= count <= 140 for count in drawn.values())


def test_block__without_a_pool_candidate_and_baseline_play_each_other() -> None:
    design = Design(2, (), "a")
    assert design.direct and len(design.block(1).matches) == 2
    assert design.block(3).line_ups == ((CANDIDATE, BASELINE),)


PLACEMENTS = st.sampled_from(
    [(1, 2), (1, 1), (1, 2, 3), (1, 1, 3), (1, 2, 2), (1, 1, 1), (1, 2, 2, 4), (1, 2, 3, 4)]
)


@given(PLACEMENTS, st.sampled_from(Measure), st.randoms(use_true_random=False))
def test_measure__of_all_seats_is_always_the_same_sum(placements, measure, random) -> None:
    """So nobody's share hangs on how often others are level; wins sum to 1, places to a half."""
    seats = list(placements)
    random.shuffle(seats)
    shares = [measure.of(seats, place) for place in range(len(seats))]
    assert all(0 <= share <= 1 for share in shares)
    assert sum(shares) == pytest.approx(1 if measure is Measure.WINS else len(seats) / 2)
    order = sorted(range(len(seats)), key=lambda place: seats[place])
    assert [shares[place] for place in order] == sorted(shares, reverse=True)
