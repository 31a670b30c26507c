"""Who plays next: fair, near by, never twice, and the same for the same state."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.domain.matchmaking import Candidate, LineUp, choose_line_up, slack
from ladder.domain.ratings import Rating

SEATS = (2, 3, 4)


class Ladder:
    """A pool that remembers what was drawn; nobody's rating moves."""

    def __init__(self, ratings: list[Rating], seed: int = 0) -> None:
        self.pool = [Candidate(key, rating, {}) for key, rating in enumerate(ratings, start=1)]
        self.rng = random.Random(seed)
        self.batches = 0

    def draw(self, seat_counts: tuple[int, ...] = SEATS, blocks: int = 1) -> LineUp:
        line_up = choose_line_up(self.pool, seat_counts, self.rng, blocks)
        assert line_up is not None
        self.batches += 1
        self.pool = [self._after(candidate, line_up, blocks) for candidate in self.pool]
        return line_up

    def _after(self, candidate: Candidate, line_up: LineUp, blocks: int) -> Candidate:
        if candidate.key not in line_up.keys:
            return candidate
        counts = Counter(candidate.matches)
        counts[line_up.seats] += line_up.seats * blocks
        return replace(candidate, matches=dict(counts), last=self.batches)

    def gap(self) -> int:
        totals = [candidate.total for candidate in self.pool]
        return max(totals) - min(totals)


def settled(*mus: float) -> list[Rating]:
    return [Rating(mu, 0.01) for mu in mus]


@pytest.mark.parametrize("count", [0, 1])
def test_pairing__needs_two_bots(count: int) -> None:
    assert choose_line_up(Ladder(settled(*[25.0] * count)).pool, SEATS, random.Random(1)) is None


def test_pairing__two_bots_play_two_seats_only() -> None:
    ladder = Ladder(settled(20, 30))
    assert {ladder.draw().seats for _ in range(10)} == {2}


def test_pairing__a_format_for_more_than_there_are_is_not_played() -> None:
    ladder = Ladder(settled(20, 30))
    assert choose_line_up(ladder.pool, (3, 4), ladder.rng) is None


def test_pairing__fewest_matches_lead_and_in_flight_ones_count() -> None:
    busy = Candidate(1, Rating(25, 8), {2: 10})
    quiet = Candidate(2, Rating(25, 8), {2: 2})
    middle = Candidate(3, Rating(25, 8), {2: 4})
    for seed in range(20):
        line_up = choose_line_up([busy, quiet, middle], (2,), random.Random(seed))
        assert line_up is not None
        assert sorted(line_up.keys) == [2, 3]


def test_pairing__among_equals_the_longest_wait_leads() -> None:
    """R01."""
    pool = [
        Candidate(key, Rating(25.0 + key, 0.01), {2: 6}, last)
        for key, last in ((1, 9), (2, 3), (3, 8), (4, 7))
    ]
    for seed in range(20):
        line_up = choose_line_up(pool, (2,), random.Random(seed))
        assert line_up is not None and 2 in line_up.keys


def test_pairing__a_hopeless_bot_gets_no_more_matches_than_others() -> None:
    """R02: sigma does not steer how often a bot plays."""
    ladder = Ladder([*settled(24, 25, 26, 27, 28), Rating(-25, 8)])
    for _ in range(200):
        ladder.draw()
    assert ladder.gap() <= 3 * slack(SEATS, 1)


def test_pairing__settled_bots_meet_their_neighbours_from_both_sides() -> None:
    ladder = Ladder(settled(*range(0, 90, 10)))
    lead = ladder.pool[4]
    ladder.pool = [
        candidate if candidate is lead else replace(candidate, matches={3: 1}, last=1)
        for candidate in ladder.pool
    ]
    assert sorted(ladder.draw(seat_counts=(3,)).keys) == [4, 5, 6]


