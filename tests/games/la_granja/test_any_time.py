"""Section 5 of the ledger: any-time actions."""

from __future__ import annotations

import pytest

CROPS = ["olive", "grain", "grape"]
ANY_TIME = ("buy", "sell", "upgrade", "trade", "use")
RICH = {"silver": 20, "trade": 1, "goods": {"olive": 1, "pig": 1}, "roof": [4], "helpers": [23]}


def any_time(scene) -> list[str]:
    return [move for move in scene.legal if move.split()[0] in ANY_TIME]


@pytest.mark.parametrize(
    "turn", ["T-PLAY A", "T-ROOF A", "T-DIE A", "T-LAST A", "T-SIESTA A", "T-DELIVER A"]
)
def test_any_time__on_every_own_turn(board, farm, turn) -> None:
    """(LG-ANY-1)"""
    scene = board(turn, A=farm(**RICH))
    kinds = {" ".join(move.split()[:2]) for move in any_time(scene)}
    assert {"buy olive", "sell pig", "upgrade olive", "trade silver"} <= kinds
    assert {"use roof", "use helper"} <= kinds


def test_any_time__on_an_income_turn(board, farm) -> None:
    """(LG-ANY-1)"""
    scene = board("T-INCOME A", A=farm(crafts=["merchant"], **RICH))
    scene.shows(can=["buy olive", "sell pig", "upgrade olive", "trade silver", "use roof 4"])


def test_any_time__not_while_choosing_a_donkey(board, farm) -> None:
    """(LG-ANY-1)"""
    scene = board("T-DONKEY A", A=farm(**RICH))
    scene.shows(moves=["donkey 1", "donkey 2", "donkey 3", "donkey 4"])


def test_any_time__not_while_marking(board, farm) -> None:
    """(LG-ANY-1)"""
    scene = board("T-MARK A", A=farm(**RICH | {"helpers": [5, 23]}))
    scene.shows(moves=["done", *(f"mark {number}" for number in range(1, 7))])


def test_any_time__not_within_an_effect(board, farm) -> None:
    """(LG-ANY-1)"""
    scene = board("T-SIESTA A", A=farm(**RICH)).play("trade upgrades")
    scene.shows(moves=["done", "free olive", "free pig"])


@pytest.mark.parametrize(("good", "price"), [*((crop, 3) for crop in CROPS), ("pig", 5)])
def test_buying__at_the_buy_price(board, farm, good, price) -> None:
    """(LG-ANY-2)"""
    scene = board("T-SIESTA A", A=farm(silver=price, trade=0)).play(f"buy {good}")
    scene.shows("A", silver=0, goods={good: 1})


def test_buying__a_pig_needs_a_free_space(board, farm) -> None:
    """(LG-ANY-3)"""
    scene = board("T-SIESTA A", A=farm(silver=9, goods={"pig": 1})).play("buy pig")
    scene.shows(cannot=["buy pig"])
    board("T-SIESTA A", A=farm(silver=9, goods={"pig": 2})).shows(cannot=["buy pig"])


@pytest.mark.parametrize(("good", "price"), [*((crop, 1) for crop in CROPS), ("pig", 3)])
def test_selling__at_the_sell_price(board, farm, good, price) -> None:
    """(LG-ANY-4)"""
    scene = board("T-SIESTA A", A=farm(silver=0, goods={good: 1}, trade=0)).play(f"sell {good}")
    scene.shows("A", silver=price, goods={})


def test_selling__not_from_fields_without_card_35(board, farm) -> None:
    """One at a time with it (LG-ANY-5)"""
    fields = {"olive": "full full", "grape": "full"}
    board("T-SIESTA A", A=farm(fields=fields)).shows(cannot=["sell olive@field", "sell olive"])
    scene = board("T-SIESTA A", A=farm(fields=fields, helpers=[35], silver=0))
    scene.play("sell olive@field").shows(
        "A", silver=1, fields={"olive": "full empty", "grape": "full"}
    )
    scene.play("sell olive@field", "sell grape@field").shows("A", silver=3)


