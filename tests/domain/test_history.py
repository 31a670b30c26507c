"""A rating over time, told in stretches."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.domain.history import Rated, stretches
from ladder.domain.ratings import Rating

LOGS = st.lists(
    st.tuples(st.integers(1, 3), st.floats(-1e9, 1e9), st.floats(1e-6, 1e3)), max_size=60
).map(lambda rows: [Rated(v, Rating(mu, sigma), None) for v, mu, sigma in sorted(rows)])


@given(LOGS, st.integers(1, 15))
def test_stretches__hold_every_match_once_and_mix_no_versions(log: list[Rated], most: int) -> None:
    """R17: a point is the mean over some matches, with its doubt."""
    found = stretches(log, most)
    versions = {one.version for one in log}
    assert len(found) <= most + len(versions)
    assert {part.version for part in found} == versions
    for version in versions:
        parts = [part for part in found if part.version == version]
        matches = [one for one in log if one.version == version]
        assert [part.first for part in parts] == [1, *(part.last + 1 for part in parts[:-1])]
        assert parts[-1].last == len(matches)
        for part in parts:
            mus = [one.rating.mu for one in matches[part.first - 1 : part.last]]
            assert part.lowest == min(mus) and part.highest == max(mus)
            assert part.lowest - 1e-3 <= part.mu <= part.highest + 1e-3
            assert part.low <= part.mu <= part.high
            assert math.isclose(part.high - part.low, 4 * part.sigma, abs_tol=1e-5)


def test_stretches__of_one_match_after_another_are_smooth() -> None:
    """R17: what jumps from match to match hardly moves from stretch to stretch."""
    log = [Rated(1, Rating(25 + (-1) ** number, 2.0), None) for number in range(200)]
    found = stretches(log, 10)
    assert len(found) == 10
    assert max(part.mu for part in found) - min(part.mu for part in found) < 0.2
    assert [part.last - part.first + 1 for part in found] == [20] * 10


def test_stretches__none_are_refused() -> None:
    assert stretches([], 5) == []
    with pytest.raises(ValueError):
        stretches([], 0)
