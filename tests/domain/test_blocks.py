"""Rotations of a block and the order in which a batch is played."""

from __future__ import annotations

import pytest

from ladder.domain.batch import MatchOrder
from ladder.domain.blocks import in_playing_order, rotations, seatings


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_rotations__everyone_sits_once_on_every_seat(seats: int) -> None:
    seatings = rotations(seats)
    assert seatings[0] == tuple(range(seats))
    for seat in range(seats):
        assert sorted(seating[seat] for seating in seatings) == list(range(seats))
    for seating in seatings:
        assert sorted(seating) == list(range(seats))


@pytest.mark.parametrize("bots", [1, 2, 7])
def test_seatings__of_one_seat_let_everyone_play_alone_once(bots: int) -> None:
    assert seatings(bots, 1) == tuple((place,) for place in range(bots))


def test_playing_order__no_rotation_meets_a_seed_twice() -> None:
    """Idea 4: bots are restarted between rotations, so nobody meets a seed twice."""
    seeds = [bytes([n]) * 32 for n in range(3)]
    orders = [
        MatchOrder(f"m_{block}_{rotation}", 1, seed, rotation, rotations(2)[rotation])
        for block, seed in enumerate(seeds)
        for rotation in range(2)
    ]
    played = in_playing_order(orders)
    assert [order.rotation for order in played] == [0, 0, 0, 1, 1, 1]
    assert [order.seed for order in played[:3]] == seeds
    assert [order.seed for order in played[3:]] == seeds
