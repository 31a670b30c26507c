"""The sequential comparison: bets, intervals at every look, verdicts and their error rates."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.domain.betting import Bet, narrowed
from ladder.domain.comparison import Comparison, Terms, lead_of
from ladder.domain.trials import BAD_CASES, ErrorRates, error_rates, made_up_lead, rates_of
from ladder.domain.verdicts import Verdict

ERROR = 0.025
"""On either side: 95 % in all."""
VALUES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), max_size=60)


@given(VALUES, st.floats(0.05, 0.95))
def test_bet__does_not_depend_on_the_order(values: list[float], mean: float) -> None:
    forth, back = Bet(mean), Bet(mean)
    for value in values:
        forth.take(value)
    for value in reversed(values):
        back.take(value)
    assert forth.capital == pytest.approx(back.capital)


@pytest.mark.parametrize("values", [(0.0, 1.0), (0.0, 0.5, 1.0), (0.3, 0.7), (0.5, 0.5)])
def test_bet__is_fair_when_the_claim_is_true(values: tuple[float, ...]) -> None:
    """The mean of the capital after all continuations is the capital before: Ville's condition."""
    level = 0.0
    for first in values:
        for second in values:
            bet = Bet(0.5)
            bet.take(first)
            bet.take(second)
            level += bet.capital / len(values) ** 2
    assert level == pytest.approx(1.0)


def test_bet__is_never_infinite() -> None:
    """R11."""
    bet = Bet(0.01)
    for _ in range(2000):
        bet.take(1.0)
    assert math.isfinite(bet.capital) and bet.capital > 1e300


@pytest.mark.parametrize("mean", [0.0, 1.0, -1.0, math.nan])
def test_bet__on_what_cannot_be_is_refused(mean: float) -> None:
    with pytest.raises(ValueError):
        Bet(mean)


@given(VALUES)
def test_interval__holds_the_mean_and_is_mirrored_with_the_values(values: list[float]) -> None:
    low, high = narrowed(Counter(values), ERROR, ERROR)
    assert 0 <= low < high <= 1
    if values:
        assert low <= sum(values) / len(values) <= high
    turned = narrowed(Counter(1 - value for value in values), ERROR, ERROR)
    assert turned == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_interval__narrows_with_the_values_and_with_their_variance() -> None:
    def width(values: list[float]) -> float:
        low, high = narrowed(Counter(values), ERROR, ERROR)
        return high - low

    assert width([]) == 1
    assert width([0.0, 1.0] * 200) < width([0.0, 1.0] * 20)
    assert width([0.4, 0.6] * 100) < 0.5 * width([0.0, 1.0] * 100)


def test_interval__holds_at_every_look_at_once() -> None:
    """Of 150 runs of 100 looks each, no more miss the mean ever than are allowed to."""
    missed = 0
    for run in range(150):
        rng = random.Random(run)
        upper, lower = Bet(0.3), Bet(0.7)
        ever = False
        for _ in range(100):
            value = float(rng.random() < 0.3)
            upper.take(value)
            lower.take(1 - value)
            # The mean is outside the interval when one of the two bets has won 2 / alpha.
            ever = ever or max(upper.capital, lower.capital) >= 2 / 0.1
        missed += ever
    assert missed <= 15


@given(VALUES, VALUES)
def test_interval__narrowed_from_an_earlier_look_is_the_part_that_both_share(
    earlier: list[float], later: list[float]
) -> None:
    """Only as much is computed anew as moved: the result is that of both looks together."""
    before = narrowed(Counter(earlier), 0.05, 0.1)
    after = narrowed(Counter(earlier + later), 0.05, 0.1)
    low, high = max(before[0], after[0]), min(before[1], after[1])
    expected = (low, high) if low <= high else before
    found = narrowed(Counter(earlier + later), 0.05, 0.1, before)
    assert found == pytest.approx(expected, abs=1e-9)


def test_comparison__clear_cases() -> None:
    better, worse, same = Comparison(), Comparison(), Comparison()
    for _ in range(200):
        better.take(0.25)
        worse.take(-0.25)
    assert same.verdict is Verdict.UNDECIDED
    assert same.finding().lead is None and same.finding().interval == (-1.0, 1.0)
    assert better.verdict is Verdict.PROMOTE
    assert worse.verdict is Verdict.REJECT
    assert better.finding().interval[0] > 0.0
    assert better.finding().lead == pytest.approx(0.25)


LEADS = st.lists(st.sampled_from([-1.0, -0.25, 0.0, 0.25, 0.5, 1.0]), max_size=60)


