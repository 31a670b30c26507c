"""Leases are longer than what the clocks allow."""

from __future__ import annotations

from datetime import timedelta

from siurell.match.clock import TimeControl

from ladder.domain.leases import lease_for


def test_lease__covers_the_banks_and_increments_of_all_matches() -> None:
    time = TimeControl.parse("10s+50ms")
    lease = lease_for(8, 4, 200, time, 10_000_000)
    assert lease >= 8 * timedelta(seconds=4 * 10 + 200 * 0.05 + 10)


def test_lease__takes_the_tighter_of_bank_and_cap() -> None:
    assert lease_for(1, 2, 100, TimeControl.parse("600s/1s"), 0) == lease_for(
        1, 2, 100, TimeControl.parse("/1s"), 0
    )


def test_lease__of_an_unbounded_clock_ends_too() -> None:
    unbounded = TimeControl(bank_us=None, increment_us=0, cap_us=None)
    assert lease_for(2, 2, 100, unbounded, 0) >= timedelta(hours=48)
