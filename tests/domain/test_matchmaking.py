"""Who plays next: fair, near by, never twice, and the same for the same state."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.domain.matchmaking import (
    Candidate,
    LineUp,
    Pairing,
    PairingRules,
    slack,
    widest_gap,
)
from ladder.domain.opponents import ALL_WAYS, Opponents
from ladder.domain.ratings import Rating

SEATS = (2, 3, 4)


def next_line_up(
    pool: list[Candidate],
    seat_counts: tuple[int, ...],
    rng: random.Random,
    blocks: int = 1,
    *,
    own_opponents: bool = False,
) -> LineUp | None:
    """The first that is drawn from a pool."""
    return Pairing(pool, PairingRules(seat_counts, blocks, own_opponents=own_opponents), rng).draw()


class Ladder:
    """A pool that remembers what was drawn; nobody's rating moves."""

    def __init__(
        self, ratings: list[Rating], seed: int = 0, owners: list[int | None] | None = None
    ) -> None:
        self.pool = [Candidate(key, rating, {}) for key, rating in enumerate(ratings, start=1)]
        if owners is not None:
            pairs = zip(self.pool, owners, strict=True)
            self.pool = [replace(candidate, owner=owner) for candidate, owner in pairs]
        self.rng = random.Random(seed)
        self.batches = 0

    def draw(self, seat_counts: tuple[int, ...] = SEATS, blocks: int = 1) -> LineUp:
        line_up = next_line_up(self.pool, seat_counts, self.rng, blocks)
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
    assert next_line_up(Ladder(settled(*[25.0] * count)).pool, SEATS, random.Random(1)) is None


def test_pairing__two_bots_play_two_seats_only() -> None:
    ladder = Ladder(settled(20, 30))
    assert {ladder.draw().seats for _ in range(10)} == {2}


def test_pairing__a_format_for_more_than_there_are_is_not_played() -> None:
    ladder = Ladder(settled(20, 30))
    assert next_line_up(ladder.pool, (3, 4), ladder.rng) is None


def test_pairing__fewest_matches_lead_and_in_flight_ones_count() -> None:
    busy = Candidate(1, Rating(25, 8), {2: 10})
    quiet = Candidate(2, Rating(25, 8), {2: 2})
    middle = Candidate(3, Rating(25, 8), {2: 4})
    for seed in range(20):
        line_up = next_line_up([busy, quiet, middle], (2,), random.Random(seed))
        assert line_up is not None
        assert sorted(line_up.keys) == [2, 3]


def test_pairing__among_equals_the_longest_wait_leads() -> None:
    """R01."""
    pool = [
        Candidate(key, Rating(25.0 + key, 0.01), {2: 6}, last)
        for key, last in ((1, 9), (2, 3), (3, 8), (4, 7))
    ]
    for seed in range(20):
        line_up = next_line_up(pool, (2,), random.Random(seed))
        assert line_up is not None and 2 in line_up.keys


def test_pairing__a_hopeless_bot_gets_no_more_matches_than_others() -> None:
    """R02: sigma does not steer how often a bot plays."""
    ladder = Ladder([*settled(24, 25, 26, 27, 28), Rating(-25, 8)])
    for _ in range(200):
        ladder.draw()
    assert ladder.gap() <= widest_gap(SEATS, 1)


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


def played_by(pairing: Pairing, line_ups: int, blocks: int = 1) -> dict[int, Counter[int]]:
    """What each bot has played by number of seats after so many more line-ups."""
    played: dict[int, Counter[int]] = {}
    for _ in range(line_ups):
        line_up = pairing.draw()
        assert line_up is not None
        for key in line_up.keys:
            played.setdefault(key, Counter())[line_up.seats] += line_up.seats * blocks
    return played


@given(ladders(), st.integers(1, 4))
@settings(max_examples=20)
def test_pairing__gap_between_bots_stays_bounded(ladder: Ladder, blocks: int) -> None:
    """R01: nobody falls behind by more than three of the largest batches less a small one."""
    for _ in range(80):
        line_up = ladder.draw(blocks=blocks)
        assert len(set(line_up.keys)) == line_up.seats
        assert ladder.gap() <= widest_gap(SEATS, blocks)