def test_upgraded_goods__are_neither_bought_nor_sold(board, farm) -> None:
    """(LG-ANY-6)"""
    goods = {"food": 2, "wine": 2, "meat": 2}
    scene = board("T-SIESTA A", A=farm(silver=50, goods=goods, trade=2))
    for good in ("food", "wine", "meat", "trade"):
        scene.shows(cannot=[f"buy {good}", f"sell {good}"])


@pytest.mark.parametrize(
    ("moves", "changed"),
    [
        (["trade silver"], {"silver": 5}),
        (["trade crops", "gain olive", "gain grape"], {"goods": {"olive": 2, "grape": 1}}),
        (["trade draw", "draw 0 9"], {"hand": [9, 40]}),
        (["trade play", "extend 40", "pay silver"], {"extensions": [40], "silver": 0}),
        (["trade pig"], {"goods": {"olive": 1, "pig": 1}}),
        (["trade upgrades", "free olive"], {"goods": {"food": 1}}),
    ],
)
def test_trade_commodity__has_six_uses(board, farm, moves, changed) -> None:
    """(LG-ANY-7)"""
    scene = board("T-SIESTA A", A=farm(trade=1, silver=1, goods={"olive": 1}, hand=[40]))
    uses = [move for move in scene.legal if move.startswith("trade")]
    assert uses == [
        f"trade {key}" for key in ("crops", "draw", "pig", "play", "silver", "upgrades")
    ]
    scene.play(*moves).shows("A", trade=0, **changed)


@pytest.mark.parametrize(
    ("good", "price", "better"),
    [("olive", 2, "food"), ("grain", 2, "food"), ("grape", 3, "wine"), ("pig", 2, "meat")],
)
def test_upgrade__for_silver(board, farm, good, price, better) -> None:
    """(LG-ANY-8)"""
    scene = board("T-SIESTA A", A=farm(silver=price, goods={good: 1}, trade=0))
    scene.play(f"upgrade {good}").shows("A", silver=0, goods={better: 1})


@pytest.mark.parametrize(
    ("crop", "better"), [("olive", "food"), ("grain", "food"), ("grape", "wine")]
)
def test_upgrade__straight_from_a_field(board, farm, crop, better) -> None:
    """(LG-ANY-8)"""
    scene = board("T-SIESTA A", A=farm(silver=3, fields={crop: "full"}, trade=0))
    scene.play(f"upgrade {crop}@field").shows("A", fields={crop: "empty"}, goods={better: 1})


def test_upgrade_discounts__add_up_and_end_at_nothing(board, farm) -> None:
    """(LG-ANY-9)"""
    scene = board("T-SIESTA A", A=farm(silver=0, goods={"grain": 1}, helpers=[1, 7], trade=0))
    scene.play("upgrade grain").shows("A", silver=0, goods={"food": 1})


@pytest.mark.parametrize(
    ("helpers", "crop", "pig"), [([], 3, 5), ([41], 3, 4), ([42], 2, 5), ([41, 42], 2, 4)]
)
def test_buy_discounts__lower_the_price(board, farm, helpers, crop, pig) -> None:
    """(LG-ANY-10)"""
    scene = board("T-SIESTA A", A=farm(silver=9, helpers=helpers))
    scene.copy().play("buy grain").shows("A", silver=9 - crop)
    scene.play("buy pig").shows("A", silver=9 - pig)


def test_buy_discounts__leave_the_price_above_the_sell_price(board, farm, edited) -> None:
    """(LG-ANY-10)"""
    huge = [{"mod": "buy_discount", "n": 9, "goods": ["olive", "grain", "grape", "pig"]}]
    box = edited({"card/42/helper/passive": huge})
    scene = board("T-SIESTA A", box=box, A=farm(silver=6, helpers=[42, 41]))
    scene.play("buy olive").shows("A", silver=4)
    scene.play("buy pig").shows("A", silver=0)


