"""TrueSkill behind `ladder.domain.ratings`: public numbers, ties, extremes.

The numbers are those that other implementations publish for the parameters given here. Seats that
tie share the mean of their answers here, so tied cases hold within 0.02.
"""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trueskill import Rating as Package
from trueskill import TrueSkill

from ladder.domain.ratings import Rating, RatingParameters, RatingUpdate, rate, start_rating

CLASSIC = RatingParameters(tau=25 / 300, draw_probability=0.10)
HALITE = RatingParameters(tau=0.008, draw_probability=0.001)
CHESS = RatingParameters(mu=1200, sigma=400, beta=200, tau=4, draw_probability=0.03)
OURS = RatingParameters()


def from_equal(placements: tuple[int, ...], params: RatingParameters) -> RatingUpdate:
    return rate([start_rating(params)] * len(placements), placements, params)


def pairs(update: RatingUpdate) -> list[tuple[float, float]]:
    return [(rating.mu, rating.sigma) for rating in update.ratings]


DECIDED = [
    ((1, 2), [(29.3958, 7.1715), (20.6042, 7.1715)]),
    ((1, 2, 3), [(31.6754, 6.6560), (25, 6.2079), (18.3246, 6.6560)]),
    ((3, 2, 1), [(18.325, 6.656), (25, 6.208), (31.675, 6.656)]),
    ((1, 2, 3, 4), [(33.2067, 6.3481), (27.4015, 5.7872), (22.5985, 5.7872), (16.7933, 6.3481)]),
    ((4, 2, 1, 3), [(16.7933, 6.3481), (27.4015, 5.7872), (33.2067, 6.3481), (22.5985, 5.7872)]),
    (
        (1, 2, 3, 4, 5),
        [(34.363, 6.136), (29.058, 5.536), (25, 5.420), (20.942, 5.536), (15.637, 6.136)],
    ),
]

TIED = [
    ((1, 1), [(25, 6.4575)] * 2),
    ((1, 1, 1), [(25, 5.698), (25, 5.695), (25, 5.698)]),
    ((1, 1, 3), [(27.5520, 5.9741), (27.5573, 5.9720), (19.8907, 6.7352)]),
    ((1, 2, 2), [(30.1093, 6.7352), (22.4427, 5.9720), (22.4480, 5.9741)]),
    ((1, 2, 2, 4), [(31.5640, 6.4047), (24.9931, 5.5594), (25.0069, 5.5594), (18.4360, 6.4047)]),
    ((1, 2, 2, 2), [(30.4343, 6.5063), (23.1822, 5.4259), (23.1899, 5.4247), (23.1937, 5.4294)]),
    ((1, 1, 1, 1), [(25, 5.2803), (25, 5.2748), (25, 5.2748), (25, 5.2803)]),
]


@pytest.mark.parametrize(("placements", "expected"), DECIDED)
def test_public_numbers__decided_matches_of_new_players(
    placements: tuple[int, ...], expected: list[tuple[float, float]]
) -> None:
    for got, want in zip(pairs(from_equal(placements, CLASSIC)), expected, strict=True):
        assert got == pytest.approx(want, abs=0.001)


@pytest.mark.parametrize(("placements", "expected"), TIED)
def test_public_numbers__tied_matches_of_new_players(
    placements: tuple[int, ...], expected: list[tuple[float, float]]
) -> None:
    for got, want in zip(pairs(from_equal(placements, CLASSIC)), expected, strict=True):
        assert got == pytest.approx(want, abs=0.02)


def test_public_numbers__draw_against_a_stronger_player() -> None:
    update = rate([Rating(25, 25 / 3), Rating(50, 12.5)], (1, 1), CLASSIC)
    assert pairs(update)[0] == pytest.approx((31.662, 7.137), abs=0.001)
    assert pairs(update)[1] == pytest.approx((35.010, 7.910), abs=0.001)


def test_public_numbers__chess_scale() -> None:
    update = rate([Rating(1301.0007, 42.9232), Rating(1188.7560, 42.5570)], (1, 2), CHESS)
    assert pairs(update)[0] == pytest.approx((1304.7816, 42.8436), abs=0.001)
    assert pairs(update)[1] == pytest.approx((1185.0388, 42.4857), abs=0.001)


def test_public_numbers__halite_set() -> None:
    two = pairs(from_equal((1, 2), HALITE))
    assert two[0] == pytest.approx((29.2071, 7.1942), abs=0.001)
    four = pairs(from_equal((1, 2, 3, 4), HALITE))
    expected = [(32.6828, 6.4082), (27.2184, 5.8268), (22.7816, 5.8268), (17.3172, 6.4082)]
    for got, want in zip(four, expected, strict=True):
        assert got == pytest.approx(want, abs=0.001)


