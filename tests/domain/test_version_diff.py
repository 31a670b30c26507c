"""What a new version gains is found, and chance alone is not taken for it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.domain.version_diff import FEWEST_BLOCKS, BlockMean, Meeting, block_mean, difference


def season(
    seed: int, *, gain: float = 0.0, blocks: int = 60, opponents: int = 6, others: int = 1
) -> list[Meeting]:
    """Blocks of two versions against opponents of different strength, whom they meet unevenly."""
    rng = random.Random(seed)
    strength = [0.2 + 0.6 * one / max(1, opponents - 1) for one in range(opponents)]
    meetings = []
    for block in range(blocks):
        new = block % 2 == 1
        luck = rng.gauss(0, 0.2)
        weights = [1 + (one if new else opponents - one) for one in range(opponents)]
        met = {rng.choices(range(opponents), weights)[0] for _ in range(others)}
        for one in met:
            value = strength[one] + gain * new + luck + rng.gauss(0, 0.1)
            meetings.append(Meeting(new, block, one, value))
    return meetings


@pytest.mark.parametrize(("others", "opponents"), [(1, 6), (3, 6), (1, 20), (3, 20)])
def test_difference__without_one_is_rarely_beyond_chance(others: int, opponents: int) -> None:
    """Other opponents, met unevenly, are no gain; at most one in twenty is a false alarm."""
    alarms = sum(
        difference(season(seed, others=others, opponents=opponents)).verdict != "undecided"
        for seed in range(200)
    )
    assert alarms <= 18  # 10 are expected; more than 18 come once in a hundred times


@pytest.mark.parametrize("others", [1, 3])
def test_difference__of_a_real_gain_is_found(others: int) -> None:
    found = difference(season(1, gain=0.2, blocks=200, others=others))
    assert found.verdict == "better" and found.gain is not None and found.interval is not None
    assert found.interval[0] < 0.2 < found.interval[1]
    assert found.gain == pytest.approx(0.2, abs=0.1)
    lost = difference(season(1, gain=-0.2, blocks=200, others=others))
    assert lost.verdict == "worse" and lost.gain is not None and lost.gain < 0


def test_difference__looks_only_at_opponents_that_both_met() -> None:
    common = season(3)
    apart = [Meeting(True, 1_000 + block, 77, 1.0) for block in range(50)]
    apart += [Meeting(False, 2_000 + block, 78, 0.0) for block in range(50)]
    assert difference(common + apart) == difference(common)


def test_difference__of_too_few_blocks_says_nothing() -> None:
    few = [
        Meeting(new, 2 * block + new, 1, float(new))
        for block in range(FEWEST_BLOCKS - 1)
        for new in (False, True)
    ]
    found = difference(few)
    assert (found.gain, found.interval, found.verdict) == (None, None, "too_few")
    assert (found.old_blocks, found.new_blocks) == (FEWEST_BLOCKS - 1,) * 2
    assert [(one.old, one.new) for one in found.opponents] == [(0.0, 1.0)]
    nothing = difference([])
    assert (nothing.opponents, nothing.gain, nothing.verdict) == ((), None, "too_few")


def test_difference__is_that_of_two_means_where_there_is_one_opponent() -> None:
    """By hand: means 0.5 and 0.75, and the jackknife of two means by its formula."""
    olds, news = [0.0, 1.0] * 5, [0.5, 1.0] * 5
    meetings = [Meeting(False, block, 1, value) for block, value in enumerate(olds)]
    meetings += [Meeting(True, 100 + block, 1, value) for block, value in enumerate(news)]
    found = difference(meetings)
    assert found.gain == pytest.approx(0.25) and found.interval is not None
    squares = sum(((value - 0.5) / 9) ** 2 for value in olds)
    squares += sum(((value - 0.75) / 9) ** 2 for value in news)
    doubt = (squares * 19 / 20) ** 0.5
    assert found.interval[1] - found.interval[0] == pytest.approx(2 * 2.262157 * doubt, rel=1e-5)


meetings_of_both = st.lists(
    st.builds(
        lambda new, block, opponent, value: Meeting(new, 2 * block + new, opponent, value),
        st.booleans(),
        st.integers(0, 30),
        st.integers(1, 4),
        st.floats(0, 1),
    ),
    unique_by=lambda one: (one.new, one.block, one.opponent),
    max_size=60,
)


@given(meetings_of_both, st.randoms(use_true_random=False))
def test_difference__hangs_on_no_order_and_turns_with_the_versions(
    meetings: list[Meeting], rng: random.Random
) -> None:
    found = difference(meetings)
    mixed = list(meetings)
    rng.shuffle(mixed)
    assert difference(mixed) == found
    back = difference(Meeting(not one.new, one.block, one.opponent, one.value) for one in meetings)
    assert (back.gain is None) == (found.gain is None)
    if found.gain is not None and back.gain is not None:
        assert back.gain == pytest.approx(-found.gain, abs=1e-9)
        assert found.interval is not None
        assert found.interval[0] <= found.gain <= found.interval[1]


def test_block_mean__counts_blocks_and_not_matches() -> None:
    """S08."""
    few = block_mean({1: [0.0], 2: [1.0], 3: [0.5]})
    many = block_mean({1: [0.0] * 9, 2: [1.0] * 9, 3: [0.5] * 9})
    assert few == many and few is not None and few.mean == pytest.approx(0.5)
    assert block_mean({}) is None
    assert block_mean({1: [0.25, 0.75]}) == BlockMean(0.5, None, 1)
