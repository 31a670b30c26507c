"""Sections 6 and 7 of the ledger: the round, and playing and drawing in the farm phase."""

from __future__ import annotations

import itertools

import pytest

KINDS = ["olive", "grain", "grape", "pig", "food", "wine", "meat", "silver", "vp"]
ALL_GOODS = dict.fromkeys(["olive", "grain", "grape", "pig", "food", "wine", "meat"], 1)


def test_round__has_four_phases_six_times(new_match) -> None:
    """(LG-ROUND-1)"""
    scene = new_match(2).play("first 0").until("T-PLAY A")
    phases = [phase for phase, _ in itertools.groupby(scene.phases_to_the_end())]
    assert phases == ["farm", "revenue", "transport"] * 6 + ["over"]


@pytest.mark.parametrize(("round_", "left"), [(2, [1, 2]), (3, [1, 2, 3, 4]), (4, [1, 2])])
def test_donkey_markers__come_back_at_the_start_of_round_4(board, farm, round_, left) -> None:
    """For all players; 3 and, in the round before, 4 are used (LG-ROUND-2)"""
    used = farm(donkeys_used=[3])
    scene = board("T-DELIVER C", round=round_, order="CAB", A=used, B=used, C=used)
    scene.until("T-DONKEY C").shows(round=round_ + 1)
    for seat in "CAB":
        scene.shows(turn=f"T-DONKEY {seat}", moves=[f"donkey {number}" for number in left])
        scene.play(f"donkey {left[0]}")


def test_marks__are_cleared_at_the_end_of_the_round(board, farm) -> None:
    """(LG-ROUND-3)"""
    goods = {"olive": 9}
    position = farm(helpers=[58, 23], goods=goods, silver=2, trade=0)
    scene = board("T-SIESTA A", A=position)
    scene.play("upgrade olive").shows("A", silver=2)
    scene.play("use helper 23", "free olive").shows("A", silver=2)
    scene.shows(cannot=["use helper 23"]).until("T-PLAY A")
    scene.play("use helper 23", "free olive").shows("A", silver=4)


def test_farm_steps__are_finished_by_all_before_the_next(board, farm) -> None:
    """(LG-FARM-19)"""
    earner = farm(crafts=["merchant"])
    scene = board("T-PLAY A", A=earner, B=earner, C=earner)
    turns = [f"T-PLAY {s}" for s in "ABC"] + [f"T-INCOME {s}" for s in "ABC"]
    for turn in [*turns, "T-ROOF A", "T-ROOF B", "T-ROOF C", "T-DIE A"]:
        scene.shows(turn=turn)
        if turn != "T-DIE A":
            scene.flow("done")


def test_play_turn__one_card_and_none_is_a_duty_after_round_1(board, farm) -> None:
    """(LG-FARM-1)"""
    scene = board("T-PLAY A", round=2, A=farm(hand=[7, 8])).shows(can=["done", "field 7"])
    scene.play("field 7").shows(own=["done"])


def test_play_turn__the_duty_lapses_with_an_empty_hand(board, farm) -> None:
    """(LG-FARM-1, LG-DEAD-1)"""
    scene = board("T-PLAY A", round=1, A=farm(hand=[7])).shows(cannot=["done"])
    scene.play("field 7").shows(own=["done"])


def test_play_turn__cards_played_by_effects_are_extra(board, farm) -> None:
    """(LG-FARM-1)"""
    scene = board("T-PLAY A", round=1, A=farm(hand=[7, 8, 9, 20], trade=1))
    scene.play("trade play", "field 7").shows(cannot=["done"], can=["field 8"])
    scene.play("field 8").shows(cannot=["done"])
    scene.play("field 9").shows(own=["done"]).shows("A", hand=[20])


def test_field__is_empty_and_free(board, farm) -> None:
    """Without limit (LG-FARM-2)"""
    position = farm(fields={"olive": "full " * 12}, hand=[7], silver=0, vp=0, trade=0)
    scene = board("T-PLAY A", A=position).play("field 7")
    scene.shows("A", fields={"olive": "full " * 12 + "empty"}, silver=0, vp=0)


@pytest.mark.parametrize(
    ("before", "after"), [([0, 8], [46, 8]), ([8], [8, 46]), ([1, 0, 30], [1, 46, 30])]
)
def test_barrow__goes_to_the_lowest_free_slot(board, farm, before, after) -> None:
    """(LG-FARM-3)"""
    scene = board("T-PLAY A", A=farm(barrows=before, hand=[46])).play("barrow 46")
    scene.shows("A", barrows=after).shows(turn="T-PLAY A")


