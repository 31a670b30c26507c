"""Deadlines nest: a decision ends before its match, all matches of a batch before its lease."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.match.clock import TimeControl

from ladder.domain.deadlines import LONGEST_US, contradiction, match_deadline_us
from ladder.domain.leases import lease_for

SPANS = st.integers(1, 10**11)
CLOCKS = st.one_of(
    st.builds(TimeControl, SPANS, st.integers(0, 10**7), st.none() | SPANS),
    st.builds(TimeControl, st.none(), st.just(0), st.none() | SPANS),
)
SEATS = st.integers(1, 4)
DECISIONS = st.integers(1, 50_000)
STARTUP = st.integers(1, 10**10)


def test_lease__covers_the_banks_and_increments_of_all_matches() -> None:
    time = TimeControl.parse("10s+50ms")
    lease = lease_for(8, 4, 200, time, 10_000_000)
    assert lease >= 8 * timedelta(seconds=4 * 10 + 200 * 0.05 + 10)


def test_lease__takes_the_tighter_of_bank_and_cap() -> None:
    assert lease_for(1, 2, 100, TimeControl.parse("600s/1s"), 0) == lease_for(
        1, 2, 100, TimeControl.parse("/1s"), 0
    )


def test_lease__of_an_unbounded_clock_ends_too() -> None:
    lease = lease_for(2, 2, 100, TimeControl(), 0)
    assert timedelta(hours=4) < lease < timedelta(hours=5)


@given(st.integers(1, 64), CLOCKS, SEATS, DECISIONS, STARTUP)
def test_lease__is_longer_than_the_deadlines_of_its_matches_together(
    matches: int, time: TimeControl, seats: int, decisions: int, startup_us: int
) -> None:
    """Many short matches too: what comes around them adds up."""
    deadline_us = match_deadline_us(time, seats, decisions, startup_us)
    lease = lease_for(matches, seats, decisions, time, startup_us)
    assert lease > matches * timedelta(microseconds=deadline_us) + timedelta(seconds=30)


@given(CLOCKS, SEATS, DECISIONS, STARTUP)
def test_deadline__of_settings_that_hold_is_longer_than_all_that_the_clocks_allow(
    time: TimeControl, seats: int, decisions: int, startup_us: int
) -> None:
    if contradiction(time, seats, decisions, startup_us) is not None:
        return
    deadline_us = match_deadline_us(time, seats, decisions, startup_us)
    bounds = []
    if time.cap_us is not None:
        bounds.append(time.cap_us * decisions)
    if time.bank_us is not None:
        bounds.append(time.bank_us * seats + time.increment_us * decisions)
    assert startup_us + min(bounds) < deadline_us <= LONGEST_US


@pytest.mark.parametrize(
    ("time", "startup_us", "why"),
    [
        ("unlimited", 1, "bounds no decision"),
        ("180m", 1, "every match ends after 2"),
        ("/10m", 1, "every match ends after 2"),
        ("10s", 3 * LONGEST_US, "to be ready"),
    ],
)
def test_contradiction__says_what_does_not_fit(time: str, startup_us: int, why: str) -> None:
    found = contradiction(TimeControl.parse(time), 2, 100, startup_us)
    assert found is not None
    assert why in found


@pytest.mark.parametrize("time", ["10s+50ms/500ms", "60s", "/2s"])
def test_contradiction__of_usual_clocks_there_is_none(time: str) -> None:
    assert contradiction(TimeControl.parse(time), 4, 400, 10_000_000) is None
