"""Whole matches as text, kept beside this file: what changes in them, a change of rules changed.

`make playthroughs` writes them anew; read the difference before you commit it.
"""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest
from siurell.games.registry import games
from siurell.testing.playthrough import playthrough
from siurell.testing.toy import Toy

FOLDER = Path(__file__).parent
WANTED = {
    f"{game.name}_{seats}.txt": (game, seats)
    for game in games()
    for seats in range(game.min_seats, game.max_seats + 1)
}


def test_playthroughs__every_game_and_number_of_seats_has_one():
    assert {path.name for path in FOLDER.glob("*.txt")} == set(WANTED)


def test_playthroughs__stay_small():
    assert not [path.name for path in FOLDER.glob("*.txt") if path.stat().st_size > 400_000]


@pytest.mark.parametrize("name", WANTED)
def test_playthroughs__come_out_the_same_again(name):
    kept = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    made = playthrough(*WANTED[name]).splitlines()
    for number, (old, new) in enumerate(zip_longest(kept, made), start=1):
        assert old == new, f"line {number} of {name} changed: run `make playthroughs` if it should."


def test_playthroughs__show_what_is_hidden_from_whom():
    text = playthrough(Toy(), 3)
    assert "-> card " in text
    assert "   seats 1 2 read card\n" in text
    assert "seat 0 sees cards: " in text
