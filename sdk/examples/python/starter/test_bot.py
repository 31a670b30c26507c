"""Tests of starter: `python -m pytest` runs them, in this folder."""

import pytest
from bot import StarterBot
from siurell.bots import SHIPPED
from siurell.games.registry import game_named
from siurell.local import play_local
from siurell.match.dealer import seed_from_text
from siurell.match.result import Cause

GAME = game_named("finca")


@pytest.mark.parametrize("seat", [0, 1])
def test_plays_a_whole_match_without_a_fault(seat):
    """The bot plays one match against `random` from each seat."""
    bots = [SHIPPED["random"], SHIPPED["random"]]
    bots[seat] = StarterBot
    match = play_local(GAME, bots, seed=seed_from_text("a match of its own"))
    assert match.result.seats[seat].cause is Cause.GAME_RULES
