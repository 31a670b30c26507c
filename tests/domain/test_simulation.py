"""The simulator of pairing: what it measures, and that information gain beats chance clearly."""

from __future__ import annotations

import math
import random
from statistics import median

import pytest

from ladder.domain.kendall import kendall_tau
from ladder.domain.opponents import CLOSEST, INFORMATION, LEVEL, QUALITY, Free
from ladder.domain.ratings import Rating, RatingParameters
from ladder.domain.simulation import Setting, compare_ways, matches_needed

SMALL = Setting(seats=2, bots=24, goal=0.85)


def test_information__beats_chance_clearly() -> None:
    """The median of some runs of a small pool; the whole measurement is `ladder simulate`."""
    chance, information = compare_ways(SMALL, 9, ways=(INFORMATION,))
    assert (chance.way, information.way) == ("random", "information")
    assert chance.ratio == 1.0
    assert information.ratio < 0.85
    assert information.median == median(information.matches)


def test_quality__prefers_who_is_known_and_information_who_is_not() -> None:
    """The best quality is that of certain equals: by itself it would pair them for ever."""
    lead, free = [Rating(25, 2)], [Free(Rating(25, 0.5), (0,)), Free(Rating(25.5, 6.0), (0,))]
    rng, params = random.Random(1), RatingParameters()
    assert QUALITY.pick(lead, free, rng, params) == 0
    assert INFORMATION.pick(lead, free, rng, params) == 1


@pytest.mark.parametrize("way", [None, LEVEL, CLOSEST, QUALITY, INFORMATION])
@pytest.mark.parametrize(("seats", "blocks"), [(3, 0), (2, 1)])
def test_run__is_the_same_for_the_same_seed(way: object, seats: int, blocks: int) -> None:
    setting = Setting(seats=seats, bots=8, blocks=blocks, goal=0.6)
    once = matches_needed(setting, way, "7")  # type: ignore[arg-type]
    assert once == matches_needed(setting, way, "7")  # type: ignore[arg-type]
    assert 0 < once < math.inf
    assert once % max(1, seats * blocks) == 0


def test_run__is_given_up_in_time() -> None:
    never = Setting(seats=2, bots=10, goal=1.0, most=4)
    assert matches_needed(never, INFORMATION, "1") == math.inf
    chance, information = compare_ways(never, 1, ways=(INFORMATION,))
    assert chance.median == math.inf and math.isnan(information.ratio)


def test_progress__is_told_after_each_run() -> None:
    told: list[None] = []
    setting = Setting(seats=2, bots=4, goal=0.3)
    compare_ways(setting, 3, ways=(CLOSEST,), advance=lambda: told.append(None))
    assert len(told) == 6


@pytest.mark.parametrize(
    "wrong",
    [{"seats": 1}, {"seats": 9, "bots": 8}, {"seats": 2, "goal": 0.0}, {"seats": 2, "most": 0}],
)
def test_setting__that_makes_no_sense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        Setting(**wrong)  # type: ignore[arg-type]


def test_no_runs__are_refused() -> None:
    with pytest.raises(ValueError):
        compare_ways(SMALL, 0)


@pytest.mark.parametrize(
    ("values", "tau"),
    [([1, 2, 3], 1.0), ([3, 2, 1], -1.0), ([1, 1, 1], 0.0), ([5], 1.0), ([2, 1, 3, 4], 2 / 3)],
)
def test_kendall(values: list[float], tau: float) -> None:
    assert kendall_tau(values) == pytest.approx(tau)
