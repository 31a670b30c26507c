"""The contract of `siurell.games.base` holds for every registered game."""

from __future__ import annotations

import pytest
from siurell.games.registry import games
from siurell.testing.game_check import check_game
from siurell.testing.toy import Bid, Toy


def test_check_game__a_sound_game_with_hidden_hands(cards):
    how = {"census": cards.census, "reveals": cards.reveals}
    report = check_game(cards.CardsGame(), matches=12, **how)
    assert report.twins > 500
    assert report.near_misses > 500
    assert report.shared_items > 100
    assert report.dealt_outcomes > 1000
    assert report.censuses > 100
    assert report.longest_list == 4


def all_have_bid(state, event):
    return isinstance(event, Bid) and len(state.bids) == state.seats - 1


def test_check_game__the_toy_game():
    for rounds in ("3", "1", "6"):
        report = check_game(Toy(), options={"rounds": rounds}, matches=3, reveals=all_have_bid)
        assert report.twins > 100


def test_check_game__the_same_arguments_meet_the_same_things(cards):
    how = {"seats": 2, "matches": 3, "seed": 8, "reveals": cards.reveals}
    reports = [check_game(cards.CardsGame(), **how) for _ in range(2)]
    assert reports[0] == reports[1]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_check_game__every_game(game):
    """H07, H08: a world is drawn anew by each call, keeps all cards and leaves the game as it was.

    A state has no source of luck that sampling could use up.
    """
    report = check_game(game, matches=2)
    assert report.near_misses > 1000
    assert report.dealt_outcomes > 1000
    assert report.shared_items > 50
    assert report.censuses > 0


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_check_game__every_value_of_every_option(game):
    for option in game.options:
        for value in option.values[1:]:
            check_game(
                game,
                seats=game.max_seats,
                options={option.name: value},
                matches=1,
                seed=1,
            )