def test_crop_in_a_field__leaves_it_by_four_ways_only(board, farm) -> None:
    """(LG-ANY-11)"""
    position = farm(fields={"olive": "full"}, silver=2, trade=0, helpers=[26], barrows=[46])
    scene = board("T-DELIVER A", A=position)
    found = [move for move in scene.legal if "olive" in move]
    rows = ["deliver olive@field craft greengrocer", "deliver olive@field craft wainwright"]
    assert found == ["deliver olive@field barrow 1", *rows, "upgrade olive@field"]
    scene.copy().play("use helper 26").shows("A", fields={"olive": "empty"}, silver=5, goods={})
    payer = farm(fields={"olive": "full"}, silver=0, vp=0, trade=0, hand=[40])
    scene = board("T-PLAY A", A=payer).play("extend 40").shows(moves=["pay olive@field"])
    scene.play("pay olive@field").shows("A", fields={"olive": "empty"}, goods={})


def test_pig__without_a_space_is_sold_at_once(board, farm) -> None:
    """(LG-ANY-12)"""
    scene = board("T-SIESTA A", A=farm(goods={"pig": 2}, silver=0, trade=1)).play("trade pig")
    scene.shows("A", goods={"pig": 2}, silver=3)


def test_pigs__that_lose_their_space_are_sold_at_once(board, farm) -> None:
    """(LG-ANY-13)"""
    position = farm(helpers=[44, 12, 20], goods={"pig": 5}, hand=[53], silver=0, trade=0)
    scene = board("T-PLAY A", A=position).play("helper 53", "replace 2")
    scene.shows("A", goods={"pig": 3}, silver=6, helpers=[44, 53, 20])


def test_helper_action__once_a_round_and_in_its_phases(board, farm) -> None:
    """(LG-ANY-14, LG-ROUND-3)"""
    position = farm(helpers=[23, 49], goods={"olive": 3}, hand=[7, 8], silver=2, trade=0)
    scene = board("T-ROOF C", order="BCA", round=2, C=position)
    scene.shows(can=["use helper 49", "use helper 23"])
    scene.play("use helper 23", "free olive").shows(cannot=["use helper 23"])
    scene.until("T-DIE C").shows(cannot=["use helper 23", "use helper 49"])
    scene.until("T-PLAY C").shows(can=["use helper 23", "use helper 49"])
    scene.play("use helper 49").shows("C", silver=2 + 4 + 4 - 2)


def test_cap__counts_40_any_time_actions_in_a_turn(board, farm) -> None:
    """The turn's own moves stay legal, and the next turn starts anew (LG-ANY-15)"""
    position = farm(silver=99, trade=0, hand=[7, 8])
    scene = board("T-PLAY A", A=position).play(*["buy olive", "sell olive"] * 20)
    sides = ["barrow 7", "barrow 8", "done", "extend 7", "extend 8", "field 7", "field 8"]
    scene.shows(moves=[*sides, "helper 7", "helper 8"])
    scene.flow("done").until("T-ROOF A").shows(can=["buy olive"])


def test_player_markers__are_no_limit(board, farm, data) -> None:
    """23 goods in rows, a marker on each of the 16 spaces, and more (LG-ANY-16)"""
    rows = {
        "merchant": "grain grape food trade",
        "wainwright": "olive pig food trade",
        "deli": "grain food wine meat",
        "greengrocer": "olive grape food meat",
        "store": "grape food wine trade",
        "butcher": "grain pig meat",
    }
    spaces = [space["id"] for space in data["market"]["space"] if not space["closed"]]
    position = farm(rows=rows, barrows=[46], loads={46: "olive"}, goods={"olive": 1}, vp=0)
    scene = board("T-DELIVER A", A=position, market=dict.fromkeys(spaces, "A"))
    scene.play("deliver olive barrow 1").shows(turn="C-MARKET A")
    scene.play("market 2b").shows("A", vp=2, trade=2)


@pytest.mark.parametrize("moves", [["upgrade olive"], ["trade upgrades", "free olive", "done"]])
def test_upgrades__free_and_paid_fire_alike(board, farm, moves) -> None:
    """(LG-ANY-17)"""
    position = farm(helpers=[58], goods={"olive": 2}, silver=2, trade=1)
    scene = board("T-SIESTA A", A=position).play(*moves)
    paid = 2 * (moves == ["upgrade olive"])
    scene.shows("A", silver=2 - paid + 2)
