"""Worked examples 53 to 60 of docs/rules/la_granja.md: further questions."""

from __future__ import annotations

import pytest


def test_example_53__spaces_of_the_new_helper_come_too_late(board, farm) -> None:
    """(LG-EX-53, LG-FARM-4, LG-ANY-13)"""
    position = farm(helpers=[12, 19, 20], goods={"pig": 4}, hand=[44], silver=1, trade=0)
    scene = board("T-PLAY A", A=position).play("helper 44", "replace 1")
    scene.shows("A", goods={"pig": 2}, silver=7, helpers=[44, 19, 20])
    scene.play("buy pig").shows("A", goods={"pig": 3})
    scene.play("sell pig").shows(can=["buy pig"])
    scene.play("buy pig").shows(cannot=["buy pig"])


def test_example_54__pig_spaces_stay_after_the_phase_of_the_helper(board, farm) -> None:
    """(LG-EX-54, LG-FX-7)"""
    position = farm(helpers=[44], goods={"pig": 3}, silver=1, trade=0)
    scene = board("T-ROOF C", A=position, dice=[1, 2, 3, 4, 4, 5, 6]).flow("done")
    scene.shows("A", goods={"pig": 3}, silver=1)
    scene.shows(turn="T-DIE A")


def test_example_55__a_single_way_to_pay_is_no_decision(board, farm) -> None:
    """(LG-EX-55, LG-DEC-13, LG-FX-9)"""
    scene = board("T-SIESTA A", A=farm(helpers=[26], goods={"olive": 1}, silver=0, trade=0))
    scene.play("use helper 26").shows("A", goods={}, silver=3)
    scene.shows(turn="T-SIESTA A")


def test_example_55__two_ways_to_pay_are_a_decision(board, farm) -> None:
    """(LG-EX-55, LG-DEC-13, LG-FX-9)"""
    fields = {"olive": "full"}
    position = farm(helpers=[26], goods={"olive": 1}, fields=fields, silver=0, trade=0)
    scene = board("T-SIESTA A", A=position).play("use helper 26")
    scene.shows(moves=["pay olive", "pay olive@field"])
    scene.play("pay olive@field").shows("A", goods={"olive": 1}, fields={"olive": "empty"})
    scene.shows("A", silver=3)


def test_example_56__donkey_symbols_are_no_income(board, farm) -> None:
    """(LG-EX-56, LG-FARM-12)"""
    scene = board("T-PLAY C", A=farm(extensions=[5])).flow("done")
    scene.shows(turn="T-ROOF A")


def test_example_56__a_landlord_has_an_income_turn_without_income(board, farm) -> None:
    """(LG-EX-56, LG-FARM-12)"""
    scene = board("T-PLAY C", A=farm(helpers=[50], silver=0)).flow("done")
    scene.shows(turn="T-INCOME A").shows("A", silver=0)


def test_example_57__the_card_turned_up_may_be_the_last(board) -> None:
    """(LG-EX-57, LG-SOLO-9, LG-GEN-8)"""
    gone = [1, 2, 3, 5, 6, 7]
    scene = board("T-DELIVER A", seats=1, order="AR", pile=[8], discards=gone)
    scene.play("done").shows(chance=["turn 8"])
    scene.play("turn 8").shows(pile=6, discards=[8])


def test_example_58__the_events_of_the_set_up(new_match) -> None:
    """(LG-EX-58, LG-CHANCE-1, LG-CHANCE-2)"""
    scene = new_match(3).shows(not_possible=["first 3"])
    scene.play("first 2", "building 4", "building 4", "building 1", "building 6")
    scene.play("draw 2 10", "draw 2 20", "draw 2 30", "draw 2 40")
    scene.play("draw 0 11", "draw 0 21", "draw 0 31", "draw 0 41")
    scene.play("draw 1 12", "draw 1 22", "draw 1 32", "draw 1 42")
    scene.shows(not_possible=["roof 1 3 1 2", "roof 1 1 2"])
    scene.play("roof 1 1 2 4").shows(turn="T-PLAY C", roof_display=[1, 2, 4])


def test_example_59__draws_up_to_the_hand_limit_are_hidden_from_others(board, farm) -> None:
    """(LG-EX-59, LG-CHANCE-2, LG-CHANCE-7)"""
    scene = board("T-PLAY A", A=farm(hand=[20])).play("done")
    for card in (17, 30):
        assert scene.told("B", f"draw 0 {card}") == "draw 0"
        scene.play(f"draw 0 {card}")
    scene.shows(turn="T-PLAY B").shows("A", hand=[17, 20, 30])


@pytest.mark.parametrize("second", [4, 5, 6])
def test_example_60__the_shuffle_is_no_event(board, farm, second) -> None:
    """(LG-EX-60, LG-CHANCE-5, LG-GEN-8)"""
    scene = board("T-PLAY A", A=farm(hand=[20]), pile=[9], discards=[4, 5, 6])
    scene.play("done").shows(chance=["draw 0 9"])
    scene.play("draw 0 9").shows(chance=["draw 0 4", "draw 0 5", "draw 0 6"])
    scene.play(f"draw 0 {second}").shows("A", hand=sorted([9, 20, second]))
    scene.shows(turn="T-PLAY B", pile=2)
