"""Owners that favour each other are found, and honest ones are left alone."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ladder.domain.favours import FEWEST_BLOCKS, Found, PlayedMatch, favours
from ladder.domain.intervals import student_quantile, student_tail
from ladder.domain.ratings import Rating, RatingParameters

PARAMS = RatingParameters()


def season(
    seed: int, seats: int, blocks: int, *, friends: tuple[int, int] | None = None, push: float = 4.0
) -> list[PlayedMatch]:
    """Blocks among eight owners of known strength; friends that meet both play better together.

    With two seats the first of the friends lets the second win instead.
    """
    rng = random.Random(seed)
    log = []
    for block in range(blocks):
        owners = rng.sample(range(8), seats)
        together = friends is not None and set(friends) <= set(owners)
        luck = {owner: rng.gauss(0, 2) for owner in owners}
        for _ in range(seats):
            shown = {}
            for owner in owners:
                gift = push if together and friends is not None and owner in friends else 0.0
                if seats == 2 and friends is not None and owner == friends[0]:
                    gift = -gift
                shown[owner] = 25 + owner + gift + luck[owner] + rng.gauss(0, 3.5)
            placements = tuple(1 + sum(shown[o] > shown[v] for o in owners) for v in owners)
            ratings = tuple(Rating(25.0 + owner, 0.5) for owner in owners)
            log.append(PlayedMatch(block, tuple(owners), ratings, placements))
            owners = owners[1:] + owners[:1]
    return log


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_honest_owners__are_suspected_no_more_often_than_said(seats: int) -> None:
    """R20: at a level of one in twenty three seasons of sixty; eight come once in fifty times."""
    found = [favours(season(seed, seats, 60), PARAMS, level=0.05).favours for seed in range(60)]
    assert sum(map(bool, found)) <= 7


@pytest.mark.parametrize(("seats", "blocks"), [(3, 800), (4, 300)])
def test_friends__are_found_in_season_after_season(seats: int, blocks: int) -> None:
    """R20: and hardly anybody else is named."""
    logs = [season(seed, seats, blocks, friends=(2, 5), push=8.0) for seed in range(6)]
    planted = [favours(log, PARAMS).favours for log in logs]
    for found in planted:
        assert {(2, 5), (5, 2)} <= {(one.giver, one.taker) for one in found}
    assert sum(len(found) > 2 for found in planted) <= 1


@pytest.mark.parametrize("seats", [3, 4])
def test_friends__are_found_and_are_mutual(seats: int) -> None:
    """R20."""
    found = favours(season(1, seats, 300, friends=(2, 5)), PARAMS).favours
    assert {(one.giver, one.taker) for one in found} == {(2, 5), (5, 2)}
    assert all(one.mutual and one.surplus > 0.1 and one.chance <= 0.01 for one in found)
    assert not any(one.alone for one in found)
    assert all(one.blocks >= FEWEST_BLOCKS for one in found)
    assert all(one.matches == seats * one.blocks for one in found)
    assert all(0 < one.expected < one.seen < 1 for one in found)


@pytest.mark.parametrize("seed", range(5))
def test_friends__in_a_small_pool_do_not_make_friends_of_those_they_harm(seed: int) -> None:
    """R20: who loses to two that play together does better without them, beside whomever."""
    rng = random.Random(seed)
    log = []
    for block in range(200):
        owners = rng.sample(range(5), 3)
        together = {0, 1} <= set(owners)
        ranking = sorted(owners, key=lambda one: (together and one > 1, rng.random()))
        placements = tuple(1 + ranking.index(one) for one in owners)
        log.append(PlayedMatch(block, tuple(owners), (Rating(25, 1),) * 3, placements))
    found = favours(log, PARAMS).favours
    assert {(one.giver, one.taker) for one in found} == {(0, 1), (1, 0)}


def test_friends__with_two_seats_one_gives_and_one_takes() -> None:
    found = favours(season(2, 2, 600, friends=(6, 1), push=8.0), PARAMS).favours
    assert [(one.giver, one.taker, one.mutual, one.alone) for one in found] == [(6, 1, False, True)]


def test_too_few_blocks__say_nothing() -> None:
    assert favours(season(3, 4, 10, friends=(2, 5), push=50.0), PARAMS) == Found(asked=0)
    assert favours([], PARAMS) == Found(asked=0)
    assert favours(season(3, 4, 100), PARAMS).asked == 8 * 7
    pairs = [replace(one, block=1_000 + one.block) for one in season(4, 2, 800)]
    mixed = season(3, 4, 100) + pairs
    assert favours(mixed, PARAMS).asked == 2 * 8 * 7


def test_matches_of_one_block__count_once() -> None:
    """Few blocks do not become certain by many matches in each."""
    log = season(4, 4, 40, friends=(2, 5), push=1.0)
    once, often = (favours(all_of, PARAMS, level=1.0).favours for all_of in (log, log * 50))
    assert once and [one.matches for one in often] == [50 * one.matches for one in once]
    assert [(one.blocks, one.chance) for one in often] == [
        (one.blocks, pytest.approx(one.chance)) for one in once
    ]


def test_order_of_the_log__changes_nothing() -> None:
    """R15: neither that of the matches nor of the seats."""
    log = season(1, 4, 200, friends=(2, 5))
    turned = [
        PlayedMatch(m.block, m.owners[::-1], m.ratings[::-1], m.placements[::-1])
        for m in reversed(log)
    ]
    once, again = favours(log, PARAMS).favours, favours(turned, PARAMS).favours
    assert [(one.giver, one.taker) for one in once] == [(one.giver, one.taker) for one in again]
    assert [one.chance for one in again] == pytest.approx([one.chance for one in once], rel=1e-6)


def test_own_bots__are_no_opponents() -> None:
    """What an owner's two bots get from each other is nothing: they sit as one against the rest."""
    log = season(5, 3, 200, friends=(2, 5), push=8.0)
    doubled = [
        PlayedMatch(
            one.block,
            (*one.owners, one.owners[0]),
            (*one.ratings, one.ratings[0]),
            (*one.placements, one.placements[0]),
        )
        for one in log
    ]
    found = favours(doubled, PARAMS).favours
    assert {(one.giver, one.taker) for one in found} == {(2, 5), (5, 2)}
    alone = [PlayedMatch(1, (7, 7), (Rating(25, 1),) * 2, (1, 2))] * 20
    assert favours(alone, PARAMS) == Found(asked=0)


@pytest.mark.parametrize("freedom", [1, 2, 7, 30, 199, 200, 10**6])
def test_student_tail__is_the_other_side_of_the_quantile(freedom: int) -> None:
    for share in (0.9, 0.975, 0.999):
        value = student_quantile(share, freedom)
        assert student_tail(value, freedom) == pytest.approx(1 - share, rel=0.03)
        assert student_tail(-value, freedom) == pytest.approx(share, rel=0.03)
    assert 0 < student_tail(1e6, freedom) < 0.001
    with pytest.raises(ValueError):
        student_tail(1.0, 0)
