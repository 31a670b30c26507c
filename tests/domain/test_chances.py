"""What the model expects of two that meet, what a match would tell, and TrueSkill's quality."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.domain.chances import chances, draw_margin
from ladder.domain.information import information
from ladder.domain.opponents import quality
from ladder.domain.ratings import Rating, RatingParameters

BETA = 25 / 6
NEW = Rating(25.0, 25 / 3)
RATINGS = st.builds(Rating, st.floats(-500, 500), st.floats(1e-3, 50))


@pytest.mark.parametrize(
    ("probability", "margin"),
    [(0.10, 0.74046637542690541), (0.25, 1.87760059883033), (0.33, 2.5111010132487492)],
)
def test_public_numbers__draw_margin(probability: float, margin: float) -> None:
    assert draw_margin(BETA, probability) == pytest.approx(margin, abs=1e-6)


@pytest.mark.parametrize(("lead", "win"), [(BETA, 0.7602), (2 * BETA, 0.9214)])
def test_public_numbers__chance_of_a_win_between_certain_ratings(lead: float, win: float) -> None:
    params = RatingParameters(draw_probability=1e-9)
    expected = chances(Rating(25 + lead, 1e-9), Rating(25, 1e-9), params)
    assert expected.win == pytest.approx(win, abs=0.0001)


@given(RATINGS, RATINGS, st.floats(0.001, 0.99))
def test_chances__add_up_and_are_mirrored(one: Rating, other: Rating, draws: float) -> None:
    """R12."""
    params = RatingParameters(draw_probability=draws)
    forth, back = chances(one, other, params), chances(other, one, params)
    assert forth.win + forth.draw + forth.loss == pytest.approx(1.0, abs=1e-12)
    assert min(forth.win, forth.draw, forth.loss) >= 0
    assert (forth.win, forth.draw) == pytest.approx((back.loss, back.draw), abs=1e-12)
    assert forth.share == pytest.approx(1 - back.share, abs=1e-12)


@given(RATINGS, RATINGS, st.floats(0.01, 0.45), st.floats(0.01, 0.45))
def test_chances__of_a_draw_grow_with_its_probability(
    one: Rating, other: Rating, draws: float, more: float
) -> None:
    """R12: the margin is not turned round."""
    few = chances(one, other, RatingParameters(draw_probability=draws))
    many = chances(one, other, RatingParameters(draw_probability=draws + more))
    assert many.draw >= few.draw - 1e-12
    assert many.win <= few.win + 1e-12


@given(RATINGS, RATINGS, st.floats(0.1, 50))
def test_chances__grow_with_the_rating(one: Rating, other: Rating, more: float) -> None:
    params = RatingParameters()
    better = Rating(one.mu + more, one.sigma)
    assert chances(better, other, params).share >= chances(one, other, params).share - 1e-12


@pytest.mark.parametrize("mu", [math.inf, -math.inf, math.nan])
def test_chances__of_what_is_no_number_are_those_of_equals(mu: float) -> None:
    """R11."""
    expected = chances(Rating(mu, 1.0), Rating(mu, 1.0), RatingParameters())
    assert expected.share == pytest.approx(0.5)
    assert information(Rating(mu, 1.0), NEW, BETA) == 0.0


@given(RATINGS, RATINGS)
def test_information__is_a_part_of_a_bit_and_the_same_for_both(one: Rating, other: Rating) -> None:
    told = information(one, other, BETA)
    assert 0 <= told <= 1
    assert told == pytest.approx(information(other, one, BETA), abs=1e-9)


@given(st.floats(0, 40), st.floats(0.1, 20), st.floats(0.1, 10))
def test_information__falls_with_the_gap(gap: float, more: float, sigma: float) -> None:
    near, far = Rating(gap, sigma), Rating(gap + more, sigma)
    told = information(Rating(0, sigma), near, BETA)
    assert information(Rating(0, sigma), far, BETA) <= told + 0.01


def test_information__grows_with_what_is_not_known() -> None:
    told = [information(Rating(25, s), Rating(25, s), BETA) for s in (0.1, 0.5, 1, 2, 4, 8)]
    assert told == sorted(told)
    assert told[0] < 0.001 and told[-1] > 0.4


@given(st.floats(0.1, 10), st.integers(0, 100), st.integers(1, 100))
def test_information__falls_with_the_matches_of_the_two(sigma: float, met: int, more: int) -> None:
    told = information(Rating(25, sigma), Rating(25, sigma), BETA, met)
    assert information(Rating(25, sigma), Rating(25, sigma), BETA, met + more) <= told
    assert information(Rating(25, sigma), Rating(25, sigma), BETA, 10_000) < 0.001


@pytest.mark.parametrize(
    ("one", "other"), [(NEW, NEW), (NEW, Rating(30, 2)), (Rating(20, 3), Rating(28, 3))]
)
def test_information__is_the_doubt_that_a_match_removes(one: Rating, other: Rating) -> None:
    """Against the definition, by drawing strengths: what is not known less what is mere luck."""

    def entropy(chance: float) -> float:
        inside = min(1 - 1e-12, max(1e-12, chance))
        return -inside * math.log2(inside) - (1 - inside) * math.log2(1 - inside)

    rng = random.Random(1)
    wins = []
    for _ in range(20_000):
        lead = rng.gauss(one.mu, one.sigma) - rng.gauss(other.mu, other.sigma)
        wins.append(math.erfc(-lead / (2 * BETA)) / 2)
    doubt = entropy(sum(wins) / len(wins))
    luck = sum(map(entropy, wins)) / len(wins)
    assert information(one, other, BETA) == pytest.approx(doubt - luck, abs=0.015)


@pytest.mark.parametrize(("players", "value"), [(2, 0.4472), (3, 0.2), (4, 0.0894), (5, 0.04)])
def test_public_numbers__quality_of_new_players(players: int, value: float) -> None:
    assert quality([NEW] * players, BETA) == pytest.approx(value, abs=0.0001)


def test_public_numbers__quality_of_unequal_players() -> None:
    assert quality([NEW, Rating(50, 12.5)], BETA) == pytest.approx(0.110, abs=0.0005)


def test_quality__is_that_of_the_package() -> None:
    from trueskill import TrueSkill

    rng = random.Random(4)
    package = TrueSkill(beta=BETA)
    for players in (2, 3, 4):
        ratings = [Rating(rng.gauss(25, 8), rng.uniform(1, 8)) for _ in range(players)]
        groups = [(package.create_rating(r.mu, r.sigma),) for r in ratings]
        assert quality(ratings, BETA) == pytest.approx(package.quality(groups), rel=1e-6)
