"""Sections 0 and 1 of the ledger: components and terms."""

from __future__ import annotations

import pytest

CROPS = ["olive", "grain", "grape"]
GOODS = ["olive", "grain", "grape", "pig", "food", "wine", "meat"]


def test_box__holds_what_the_ledger_counts(data) -> None:
    """(LG-COMP-1)"""
    box = {key: number for key, number in data["box"].items() if key != "provenance"}
    assert sorted(box.values()) == sorted([1, 4, 66, 9, 100, 4, 16, 38, 66, 4, 24, 24, 3, 4, 2, 2])
    assert len(data["card"]) == box["farm_cards"]
    assert max(data["constants"]["dice"]) == box["dice"]
    assert len(data["roof_marker"]) == box["roof_markers"]
    assert len(data["craft"]["building"]) * 4 == box["craft_markers"]
    assert data["craft"]["order_markers"] == box["building_order_markers"]
    assert len(data["donkey_marker"]) * 4 == box["donkey_markers"]


def test_card__has_four_sides_of_use(board, farm) -> None:
    """(LG-COMP-2)"""
    scene = board("T-PLAY A", A=farm(hand=[40], silver=1, vp=1))
    scene.copy().play("field 40").shows("A", fields={"grain": "empty"}, hand=[])
    scene.copy().play("barrow 40").shows("A", barrows=[40], hand=[])
    scene.copy().play("helper 40").shows("A", helpers=[40], hand=[])
    scene.copy().play("extend 40", "pay silver").shows("A", extensions=[40], hand=[])


def test_aim__buildings_and_barrows_give_vp_over_six_rounds(board, farm) -> None:
    """A building brings its marker, a barrow a trade commodity (LG-OBJ-1)"""
    rows = {"merchant": "grain grape trade"}
    position = farm(rows=rows, barrows=[29], loads={29: "grain"}, goods={"food": 2}, vp=0, trade=0)
    scene = board("T-DELIVER A", round=6, A=position, donkeys={"A": 4})
    scene.play("deliver food craft merchant").shows("A", vp=6 + 1, crafts=["merchant"])
    scene.play("deliver food barrow 1", "market 2b").shows("A", vp=7 + 2, trade=1)
    scene.play("done", "done", "done").shows(over=True)
    assert scene.ranks[0] == 1


def test_resources__are_three_crops_and_the_pig(board, farm) -> None:
    """Only they can be bought (LG-GEN-1)"""
    scene = board("T-SIESTA A", A=farm(silver=50))
    bought = [move for move in scene.legal if move.startswith("buy")]
    assert sorted(bought) == ["buy grain", "buy grape", "buy olive", "buy pig"]


@pytest.mark.parametrize(
    ("raw", "better"),
    [("olive", "food"), ("grain", "food"), ("grape", "wine"), ("pig", "meat")],
)
def test_upgraded_goods__come_from_raw_ones(board, farm, raw, better) -> None:
    """(LG-GEN-2)"""
    scene = board("T-SIESTA A", A=farm(silver=3, goods={raw: 1}, trade=0))
    scene.play(f"upgrade {raw}").shows("A", goods={better: 1})
    scene.shows(cannot=[f"upgrade {better}"])


def test_payment_kinds__are_nine_without_trade_commodities(board, farm) -> None:
    """(LG-GEN-3)"""
    fields = dict.fromkeys(CROPS, "full")
    position = farm(goods=dict.fromkeys(GOODS, 1), fields=fields, trade=2, hand=[40])
    scene = board("T-PLAY A", A=position).play("extend 40")
    kinds = [*GOODS, *(f"{crop}@field" for crop in CROPS), "silver", "vp"]
    scene.shows(moves=sorted(f"pay {kind}" for kind in kinds))


def test_dens__have_no_limit(board, farm) -> None:
    """(LG-GEN-4)"""
    dens = {good: 30 for good in GOODS if good != "pig"}
    scene = board("T-SIESTA A", A=farm(silver=9, goods=dens, trade=0))
    scene.play("buy grain", "buy grape", "buy olive")
    scene.shows("A", goods=dens | dict.fromkeys(CROPS, 31))


def test_fields__hold_one_crop_each(board, farm) -> None:
    """(LG-GEN-4)"""
    scene = board("T-PLAY C", A=farm(fields={"grain": "full empty"}, goods={"pig": 1}, trade=0))
    scene.flow("done").shows("A", fields={"grain": "full full"}, goods={"pig": 1})


def test_fields__of_one_crop_are_interchangeable(board, farm) -> None:
    """(LG-GEN-5)"""
    scene = board("T-SIESTA A", A=farm(fields={"olive": "full full empty"}, silver=4))
    assert [move for move in scene.legal if "@field" in move] == ["upgrade olive@field"]
    scene.play("upgrade olive@field", "upgrade olive@field")
    scene.shows("A", fields={"olive": "empty empty empty"}, silver=0)
    for card in (7, 8):
        scene = board("T-PLAY A", A=farm(hand=[card])).play(f"field {card}")
        scene.shows("A", fields={"olive": "empty"})