def test_public_numbers__without_drift_and_with_hardly_any_draws() -> None:
    """The set of the Halite finals; a draw probability of 0 itself is refused."""
    finals = RatingParameters(tau=0.0, draw_probability=1e-6)
    two = pairs(from_equal((1, 2), finals))
    assert two == [
        pytest.approx((29.2052, 7.1945), abs=0.001),
        pytest.approx((20.7948, 7.1945), abs=0.001),
    ]
    four = pairs(from_equal((1, 2, 3, 4), finals))
    assert four[:2] == [
        pytest.approx((32.6776, 6.4088), abs=0.001),
        pytest.approx((27.2166, 5.8272), abs=0.001),
    ]
    tied = pairs(from_equal((1, 2, 2, 4), finals))
    assert tied[0] == pytest.approx((31.1974, 6.4538), abs=0.02)
    assert tied[1] == tied[2] == pytest.approx((25, 5.5725), abs=0.02)
    assert tied[3] == pytest.approx((18.8026, 6.4538), abs=0.02)


def play(names: str, orders: list[str], params: RatingParameters) -> dict[str, Rating]:
    """Ratings after matches in each of which the named finish in the order given."""
    ratings = {name: start_rating(params) for name in names}
    for order in orders:
        update = rate([ratings[name] for name in order], range(1, len(order) + 1), params)
        ratings.update(zip(order, update.ratings, strict=True))
    return ratings


def test_order_dependence__the_last_match_weighs_more() -> None:
    forth = play("ABCD", ["ABCD", "DCBA"], CLASSIC)
    expected = {"A": (23.268, 4.725), "B": (24.678, 4.297), "C": (25.322, 4.297)}
    expected["D"] = (26.732, 4.725)
    for name, want in expected.items():
        assert (forth[name].mu, forth[name].sigma) == pytest.approx(want, abs=0.001)
    back = play("ABCD", ["DCBA", "ABCD"], CLASSIC)
    assert back["A"].mu == pytest.approx(forth["D"].mu)


def test_order_dependence__the_leader_changes() -> None:
    once = play("ABCD", ["ABCD", "BADC", "ABDC"], CLASSIC)
    assert (once["A"].mu, once["A"].sigma) == pytest.approx((33.425, 4.205), abs=0.001)
    assert (once["B"].mu, once["B"].sigma) == pytest.approx((30.770, 4.036), abs=0.001)
    other = play("ABCD", ["ABDC", "ABCD", "BADC"], CLASSIC)
    assert other["A"].score == pytest.approx(19.11, abs=0.01)
    assert other["B"].score == pytest.approx(19.74, abs=0.01)


def test_public_numbers__alice_and_bob() -> None:
    ratings = play("AB", ["AB", "BA"], CLASSIC)
    assert (ratings["B"].mu, ratings["B"].sigma) == pytest.approx((26.643, 6.040), abs=0.001)
    assert (ratings["A"].mu, ratings["A"].sigma) == pytest.approx((23.357, 6.040), abs=0.001)


def test_win__may_lower_the_score_but_not_mu() -> None:
    """R13: a certain win tells nothing, and tau adds doubt."""
    winner = rate([Rating(40, 0.8), Rating(10, 0.8)], (1, 2), CLASSIC).ratings[0]
    assert winner.mu == pytest.approx(40.0, abs=0.0005)
    assert winner.sigma == pytest.approx(0.804, abs=0.001)
    assert winner.score == pytest.approx(37.587, abs=0.001)


def test_hopeless_bot__sigma_grows_by_tau_alone_and_never_above_its_start() -> None:
    """R02: -25 +- 1.2 loses 200 times and becomes *less* certain."""
    loser = Rating(-25.0, 1.2)
    for _ in range(200):
        loser = rate([Rating(0.0, 0.8), loser], (1, 2), CLASSIC).ratings[1]
    assert loser.mu == pytest.approx(-25.011, abs=0.002)
    assert loser.sigma == pytest.approx(1.677, abs=0.001)
    restless = RatingParameters(tau=5.0)
    for _ in range(200):
        loser = rate([Rating(0.0, 0.8), loser], (1, 2), restless).ratings[1]
    assert loser.sigma == restless.sigma


@pytest.mark.parametrize(
    ("sigma", "gap"), [(0.5, 227), (1, 232), (2, 249), (4, 311), (25 / 3, 503)]
)
def test_extreme_upset__is_rated_where_floats_give_up(sigma: float, gap: int) -> None:
    """R11: the package's own floats give up from these gaps on; more digits go on smoothly."""
    groups = [(Package(0.0, sigma),), (Package(float(gap), sigma),)]
    with pytest.raises(FloatingPointError):
        TrueSkill(tau=CLASSIC.tau).rate(groups, ranks=[0, 1])
    weak, strong = Rating(0.0, sigma), Rating(float(gap), sigma)
    update = rate([weak, strong], (1, 2), CLASSIC)
    near = rate([weak, Rating(float(gap - 1), sigma)], (1, 2), CLASSIC)
    assert not update.kept and not near.kept
    assert 0 < near.ratings[0].mu < update.ratings[0].mu < update.ratings[1].mu < gap
    assert update.ratings[0].sigma == pytest.approx(near.ratings[0].sigma, rel=0.03)


