"""Worked examples 46 to 52 of docs/rules/la_granja.md: scoring, end, solo."""

from __future__ import annotations

import pytest


def test_example_46__scoring_of_market_and_siesta(board, farm) -> None:
    """(LG-EX-46, LG-SCORE-1, LG-SCORE-2, LG-SCORE-4)"""
    scene = board(
        "T-DELIVER B",
        order="BAC",
        discs={0: "C", 5: "BA"},
        market={"2a": "A", "3a": "A", "4a": "A"},
        A=farm(vp=10),
        B=farm(vp=10),
        C=farm(vp=10),
    )
    scene.flow("done", "done", "done").shows(discs={0: "BAC"}, turn="T-PLAY B")
    scene.shows("A", vp=10 + 3 + 2).shows("B", vp=10 + 2).shows("C", vp=10)


@pytest.mark.parametrize(("helpers", "silver"), [([], 12), ([35], 13)])
def test_example_47__the_farm_is_sold_at_the_end(board, farm, helpers, silver) -> None:
    """(LG-EX-47, LG-END-1, LG-END-2, LG-END-3)"""
    position = farm(
        silver=3,
        goods={"olive": 2, "pig": 1, "wine": 1},
        trade=1,
        fields={"grape": "full"},
        helpers=helpers,
        vp=20,
    )
    scene = board("T-DELIVER C", round=6, order="CAB", discs={0: "CAB"}, A=position)
    scene.play("done", "done", "done").shows("A", silver=silver, vp=22)
    scene.shows(over=True)


def test_example_48__a_tie_goes_to_the_earlier(board, farm) -> None:
    """(LG-EX-48, LG-END-4)"""
    poor = {"silver": 0, "trade": 0}
    farms = {"A": farm(vp=51, **poor), "B": farm(vp=51, **poor), "C": farm(vp=50, **poor)}
    scene = board("T-DELIVER B", round=6, order="BAC", discs={0: "BAC"}, **farms)
    scene.play("done", "done", "done").shows(over=True, scores=[51, 51, 50], ranks=[2, 1, 3])


def test_example_49__the_rival_discards_low_dice_at_first(board) -> None:
    """(LG-EX-49, LG-SOLO-5, LG-SOLO-6)"""
    scene = board("T-DIE A", seats=1, order="AR", round=2, dice=[1, 1, 3, 5, 6])
    scene.play("die 5", "take siesta", "done").shows(turn="T-DIE A", dice=[1, 3, 6])
    scene.play("die 3", "gain grain", "gain olive", "done").shows(turn="T-LAST A", dice=[6])
    scene.shows(own=["die 6", "done"])


def test_example_49__the_rival_discards_high_dice_later(board) -> None:
    """(LG-EX-49, LG-SOLO-5, LG-SOLO-6)"""
    scene = board("T-DIE A", seats=1, order="AR", round=5, dice=[1, 1, 3, 5, 6])
    scene.play("die 5", "take siesta", "done").shows(turn="T-DIE A", dice=[1, 1, 3])
    scene.play("die 3", "gain grain", "gain olive", "done").shows(turn="T-LAST A", dice=[1])


def test_example_50__the_rival_removes_most(board, farm) -> None:
    """(LG-EX-50, LG-SOLO-9)"""
    market = {"3a": "A", "3b": "A", "2c": "A"}
    scene = board("T-DELIVER A", seats=1, order="AR", A=farm(vp=9), market=market)
    scene.play("done", "turn 9").shows("A", vp=9 + 1)  # scoring: 2c
    scene.shows(market={"4b": "R", "2c": "A"})


def test_example_51__the_rival_looks_for_few_high_neighbours_far_away(board) -> None:
    """(LG-EX-51, LG-SOLO-9)"""
    scene = board("T-DELIVER A", seats=1, order="AR", market={"2a": "R"})
    scene.play("done", "turn 9").shows(market={"2a": "R", "4c": "R"})


def test_example_52__what_another_player_is_shown(board, farm) -> None:
    """(LG-EX-52, LG-HID-3, LG-HID-6)"""
    position = farm(helpers=[48, 53], hand=[20], silver=4, vp=30)
    scene = board("T-SIESTA A", A=position).play("use helper 48", "discard 20")
    other = scene.copy()
    assert scene.told("B", "draw 0 5") == "draw 0"
    assert scene.told("A", "draw 0 5") == "draw 0 5"
    scene.play("draw 0 5", "draw 0 9")
    other.play("draw 0 33", "draw 0 34")
    assert scene.view("B") == other.view("B")
    assert scene.view("A") != other.view("A")
    assert scene.told("B", "use helper 53") == "use helper 53"
    scene.play("use helper 53").shows("A", hand=[5, 9], vp=31)
    richer = board("T-SIESTA A", A=farm(helpers=[48, 53], hand=[20], silver=4, vp=30))
    richer.play("use helper 48", "discard 20", "draw 0 33", "draw 0 34", "use helper 53")
    assert scene.view("B") == richer.view("B")
