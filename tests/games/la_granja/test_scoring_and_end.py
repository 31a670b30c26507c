"""Sections 14 and 15 of the ledger: scoring and end."""

from __future__ import annotations

import pytest

POOR = {"vp": 0, "silver": 0, "trade": 0}


@pytest.mark.parametrize(("spaces", "vp"), [([], 0), (["2a"], 1), (["2a", "3a", "6b", "2d"], 4)])
def test_scoring__a_vp_for_each_market_marker(board, farm, spaces, vp) -> None:
    """(LG-SCORE-1)"""
    scene = board("T-DELIVER C", market=dict.fromkeys(spaces, "A") | {"5a": "B"}, A=farm(vp=3))
    scene.flow("done").shows("A", vp=3 + vp).shows("B", vp=1 + 1)


@pytest.mark.parametrize(("space", "vp"), list(enumerate([0, 0, 1, 1, 2, 2, 3, 3, 4])))
def test_scoring__the_vp_of_the_siesta_space(board, farm, space, vp) -> None:
    """(LG-SCORE-2)"""
    discs = {0: "BC", space: "A"} if space else {0: "ABC"}
    scene = board("T-DELIVER C", discs=discs, A=farm(vp=3)).flow("done")
    scene.shows("A", vp=3 + vp).shows("B", vp=1)


@pytest.mark.parametrize(
    ("helpers", "silver", "vp"),
    [([22], 3, 0), ([21], 0, 0), ([62], 0, 1), ([52], 0, 1), ([22, 52], 3, 1)],
)
def test_scoring__then_the_triggers(board, farm, helpers, silver, vp) -> None:
    """First in turn order, disc on 5, three market markers (LG-SCORE-3)"""
    market = dict.fromkeys(["2a", "3a", "4a", "5a"], "A")
    own = farm(helpers=helpers, **POOR)
    scene = board("T-DELIVER C", discs={5: "A", 0: "BC"}, market=market, A=own).flow("done")
    scene.shows("A", silver=silver, vp=4 + 2 + vp)


def test_scoring__triggers_come_in_turn_order(board, farm, edited) -> None:
    """(LG-SCORE-3)"""
    draw = [{"on": "scoring", "effects": [{"do": "draw_card", "n": 1}]}]
    box = edited({"card/52/helper/trigger": draw, "card/62/helper/trigger": draw})
    farms = {"A": farm(helpers=[52]), "C": farm(helpers=[62])}
    scene = board("T-DELIVER A", order="BCA", box=box, discs={0: "BCA"}, **farms).play("done")
    assert {text.split()[1] for text in scene.possible} == {"2"}
    scene.play(scene.possible[0])
    assert {text.split()[1] for text in scene.possible} == {"0"}


def test_scoring__discs_go_back_in_turn_order(board) -> None:
    """(LG-SCORE-4)"""
    scene = board("T-DELIVER C", order="BAC", discs={4: "BA", 1: "C"}).flow("done")
    scene.shows(discs={0: "BAC"}, order="BAC", turn="T-PLAY B")


def test_scoring__the_next_roof_markers_are_turned_up(board, farm) -> None:
    """And helpers may be used again (LG-SCORE-5)"""
    position = farm(helpers=[23], goods={"olive": 2})
    scene = board("T-DELIVER C", round=4, A=position).play("done").shows(turn="chance")
    assert all(text.startswith("roof 5 ") for text in scene.possible)
    scene.play("roof 5 17 18 20").shows(roof_display=[17, 18, 20], round=5, turn="T-PLAY A")
    scene.shows(can=["use helper 23"])


def test_scoring__has_no_decisions(board, farm) -> None:
    """The next one is a play turn of the next round (LG-SCORE-6, LG-DEC-16)"""
    everything = farm(helpers=[22, 52, 62], silver=9)
    board("T-DELIVER C", A=everything).flow("done").shows(turn="T-PLAY A", round=3)


@pytest.mark.parametrize(
    ("position", "silver"),
    [
        ({"goods": {"olive": 2, "grain": 1, "grape": 3}}, 6),
        ({"goods": {"pig": 2}}, 6),
        ({"fields": {"olive": "full full"}}, 0),
        ({"fields": {"olive": "full full"}, "helpers": [35]}, 2),
        ({"goods": {"olive": 1}, "helpers": [26, 42, 41]}, 1),
    ],
)
def test_end__resources_are_sold_at_sell_prices(board, farm, position, silver) -> None:
    """(LG-END-1)"""
    scene = board("T-DELIVER C", round=6, A=farm(**POOR | position)).play("done")
    scene.shows(over=True).shows("A", silver=silver, vp=silver // 5)


@pytest.mark.parametrize(
    ("position", "silver"),
    [
        ({"trade": 3}, 12),
        ({"goods": {"food": 3, "wine": 2, "meat": 4}}, 0),
        ({"barrows": [12], "loads": {12: "meat"}, "rows": {"deli": "food"}}, 0),
        ({"hand": [7, 8], "roof": [4, 6], "extensions": [40]}, 0),
    ],
)
def test_end__trade_commodities_give_4_silver_and_other_things_nothing(
    board, farm, position, silver
) -> None:
    """(LG-END-2)"""
    scene = board("T-DELIVER C", round=6, A=farm(**POOR | position)).play("done")
    scene.shows(over=True).shows("A", silver=silver, vp=silver // 5)


@pytest.mark.parametrize(("silver", "vp"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (34, 6)])
def test_end__each_full_5_silver_give_a_vp(board, farm, silver, vp) -> None:
    """The silver stays (LG-END-3)"""
    scene = board("T-DELIVER C", round=6, A=farm(**POOR | {"silver": silver})).play("done")
    scene.shows(over=True).shows("A", silver=silver, vp=vp)


@pytest.mark.parametrize(
    ("vp", "ranks"),
    [
        ([5, 6, 7], [3, 2, 1]),
        ([7, 7, 7], [2, 3, 1]),
        ([3, 9, 9], [3, 2, 1]),
        ([9, 3, 3], [1, 3, 2]),
    ],
)
def test_end__most_vp_win_and_ties_go_by_turn_order(board, farm, vp, ranks) -> None:
    """Final order C, A, B (LG-END-4)"""
    farms = {seat: farm(**POOR | {"vp": own}) for seat, own in zip("ABC", vp, strict=True)}
    scene = board("T-DELIVER B", round=6, order="CAB", discs={0: "CAB"}, **farms).play("done")
    scene.shows(over=True, scores=vp, ranks=ranks)


def test_end__comes_after_round_6_only(board) -> None:
    """(LG-END-1, LG-ROUND-1)"""
    board("T-DELIVER C", round=5).flow("done").shows(turn="T-PLAY A", round=6)
    board("T-DELIVER C", round=6).play("done").shows(over=True)
