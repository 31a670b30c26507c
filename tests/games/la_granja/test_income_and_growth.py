"""Section 7 of the ledger: income and growth."""

from __future__ import annotations

import pytest


def test_income__craft_markers_then_extensions_then_helpers(board, farm) -> None:
    """Seen by what is there when a decision is due (LG-FARM-11)"""
    position = farm(
        crafts=["greengrocer"], extensions=[40, 51], helpers=[66], silver=0, goods={"pig": 1}
    )
    scene = board("T-PLAY C", A=position).flow("done").shows(turn="C-GAIN A").shows("A", silver=0)
    scene.play("gain pig").shows(turn="C-OPTION A").shows("A", silver=3 + 3)
    scene.play("take silver").shows("A", silver=8, goods={"pig": 2, "trade": 1})


@pytest.mark.parametrize(
    ("source", "play", "silver"),
    [
        ("craft", ("extend 8", "pay vp"), 1),
        ("craft", ("helper 14",), 2),
        ("helper", ("helper 14",), 0),
        ("helper", ("extend 8", "pay vp"), 0),
    ],
)
def test_income__each_source_is_asked_when_its_turn_comes(
    board, farm, edited, source, play, silver
) -> None:
    """What an earlier income brought into play counts too, but a source is asked once
    (LG-FARM-11)"""
    playing = [{"on": "income", "effects": [{"do": "play_card", "n": 1}]}]
    box = edited(
        {
            "craft/building/3/afterwards": playing,
            "card/53/helper/trigger": playing,
            "card/53/helper/phases": ["farm"],
        }
    )
    owned = {"crafts": ["deli"]} if source == "craft" else {"helpers": [53]}
    position = farm(hand=[8, 14], silver=0, **owned)
    scene = board("T-PLAY C", box=box, A=position).flow("done").shows(turn="C-PLAY A")
    scene.play(*play).shows(turn="T-INCOME A").shows("A", silver=silver)


def test_income__in_turn_order(board, farm) -> None:
    """(LG-FARM-11, LG-FARM-12)"""
    earner = farm(helpers=[14], silver=0)
    scene = board("T-PLAY C", A=earner, C=earner).flow("done").shows(turn="T-INCOME A")
    scene.shows("A", silver=2).shows("C", silver=0)
    scene.play("done").shows(turn="T-INCOME C").shows("C", silver=2)
    scene.play("done").shows(turn="T-ROOF A")


@pytest.mark.parametrize(
    ("position", "income"),
    [
        ({}, False),
        ({"extensions": [1]}, False),
        ({"extensions": [12]}, False),
        ({"extensions": [8]}, True),
        ({"extensions": [7]}, True),
        ({"crafts": ["deli"]}, True),
        ({"crafts": ["store", "butcher", "wainwright"]}, False),
        ({"helpers": [51]}, True),
        ({"helpers": [23, 1, 20]}, False),
    ],
)
def test_income_turn__only_with_income(board, farm, position, income) -> None:
    """(LG-FARM-12)"""
    scene = board("T-PLAY C", A=farm(**position)).flow("done")
    scene.shows(turn="T-INCOME A" if income else "T-ROOF A")


def test_income_turn__also_when_its_helper_was_replaced_by_its_own_income(
    board, farm, edited
) -> None:
    """(LG-FARM-12)"""
    play = [{"on": "income", "effects": [{"do": "play_card", "n": 1}]}]
    box = edited({"card/53/helper/trigger": play, "card/53/helper/phases": ["farm"]})
    position = farm(helpers=[53, 1, 20], hand=[7])
    scene = board("T-PLAY C", box=box, A=position).flow("done").shows(turn="C-PLAY A")
    scene.play("helper 7", "replace 1").shows(turn="T-INCOME A")


def test_extension_income__is_silver_goods_and_trade(board, farm, edited) -> None:
    """A pig without a space is sold (LG-FARM-13)"""
    box = edited({"card/45/extension/trade": 2})
    position = farm(extensions=[45, 48], goods={"pig": 2}, silver=0, trade=0)
    scene = board("T-PLAY C", box=box, A=position).flow("done")
    scene.shows("A", silver=1 + 3, goods={"olive": 1, "pig": 2, "trade": 2})


def test_growth__every_empty_field_gets_its_crop(board, farm) -> None:
    """(LG-FARM-14)"""
    fields = {"olive": "empty full", "grain": "empty empty", "grape": "empty"}
    scene = board("T-PLAY C", A=farm(fields=fields)).flow("done")
    scene.shows("A", fields={"olive": "full full", "grain": "full full", "grape": "full"})


@pytest.mark.parametrize(
    ("helpers", "before", "after"),
    [
        ([], 0, 0),
        ([], 1, 1),
        ([], 2, 3),
        ([], 4, 5),
        ([43], 0, 0),
        ([43], 1, 2),
        ([44], 1, 1),
        ([44], 2, 4),
        ([43, 44], 1, 3),
        ([44], 6, 7),
    ],
)
def test_offspring__of_enough_parents(board, farm, helpers, before, after) -> None:
    """Six spaces and those of the helpers (LG-FARM-15)"""
    position = farm(extensions=[2, 52], helpers=helpers, goods={"pig": before}, silver=0)
    scene = board("T-PLAY C", A=position).flow("done")
    assert scene.pigs("A") == after
    scene.shows("A", silver=0)


def test_offspring__without_a_space_is_neither_born_nor_sold(board, farm) -> None:
    """(LG-FARM-16)"""
    position = farm(helpers=[44], goods={"pig": 3}, silver=0, trade=0)
    board("T-PLAY C", A=position).flow("done").shows("A", goods={"pig": 3}, silver=0)


@pytest.mark.parametrize(("pigs", "after", "silver"), [(1, 1, 0), (2, 4, 2), (4, 4, 0)])
def test_offspring_trigger__fires_once_if_a_pig_was_born(board, farm, pigs, after, silver) -> None:
    """(LG-FARM-17)"""
    position = farm(helpers=[55, 44], goods={"pig": pigs}, silver=0, trade=0)
    scene = board("T-PLAY C", A=position).flow("done")
    scene.shows("A", goods={"pig": after}, silver=silver)


def test_growth__fields_then_offspring_without_decisions(board, farm) -> None:
    """(LG-FARM-14, LG-FARM-15)"""
    position = farm(fields={"olive": "empty"}, goods={"pig": 2}, helpers=[12], trade=0)
    scene = board("T-PLAY C", A=position, B=position).flow("done").shows(turn="T-ROOF A")
    for seat in "AB":
        scene.shows(seat, fields={"olive": "full"}, goods={"pig": 3})