@given(ladders(), st.integers(1, 3))
@settings(max_examples=20)
def test_pairing__mix_of_seat_counts_is_the_same_for_every_bot(ladder: Ladder, blocks: int) -> None:
    """R05: however much is played, no format of a bot is ahead of another by more than a bound."""
    pairing = Pairing(ladder.pool, PairingRules(SEATS, blocks), ladder.rng)
    played = played_by(pairing, 40 * len(ladder.pool), blocks)
    formats = [count for count in SEATS if count <= len(ladder.pool)]
    for candidate in ladder.pool:
        counts = [played[candidate.key][count] for count in formats]
        assert max(counts) - min(counts) <= 2 * len(formats) * slack(SEATS, blocks)


@given(ladders(), st.integers(5, 60))
@settings(max_examples=20)
def test_pairing__a_newcomer_catches_up(ladder: Ladder, before: int) -> None:
    for _ in range(before):
        ladder.draw()
    ladder.pool.append(Candidate(99, Rating(25, 25 / 3), {}))
    behind = ladder.gap()
    for _ in range(behind):
        ladder.draw()
    if len(ladder.pool) > max(SEATS):
        assert ladder.gap() <= widest_gap(SEATS, 1)


@given(ladders(), st.integers(0, 10**6))
@settings(max_examples=30)
def test_pairing__same_state_and_seed_give_the_same(ladder: Ladder, seed: int) -> None:
    once = next_line_up(ladder.pool, SEATS, random.Random(seed))
    turned = list(reversed(ladder.pool))
    assert next_line_up(turned, SEATS, random.Random(seed)) == once


@pytest.mark.parametrize("way", ALL_WAYS, ids=lambda way: way.name)
def test_pairing__hundreds_of_bots(way: Opponents) -> None:
    """R01: the bound holds whatever way opponents are chosen."""
    rng = random.Random(5)
    bots = 300 if way.reach else 60
    pool = [Candidate(key, Rating(rng.gauss(25, 8), 2.0), {}) for key in range(bots)]
    played = played_by(Pairing(pool, PairingRules(SEATS, opponents=way), rng), 3 * bots)
    totals = [played[candidate.key].total() for candidate in pool]
    assert max(totals) - min(totals) <= widest_gap(SEATS, 1)


@pytest.mark.parametrize("mu", [float("inf"), float("-inf"), float("nan")])
def test_ratings_that_are_no_numbers__everybody_is_paired_all_the_same(mu: float) -> None:
    ladder = Ladder([Rating(mu, 8.0), Rating(mu, 8.0), *settled(25.0, 30.0)])
    drawn = Counter(key for _ in range(20) for key in ladder.draw().keys)
    assert drawn.keys() == {1, 2, 3, 4}