def test_pairing__the_leader_far_ahead_gets_opponents_and_all_formats() -> None:
    """R05: a gap above the rest changes neither opponents nor mix."""
    ladder = Ladder(settled(10, 11, 12, 13, 14, 100))
    drawn = [ladder.draw() for _ in range(120)]
    mix = Counter(line_up.seats for line_up in drawn if 6 in line_up.keys)
    assert set(mix) == set(SEATS)
    assert min(ladder.pool[5].matches.values()) > 0.5 * max(ladder.pool[5].matches.values())


def test_pairing__new_bots_meet_everybody() -> None:
    ladder = Ladder([*settled(5, 15, 25, 35, 45), Rating(25, 25 / 3)])
    met: set[int] = set()
    for _ in range(60):
        keys = ladder.draw().keys
        if 6 in keys:
            met |= set(keys)
    assert met == {1, 2, 3, 4, 5, 6}


def test_pairing__the_place_in_the_line_up_is_drawn() -> None:
    ladder = Ladder(settled(20, 30))
    assert {ladder.draw().keys for _ in range(30)} == {(1, 2), (2, 1)}


@st.composite
def ladders(draw: st.DrawFn) -> Ladder:
    count = draw(st.integers(2, 12))
    ratings = draw(
        st.lists(
            st.builds(Rating, st.floats(-20, 70), st.floats(0.5, 9)),
            min_size=count,
            max_size=count,
        )
    )
    return Ladder(ratings, draw(st.integers(0, 1000)))


@given(ladders(), st.integers(1, 4))
@settings(max_examples=40)
def test_pairing__gap_between_bots_stays_bounded(ladder: Ladder, blocks: int) -> None:
    """R01: nobody falls behind by more than two of the largest batches."""
    for _ in range(80):
        line_up = ladder.draw(blocks=blocks)
        assert len(set(line_up.keys)) == line_up.seats
        assert ladder.gap() <= 2 * slack(SEATS, blocks)


@given(ladders())
@settings(max_examples=30)
def test_pairing__mix_of_seat_counts_is_the_same_for_every_bot(ladder: Ladder) -> None:
    """R05: every bot plays each format about equally often."""
    for _ in range(40 * len(ladder.pool)):
        ladder.draw()
    formats = [count for count in SEATS if count <= len(ladder.pool)]
    for candidate in ladder.pool:
        counts = [candidate.matches.get(count, 0) for count in formats]
        assert max(counts) - min(counts) <= 6 * slack(SEATS, 1)


@given(ladders(), st.integers(5, 60))
@settings(max_examples=30)
def test_pairing__a_newcomer_catches_up(ladder: Ladder, before: int) -> None:
    for _ in range(before):
        ladder.draw()
    ladder.pool.append(Candidate(99, Rating(25, 25 / 3), {}))
    behind = ladder.gap()
    for _ in range(behind):
        ladder.draw()
    if len(ladder.pool) > max(SEATS):
        assert ladder.gap() <= 2 * slack(SEATS, 1)


@given(ladders(), st.integers(0, 10**6))
@settings(max_examples=30)
def test_pairing__same_state_and_seed_give_the_same(ladder: Ladder, seed: int) -> None:
    once = choose_line_up(ladder.pool, SEATS, random.Random(seed))
    turned = list(reversed(ladder.pool))
    assert choose_line_up(turned, SEATS, random.Random(seed)) == once


def test_pairing__hundreds_of_bots() -> None:
    rng = random.Random(5)
    ladder = Ladder([Rating(rng.gauss(25, 8), 2.0) for _ in range(300)])
    for _ in range(600):
        ladder.draw()
    assert ladder.gap() <= 2 * slack(SEATS, 1)


@pytest.mark.parametrize("mu", [float("inf"), float("-inf"), float("nan")])
def test_ratings_that_are_no_numbers__everybody_is_paired_all_the_same(mu: float) -> None:
    ladder = Ladder([Rating(mu, 8.0), Rating(mu, 8.0), *settled(25.0, 30.0)])
    drawn = Counter(key for _ in range(20) for key in ladder.draw().keys)
    assert drawn.keys() == {1, 2, 3, 4}
