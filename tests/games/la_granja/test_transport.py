"""Section 10 of the ledger: transport."""

from __future__ import annotations

import pytest

BARROWS = {"barrows": [46, 22, 19], "goods": {"olive": 6}, "trade": 0}
PLACES = (2, 2, 3, 3, 1)
"""Slots of these barrows for five olives, none of them full by that."""


def deliver_until(scene, word: str = "deliver") -> int:
    """How many deliveries of olives are legal one after the other, at most five."""
    for made, slot in enumerate(PLACES):
        move = f"{word} olive barrow {slot}"
        if move not in scene.legal:
            return made
        scene.play(move)
    return len(PLACES)


@pytest.mark.parametrize(("donkey", "steps"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_donkey_marker__shows_deliveries_and_siesta_hats(board, farm, donkey, steps) -> None:
    """All choose first (LG-TRANS-1, LG-TRANS-7)"""
    scene = board("T-DONKEY A", discs={0: "ABC"}, A=farm(**BARROWS))
    for seat in "ABC":
        scene.shows(turn=f"T-DONKEY {seat}", discs={0: "ABC"}).play(f"donkey {donkey}")
    scene.shows("A", donkeys_used=[donkey])
    scene.shows(discs={0: "BC", steps: "A"} if steps else {0: "ABC"}).until("T-DELIVER A")
    assert deliver_until(scene) == donkey


def test_used_donkey_marker__is_not_available(board, farm) -> None:
    """(LG-TRANS-2)"""
    scene = board("T-DONKEY A", round=2, A=farm(donkeys_used=[3])).shows(cannot=["donkey 3"])
    scene.play("donkey 1").until("T-DONKEY A").shows(moves=["donkey 2", "donkey 4"], round=3)


def test_used_donkey_marker__may_be_refreshed(board, farm) -> None:
    """(LG-TRANS-2)"""
    scene = board("T-ROOF A", round=2, A=farm(donkeys_used=[3], helpers=[56]))
    scene.play("use helper 56", "refresh 3").until("T-DONKEY A")
    scene.shows(can=["donkey 3"]).shows("A", donkeys_used=[])


def test_siesta__each_disc_moves_before_its_own_turn(board, farm) -> None:
    """Hats and siesta_step effects in one movement (LG-TRANS-3)"""
    stepper = farm(crafts=["wainwright"])
    scene = board("T-DONKEY A", discs={0: "ABC"}, B=stepper).play(
        "donkey 1", "donkey 3", "donkey 3"
    )
    scene.shows(turn="T-SIESTA A", discs={0: "BC", 3: "A"}, own=["done"])
    scene.play("done").shows(turn="T-SIESTA B", discs={0: "C", 2: "B", 3: "A"})
    scene.play("done").shows(turn="T-SIESTA C", discs={1: "C", 2: "B", 3: "A"})


def test_moved_disc__lies_on_top(board) -> None:
    """One that does not move keeps its place; beyond space 8 is lost (LG-TRANS-4)"""
    scene = board("T-DONKEY A", seats=4, discs={8: "A", 7: "B", 5: "CD"})
    scene.play("donkey 2", "donkey 1", "donkey 1", "donkey 4").shows(
        discs={8: "A", 7: "B", 5: "CD"}
    )
    scene.play("done").shows(discs={8: "BA", 5: "CD"}, turn="T-SIESTA B")
    scene.play("done").shows(discs={8: "CBA", 5: "D"}, turn="T-SIESTA C")
    scene.play("done", "done").shows(order="CBAD", turn="T-DELIVER C")


def test_turn_order__is_set_after_all_siesta_turns(board) -> None:
    """(LG-TRANS-5)"""
    scene = board("T-DONKEY A", discs={0: "ABC"}).play("donkey 4", "donkey 1", "donkey 1")
    scene.play("done").shows(discs={0: "AC", 3: "B"}, order="ABC")
    scene.play("done").shows(discs={0: "A", 3: "CB"}, order="ABC")
    scene.play("done").shows(order="CBA", turn="T-DELIVER C").until("T-PLAY C").shows(order="CBA")


def test_steps_elsewhere__move_at_once_and_change_the_order_later(board, farm) -> None:
    """(LG-TRANS-6)"""
    scene = board("T-DIE A", dice=[4, 4, 4, 4, 4, 4, 5], discs={0: "ABC"}, C=farm(trade=0))
    scene.play("die 4", "done", "die 4", "done", "die 5", "take siesta")
    scene.shows(discs={0: "AB", 2: "C"}, order="ABC").play("done").shows(turn="T-DIE A")
    scene.until("T-DONKEY A").play("donkey 4", "donkey 4", "donkey 4")
    scene.play("done", "done").shows(order="ABC", discs={0: "AB", 2: "C"})
    scene.play("done").shows(order="CAB")


@pytest.mark.parametrize(("donkey", "deliveries"), [(1, 2), (2, 3), (3, 3), (4, 4)])
def test_delivery_turn__adds_own_effects_to_the_donkey(board, farm, donkey, deliveries) -> None:
    """Ferryman with donkey 1 or 2 (LG-TRANS-7)"""
    scene = board("T-DELIVER A", A=farm(helpers=[61], **BARROWS), donkeys={"A": donkey})
    assert deliver_until(scene) == deliveries


def test_delivery__of_one_good_to_a_place_for_exactly_that_good(board, farm) -> None:
    """From den, field or pig space, on an own barrow or in the own row (LG-TRANS-8)"""
    position = farm(
        goods={"pig": 1, "food": 1},
        fields={"grape": "full", "grain": "empty"},
        barrows=[38],
        trade=0,
    )
    closed = {"merchant": 1, "greengrocer": 2, "store": 3, "butcher": 4}
    rival = farm(barrows=[2])
    scene = board("T-DELIVER A", A=position, B=rival, order_markers=closed)
    rows = ["deliver food craft deli", "deliver food craft wainwright"]
    scene.shows(own=["deliver pig barrow 1", "deliver pig craft wainwright", *rows, "done"])
    scene.play("deliver pig barrow 1").shows("A", loads={38: "pig"}, goods={"food": 1})
    scene.play("deliver food craft deli").shows("A", rows={"deli": "food"}, goods={})


def test_trade_commodity__goes_to_craft_rows_only(board, farm) -> None:
    """(LG-TRANS-9)"""
    scene = board("T-DELIVER A", A=farm(barrows=[46, 22, 19], trade=1))
    crafts = [
        f"deliver trade craft {key}" for key in ("butcher", "merchant", "store", "wainwright")
    ]
    scene.shows(own=[*crafts, "done"])
    scene.play(crafts[0]).shows("A", trade=0, rows={"butcher": "trade"})


def test_places__are_filled_in_any_order_and_stay_filled(board, farm) -> None:
    """(LG-TRANS-10)"""
    position = farm(barrows=[12], goods={"meat": 1, "food": 1, "wine": 1}, trade=0)
    scene = board("T-DELIVER A", A=position).play(
        "deliver meat barrow 1", "deliver wine craft store"
    )
    scene.shows("A", loads={12: "meat"}, rows={"store": "wine"}).until("T-DELIVER A")
    scene.shows("A", loads={12: "meat"}, rows={"store": "wine"})
    scene.play("deliver food barrow 1").shows("A", loads={12: "food meat"})


def test_extra_deliveries__cost_a_silver_each_up_to_the_donkey_symbols(board, farm) -> None:
    """After the free ones (LG-TRANS-11, LG-TRANS-12)"""
    position = farm(extensions=[5], silver=9, **BARROWS)
    scene = board("T-DELIVER A", A=position, donkeys={"A": 1}).shows(
        cannot=["extra olive barrow 2"]
    )
    scene.play("deliver olive barrow 2").shows(cannot=["deliver olive barrow 2"])
    scene.play("extra olive barrow 2").shows("A", silver=8)
    scene.play("extra olive barrow 3").shows("A", silver=7).shows(own=["done"])


def test_extra_deliveries__are_paid_one_at_a_time(board, farm) -> None:
    """Market Crier's silver for a full barrow pays the next one (LG-TRANS-12)"""
    position = farm(
        extensions=[5],
        helpers=[34],
        silver=1,
        goods={"olive": 3},
        barrows=[46, 22],
        loads={46: "olive"},
        trade=0,
        vp=0,
    )
    scene = board("T-DELIVER A", A=position, donkeys={"A": 1}).play("deliver olive barrow 2")
    scene.play("extra olive barrow 1", "market 2a").shows("A", silver=2, vp=2)
    scene.play("extra olive barrow 2").shows("A", silver=1)


def test_extra_deliveries__need_the_silver(board, farm) -> None:
    """(LG-TRANS-11)"""
    position = farm(extensions=[5], silver=0, **BARROWS)
    scene = board("T-DELIVER A", A=position, donkeys={"A": 1}).play("deliver olive barrow 2")
    scene.shows(own=["done"])


@pytest.mark.parametrize("move", ["helper 11", "extend 12"])
def test_numbers_of_the_turn__are_fixed_when_it_starts(board, farm, move) -> None:
    """Two more donkey symbols come too late (LG-TRANS-13)"""
    position = farm(hand=[11, 12], silver=9, **BARROWS | {"trade": 1})
    scene = board("T-DELIVER A", A=position, donkeys={"A": 1})
    scene.play("trade play", move)
    if move == "extend 12":
        scene.play("pay vp")
    scene.play("deliver olive barrow 2").shows(own=["done"])


def test_numbers_of_the_turn__stay_when_a_helper_is_replaced(board, farm) -> None:
    """Ferryman's delivery and Carter's symbols were counted (LG-TRANS-13, LG-FX-10)"""
    position = farm(helpers=[61, 11, 20], hand=[53, 23], silver=9, **BARROWS | {"trade": 2})
    scene = board("T-DELIVER A", A=position, donkeys={"A": 1})
    scene.play("trade play", "helper 53", "replace 1", "trade play", "helper 23", "replace 2")
    scene.play("deliver olive barrow 2", "deliver olive barrow 2", "extra olive barrow 3")
    scene.play("extra olive barrow 3").shows(own=["done"])


def test_free_extra_deliveries__cost_nothing(board, farm) -> None:
    """Waggoner: the first one of the turn (LG-TRANS-14)"""
    position = farm(helpers=[60], extensions=[5], silver=1, **BARROWS)
    scene = board("T-DELIVER A", A=position, donkeys={"A": 1}).play("deliver olive barrow 2")
    scene.play("extra olive barrow 2").shows("A", silver=1)
    scene.play("extra olive barrow 3").shows("A", silver=0).shows(own=["done"])


def test_deliveries__not_made_are_lost(board, farm) -> None:
    """(LG-TRANS-15, LG-DEC-16)"""
    position = farm(extensions=[5], silver=9, **BARROWS)
    scene = board("T-DELIVER A", A=position, donkeys={"A": 4}).play("done")
    scene.shows(turn="T-DELIVER B").until("T-DONKEY A").play("donkey 1").until("T-DELIVER A")
    assert deliver_until(scene) == 1


def test_delivery_effect__is_free_and_does_not_count(board, farm) -> None:
    """Muleteer (LG-TRANS-15)"""
    position = farm(helpers=[24], silver=0, **BARROWS)
    scene = board("T-DELIVER A", A=position, donkeys={"A": 1})
    scene.play("use helper 24").shows(turn="C-DELIVER A")
    scene.play("deliver olive barrow 2").shows("A", silver=0, loads={22: "olive"})
    scene.play("deliver olive barrow 2").shows(own=["done"])


def test_disc_on_the_last_space__keeps_its_place_under_others(board) -> None:
    """All its movement is lost, so it does not move (LG-TRANS-4)"""
    scene = board("T-DONKEY A", discs={8: "BA", 0: "C"}).play("donkey 1", "donkey 4", "donkey 4")
    scene.shows(discs={8: "BA", 0: "C"}, turn="T-SIESTA A")


def test_steps_of_a_siesta_turn__count_for_the_new_order(board, farm) -> None:
    """(LG-TRANS-3, LG-TRANS-5, LG-TRANS-6)"""
    scene = board("T-DONKEY A", discs={0: "ABC"}, C=farm(roof=[13]))
    scene.play("donkey 2", "donkey 3", "donkey 3", "done", "done").shows(turn="T-SIESTA C")
    scene.play("use roof 13").shows(discs={3: "C", 2: "A", 1: "B"}, order="ABC")
    scene.play("done").shows(order="CAB", turn="T-DELIVER C")
