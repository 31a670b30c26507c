"""The default seasons of a game."""

from __future__ import annotations

import pytest
from siurell.games.registry import game_named, games
from siurell.match.profiles import PROFILES, clock_of
from siurell.testing.toy import Toy

from ladder.domain.deadlines import contradiction
from ladder.domain.seasons import DEFAULT_CLOCK, DEFAULT_STARTUP_US, default_seasons_of


def test_default_seasons__of_finca() -> None:
    """Nobody plays Finca alone, so it has a rated season only."""
    (season,) = default_seasons_of(game_named("finca"))
    assert season.name == season.game == "finca"
    assert season.seat_counts == (2, 3, 4)
    assert str(season.time) == "10s+50ms/500ms"
    assert season.options == game_named("finca").check_options({})
    assert (season.solo, season.fewest_bots) == (False, 2)


def test_default_seasons__of_a_game_for_one_have_a_solo_season_beside_the_rated_one() -> None:
    rated, solo = default_seasons_of(Toy())
    assert (rated.name, rated.seat_counts, rated.solo) == ("toy", (2, 3, 4), False)
    assert (solo.name, solo.game, solo.seat_counts, solo.solo) == ("toy-solo", "toy", (1,), True)
    assert solo.fewest_bots == 2


def test_default_seasons__no_name_stands_for_two() -> None:
    names = [season.name for game in games() for season in default_seasons_of(game)]
    assert len(set(names)) == len(names) >= len(games())


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_default_seasons__every_number_of_seats_has_its_season(game) -> None:
    counts = [count for season in default_seasons_of(game) for count in season.seat_counts]
    assert sorted(counts) == list(range(game.min_seats, game.max_seats + 1))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_t16__default_seasons_are_played_by_the_clock_of_a_name(game) -> None:
    """T16: one name for the ladder, and for whoever plays or checks without naming a clock."""
    assert {season.time for season in default_seasons_of(game)} == {clock_of(DEFAULT_CLOCK)}


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_profiles__every_match_by_a_named_clock_ends_in_time(profile, game) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        most = game.max_decisions(seats)
        assert contradiction(profile.time, seats, most, DEFAULT_STARTUP_US) is None
