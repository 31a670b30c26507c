"""Worked examples 28 to 34 of docs/rules/la_granja.md: donkeys, siesta, deliveries."""

from __future__ import annotations


def test_example_28__used_donkeys_are_back_in_round_4(board, farm) -> None:
    """(LG-EX-28, LG-TRANS-1, LG-TRANS-2, LG-ROUND-2)"""
    scene = board("T-DONKEY A", round=3, A=farm(donkeys_used=[4, 2]))
    scene.shows(moves=["donkey 1", "donkey 3"])
    scene.play("donkey 1").until("T-DONKEY A")
    scene.shows(round=4, moves=["donkey 1", "donkey 2", "donkey 3", "donkey 4"])


def test_example_29__a_donkey_choice_is_hidden_until_all_have_chosen(board) -> None:
    """(LG-EX-29, LG-HID-5)"""
    scene = board("T-DONKEY A")
    before = scene.view("B")
    one, four = scene.copy().play("donkey 1"), scene.copy().play("donkey 4")
    assert one.view("B") == four.view("B") != before
    assert scene.told("B", "donkey 1") == "donkey"
    assert scene.told("A", "donkey 1") == "donkey 1"
    for chosen in (one, four):
        chosen.shows(turn="T-DONKEY B", moves=[f"donkey {n}" for n in (1, 2, 3, 4)])


def test_example_30__discs_move_and_set_the_order_anew(board) -> None:
    """(LG-EX-30, LG-TRANS-3, LG-TRANS-4, LG-TRANS-5)"""
    scene = board("T-DONKEY A", discs={0: "ABC"}).play("donkey 2", "donkey 2", "donkey 3")
    scene.shows(turn="T-SIESTA A", discs={0: "BC", 2: "A"})
    scene.play("done").shows(turn="T-SIESTA B", discs={0: "C", 2: "BA"})
    scene.play("done").shows(turn="T-SIESTA C", discs={1: "C", 2: "BA"}, order="ABC")
    scene.play("done").shows(turn="T-DELIVER B", order="BAC")
    scene.play("done").shows(turn="T-DELIVER A")


def test_example_31__who_does_not_move_keeps_the_place(board) -> None:
    """(LG-EX-31, LG-TRANS-4)"""
    scene = board("T-DONKEY A", seats=2, discs={0: "AB"}).play("donkey 4", "donkey 4")
    scene.play("done", "done").shows(discs={0: "AB"}, order="AB", turn="T-DELIVER A")


def test_example_31__no_disc_goes_beyond_space_8(board) -> None:
    """(LG-EX-31, LG-TRANS-4)"""
    scene = board("T-DONKEY A", seats=2, discs={0: "B", 7: "A"}).play("donkey 1", "donkey 4")
    scene.shows(discs={0: "B", 8: "A"}, turn="T-SIESTA A")


def place_of_example_32(farm, **more):
    """Donkey 1, two donkey symbols, barrows 46 and 53."""
    values = {"extensions": [5], "silver": 1, "barrows": [46, 53], "vp": 0, "trade": 0}
    return farm(**values | {"goods": {"olive": 2, "grain": 1}} | more)


def test_example_32__a_reward_pays_the_next_extra_delivery(board, farm) -> None:
    """(LG-EX-32, LG-TRANS-11, LG-TRANS-12)"""
    scene = board("T-DELIVER A", A=place_of_example_32(farm), donkeys={"A": 1})
    scene.shows(cannot=["extra olive barrow 1"])
    scene.play("deliver olive barrow 1").shows("A", silver=1, loads={46: "olive"})
    scene.shows(cannot=["deliver olive barrow 1"])
    scene.play("extra olive barrow 1").shows("A", silver=0, vp=2, barrows=[0, 53])
    scene.shows(moves=["market 2a", "market 2b", "market 2c", "market 2d"])
    scene.play("market 2a").shows("A", goods={"grain": 1, "trade": 1}, vp=2)
    scene.shows(own=["done"], can=["trade silver"], market={"2a": "A"})
    scene.play("trade silver").shows(own=["done", *extras(scene, "grain")])
    scene.play("extra grain barrow 2").shows("A", silver=3, goods={}, loads={53: "grain"})
    scene.shows(own=["done"])


def extras(scene, good: str) -> list[str]:
    return sorted(move for move in scene.legal if move.startswith(f"extra {good}"))


def test_example_32__two_symbols_are_two_extras(board, farm) -> None:
    """(LG-EX-32, LG-TRANS-11)"""
    position = place_of_example_32(farm, silver=9, goods={"olive": 3, "grain": 1})
    scene = board("T-DELIVER A", A=position, donkeys={"A": 1})
    scene.play("deliver olive barrow 1", "extra olive barrow 1", "market 2a")
    scene.play("extra grain barrow 2").shows(own=["done"])


def test_example_33__an_extension_played_now_adds_no_extra(board, farm) -> None:
    """(LG-EX-33, LG-TRANS-13)"""
    more = {"goods": {"olive": 3, "grain": 1}, "trade": 1, "silver": 9, "hand": [6], "vp": 1}
    scene = board("T-DELIVER A", A=place_of_example_32(farm, **more), donkeys={"A": 1})
    scene.play("deliver olive barrow 1", "trade play", "extend 6", "pay silver", "pay vp")
    scene.shows("A", extensions=[5, 6])
    scene.play("extra olive barrow 1", "market 2a", "extra grain barrow 2")
    scene.shows(own=["done"])


def test_example_34__places_for_a_trade_commodity_and_a_field_crop(board, farm) -> None:
    """(LG-EX-34, LG-TRANS-8, LG-TRANS-9)"""
    position = farm(trade=1, fields={"olive": "full"}, barrows=[53], silver=0)
    scene = board("T-DELIVER A", A=position, donkeys={"A": 3})
    scene.shows(can=["deliver olive@field barrow 1", "deliver trade craft store"])
    scene.shows(cannot=["deliver trade barrow 1", "deliver olive barrow 1"])
    scene.play("deliver olive@field barrow 1").shows("A", fields={"olive": "empty"})
    scene.shows("A", loads={53: "olive"}, trade=1)
