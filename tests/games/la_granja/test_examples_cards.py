"""Worked examples 1 to 9 of docs/rules/la_granja.md: set-up and cards."""

from __future__ import annotations


def test_example_1__a_second_roll_of_a_building_is_rolled_again(new_match) -> None:
    """(LG-EX-1, LG-SETUP-5)"""
    scene = new_match(3).play("first 0", "building 4", "building 4", "building 1", "building 6")
    scene.shows(order_markers={"greengrocer": 1, "merchant": 2, "butcher": 3})
    scene.shows(open=["wainwright", "deli", "store"])


def test_example_2__three_players_set_up(new_match) -> None:
    """(LG-EX-2, LG-SETUP-7, LG-SETUP-8, LG-SETUP-9)"""
    scene = new_match(3).play("first 0").until("T-PLAY A")
    scene.shows(market={"2a": "A", "3a": "B", "4a": "C"}, discs={0: "ABC"})
    for seat in "ABC":
        scene.shows(seat, vp=1)
    scene.until("T-DIE A").shows(dice_count=7)


def test_example_3__the_last_card_brings_the_discards_back(board, farm) -> None:
    """(LG-EX-3, LG-GEN-8, LG-GEN-9)"""
    scene = board("T-SIESTA A", A=farm(helpers=[48], hand=[20]), pile=[9], discards=[3, 4, 5, 6])
    scene.play("use helper 48", "discard 20")  # a fifth discard, then two cards
    scene.play("draw 0 9").shows(pile=5, discards=[])
    scene.play("draw 0 20").shows(pile=4, discards=[])
    scene.shows("A", hand=[9, 20])


def test_example_3__nothing_left_to_draw_gives_nothing(board, farm) -> None:
    """(LG-EX-3, LG-GEN-9)"""
    scene = board("T-PLAY A", round=2, A=farm(hand=[20]), pile=[], discards=[])
    scene.play("done").shows("A", hand=[20])
    scene.shows(turn="T-PLAY B", pile=0)


def test_example_4__two_cards_must_be_played_in_round_1(board, farm) -> None:
    """(LG-EX-4, LG-FARM-1, LG-FARM-9)"""
    scene = board("T-PLAY A", round=1, A=farm(hand=[7, 17, 30, 46]))
    sides = ("barrow", "extend", "field", "helper")
    scene.shows(own=[f"{side} {card}" for side in sides for card in (17, 30, 46, 7)])
    scene.play("field 7").shows(cannot=["done"])
    scene.play("barrow 30").shows(own=["done"])
    scene.play("done", "draw 0 5").shows("A", fields={"olive": "empty"}, barrows=[30])
    scene.shows("A", hand=[5, 17, 46], loads={30: ""})
    scene.shows(turn="T-PLAY B")


def test_example_5__an_extension_is_paid_in_different_kinds(board, farm) -> None:
    """(LG-EX-5, LG-FARM-5, LG-FARM-6)"""
    fields = {"grain": "full"}
    position = farm(extensions=[1], silver=3, vp=2, fields=fields, trade=0, hand=[12])
    scene = board("T-PLAY A", round=2, A=position)
    scene.shows(can=["extend 12"])
    scene.play("extend 12").shows(moves=["pay grain@field", "pay silver", "pay vp"])
    scene.play("pay grain@field").shows(moves=["pay silver", "pay vp"])
    scene.play("pay silver").shows("A", fields={"grain": "empty"}, silver=2, vp=2)
    scene.shows("A", extensions=[1, 12], hand=[])
    scene.play("done", *(f"draw 0 {card}" for card in (30, 31, 33, 34, 35)))
    scene.shows("A", hand=[30, 31, 33, 34, 35])
    scene.shows(turn="T-PLAY B")


def test_example_5__the_new_extension_brings_two_donkey_symbols(board, farm) -> None:
    """(LG-EX-5, LG-FARM-8, LG-TRANS-11)"""
    goods = {"olive": 5}
    for extensions, symbols in (([1], 1), ([1, 12], 3)):
        position = farm(extensions=extensions, silver=9, goods=goods, barrows=[46, 22, 16])
        scene = board("T-DELIVER A", A=position, donkeys={"A": 1})
        scene.play("deliver olive barrow 2")
        for slot in (2, 1, 3)[:symbols]:
            scene.play(f"extra olive barrow {slot}")
        scene.shows(own=["done"])


def test_example_6__three_kinds_are_needed_for_the_third_extension(board, farm) -> None:
    """(LG-EX-6, LG-FARM-8)"""
    rich = {"extensions": [2, 5], "silver": 9, "goods": {"olive": 3}, "fields": {"olive": "full"}}
    scene = board("T-PLAY A", A=farm(vp=0, trade=1, hand=[12], **rich))
    scene.shows(cannot=["extend 12"], can=["field 12", "barrow 12", "helper 12"])
    board("T-PLAY A", A=farm(vp=1, trade=1, hand=[12], **rich)).shows(can=["extend 12"])


def test_example_7__a_fourth_barrow_replaces_one_with_its_load(board, farm) -> None:
    """(LG-EX-7, LG-FARM-3)"""
    position = farm(barrows=[1, 8, 30], loads={8: "grain"}, hand=[46], vp=2, trade=0)
    scene = board("T-PLAY A", A=position).play("barrow 46")
    scene.shows(moves=["replace 1", "replace 2", "replace 3"])
    scene.play("replace 2").shows("A", barrows=[1, 46, 30], loads={46: ""}, vp=2, goods={})
    scene.shows("A", hand=[])
    scene.shows(discards=[8])


def test_example_8__cards_over_the_hand_limit_are_discarded(board, farm) -> None:
    """(LG-EX-8, LG-FARM-9, LG-FARM-10)"""
    scene = board("T-PLAY A", A=farm(extensions=[1], hand=[5, 9, 20, 21, 22, 23]))
    cards = ["discard 20", "discard 21", "discard 22", "discard 23", "discard 5", "discard 9"]
    scene.play("done").shows(moves=cards)
    scene.play("discard 5").shows(turn="C-DISCARD A")
    scene.play("discard 9").shows("A", hand=[20, 21, 22, 23])
    scene.shows(turn="T-PLAY B", discards=[5, 9])


def test_example_9__a_replaced_swineherd_takes_the_spaces_along(board, farm) -> None:
    """(LG-EX-9, LG-ANY-13, LG-FARM-4)"""
    position = farm(helpers=[12, 19, 20], goods={"pig": 4}, hand=[13], silver=1, trade=0)
    scene = board("T-PLAY A", A=position)
    scene.play("helper 13").shows(moves=["replace 1", "replace 2", "replace 3"])
    scene.play("replace 1").shows("A", goods={"pig": 2}, silver=7, helpers=[13, 19, 20])
    scene.shows(cannot=["buy pig"], discards=[12])
    scene.play("done", *(f"draw 0 {card}" for card in (30, 31, 33, 34, 35)))
    scene.shows(turn="T-PLAY B")
