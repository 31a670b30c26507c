"""Decision points and that every game ends (F-DEC, F-FINITE)."""

from __future__ import annotations

import random

import pytest
from siurell.games.finca.game import Finca


def test_intro__is_a_placement_on_each_blade(scene) -> None:
    """While some farmer is not placed (F-DEC-1)."""
    position = scene("phase intro; hand 0 1; to move 1; farmers 0: 3")
    assert position.legal == [f"place {b}" for b in (0, 1, 10, 11, 2, 3, 4, 5, 6, 7, 8, 9)]
    assert "introduction" in position.why("move 3")
    assert position.why("stay") != ""


def test_turn__offers_every_kind_of_move(scene) -> None:
    """Move, deliver, bigcart, less, gust, double as the rules allow (F-DEC-2)."""
    position = scene("farmers 0: 0; carts 0: 1; fruit 0: fig 2; tops: inca fig2")
    assert {text.split(" ")[0] for text in position.legal} == {
        "move",
        "deliver",
        "bigcart",
        "less",
        "gust",
        "double",
    }
    assert "placed" in position.why("place 3")
    bare = scene("farmers 0: 0; actions 0: none")
    assert bare.legal == ["move 0"]


def test_second__offers_moves_and_stay(scene) -> None:
    """After `double B` the same player moves once more or stays (F-DEC-3)."""
    position = scene("farmers 0: 0 7; carts 0: 1; fruit 0: fig 2; tops: inca fig2").play("double 0")
    position.shows("to move 0; phase second")
    assert position.legal == ["move 1", "move 7", "stay"]
    for text in ("double 1", "gust 1 2", "deliver inca", "place 0"):
        assert "second half" in position.why(text)
    assert "yours stand on 1, 7" in position.why("move 0")


@pytest.mark.parametrize(("seats", "most"), [(2, 412), (3, 415), (4, 416)])
def test_decisions__are_bounded(seats: int, most: int) -> None:
    """Placements, 400 turns and one second half for each player (F-FINITE-1)."""
    assert Finca().max_decisions(seats) == most


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_who_never_deliver__meet_the_turn_limit(new_match, seats: int) -> None:
    """Without the limit this would last for ever (F-FINITE-2)."""
    rng = random.Random(seats)
    game = new_match(seats).deal(rng)
    decisions = 0
    while game.state.to_act is not None:
        moves = [move for move in game.state.legal_moves() if str(move)[0] in "pm"]
        doubles = [move for move in game.state.legal_moves() if str(move)[:6] == "double"]
        game.state.apply(rng.choice(doubles or moves))
        decisions += 1
    game.shows("over; turns: 400")
    assert decisions == Finca().max_decisions(seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turn__comes_to_an_end(new_match, seats: int) -> None:
    """At most ten tiles and reveals, and at most two decisions, in a turn (F-FINITE-3)."""
    rng = random.Random(seats)
    game = new_match(seats).deal(rng)
    while game.state.phase == "intro":
        game.step(rng)
    while game.state.to_act is not None:
        turn, taken = game.state.turn, sum(map(len, game.state.tiles))
        for _ in range(2):
            if game.state.turn == turn:
                game.step(rng)
        assert game.state.turn == turn + 1
        assert sum(map(len, game.state.tiles)) - taken <= 10
