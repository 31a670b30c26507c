"""Worked examples 18 to 22 of docs/rules/la_granja.md: any-time actions."""

from __future__ import annotations

CROPS = ["olive", "grain", "grape"]


def test_example_18__buying_and_selling(board, farm) -> None:
    """(LG-EX-18, LG-ANY-2, LG-ANY-4, LG-ANY-5)"""
    scene = board("T-SIESTA A", A=farm(silver=4, fields={"olive": "full"}, trade=0))
    scene.shows(can=[f"buy {crop}" for crop in CROPS])
    scene.shows(cannot=["buy pig", "sell olive", "sell olive@field"])
    scene.play("buy olive").shows("A", silver=1, goods={"olive": 1})
    scene.play("sell olive").shows("A", silver=2, goods={}, fields={"olive": "full"})


def test_example_18__card_35_sells_from_fields(board, farm) -> None:
    """(LG-EX-18, LG-ANY-5)"""
    scene = board("T-SIESTA A", A=farm(silver=4, fields={"olive": "full"}, helpers=[35]))
    scene.play("sell olive@field").shows("A", silver=5, fields={"olive": "empty"})


def test_example_19__chef_makes_upgrades_cheaper(board, farm) -> None:
    """(LG-EX-19, LG-ANY-8, LG-ANY-9)"""
    goods = {"olive": 1, "grape": 1}
    scene = board("T-SIESTA A", A=farm(helpers=[1], silver=3, goods=goods, trade=0))
    scene.play("upgrade olive").shows("A", silver=2)
    scene.play("upgrade grape").shows("A", silver=0, goods={"food": 1, "wine": 1})


def test_example_19__chef_and_vintner_together(board, farm) -> None:
    """(LG-EX-19, LG-ANY-9)"""
    scene = board("T-SIESTA A", A=farm(helpers=[1, 8], silver=0, goods={"grape": 1}, trade=0))
    scene.play("upgrade grape").shows("A", silver=0, goods={"wine": 1})


def test_example_20__two_different_crops_for_a_trade_commodity(board, farm) -> None:
    """(LG-EX-20, LG-ANY-7)"""
    scene = board("T-SIESTA A", A=farm(trade=1)).play("trade crops")
    scene.shows(moves=["gain grain", "gain grape", "gain olive"])
    scene.play("gain grape").shows(moves=["gain grain", "gain olive"])
    scene.play("gain olive").shows("A", goods={"grape": 1, "olive": 1})


def test_example_21__only_feasible_trades_are_offered(board, farm) -> None:
    """(LG-EX-21, LG-FX-4)"""
    scene = board("T-SIESTA A", A=farm(trade=1, silver=0))
    scene.shows(moves=["done", "trade crops", "trade draw", "trade pig", "trade silver"])
    scene.shows(cannot=["trade play", "trade upgrades"])


def test_example_22__forty_any_time_actions_are_the_most(board, farm) -> None:
    """(LG-EX-22, LG-ANY-15)"""
    position = farm(silver=60, trade=1, roof=[4], helpers=[23], goods={"grain": 1})
    scene = board("T-ROOF A", round=2, A=position, roof_display=[5, 6, 7])
    scene.play(*["buy olive", "sell olive"] * 19, "buy olive")
    scene.shows(can=["sell olive", "trade silver", "use roof 4", "use helper 23", "buy grain"])
    scene.play("sell olive").shows(moves=["done", "roof 5", "roof 6", "roof 7"])
