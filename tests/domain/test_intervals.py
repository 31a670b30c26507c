"""Wilson intervals of win shares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.domain.intervals import wilson


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
