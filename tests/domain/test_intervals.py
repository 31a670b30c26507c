"""Intervals of win shares and of means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.domain.intervals import mean_interval, student_quantile, wilson


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [
        (30, 100, 0.2189, 0.3958),
        (90, 300, 0.2509, 0.3541),
        (300, 1000, 0.2724, 0.3291),
        (25, 100, 0.1755, 0.3430),
        (0, 20, 0.0, 0.1611),
        (20, 20, 0.8389, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson__public_numbers(wins: int, matches: int, low: float, high: float) -> None:
    assert wilson(wins, matches) == pytest.approx((low, high), abs=0.00006)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.floats(0, n), st.just(n))))
def test_wilson__holds_the_share_and_stays_in_range(case: tuple[float, int]) -> None:
    wins, matches = case
    low, high = wilson(wins, matches)
    assert 0 <= low <= wins / matches + 1e-12
    assert wins / matches - 1e-12 <= high <= 1


@pytest.mark.parametrize(("wins", "matches"), [(-1, 5), (6, 5), (0, -1)])
def test_wilson__refuses_what_is_no_share(wins: int, matches: int) -> None:
    with pytest.raises(ValueError):
        wilson(wins, matches)


@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.7062), (2, 4.30265), (3, 3.18245), (10, 2.22814), (30, 2.04227), (1000, 1.96234)],
)
def test_student_quantile__is_that_of_the_tables(freedom: int, value: float) -> None:
    assert student_quantile(0.975, freedom) == pytest.approx(value, abs=6e-6 * value)


def test_student_quantile__falls_towards_that_of_the_normal_distribution() -> None:
    values = [student_quantile(0.975, freedom) for freedom in range(1, 400)]
    assert values == sorted(values, reverse=True)
    assert student_quantile(0.975, 10**9) == pytest.approx(1.9599640, abs=1e-6)


@pytest.mark.parametrize(("share", "freedom"), [(0.5, 3), (1.0, 3), (0.9, 0)])
def test_student_quantile__refuses_what_there_is_not(share: float, freedom: int) -> None:
    with pytest.raises(ValueError, match="no quantile"):
        student_quantile(share, freedom)


def test_mean_interval__of_values_that_are_all_the_same_is_a_point() -> None:
    assert mean_interval(7.0, 0.0, 3) == (7.0, 7.0)
    assert mean_interval(7.0, 0.0, 1) is None
