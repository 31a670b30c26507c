"""Section 2 of the ledger: set-up."""

from __future__ import annotations

import math

import pytest

SEATS = [1, 2, 3, 4]


@pytest.mark.parametrize("seats", SEATS)
def test_set_up__every_player_starts_alike(new_match, seats: int) -> None:
    """(LG-SETUP-1)"""
    scene = new_match(seats).play("first 0").until("T-PLAY A")
    for seat in "ABCD"[:seats]:
        scene.shows(seat, vp=1, silver=1, trade=1, goods={"trade": 1}, fields={}, hand_size=4)
        scene.shows(seat, barrows=[], helpers=[], extensions=[], roof=[], donkeys_used=[])


@pytest.mark.parametrize("seats", SEATS)
def test_set_up__four_cards_at_a_time_in_turn_order(new_match, seats: int) -> None:
    """(LG-SETUP-1)"""
    first = seats - 1
    scene = new_match(seats).play(f"first {first}", "building 1", "building 2", "building 3")
    cards = iter(range(1, 67))
    for seat in [*range(first, seats), *range(first)]:
        for _ in range(4):
            scene.play(f"draw {seat} {next(cards)}")
    scene.shows("A", hand=[5, 6, 7, 8] if seats > 1 else [1, 2, 3, 4])


@pytest.mark.parametrize("seats", SEATS)
def test_set_up__the_other_cards_are_the_pile(new_match, seats: int) -> None:
    """(LG-SETUP-2)"""
    new_match(seats).play("first 0").until("T-PLAY A").shows(pile=66 - 4 * seats, discards=[])


@pytest.mark.parametrize(("seats", "kept"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_set_up__as_many_roof_markers_as_players(new_match, seats: int, kept: int) -> None:
    """(LG-SETUP-3)"""
    scene = new_match(seats).play("first 0").until_chance("roof")
    found = scene.possible
    assert len(found) == math.comb(4, kept)
    assert {len(text.split()) for text in found} == {2 + kept}
    scene.shows(roof_display=[])
    scene.play(found[0]).shows(roof_display=[1, 2, 3, 4][:kept])


@pytest.mark.parametrize("seats", SEATS)
def test_set_up__craft_markers_for_everybody(board, farm, seats: int) -> None:
    """Every player can complete one building; the first finds a VP (LG-SETUP-4)"""
    nearly = farm(rows={"store": "grape food trade"}, goods={"wine": 1}, vp=0, trade=0)
    names = "ABCD"[:seats]
    farms = dict.fromkeys(names, nearly)
    order = names if seats > 1 else "AR"
    scene = board("T-DELIVER A", seats=seats, order=order, round=2, **farms)
    scene.shows(first_taken=[])
    for number, seat in enumerate(names):
        scene.play("deliver wine craft store").shows(seat, vp=2 + (number == 0) + 2)
        scene.shows(first_taken=["store"]).shows(seat, crafts=["store"])
        scene.play("done")


def test_set_up__three_buildings_are_closed(new_match) -> None:
    """(LG-SETUP-5)"""
    scene = new_match(2).play("first 0", "building 6", "building 6", "building 5", "building 6")
    scene.shows(chance=[f"building {die}" for die in range(1, 7)])
    scene.play("building 2").shows(order_markers={"butcher": 1, "store": 2, "wainwright": 3})
    scene.shows(open=["merchant", "deli", "greengrocer"])


@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [(2, 1, "BA"), (3, 2, "CAB"), (4, 1, "BCDA"), (4, 0, "ABCD")],
)
def test_set_up__turn_order_follows_seating(new_match, seats: int, first: int, order: str) -> None:
    """(LG-SETUP-6)"""
    scene = new_match(seats).shows(chance=[f"first {seat}" for seat in range(seats)])
    scene.play(f"first {first}").until(f"T-PLAY {order[0]}").shows(order=order)


@pytest.mark.parametrize(("seats", "dice"), [(1, 5), (2, 5), (3, 7), (4, 9)])
def test_set_up__number_of_dice(new_match, seats: int, dice: int) -> None:
    """(LG-SETUP-7)"""
    scene = new_match(seats).play("first 0").until("T-PLAY A").until_chance("dice")
    scene.shows(not_possible=["dice" + " 1" * (dice - 1), "dice" + " 1" * (dice + 1)])
    scene.play("dice" + " 1" * dice).shows(dice=[1] * dice)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_set_up__centre_spaces_in_turn_order(new_match, seats: int) -> None:
    """(LG-SETUP-8)"""
    scene = new_match(seats).play("first 1").until("T-PLAY B")
    names = "ABCD"[:seats]
    order = names[1:] + names[:1]
    spaces = ["2a", "3a", "4a", "5a"]
    scene.shows(market=dict(zip(spaces[:seats], order, strict=True)))
    for seat in names:
        scene.shows(seat, vp=1)


@pytest.mark.parametrize(("first", "order"), [(0, "ABCD"), (3, "DABC")])
def test_set_up__the_first_players_disc_is_on_top(new_match, first: int, order: str) -> None:
    """(LG-SETUP-9)"""
    scene = new_match(4).play(f"first {first}").until(f"T-PLAY {order[0]}")
    scene.shows(discs={0: order})
