"""A season closes: whoever was there plays so many blocks more, as exactly as seats allow."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.domain.closing import closing_line_up, surplus
from ladder.domain.matchmaking import Candidate, PairingRules, parties
from ladder.domain.ratings import Rating

formats = st.sets(st.integers(2, 4), min_size=1).map(lambda counts: tuple(sorted(counts)))


def play(
    pool: list[Candidate], blocks: int | dict[int, int], rules: PairingRules, seed: int = 0
) -> Counter[int]:
    """So many blocks each, one after another; how many everybody has played."""
    rng = random.Random(seed)
    owed = {bot.key: blocks if isinstance(blocks, int) else blocks[bot.key] for bot in pool}
    played: Counter[int] = Counter()
    bots = {bot.key: bot for bot in pool}
    while (line_up := closing_line_up(bots.values(), owed, rules, rng)) is not None:
        assert len(set(line_up.keys)) == line_up.seats in rules.seat_counts
        assert parties([bots[key] for key in line_up.keys], rules) == line_up.seats
        for key in line_up.keys:
            played[key] += 1
            owed[key] -= 1
            counts = Counter(bots[key].matches)
            counts[line_up.seats] += line_up.seats
            bots[key] = replace(bots[key], matches=counts)
    return played


def bots(count: int, owners: list[int | None] | None = None) -> list[Candidate]:
    given_owners = owners or [None] * count
    return [
        Candidate(key, Rating(20.0 + key, 4.0), {}, last=key, owner=owner)
        for key, owner in enumerate(given_owners, start=1)
    ]


@given(st.integers(2, 9), st.integers(1, 6), formats, st.integers(0, 99))
@settings(max_examples=60)
def test_r21__everybody_plays_exactly_as_many_as_seats_allow(
    count: int, blocks: int, seats: tuple[int, ...], seed: int
) -> None:
    """R21: nobody fewer, and all together not one seat more than they have to."""
    rules = PairingRules(seats)
    played = play(bots(count), blocks, rules, seed)
    possible = [number for number in seats if number <= count]
    if not possible:
        assert not played
        return
    assert min(played.values()) >= blocks and len(played) == count
    too_many = sum(played.values()) - count * blocks
    assert too_many == surplus([blocks] * count, possible)
    assert max(played.values()) <= blocks + 1 + too_many // count


@given(
    st.lists(st.one_of(st.none(), st.integers(1, 4)), min_size=2, max_size=9),
    st.integers(1, 5),
    formats,
    st.integers(0, 99),
)
@settings(max_examples=60)
def test_r20__owners_keep_bots_apart_and_nobody_plays_fewer(
    owners: list[int | None], blocks: int, seats: tuple[int, ...], seed: int
) -> None:
    """R20, R21."""
    pool, rules = bots(len(owners), owners), PairingRules(seats)
    played = play(pool, blocks, rules, seed)
    if min(seats) <= parties(pool, rules):
        assert all(played[bot.key] >= blocks for bot in pool)
    else:
        assert not played


def test_closing__who_is_owed_nothing_plays_only_to_fill_up() -> None:
    owed = {1: 2, 2: 0, 3: 0, 4: 0}
    played = play(bots(4), owed, PairingRules((2,)))
    assert played[1] == 2 and sum(played.values()) == 4
    assert max(played[key] for key in (2, 3, 4)) == 1
    assert play(bots(4), 0, PairingRules((2,))) == {}


def test_closing__who_is_offline_waits_and_the_others_go_on() -> None:
    pool = [replace(bot, online=bot.key != 1) for bot in bots(4)]
    owed = dict.fromkeys(range(1, 5), 1)
    line_up = closing_line_up(pool, owed, PairingRules((2,)), random.Random(1))
    assert line_up is not None and 1 not in line_up.keys
    gone = dict.fromkeys(range(1, 5), 0) | {1: 1}
    assert closing_line_up(pool, gone, PairingRules((2,)), random.Random(1)) is None


@pytest.mark.parametrize(
    ("owed", "seats", "wanted"),
    [
        ([], (2,), 0),
        ([0, -1], (2, 3), 0),
        ([2, 2], (2,), 0),
        ([1, 1, 1], (2,), 1),
        ([1, 1, 1], (2, 3), 0),
        ([1, 1, 1], (2, 4), 1),
        ([1] * 6, (4,), 2),
        ([5, 1], (2, 3, 4), 4),
        ([4, 4, 4, 4, 4], (4,), 0),
    ],
)
def test_surplus__is_what_line_ups_have_too_many(
    owed: list[int], seats: tuple[int, ...], wanted: int
) -> None:
    assert surplus(owed, seats) == wanted
