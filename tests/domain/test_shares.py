"""Seasons share the workers by weight, and none of them waits without end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.domain.shares import (
    MOST_WEIGHT,
    Share,
    charge,
    in_turn,
    passed_over,
    usual_match_us,
)

LONGEST = 1_000
"""No batch of these tests takes longer, in microseconds."""

weights = st.lists(st.integers(1, 20), min_size=2, max_size=5)
spans = st.integers(1, LONGEST)


class Workers:
    """Some seasons on some workers; a batch is charged when it ends."""

    def __init__(self, weights: list[int]) -> None:
        self.shares = {key: Share(key, weight) for key, weight in enumerate(weights)}
        self.spent = dict.fromkeys(self.shares, 0)
        self.idle: set[int] = set()

    def serve(self, took: Callable[[], int]) -> int:
        """Give a worker its next batch, which is over at once; the season that had it."""
        ready = [share for key, share in self.shares.items() if key not in self.idle]
        chosen = in_turn(ready)[0]
        self.shares = {key: passed_over(share, chosen) for key, share in self.shares.items()}
        span = took()
        self.spent[chosen.key] += span
        self.shares[chosen.key] = replace(
            chosen, served=chosen.served + charge(span, chosen.weight)
        )
        return chosen.key


@given(weights, st.data())
@settings(max_examples=60)
def test_shares__converge_to_the_weights(given_weights: list[int], data: st.DataObject) -> None:
    """No two accounts of seasons with work are ever further apart than a batch of each."""
    workers = Workers(given_weights)
    rng = data.draw(st.randoms(use_true_random=False))
    for _ in range(300):
        workers.serve(lambda: rng.randint(1, LONGEST))
        for one in workers.shares.values():
            for other in workers.shares.values():
                apart = (
                    workers.spent[one.key] / one.weight - workers.spent[other.key] / other.weight
                )
                assert apart <= LONGEST / one.weight + LONGEST / other.weight
    total, weight = sum(workers.spent.values()), sum(given_weights)
    for share in workers.shares.values():
        bound = LONGEST * (len(given_weights) + 1)
        assert abs(workers.spent[share.key] - total * share.weight / weight) <= bound


@given(weights, st.data())
@settings(max_examples=60)
def test_shares__no_season_with_work_waits_for_longer_than_the_bound(
    given_weights: list[int], data: st.DataObject
) -> None:
    workers = Workers(given_weights)
    rng = data.draw(st.randoms(use_true_random=False))
    least = LONGEST // 2
    waited = dict.fromkeys(workers.shares, 0)
    for _ in range(200):
        served = workers.serve(lambda: rng.randint(least, LONGEST))
        for key, share in workers.shares.items():
            waited[key] = 0 if key == served else waited[key] + 1
            gap = [LONGEST / share.weight + LONGEST / w for w in given_weights]
            bound = sum(
                ceil(w * apart / least) + 1 for w, apart in zip(given_weights, gap, strict=True)
            )
            assert waited[key] <= bound


def test_shares__a_season_that_was_away_does_not_hold_up_the_others() -> None:
    workers = Workers([1, 1])
    workers.idle = {1}
    for _ in range(1000):
        assert workers.serve(lambda: LONGEST) == 0
    workers.idle = set()
    then = [workers.serve(lambda: LONGEST) for _ in range(10)]
    assert then.count(1) in (5, 6)


def test_shares__what_is_in_flight_counts() -> None:
    busy, free = Share(1, 2, 0, in_flight=3_000), Share(2, 1, 0, in_flight=1_000)
    assert in_turn([busy, free]) == [free, busy]
    assert busy.at == charge(1_500, 1) == charge(3_000, 2)
    assert passed_over(free, busy).at == busy.at
    assert passed_over(busy, free) == busy


@given(st.lists(spans, min_size=1, max_size=200))
def test_usual_match__stays_between_the_quickest_and_the_slowest(took: list[int]) -> None:
    usual = 0
    for span in took:
        usual = usual_match_us(usual, span)
        assert min(took) <= usual <= max(took) or usual == 1


@pytest.mark.parametrize("weight", [0, -1, MOST_WEIGHT + 1])
def test_weight__is_bounded(weight: int) -> None:
    with pytest.raises(ValueError, match="weight"):
        Share(1, weight)
