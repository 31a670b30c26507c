"""Which state of a season may follow which, and what its times say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.errors import LadderError

from ladder.domain.season_states import NEXT, SeasonState, check_change, draws, state_at

OPEN, FROZEN = SeasonState.OPEN, SeasonState.FROZEN
CLOSING, CLOSED = SeasonState.CLOSING, SeasonState.CLOSED
NOW = datetime(2030, 1, 1, tzinfo=UTC)
ALLOWED = {
    (OPEN, FROZEN),
    (OPEN, CLOSING),
    (FROZEN, OPEN),
    (FROZEN, CLOSING),
    (CLOSING, OPEN),
    (CLOSING, CLOSED),
    (CLOSED, OPEN),
}


@pytest.mark.parametrize(("now", "then"), sorted(ALLOWED, key=str))
def test_change__that_is_allowed(now: SeasonState, then: SeasonState) -> None:
    check_change("finca", now, then)


@pytest.mark.parametrize(
    ("now", "then"), sorted(set(product(SeasonState, repeat=2)) - ALLOWED, key=str)
)
def test_change__that_is_refused_says_why(now: SeasonState, then: SeasonState) -> None:
    with pytest.raises(LadderError, match=f"^The season finca cannot become {then.value}: ") as no:
        check_change("finca", now, then)
    assert no.value.reason == "SEASON_STATE"
    if now is then and then is not CLOSED:
        assert "already" in str(no.value)


def test_states__each_has_a_way_out_and_nothing_plays_in_closed() -> None:
    """R21: a closed table is final until an operator opens the season again."""
    assert NEXT.keys() == set(SeasonState) and all(NEXT.values())
    assert NEXT[CLOSED] == {OPEN}
    assert [state for state in SeasonState if draws(state, None, NOW)] == [OPEN, CLOSING]


@given(st.sampled_from(SeasonState), st.integers(-3, 3), st.integers(-3, 3))
def test_times__nothing_is_drawn_before_the_opening_and_the_closing_comes_by_itself(
    state: SeasonState, opens: int, closes: int
) -> None:
    opens_at, closes_at = NOW + timedelta(days=opens), NOW + timedelta(days=closes)
    assert draws(state, opens_at, NOW) == (state is CLOSING or (state is OPEN and opens <= 0))
    due = closes <= 0 and state in (OPEN, FROZEN)
    assert state_at(state, closes_at, NOW) is (CLOSING if due else state)
    assert state_at(state, None, NOW) is state