@given(LEADS, st.sampled_from([0.02, 0.1, 0.3]))
def test_comparison__verdict_and_interval_say_the_same(leads: list[float], worth: float) -> None:
    """Promoted when all of the interval lies above 0, rejected when all lies below the margin."""
    comparison = Comparison(Terms(worth, alpha=0.1, beta=0.2))
    near = 1e-9
    for lead in leads:
        verdict = comparison.take(lead)
        low, high = comparison.finding().interval
        if verdict is not Verdict.UNDECIDED:
            assert low >= -near if verdict is Verdict.PROMOTE else high <= worth + near
            return
        assert low <= near and high >= worth - near


def test_comparison__keeps_its_verdict() -> None:
    comparison = Comparison()
    while comparison.take(0.5) is Verdict.UNDECIDED:
        pass
    for _ in range(300):
        comparison.take(-1.0)
    assert comparison.verdict is Verdict.PROMOTE


def test_comparison__the_interval_never_widens() -> None:
    rng = random.Random(3)
    comparison, last = Comparison(), (-1.0, 1.0)
    for _ in range(40):
        comparison.take(rng.choice([-0.5, 0.0, 0.25, 0.5]))
        now = comparison.finding().interval
        assert last[0] <= now[0] <= now[1] <= last[1]
        last = now


def test_comparison__no_better_at_all_is_rejected_in_time() -> None:
    comparison = Comparison(Terms(worth=0.1))
    for _ in range(2000):
        if comparison.take(0.0) is not Verdict.UNDECIDED:
            break
    assert comparison.verdict is Verdict.REJECT


@pytest.mark.parametrize("wrong", [1.5, -1.5, math.nan])
def test_comparison__refuses_what_is_no_lead(wrong: float) -> None:
    with pytest.raises(ValueError):
        Comparison().take(wrong)


@pytest.mark.parametrize("wrong", [{"worth": 1.0}, {"worth": -0.1}, {"alpha": 0.5}, {"beta": 0.0}])
def test_terms__that_make_no_sense_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        Terms(**wrong)


def test_lead__is_of_the_same_matches() -> None:
    assert lead_of([1.0, 1.0], [0.0, 1.0]) == 0.5
    with pytest.raises(ValueError):
        lead_of([1.0], [1.0, 0.0])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("lead", [0.0, 0.1])
def test_made_up_blocks__have_the_lead_that_they_should(seats: int, lead: float) -> None:
    rng = random.Random(f"{seats} {lead}")
    leads = [made_up_lead(seats, lead, rng) for _ in range(3000)]
    assert sum(leads) / 3000 == pytest.approx(lead, abs=0.03)


TERMS = Terms(worth=0.1, alpha=0.1, beta=0.1)


def some_wrong(found: ErrorRates, lead: float) -> int:
    """How many of the verdicts are errors of the kind that is bounded."""
    return found.promoted if lead == 0 else found.rejected


@pytest.mark.parametrize("lead", [0.0, 0.1])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_error_rates__are_at_most_what_was_agreed_on(seats: int, lead: float) -> None:
    """R22: equals are seldom promoted, and who is better by the margin is seldom rejected, though
    each comparison is looked at after every block."""
    found = error_rates(seats, lead, TERMS, comparisons=200, most_blocks=150)
    wrong = some_wrong(found, lead)
    assert wrong <= 0.1 * found.comparisons
    assert found.promoted + found.rejected > 0.5 * found.comparisons


@pytest.mark.parametrize("lead", [0.0, 0.1])
@pytest.mark.parametrize("name", BAD_CASES)
def test_error_rates__are_so_too_where_leads_are_not_as_one_would_like(
    name: str, lead: float
) -> None:
    """Skewed, mostly level, all or nothing, and with luck that grows when the candidate leads."""
    leads = BAD_CASES[name](lead)
    found = rates_of(leads, TERMS, comparisons=150, most_blocks=200, seed=name)
    wrong = some_wrong(found, lead)
    assert wrong <= 0.1 * found.comparisons


@pytest.mark.parametrize("lead", [-0.1, 0.0, 0.1])
@pytest.mark.parametrize("name", BAD_CASES)
def test_bad_cases__have_the_mean_that_they_should(name: str, lead: float) -> None:
    rng = random.Random(name)
    some = [value for _, value in zip(range(4000), BAD_CASES[name](lead)(rng), strict=False)]
    assert sum(some) / len(some) == pytest.approx(lead, abs=0.06)