def test_tokens__are_never_short(board, farm) -> None:
    """The box has 38 silver and 66 VP markers (LG-GEN-6)"""
    position = farm(silver=60, vp=100, trade=1, helpers=[53])
    scene = board("T-SIESTA A", A=position).play("trade silver").shows("A", silver=64)
    scene.play("use helper 53").shows("A", silver=60, vp=101)


def test_pig_spaces__are_two_and_those_of_cards(board, farm) -> None:
    """(LG-GEN-7)"""
    position = farm(silver=50, goods={"pig": 3}, extensions=[2], helpers=[12])
    scene = board("T-SIESTA A", A=position).play("buy pig", "buy pig", "buy pig")
    scene.shows("A", goods={"pig": 6, "trade": 1}).shows(cannot=["buy pig"])


def test_draw_pile__is_made_new_when_its_last_card_is_drawn(board, farm) -> None:
    """(LG-GEN-8)"""
    scene = board("T-SIESTA A", A=farm(trade=1), pile=[9], discards=[4, 5, 6]).play("trade draw")
    scene.play("draw 0 9").shows("A", hand=[9])
    scene.shows(pile=3, discards=[])


def test_draw__waits_for_discards_when_both_are_empty(board, farm) -> None:
    """(LG-GEN-9)"""
    scene = board("T-PLAY A", A=farm(hand=[20, 21, 22, 23]), B=farm(hand=[30]), pile=[])
    scene.play("done", "discard 20").shows(pile=0, discards=[20], turn="T-PLAY B")
    scene.play("done").shows(chance=["draw 1 20"])
    scene.play("draw 1 20").shows("B", hand=[20, 30])
    scene.shows(pile=0, discards=[], turn="T-PLAY C")


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ({"silver": 2}, "buy olive"),
        ({"silver": 4}, "buy pig"),
        ({"silver": 1, "goods": {"olive": 1}}, "upgrade olive"),
        ({"silver": 2, "goods": {"grape": 1}}, "upgrade grape"),
        ({"silver": 9}, "sell olive"),
        ({"silver": 9}, "upgrade grain"),
        ({"silver": 9, "trade": 0}, "trade silver"),
        ({"silver": 3, "helpers": [53]}, "use helper 53"),
        ({"vp": 0, "helpers": [54]}, "use helper 54"),
        ({"silver": 9, "helpers": [30]}, "use helper 30"),
    ],
)
def test_what_cannot_be_paid__is_not_legal(board, farm, position, move) -> None:
    """(LG-GEN-10)"""
    board("T-SIESTA A", A=farm(**position)).shows(cannot=[move])


def test_gains__cannot_be_refused(board, farm) -> None:
    """(LG-GEN-11)"""
    scene = board("T-SIESTA A", A=farm(trade=1), pile=[7, 8])
    scene.copy().play("trade crops").shows(turn="C-GAIN A", cannot=["done"])
    scene.copy().play("trade draw").shows(chance=["draw 0 7", "draw 0 8"])


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ({"goods": {"olive": 1}, "trade": 1}, "trade upgrades"),
        ({"hand": [20], "trade": 1}, "trade play"),
        ({"goods": {"olive": 1}, "roof": [11], "barrows": [46]}, "use roof 11"),
        ({"fields": {"olive": "empty"}, "helpers": [18]}, "use helper 18"),
        ({"roof": [20, 4], "turned_down": [4]}, "use roof 20"),
    ],
)
def test_steps__may_be_declined(board, farm, position, move) -> None:
    """(LG-GEN-11, LG-FX-6)"""
    scene = board("T-SIESTA A", A=farm(**position)).play(move).shows(can=["done"])
    scene.play("done").shows(turn="T-SIESTA A")


def test_refreshing__may_be_declined(board, farm) -> None:
    """(LG-GEN-11, LG-FX-6)"""
    scene = board("T-ROOF A", A=farm(helpers=[56], donkeys_used=[4, 2], silver=1))
    scene.play("use helper 56").shows(moves=["done", "refresh 2", "refresh 4"])
    scene.play("done").shows("A", donkeys_used=[2, 4], silver=0)


def test_draw_pile__is_made_new_with_the_card_that_paid_for_the_draw(board, farm) -> None:
    """(LG-GEN-8, LG-FX-9)"""
    scene = board("T-SIESTA A", A=farm(helpers=[48], hand=[7]), pile=[9]).play("use helper 48")
    scene.play("discard 7", "draw 0 9").shows(pile=1, discards=[], chance=["draw 0 7"])
    scene.play("draw 0 7").shows("A", hand=[7, 9]).shows(pile=0, turn="T-SIESTA A")
