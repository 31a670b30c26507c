"""What blocks buy: their variance against that of single matches."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.domain.luck import common_seed_ratio, luck_of

Group = list[list[float]]


def of_pairs(counts: dict[tuple[float, float], int]) -> Group:
    return [list(pair) for pair, count in counts.items() for _ in range(count)]


@pytest.mark.parametrize(
    ("counts", "ratio"),
    [
        ((365, 16618, 36029, 200, 16974, 390), 0.34),
        ((127, 4883, 10311, 401, 5150, 104), 0.35),
        ((34, 54, 31, 32, 64, 75), 1.37),
    ],
)
def test_public_numbers__variance_ratio_of_pairs(counts: tuple[int, ...], ratio: float) -> None:
    """Counts of pairs LL, LD, WL, DD, WD, WW; a tenth of the large samples is enough."""
    few = [count if sum(counts) < 1000 else round(count / 10) for count in counts]
    kinds = [(0.0, 0.0), (0.0, 0.5), (1.0, 0.0), (0.5, 0.5), (1.0, 0.5), (1.0, 1.0)]
    found = luck_of([of_pairs(dict(zip(kinds, few, strict=True)))])
    assert found is not None and found.interval is not None
    assert found.ratio == pytest.approx(ratio, abs=0.006)
    assert found.interval[0] < found.ratio < found.interval[1]
    assert found.ratio == pytest.approx(2 * found.block_variance / found.match_variance)


def made_up(seed: int, blocks: int, *, common: float, swing: float) -> Group:
    """Blocks of four: what all share, what swings from seat to seat, and what is left."""
    rng = random.Random(seed)
    log = []
    for _ in range(blocks):
        shared = rng.gauss(0, common)
        turns = [swing * (seat - 1.5) for seat in range(4)]
        log.append([shared + turn + rng.gauss(0, 1) for turn in turns])
    return log


def test_unrelated_matches__have_a_ratio_of_one() -> None:
    found = luck_of([made_up(1, 400, common=0, swing=0)])
    assert found is not None and found.interval is not None
    assert found.interval[0] < 1 < found.interval[1]
    assert found.ratio == pytest.approx(1, abs=0.2)


def test_luck_that_cancels_out_over_the_seats__makes_blocks_worth_more() -> None:
    found = luck_of([made_up(2, 300, common=0, swing=1.5)])
    assert found is not None and found.interval is not None
    assert found.interval[1] < 0.6


def test_luck_that_all_matches_share__makes_blocks_worth_less() -> None:
    found = luck_of([made_up(3, 300, common=1.5, swing=0)])
    assert found is not None and found.interval is not None
    assert found.interval[0] > 1.5


def test_groups__differ_without_adding_to_the_variance() -> None:
    """Strong and weak versions side by side are no luck."""
    weak = made_up(4, 100, common=0, swing=1)
    strong = [[score + 50 for score in block] for block in made_up(5, 100, common=0, swing=1)]
    apart, alone = luck_of([weak, strong]), luck_of([weak])
    assert apart is not None and alone is not None
    assert apart.blocks == 200
    assert apart.ratio == pytest.approx(alone.ratio, abs=0.25)


@pytest.mark.parametrize("groups", [[], [[]], [[[1.0, 2.0]]], [[[1.0, 1.0], [1.0, 1.0]]]])
def test_too_little__says_nothing(groups: list[Group]) -> None:
    assert luck_of(groups) is None


@pytest.mark.parametrize("group", [[[1.0, 2.0], [1.0]], [[], []]])
def test_blocks_of_different_sizes__are_refused(group: Group) -> None:
    with pytest.raises(ValueError):
        luck_of([group])


@given(st.lists(st.lists(st.floats(-1e3, 1e3), min_size=3, max_size=3), min_size=2, max_size=12))
def test_luck__is_finite_and_not_negative(group: Group) -> None:
    """R11."""
    found = luck_of([group])
    if found is not None:
        assert 0 <= found.ratio <= 3 * len(group)
        assert found.interval is None or found.interval[0] <= found.interval[1] < float("inf")


def test_common_seeds__take_away_what_both_share() -> None:
    rng = random.Random(6)
    shared = [(luck + rng.gauss(0, 1), luck + rng.gauss(0, 1)) for luck in range(-50, 50)]
    apart = [(rng.gauss(0, 1), rng.gauss(0, 1)) for _ in range(400)]
    together, nothing = common_seed_ratio(shared), common_seed_ratio(apart)
    assert together is not None and together < 0.05
    assert nothing == pytest.approx(1, abs=0.2)
    assert common_seed_ratio([(1.0, 2.0)]) is None
    assert common_seed_ratio([(1.0, 1.0), (1.0, 1.0)]) is None