def test_public_numbers__extreme_upsets() -> None:
    """R11: with as many digits as it takes; implementations agree within 1."""
    new = pairs(rate([Rating(25, 25 / 3), Rating(1000, 25 / 3)], (1, 2), CLASSIC))
    assert new[0] == pytest.approx((415.298, 6.455), abs=1)
    assert new[1] == pytest.approx((609.702, 6.455), abs=1)
    known = [Rating(-323.263, 2.965), Rating(-48.441, 2.190)]
    old = pairs(rate(known, (1, 2), CLASSIC))
    assert old[0] == pytest.approx((-273.361, 2.683), abs=1)
    assert old[1] == pytest.approx((-75.683, 2.080), abs=1)


def test_upset_beyond_all_digits__keeps_the_ratings_and_says_so() -> None:
    """R11: the result of the match is kept all the same, and nothing becomes infinite."""
    ratings = (Rating(-1e150, 1e-3), Rating(1e150, 1e-3))
    assert rate(ratings, (1, 2), CLASSIC) == RatingUpdate(ratings, kept=True)


def test_published_parameter_sets__are_all_accepted() -> None:
    """Those of contests, each with what a first win of a new player comes to."""
    first = {
        RatingParameters(50, 50 / 3, 25 / 3, 1 / 6, 0.01): 2 * 29.224,
        HALITE: 29.207,
        RatingParameters(tau=0.002, draw_probability=0.0001): 29.205,
        CLASSIC: 29.396,
    }
    for params, mu in first.items():
        assert from_equal((1, 2), params).ratings[0].mu == pytest.approx(mu, abs=0.01)


def test_tie_of_equals__never_raises_sigma() -> None:
    update = from_equal((1, 1), OURS)
    assert update.ratings[0].sigma < OURS.sigma
    assert update.ratings[0].sigma == pytest.approx(6.455, abs=0.01)


@pytest.mark.parametrize(
    "wrong",
    [
        {"draw_probability": 0.0},
        {"draw_probability": 1.0},
        {"sigma": 0.0},
        {"beta": -1.0},
        {"tau": -0.1},
        {"mu": math.nan},
    ],
)
def test_parameters__that_make_no_sense_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        RatingParameters(**wrong)


@pytest.mark.parametrize(("ratings", "placements"), [(0, 0), (1, 1), (3, 2)])
def test_rate__refuses_what_is_no_match(ratings: int, placements: int) -> None:
    with pytest.raises(ValueError):
        rate([start_rating(OURS)] * ratings, [1] * placements, OURS)


ANY_RATING = st.builds(
    Rating,
    st.one_of(st.floats(-1e6, 1e6), st.floats(allow_nan=False, allow_infinity=False)),
    st.one_of(st.floats(1e-3, 1e3), st.floats(1e-300, 1e300)),
)


@st.composite
def matches(draw: st.DrawFn) -> tuple[list[Rating], list[int]]:
    seats = draw(st.integers(2, 4))
    ratings = draw(st.lists(ANY_RATING, min_size=seats, max_size=seats))
    placements = draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))
    return ratings, placements


@given(matches())
def test_any_input__gives_finite_ratings(match: tuple[list[Rating], list[int]]) -> None:
    """R11: whatever finite numbers are put in."""
    ratings, placements = match
    update = rate(ratings, placements, OURS)
    for before, after in zip(ratings, update.ratings, strict=True):
        assert math.isfinite(after.mu) and math.isfinite(after.sigma)
        assert 0 < after.sigma <= max(before.sigma, OURS.sigma)


@given(matches())
def test_seats__their_order_changes_nothing(
    match: tuple[list[Rating], list[int]],
) -> None:
    """R08, R15: bit for bit, also among seats that tie."""
    ratings, placements = match
    once = rate(ratings, placements, OURS).ratings
    for order in itertools.permutations(range(len(ratings))):
        again = rate([ratings[s] for s in order], [placements[s] for s in order], OURS).ratings
        assert again == tuple(once[s] for s in order)


NEAR_RATING = st.builds(Rating, st.floats(0, 50), st.floats(0.5, 8))


@given(st.lists(NEAR_RATING, min_size=2, max_size=4))
def test_winner__never_loses_mu(ratings: list[Rating]) -> None:
    """R13."""
    update = rate(ratings, range(1, len(ratings) + 1), OURS)
    assert update.ratings[0].mu >= ratings[0].mu - 1e-9
    assert update.ratings[-1].mu <= ratings[-1].mu + 1e-9
