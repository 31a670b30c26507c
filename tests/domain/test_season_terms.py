"""What a season may be like, and what of it may be changed."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import isfinite

import pytest
from siurell.errors import LadderError
from siurell.games.registry import game_named
from siurell.match.clock import TimeControl
from siurell.testing.toy import Toy

from ladder.domain.matchmaking import Candidate, Pairing, PairingRules
from ladder.domain.ratings import Rating, RatingParameters, rate
from ladder.domain.season_states import SeasonState
from ladder.domain.season_terms import (
    FIXED_BY_PLAY,
    SETTABLE,
    changes,
    check_change,
    check_season,
    point_of_time,
    rating_parameters,
    seat_counts_of,
)
from ladder.domain.seasons import Season, default_seasons_of

GAME = game_named("finca")
NOW = datetime(2030, 1, 1, tzinfo=UTC)


def season(**other: object) -> Season:
    (usual,) = default_seasons_of(GAME)
    return replace(usual, **other)  # type: ignore[arg-type]


def test_check__default_seasons_are_sound() -> None:
    check_season(season(), GAME)
    for one in default_seasons_of(Toy()):
        check_season(one, Toy())


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"name": "../x"}, "cannot be its name"),
        ({"seat_counts": ()}, "no seats are not possible"),
        ({"seat_counts": (2, 9)}, "2 or 9 seats are not possible: finca has 2 to 4"),
        ({"weight": 0}, "a weight is"),
        ({"weight": 1001}, "a weight is"),
        ({"extra_blocks": -1}, "extra blocks are"),
        ({"startup_us": 0}, "some time to start"),
        ({"time": TimeControl.parse("180m")}, "cannot be played"),
        ({"opens_at": NOW, "closes_at": NOW}, "open before it closes"),
        ({"seat_counts": tuple(range(1, 1000))}, "1 or 2 or 3 or 4 or 5 or 6 or 7 or … or 999 s"),
        ({"params": RatingParameters(mu=1e308)}, "mu is at most 1,000,000"),
        ({"params": RatingParameters(sigma=1e308)}, "sigma and beta are 1e-05 to 1,000,000"),
        ({"params": RatingParameters(beta=1e-320)}, "sigma and beta are 1e-05 to 1,000,000"),
        ({"params": RatingParameters(tau=1e300)}, "tau is at most 1,000,000"),
        ({"params": RatingParameters(draw_probability=5e-324)}, "the draw probability is 1e-05"),
    ],
)
def test_check__says_what_is_wrong(other: dict[str, object], why: str) -> None:
    with pytest.raises(LadderError, match=why):
        check_season(season(**other), GAME)


def test_check__one_seat_is_a_season_of_its_own() -> None:
    toy = default_seasons_of(Toy())[0]
    with pytest.raises(LadderError, match="one seat is a season of its own"):
        check_season(replace(toy, seat_counts=(1, 2)), Toy())


OTHER = {
    "options": {"a": "b"},
    "seat_counts": (2,),
    "time": TimeControl.parse("1s"),
    "startup_us": 1,
    "params": RatingParameters(tau=0.5),
    "weight": 7,
    "own_opponents": True,
    "opens_at": NOW,
    "closes_at": NOW,
    "extra_blocks": 3,
}


@pytest.mark.parametrize("name", SETTABLE)
def test_change__of_what_a_season_is_played_by_only_before_it_is(name: str) -> None:
    before, after = season(), season(**{name: OTHER[name]})
    assert changes(before, after) == (name,)
    check_change(before, after, played=False)
    if name in FIXED_BY_PLAY:
        with pytest.raises(LadderError, match="has been played") as no:
            check_change(before, after, played=True)
        assert no.value.reason == "SEASON_PLAYED"
    else:
        check_change(before, after, played=True)


@pytest.mark.parametrize(
    "other", [{"name": "other"}, {"game": "farmini"}, {"state": SeasonState.CLOSED}, {"id": 9}]
)
def test_change__of_anything_else_is_a_mistake_of_ours(other: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="is not set like this"):
        changes(season(), season(**other))


def test_change__a_solo_season_has_no_ratings() -> None:
    solo = default_seasons_of(Toy())[1]
    with pytest.raises(LadderError, match="no rating parameters"):
        check_change(solo, replace(solo, params=RatingParameters(tau=1)), played=False)


@pytest.mark.parametrize("text", ["", "two", "2,", "4-", "-3", "2-3-4", "\u0662", "9999"])
def test_seats__that_are_none_are_refused(text: str) -> None:
    with pytest.raises(LadderError, match="are no numbers of seats"):
        seat_counts_of(text)


@pytest.mark.parametrize("mu", [-1e6, 25.0, 1e6])
@pytest.mark.parametrize("sigma", [1e-5, 1e6])
@pytest.mark.parametrize("beta", [1e-5, 1e6])
@pytest.mark.parametrize("tau", [0.0, 1e6])
@pytest.mark.parametrize("draws", [1e-5, 1 - 1e-5])
def test_check__by_the_furthest_ratings_bots_are_paired_and_rated(
    mu: float, sigma: float, beta: float, tau: float, draws: float
) -> None:
    params = RatingParameters(mu, sigma, beta, tau, draws)
    check_season(season(params=params), GAME)
    pool = [Candidate(bot, Rating(mu, sigma), {}, 0, None) for bot in range(4)]
    rules = PairingRules((2, 3, 4), params=params)
    assert Pairing(pool, rules, random.Random(1)).draw() is not None
    for placements in ([1, 2, 3], [1, 1, 1], [2, 1, 1]):
        update = rate([bot.rating for bot in pool[:3]], placements, params)
        assert all(isfinite(rating.score) for rating in update.ratings)


@pytest.mark.parametrize("text", ["0001-01-01T00:00+14:00", "9999-12-31T23:59-14:00"])
def test_times__that_are_in_no_year_of_utc_are_refused(text: str) -> None:
    with pytest.raises(LadderError, match="is no time"):
        point_of_time(text)


def test_times__are_in_utc_unless_a_zone_is_said() -> None:
    assert point_of_time("2030-01-01") == NOW
    assert point_of_time("2030-01-01 02:00+02:00") == NOW
    assert point_of_time("2030-01-01T01:00:00") == NOW + timedelta(hours=1)
    with pytest.raises(LadderError, match="is no time"):
        point_of_time("tomorrow")


def test_ratings__given_ones_replace_those_of_the_base() -> None:
    base = RatingParameters()
    assert rating_parameters(base, tau=0.0, mu=None) == replace(base, tau=0.0)
    for wrong in ({"sigma": 0.0}, {"tau": float("nan")}, {"draw_probability": 1.0}):
        with pytest.raises(LadderError, match="cannot be: "):
            rating_parameters(base, **wrong)
