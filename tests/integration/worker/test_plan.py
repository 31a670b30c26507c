"""What is planned before anything is started: groups, parts, deadlines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.match.clock import TimeControl

from ladder.domain.batch import Batch, Entrant, MatchOrder, ShippedBot
from ladder.domain.blocks import rotations
from ladder.domain.deadlines import LONGEST_US, SLACK_US, match_deadline_us
from ladder.domain.leases import lease_for
from ladder.worker.match_series import LARGEST_PART, split
from ladder.worker.play import session_groups

SEATS = 3


def orders_of(blocks: int, seats: int = SEATS) -> list[MatchOrder]:
    return [
        MatchOrder(f"m{block}-{turn}", 1, block.to_bytes(32, "big"), turn, seating)
        for block in range(blocks)
        for turn, seating in enumerate(rotations(seats))
    ]


def batch_of(orders: list[MatchOrder]) -> Batch:
    entrants = tuple(Entrant(str(n), str(n), ShippedBot("random")) for n in range(SEATS))
    return Batch("b", "game", {}, TimeControl.parse("/1s"), entrants, tuple(orders))


@given(st.integers(1, 20), st.randoms(use_true_random=False))
def test_sessions__no_seed_twice_and_one_rotation(blocks: int, rng):
    orders = orders_of(blocks)
    rng.shuffle(orders)
    groups = session_groups(orders)
    assert len(groups) == SEATS
    for group in groups:
        assert len({order.seed for order in group}) == len(group)
        assert len({order.rotation for order in group}) == 1
    assert sorted(o.match_id for g in groups for o in g) == sorted(o.match_id for o in orders)


def test_sessions__the_same_seed_twice_in_a_rotation_starts_new_ones():
    first, second = orders_of(2)[0], orders_of(2)[SEATS]
    groups = session_groups([first, second, first])
    assert [len(group) for group in groups] == [2, 1]


@given(st.integers(0, 100), st.integers(1, 8))
def test_series__parts_are_whole_blocks_and_busy_all_jobs(blocks: int, jobs: int):
    batch = batch_of(orders_of(blocks))
    parts = split(batch, jobs)
    assert sorted(o.match_id for p in parts for o in p.orders) == sorted(
        o.match_id for o in batch.orders
    )
    seeds = [{order.seed for order in part.orders} for part in parts]
    assert sum(len(part) for part in seeds) == blocks == len(set().union(*seeds))
    assert all(len(part) <= LARGEST_PART for part in seeds)
    assert len({part.batch_id for part in parts}) == len(parts)
    assert len(parts) >= min(jobs, blocks)


@pytest.mark.parametrize(
    ("time", "thinking_s"),
    [("/2s", 200), ("10s", 40), ("10s+100ms/5s", 50), ("10s+100ms/50ms", 5)],
)
def test_deadline__every_clock_has_one(time: str, thinking_s: int):
    found = match_deadline_us(TimeControl.parse(time), 4, 100, 1_000_000)
    assert found == thinking_s * 1_000_000 + 1_000_000 + SLACK_US + 100 * 20_000


@pytest.mark.parametrize("time", ["unlimited", "999m", "/999m"])
def test_deadline__never_longer_than_the_longest(time: str):
    assert match_deadline_us(TimeControl.parse(time), 4, 1000, 10_000_000) == LONGEST_US


@pytest.mark.parametrize("time", ["/2s", "10s", "10s+50ms/500ms"])
def test_deadline__ends_before_the_lease_of_its_match(time: str):
    control = TimeControl.parse(time)
    deadline_us = match_deadline_us(control, 4, 1000, 10_000_000)
    lease = lease_for(1, 4, 1000, control, 10_000_000)
    assert deadline_us < lease.total_seconds() * 1_000_000
