"""The chess-style test: public numbers of several programs, mirrors and extremes."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.domain.elo import estimate
from ladder.domain.sprt import (
    EloModel,
    Sprt,
    bayes_elo,
    bayes_elo_log_ratio,
    draw_elo,
    log_ratio,
    with_lead_of,
)
from ladder.domain.trials import pair_error_rates
from ladder.domain.verdicts import Verdict

LOGISTIC, NORMALIZED = EloModel.LOGISTIC, EloModel.NORMALIZED


@pytest.mark.parametrize(
    ("model", "counts", "elo0", "elo1", "published", "exact"),
    [
        (NORMALIZED, (36027, 68692, 36433), 0, 2, 0.92, 0.9233),
        (NORMALIZED, (10650, 20431, 10871), -1.75, 0.25, 2.30, 2.2975),
        (LOGISTIC, (21184, 40708, 21404), 0.5, 2.5, -1.57, -1.5719),
        (NORMALIZED, (365, 16618, 36229, 16974, 390), 0, 2, 2.25, 2.2504),
        (NORMALIZED, (0, 0, 0, 0, 5550), 0, 5, 111.82, 111.798),
        (LOGISTIC, (223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07, -3.0741),
    ],
)
def test_public_numbers__ratio_of_likelihoods(
    model: EloModel,
    counts: tuple[int, ...],
    elo0: float,
    elo1: float,
    published: float,
    exact: float,
) -> None:
    found = log_ratio(counts, elo0, elo1, model)
    assert found == pytest.approx(exact, abs=0.0006)
    assert found == pytest.approx(published, abs=0.03)


def test_public_numbers__bayes_elo() -> None:
    assert bayes_elo_log_ratio(68526, 128429, 68965, 0, 2) == pytest.approx(-1.2622, abs=0.0001)


@pytest.mark.parametrize(
    ("losses", "draws", "wins", "plain", "with_halves"),
    [
        (1351, 2942, 1477, 2.525, 2.52),
        (555, 298, 555, -0.740, -0.74),
        (149, 1, 3, -4.599, -4.69),
    ],
)
def test_public_numbers__bayes_elo_with_bounds_in_elo(
    losses: int, draws: int, wins: int, plain: float, with_halves: float
) -> None:
    """Half a count more of each kind matters in lopsided samples."""
    for more, expected, near in ((0.0, plain, 0.0006), (0.5, with_halves, 0.005)):
        counts = (losses + more, draws + more, wins + more)
        drawn = draw_elo(*counts)
        assert drawn is not None
        found = bayes_elo_log_ratio(*counts, 0, bayes_elo(10, drawn))
        assert found == pytest.approx(expected, abs=near)


@pytest.mark.parametrize(("error", "bound"), [(0.05, 2.9444), (0.01, 4.5951)])
def test_public_numbers__bounds(error: float, bound: float) -> None:
    assert Sprt(0, 2, error, error).bounds == pytest.approx((-bound, bound), abs=0.0001)


@pytest.mark.parametrize(
    ("counts", "elo", "error", "superior", "score"),
    [
        ((96, 111, 136), 40.70, 30.43, 0.9960, 0.558),
        ((34, 54, 63, 64, 75), 55.58, 27.65, 1.0, 0.579),
    ],
)
def test_public_numbers__elo_and_error(
    counts: tuple[int, ...], elo: float, error: float, superior: float, score: float
) -> None:
    found = estimate(counts)
    assert (found.elo, found.error) == pytest.approx((elo, error), abs=0.006)
    assert found.superior == pytest.approx(superior, abs=0.0001)
    assert found.score == pytest.approx(score, abs=0.0005)


@pytest.mark.parametrize(
    ("blocks", "matches", "by_block", "by_match", "ratio"),
    [
        ((365, 16618, 36229, 16974, 390), (53377, 33992, 53783), 0.923, 1.579, 0.34),
        ((127, 4883, 10712, 5150, 104), (15448, 10835, 15669), 1.699, 2.863, 0.35),
        ((34, 54, 63, 64, 75), (153, 182, 245), 27.65, 23.62, 1.37),
    ],
)
def test_public_numbers__blocks_against_matches(
    blocks: tuple[int, ...],
    matches: tuple[int, ...],
    by_block: float,
    by_match: float,
    ratio: float,
) -> None:
    """S08: the variance is that between blocks; single matches give too much or too little."""
    blockwise, matchwise = estimate(blocks), estimate(matches)
    assert blockwise.score == pytest.approx(matchwise.score, abs=1e-12)
    assert blockwise.error == pytest.approx(by_block, abs=0.006)
    assert matchwise.error == pytest.approx(by_match, abs=0.006)
    assert 2 * blockwise.variance / matchwise.variance == pytest.approx(ratio, abs=0.005)


def test_public_numbers__superior_by_blocks_and_by_matches() -> None:
    assert estimate((365, 16618, 36229, 16974, 390)).superior == pytest.approx(0.983, abs=0.0005)
    assert estimate((53377, 33992, 53783)).superior == pytest.approx(0.893, abs=0.0005)


COUNTS = st.one_of(st.tuples(*[st.integers(0, 5000)] * 3), st.tuples(*[st.integers(0, 5000)] * 5))
MODELS = st.sampled_from(EloModel)


@given(COUNTS, st.floats(-20, 20), st.floats(0.1, 20), MODELS)
@settings(max_examples=60)
def test_ratio__mirrored_data_with_mirrored_bounds_is_the_opposite(
    counts: tuple[int, ...], elo: float, more: float, model: EloModel
) -> None:
    """So is one with the bounds exchanged; and without a result nothing is known."""
    found = log_ratio(counts, elo, elo + more, model)
    near = 1e-5 * (1 + abs(found))
    assert log_ratio(counts[::-1], -elo, -elo - more, model) == pytest.approx(found, abs=near)
    assert log_ratio(counts, elo + more, elo, model) == pytest.approx(-found, abs=near)
    assert log_ratio([0] * len(counts), elo, elo + more, model) == 0.0


@given(COUNTS, st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), MODELS)
@settings(max_examples=25)
def test_ratio__is_finite_for_anything(
    counts: tuple[int, ...], elo0: float, elo1: float, model: EloModel
) -> None:
    """R11."""
    assert math.isfinite(log_ratio(counts, elo0, elo1, model))


@pytest.mark.parametrize("counts", [(100, 0, 0), (100, 0, 0, 0, 0)])
@pytest.mark.parametrize("model", EloModel)
def test_ratio__all_losses_with_very_low_bounds_come_to_an_end(
    counts: tuple[int, ...], model: EloModel
) -> None:
    assert Sprt(-1500, -500, model=model).verdict(counts) is Verdict.REJECT


def test_ratio__of_a_large_lead_is_right_too() -> None:
    """The likeliest distribution has the lead that was asked for, however far from the counts."""
    counts = (100, 400, 600, 400, 100)
    ratios = [log_ratio(counts, 0, elo, NORMALIZED) for elo in (50, 100, 200, 400, 800)]
    assert ratios == sorted(ratios, reverse=True)
    assert ratios[0] == pytest.approx(-32.963, abs=0.001)
    assert log_ratio((0, 0, 0, 0, 50), 0, 800, NORMALIZED) > 20


def test_verdicts__of_clear_results() -> None:
    test = Sprt(0, 10)
    assert test.verdict((0, 0, 0, 0, 0)) is Verdict.UNDECIDED
    assert test.verdict((10, 200, 500, 400, 50)) is Verdict.PROMOTE
    assert test.verdict((50, 400, 500, 200, 10)) is Verdict.REJECT


@pytest.mark.parametrize("shares", [(1, 4, 6, 4, 1), (1, 3, 92, 3, 1), (3, 1, 2, 1, 3)])
def test_error_rate__at_either_bound_is_about_what_was_asked_for(shares: tuple[int, ...]) -> None:
    test = Sprt(0, 100, alpha=0.1, beta=0.1)
    even = [share / sum(shares) for share in shares]
    level = pair_error_rates(test, even, comparisons=40, most_blocks=200)
    better = with_lead_of(even, 100, NORMALIZED)
    ahead = pair_error_rates(test, better, comparisons=40, most_blocks=200)
    assert level.promoted <= 9 and ahead.rejected <= 9
    assert level.rejected > 30 and ahead.promoted > 30


@pytest.mark.parametrize("elo", [-800, -20, 0, 5, 100, 800])
@pytest.mark.parametrize("shares", [(0.2, 0.3, 0.5), (1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)])
def test_with_lead_of__has_that_lead(shares: tuple[float, ...], elo: float) -> None:
    found = with_lead_of(shares, elo, NORMALIZED)
    values = [place / (len(shares) - 1) for place in range(len(shares))]
    mean = sum(v * p for v, p in zip(values, found, strict=True))
    spread = math.sqrt(sum(p * (v - mean) ** 2 for v, p in zip(values, found, strict=True)))
    matches = (len(shares) - 1) / 2
    assert sum(found) == pytest.approx(1)
    assert (mean - 0.5) / spread == pytest.approx(
        elo * math.log(10) / 800 * math.sqrt(matches), rel=1e-5, abs=1e-9
    )


@pytest.mark.parametrize("wrong", [(), (1, 2), (1, -1, 2), (1, 2, 3, 4)])
def test_ratio__refuses_what_are_no_counts(wrong: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        log_ratio(wrong, 0, 5)


@pytest.mark.parametrize("wrong", [(), (0, 0, 0), (3, -1, 2)])
def test_estimate__refuses_what_are_no_results(wrong: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        estimate(wrong)


@pytest.mark.parametrize("counts", [(9, 0, 0), (0, 0, 9), (0, 0, 0, 0, 7), (0, 3, 0)])
def test_estimate__of_results_that_are_all_the_same_is_finite(counts: tuple[int, ...]) -> None:
    found = estimate(counts)
    assert math.isfinite(found.elo) and math.isfinite(found.error)
    assert found.superior == found.score


@pytest.mark.parametrize("wrong", [(2, 0), (0, math.inf), (math.nan, 1)])
def test_sprt__refuses_bounds_that_make_no_sense(wrong: tuple[float, float]) -> None:
    with pytest.raises(ValueError):
        Sprt(*wrong)
