"""Set-up and the introduction (F-SETUP, F-INTRO)."""

from __future__ import annotations

import random

import pytest

BLADES = "blades almond grape orange fig lemon fig olive almond olive grape lemon orange"
FINCAS = "fincas lemon almond grape grape_orange lemon_olive fig olive almond_fig any orange"
TILES = (
    "tile andratx fig3",
    "tile soller lemon2",
    "tile pollensa mixed6",
    "tile alcudia mixed6",
    "tile inca fig1",
    "tile arta any6",
    "tile villafranca lemon3_orange2",
    "tile son_servera almond1",
    "tile felanitx grape2_olive2",
    "tile llucmajor olive3_almond2",
)


def test_board__is_empty_before_the_first_event(new_match) -> None:
    """The board is laid out, nothing is on it yet (F-SETUP-1)."""
    state = new_match(3).state
    assert state.phase == "setup"
    assert not state.wheel
    assert state.tops == state.fincas == [-1] * 10
    assert not any(state.farmers)


def test_blades__are_face_up_and_numbered_clockwise(new_match) -> None:
    """The blades lie in the order of the reveal, blade 0 first (F-SETUP-2)."""
    game = new_match().play(BLADES)
    game.shows(f"wheel: {BLADES.removeprefix('blades ')}")
    game.play(FINCAS, *TILES, "place 3").shows("fruit 0: fig 1; farmers 0: 3")


def test_piles__are_four_tiles_with_the_top_turned_up(new_match) -> None:
    """Ten piles of four; the top of each is turned up, in board order (F-SETUP-3)."""
    game = new_match().play(BLADES, FINCAS)
    for turned, tile in enumerate(TILES):
        assert len(game.state.reveals) == 10 - turned
        game.play(tile)
    game.shows("top: andratx fig3, llucmajor olive3_almond2; left: andratx 4, arta 4, inca 4")


def test_left_over_tiles__are_out_of_the_game(new_match) -> None:
    """40 of 42 tiles lie in piles; the other two are never turned up (F-SETUP-4)."""
    game = new_match().deal(random.Random(1))
    assert sum(game.state.left) == 40
    assert len(game.state.unseen) == 42 - 10
    rng = random.Random(1)
    while game.state.to_act is not None:
        game.step(rng)
        face_down = sum(game.state.left) - sum(top >= 0 for top in game.state.tops)
        if game.state.to_act is not None:
            assert len(game.state.unseen) == face_down + 2


def test_finca_tiles__are_dealt_face_up_in_board_order(new_match) -> None:
    """One finca tile per region (F-SETUP-5)."""
    game = new_match().play(BLADES, FINCAS)
    game.shows("finca: andratx lemon, soller almond, felanitx any, llucmajor orange")


@pytest.mark.parametrize(
    ("seats", "wooden", "farmers", "carts"), [(2, 4, 5, 4), (3, 5, 4, 6), (4, 6, 3, 8)]
)
def test_numbers__follow_the_number_of_players(
    new_match, seats: int, wooden: int, farmers: int, carts: int
) -> None:
    """Wooden fincas, farmers and carts (F-SETUP-6, F-SETUP-9, F-SETUP-11)."""
    game = new_match(seats)
    game.shows(f"wooden: {wooden}; mill: {carts}")
    assert game.state.hand == [farmers] * seats
    assert game.state.carts == [0] * seats


def test_supply__is_18_of_each_kind(new_match) -> None:
    """All fruit lies in the supply (F-SETUP-7)."""
    state = new_match(4).state
    assert state.supply == [18] * 6
    assert not any(state.fruit)


def test_action_tiles__are_four_for_each_player(new_match) -> None:
    """Double, gust, bigcart, less (F-SETUP-8)."""
    game = new_match(4)
    for seat in range(4):
        game.shows(f"actions {seat}: double gust bigcart less")


def test_bonus_tiles__are_stacked_with_the_seven_on_top(new_match) -> None:
    """7, 6, 5, 4 (F-SETUP-10)."""
    new_match().shows("bonus: 7 6 5 4")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_starting_player__is_seat_0_and_seats_follow_upwards(new_match, seats: int) -> None:
    """Seat 0 starts, the order goes up by seat (F-SETUP-12)."""
    game = new_match(seats).deal(random.Random(3))
    order = []
    for _ in range(2 * seats):
        order.append(game.state.to_act)
        game.play("place 0")
    assert order == [*range(seats)] * 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_introduction__lasts_until_every_farmer_is_placed(new_match, seats: int) -> None:
    """One farmer at a time, clockwise, then the first turn of seat 0 (F-INTRO-1, F-TURN-1)."""
    game = new_match(seats).deal(random.Random(3))
    for placed in range(sum(game.state.hand)):
        assert game.state.phase == "intro"
        assert game.state.to_act == placed % seats
        game.play(f"place {placed % 12}")
    game.shows("phase turn; to move 0; turns: 0")


def test_placing__goes_to_any_blade(scene) -> None:
    """Any of the twelve blades, also one with farmers (F-INTRO-2)."""
    position = scene("phase intro; hand 1 1; farmers 0: 3 3; farmers 1: 3")
    assert sorted(position.legal, key=lambda text: int(text[6:])) == [
        f"place {blade}" for blade in range(12)
    ]
    position.play("place 3").shows("farmers 0: 3 3 3; farmers 1: 3")


def test_blade__is_shared_by_any_number_of_any_colours(scene) -> None:
    """Each of them can be moved from there later on (F-INTRO-4)."""
    position = scene("phase intro; hand 1 1; farmers 0: 3 3 3 3; farmers 1: 3 3 3; actions 0: none")
    position.play("place 3", "place 3").shows("farmers 0: 3 3 3 3 3; farmers 1: 3 3 3 3")
    assert position.legal == ["move 3"]
    position.play("move 3").shows("farmers 0: 0 3 3 3 3")
    assert position.why("move 3") == ""


def test_placing__takes_exactly_one_fruit(scene) -> None:
    """One fruit, however many farmers stand there (F-INTRO-3)."""
    position = scene("phase intro; hand 1 1; farmers 0: 3 3; farmers 1: 3 3 3")
    position.play("place 3").shows("fruit 0: lemon 1; supply lemon: 17")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_placing__never_gives_a_cart_nor_empties_a_supply(new_match, seats: int) -> None:
    """All farmers on one blade: no cart, no recall (F-INTRO-5)."""
    game = new_match(seats).deal(random.Random(3))
    placed = sum(game.state.hand)
    game.play(*["place 6"] * placed)
    fruit = game.state.wheel[6]
    assert game.state.carts == [0] * seats
    assert game.state.supply[fruit] == 18 - placed
    assert sum(game.state.fruit) == placed


def test_held_fruit__lies_open(new_match) -> None:
    """All viewers see the fruit of all players (F-INTRO-6)."""
    game = new_match(3).deal(random.Random(3)).play("place 1", "place 2")
    seen = [game.state.observe(viewer).fruit for viewer in (-2, 0, 1, 2)]
    assert seen == [tuple(game.state.fruit)] * 4
    assert sum(seen[0]) == 2