@pytest.mark.parametrize(
    ("before", "after"), [([0, 8], [46, 8]), ([8], [8, 46]), ([1, 0, 30], [1, 46, 30])]
)
def test_helper__goes_to_the_lowest_free_slot(board, farm, before, after) -> None:
    """(LG-FARM-4)"""
    scene = board("T-PLAY A", A=farm(helpers=before, hand=[46])).play("helper 46")
    scene.shows("A", helpers=after).shows(turn="T-PLAY A")


@pytest.mark.parametrize("owned", range(9))
def test_extension__the_nth_costs_n_kinds(board, farm, owned) -> None:
    """(LG-FARM-5)"""
    extensions = [1, 2, 3, 4, 5, 6, 7, 8][:owned]
    position = farm(extensions=extensions, hand=[40], goods=ALL_GOODS, silver=2, vp=2, trade=0)
    scene = board("T-PLAY A", A=position).play("extend 40")
    for kind in KINDS[: owned + 1]:
        scene.shows(turn="C-PAY A").play(f"pay {kind}")
    scene.shows(turn="T-PLAY A").shows("A", extensions=[*extensions, 40])


def test_extension__the_tenth_is_not_possible(board, farm) -> None:
    """Nine kinds; with a discount it is (LG-FARM-5)"""
    values = {"extensions": [1, 2, 3, 4, 5, 6, 7, 8, 9], "goods": ALL_GOODS, "silver": 9, "vp": 9}
    board("T-PLAY A", A=farm(hand=[40], **values)).shows(cannot=["extend 40"])
    board("T-PLAY A", A=farm(hand=[40], helpers=[45], **values)).shows(can=["extend 40"])


def test_extension__den_and_field_are_one_kind(board, farm) -> None:
    """(LG-FARM-6)"""
    fields = {"olive": "full"}
    position = farm(extensions=[1], goods={"olive": 1}, fields=fields, silver=1, vp=0, hand=[40])
    scene = board("T-PLAY A", A=position).play("extend 40")
    scene.shows(moves=["pay olive", "pay olive@field", "pay silver"])
    scene.play("pay olive@field").shows(moves=["pay silver"])


@pytest.mark.parametrize(("extensions", "cost"), [([], 1), ([1], 1), ([1, 3], 2)])
def test_extension_discount__leaves_at_least_one(board, farm, extensions, cost) -> None:
    """(LG-FARM-7)"""
    position = farm(extensions=extensions, helpers=[45], silver=1, vp=1, hand=[40])
    scene = board("T-PLAY A", A=position).play("extend 40", "pay vp")
    if cost == 2:
        scene.play("pay silver")
    scene.shows(turn="T-PLAY A").shows("A", silver=2 - cost, vp=0)


def test_extension__its_pig_spaces_and_hand_bonus_count_at_once(board, farm) -> None:
    """(LG-FARM-8)"""
    position = farm(hand=[2], silver=11, goods={"pig": 2}, trade=0)
    scene = board("T-PLAY A", A=position).shows(cannot=["buy pig"])
    scene.play("extend 2", "pay silver", "buy pig", "buy pig").shows(cannot=["buy pig"])
    scene.play("done", "draw 0 30", "draw 0 31", "draw 0 33", "draw 0 34")
    scene.shows(turn="T-PLAY B").shows("A", hand=[30, 31, 33, 34])


@pytest.mark.parametrize(("cards", "discards"), [([20, 21, 22], 0), ([20, 21, 22, 23], 1)])
def test_hand__is_brought_to_its_limit_after_the_play_turn(board, farm, cards, discards) -> None:
    """(LG-FARM-9)"""
    scene = board("T-PLAY A", A=farm(hand=cards)).play("done")
    if discards:
        scene.shows(moves=[f"discard {card}" for card in cards])
        scene.play(f"discard {cards[0]}")
    scene.shows(turn="T-PLAY B").shows("A", hand=cards[-3:])


def test_hand_limit__is_three_and_bonuses(board, farm) -> None:
    """(LG-FARM-10)"""
    for extensions, helpers, limit in (([], [], 3), ([5], [], 4), ([5, 6], [], 5), ([5], [13], 6)):
        scene = board("T-PLAY A", A=farm(extensions=extensions, helpers=helpers))
        scene.play("done").deal().shows("A", hand_size=limit)


def test_hand_limit__counts_after_the_play_turn_only(board, farm) -> None:
    """(LG-FARM-10)"""
    scene = board("T-SIESTA A", A=farm(hand=[20, 21, 22], trade=2))
    scene.play("trade draw", "draw 0 9", "trade draw", "draw 0 10")
    scene.play("done").shows("A", hand=[9, 10, 20, 21, 22]).shows(turn="T-SIESTA B")
