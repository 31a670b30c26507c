"""Worked examples 10 to 17 of docs/rules/la_granja.md: income, growth, roof."""

from __future__ import annotations

import pytest


def test_example_10__income_pays_an_upgrade_before_growth(board, farm) -> None:
    """(LG-EX-10, LG-FARM-12, LG-FARM-14)"""
    position = farm(crafts=["merchant"], silver=0, fields={"grape": "full"}, trade=0)
    scene = board("T-INCOME A", A=position).shows("A", silver=3)
    scene.play("upgrade grape@field").shows("A", fields={"grape": "empty"})
    scene.play("done").shows("A", silver=0, goods={"wine": 1}, fields={"grape": "full"})
    scene.shows(turn="T-ROOF A")


def test_example_11__no_offspring_without_a_space(board, farm) -> None:
    """(LG-EX-11, LG-FARM-16)"""
    scene = board("T-PLAY C", A=farm(goods={"pig": 2}, silver=4, trade=0)).flow("done")
    scene.shows("A", goods={"pig": 2}, silver=4)
    scene.shows(turn="T-ROOF A")


@pytest.mark.parametrize(("helpers", "pigs"), [([], 5), ([44], 6)])
def test_example_12__one_pig_however_many_pairs(board, farm, helpers, pigs) -> None:
    """Stable Hand makes it two (LG-EX-12, LG-FARM-15)."""
    position = farm(goods={"pig": 4}, extensions=[2, 52], helpers=helpers, silver=0, trade=0)
    scene = board("T-PLAY C", A=position).flow("done")
    scene.shows("A", goods={"pig": pigs}, silver=0)


def test_example_13__a_pig_without_a_space_is_sold(board, farm) -> None:
    """(LG-EX-13, LG-ANY-12, LG-REV-6)"""
    scene = board("T-DIE A", dice=[1, 2, 3, 4, 4, 5, 6], A=farm(goods={"pig": 2}, silver=1))
    scene.play("die 1").shows("A", goods={"pig": 2, "trade": 1}, silver=4)
    scene.shows(turn="T-DIE A", own=["done"])


def test_example_14__roof_turns_run_backwards_in_round_1(board, farm) -> None:
    """(LG-EX-14, LG-FARM-18, LG-ROOF-1, LG-ROOF-2)"""
    scene = board("T-PLAY C", round=1, C=farm(silver=1, vp=1), roof_display=[1, 3, 4]).flow("done")
    scene.shows(turn="T-ROOF C", own=["done", "roof 1", "roof 3", "roof 4"])
    scene.play("roof 3").shows("C", silver=0, roof=[3], turned_down=[], vp=1)
    scene.play("done").shows(turn="T-ROOF B", roof_display=[1, 4])
    scene.play("done").shows(turn="T-ROOF A")


def test_example_14__the_second_roof_space_gives_one_vp(board, farm) -> None:
    """(LG-EX-14, LG-ROOF-1, LG-ROOF-2)"""
    position = farm(roof=[3], silver=4, vp=5)
    scene = board("T-ROOF C", round=4, C=position, roof_display=[13, 14, 16])
    scene.play("roof 16").shows("C", silver=0, vp=6, roof=[3, 16], turned_down=[])


def test_example_15__a_marker_just_bought_may_be_used(board, farm) -> None:
    """(LG-EX-15, LG-ROOF-5)"""
    scene = board("T-ROOF C", round=1, C=farm(silver=1, trade=0), roof_display=[3])
    scene.play("roof 3", "use roof 3").shows(moves=["gain grain", "gain olive"])
    scene.play("gain olive").shows("C", goods={"olive": 1}, roof=[3], turned_down=[3])
    scene.shows(cannot=["use roof 3"])


def test_example_16__a_used_marker_is_turned_up_again(board, farm) -> None:
    """(LG-EX-16, LG-ROOF-7)"""
    scene = board("T-ROOF A", A=farm(roof=[20, 4], turned_down=[4], silver=0))
    scene.play("use roof 20").shows(moves=["done", "reuse 4"])
    scene.play("reuse 4", "use roof 4").shows("A", silver=2, turned_down=[4, 20])
    scene.shows(cannot=["use roof 4", "use roof 20"])


def test_example_16__marker_20_alone_has_nothing_to_turn_up(board, farm) -> None:
    """(LG-EX-16, LG-ROOF-7)"""
    board("T-ROOF A", A=farm(roof=[20])).shows(cannot=["use roof 20"])


def test_example_17__markers_not_bought_leave_the_game(board) -> None:
    """(LG-EX-17, LG-ROOF-4)"""
    scene = board("T-ROOF C", round=2, roof_display=[7, 8]).shows(roof_display=[7, 8])
    scene.flow("done").shows(roof_display=[], turn="T-DIE A")
    scene.until("T-ROOF A")
    scene.shows(round=3, cannot=["roof 7", "roof 8"])