@given(st.integers(8, 16), st.integers(0, 10**6), st.integers(1, 3))
@settings(max_examples=20)
def test_pairing__mix_is_the_same_where_owners_keep_bots_apart(
    owners: int, seed: int, blocks: int
) -> None:
    """R05, R20: two bots of each owner."""
    rng = random.Random(seed)
    pool = [
        Candidate(key, Rating(rng.gauss(25, 8), 2.0), {}, owner=1 + key // 2)
        for key in range(2 * owners)
    ]
    pairing = Pairing(pool, PairingRules(SEATS, blocks), rng)
    played = played_by(pairing, 20 * len(pool), blocks)
    for bot in pool:
        counts = [played[bot.key][count] for count in SEATS]
        assert max(counts) - min(counts) <= 2 * len(SEATS) * slack(SEATS, blocks)


def test_pairing__newcomers_far_behind_catch_up_meanwhile() -> None:
    old = [Candidate(key, Rating(20.0 + key, 1), {2: 200}, last=key) for key in range(1, 9)]
    new = [Candidate(key, Rating(25, 25 / 3), {}) for key in range(9, 13)]
    played = played_by(Pairing([*old, *new], PairingRules((2,)), random.Random(1)), 700)
    totals = [200 + played[bot.key].total() for bot in old] + [played[b.key].total() for b in new]
    assert max(totals) - min(totals) <= widest_gap((2,), 1)


@st.composite
def owned_ladders(draw: st.DrawFn) -> Ladder:
    ladder = draw(ladders())
    owner = st.one_of(st.none(), st.integers(1, 4))
    size = len(ladder.pool)
    owners = draw(st.lists(owner, min_size=size, max_size=size))
    return Ladder([bot.rating for bot in ladder.pool], draw(st.integers(0, 99)), owners)


@given(owned_ladders())
@settings(max_examples=30)
def test_pairing__never_two_bots_of_one_owner(ladder: Ladder) -> None:
    """R20: unless it is allowed; a format for which there are too few owners is not played."""
    owner_of = {bot.key: bot.owner for bot in ladder.pool}
    parties = len({(b.key, None) if b.owner is None else (0, b.owner) for b in ladder.pool})
    pairing = Pairing(ladder.pool, PairingRules(SEATS), ladder.rng)
    for _ in range(30):
        line_up = pairing.draw()
        assert (line_up is None) == (parties < 2)
        if line_up is not None:
            assert line_up.seats <= parties
            owners = [owner_of[key] for key in line_up.keys if owner_of[key] is not None]
            assert len(owners) == len(set(owners))


def test_pairing__bots_of_one_owner_meet_where_it_is_allowed() -> None:
    ladder = Ladder(settled(20, 30), owners=[7, 7])
    assert next_line_up(ladder.pool, SEATS, ladder.rng) is None
    assert next_line_up(ladder.pool, SEATS, ladder.rng, own_opponents=True) is not None


@given(ladders(), st.data())
@settings(max_examples=20)
def test_pairing__who_is_offline_is_not_drawn_and_changes_nothing(
    ladder: Ladder, data: st.DataObject
) -> None:
    away = data.draw(st.sets(st.sampled_from([bot.key for bot in ladder.pool])))
    pool = [replace(bot, online=bot.key not in away) for bot in ladder.pool]
    there = [bot for bot in pool if bot.online]
    drawn = next_line_up(pool, SEATS, random.Random(9))
    assert drawn == next_line_up(there, SEATS, random.Random(9))
    assert drawn is None or away.isdisjoint(drawn.keys)


def test_pairing__of_equals_near_by_the_one_is_met_that_less_is_known_of() -> None:
    lead = Candidate(1, Rating(25, 0.01), {})
    known = Candidate(2, Rating(25.1, 0.01), {2: 1}, last=1)
    unknown = Candidate(3, Rating(25.1, 4.0), {2: 1}, last=1)
    far = Candidate(4, Rating(80, 4.0), {2: 1}, last=1)
    for seed in range(20):
        line_up = next_line_up([lead, known, unknown, far], (2,), random.Random(seed))
        assert line_up is not None and sorted(line_up.keys) == [1, 3]


def test_pairing__of_equals_near_by_the_one_is_met_that_was_met_less() -> None:
    """Whether it was told of, or drawn here."""
    pool = [Candidate(key, Rating(25, 4), {}) for key in range(4)]
    told = {
        0: {1: 8, 2: 2, 3: 8},
        1: {0: 8, 2: 8, 3: 2},
        2: {0: 2, 1: 8, 3: 8},
        3: {0: 8, 1: 2, 2: 8},
    }
    for seed in range(10):
        rng = random.Random(seed)
        line_up = Pairing(pool, PairingRules((2,)), rng, met=told.__getitem__).draw()
        assert line_up is not None and set(line_up.keys) in ({0, 2}, {1, 3})
        drawing = Pairing(pool, PairingRules((2,)), rng)
        drawn = [drawing.draw() for _ in range(6)]
        assert len({frozenset(one.keys) for one in drawn if one}) == 6


def test_pairing__all_that_were_chosen_are_asked_whom_they_met() -> None:
    pool = [Candidate(key, Rating(25, 4), {}) for key in range(4)]
    met: dict[int, dict[int, int]] = {0: {}, 1: {3: 20}, 2: {}, 3: {1: 20}}
    for seed in range(10):
        drawing = Pairing(pool, PairingRules((3,)), random.Random(seed), met=met.__getitem__)
        line_up = drawing.draw()
        assert line_up is not None and not {1, 3} <= set(line_up.keys)


@given(ladders(), st.integers(1, 3))
@settings(max_examples=10)
def test_pairing__what_was_met_moves_no_bound(ladder: Ladder, blocks: int) -> None:
    """R01: who is passed over for having been met is not left behind."""
    pool = [*ladder.pool, *(replace(bot, key=100 + bot.key) for bot in ladder.pool)]
    pairing = Pairing(pool, PairingRules(SEATS, blocks), ladder.rng)
    totals = Counter[int]()
    for _ in range(150):
        line_up = pairing.draw()
        assert line_up is not None
        totals.update(dict.fromkeys(line_up.keys, line_up.seats * blocks))
        played = [totals[bot.key] for bot in pool]
        assert max(played) - min(played) <= widest_gap(SEATS, blocks)
