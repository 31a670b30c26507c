"""Clocks by name keep the promise that a match ends by them, in every game."""

from __future__ import annotations

import pytest
from siurell.games.registry import games
from siurell.match.profiles import PROFILES

from ladder.domain.deadlines import contradiction
from ladder.domain.seasons import DEFAULT_STARTUP_US


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_profile__ends_a_match_of_every_game_within_its_deadline(profile, game):
    for seats in range(game.min_seats, game.max_seats + 1):
        most = game.max_decisions(seats)
        assert contradiction(profile.time, seats, most, DEFAULT_STARTUP_US) is None
