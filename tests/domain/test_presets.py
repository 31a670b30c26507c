"""Rating parameters by name: what platforms published, and what follows from them."""

from __future__ import annotations

import pytest
from siurell.errors import LadderError

from ladder.domain.presets import DEFAULT_PRESET, PRESETS, preset_named
from ladder.domain.ratings import Rating, RatingParameters, rate, start_rating

PUBLISHED = {
    "ants": (50, 16.667, 8.333, 0.1667, 0.01),
    "halite": (25, 8.333, 4.167, 0.008, 0.001),
    "halite-finals": (25, 8.333, 4.167, 0, 0.001),
    "psyleague": (25, 8.333, 4.167, 0.002, 0.0001),
    "cgarena": (25, 8.333, 4.167, 0.0833, 0.1),
    "battlesnake": (25, 8.333, 4.167, 0.0833, 0.1),
    "trueskill": (25, 8.333, 4.167, 0.0833, 0.1),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_r06__presets_are_what_was_published(name: str) -> None:
    """R06: tau and draw probability belong to a season."""
    params = preset_named(name)
    values = (params.mu, params.sigma, params.beta, params.tau, params.draw_probability)
    assert values == pytest.approx(PUBLISHED[name], rel=5e-4)


def new_players(params: RatingParameters, seats: int) -> list[Rating]:
    ratings = [start_rating(params)] * seats
    return list(rate(ratings, range(1, seats + 1), params).ratings)


def test_presets__halite_gives_the_published_ratings() -> None:
    two, four = (new_players(preset_named("halite"), seats) for seats in (2, 4))
    assert [(rating.mu, rating.sigma) for rating in two] == [
        (pytest.approx(mu, abs=1e-3), pytest.approx(7.1942, abs=1e-3)) for mu in (29.2071, 20.7929)
    ]
    assert [(rating.mu, rating.sigma) for rating in four] == [
        (pytest.approx(mu, abs=1e-3), pytest.approx(sigma, abs=1e-3))
        for mu, sigma in (
            (32.6828, 6.4082),
            (27.2184, 5.8268),
            (22.7816, 5.8268),
            (17.3172, 6.4082),
        )
    ]


def test_presets__trueskill_gives_the_published_ratings() -> None:
    winner, loser = new_players(preset_named("trueskill"), 2)
    assert (winner.mu, loser.mu) == pytest.approx((29.3958, 20.6042), abs=1e-3)
    assert winner.sigma == pytest.approx(7.1715, abs=1e-3)


def test_presets__ours_is_what_seasons_have_by_themselves() -> None:
    assert preset_named(DEFAULT_PRESET) == RatingParameters()
    assert next(iter(PRESETS)) == DEFAULT_PRESET


def test_presets__an_unknown_name_is_told_which_there_are() -> None:
    with pytest.raises(LadderError, match="there are siurell, trueskill, ants"):
        preset_named("elo")
