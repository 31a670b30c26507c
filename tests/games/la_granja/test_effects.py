"""Section 4 of the ledger: effects."""

from __future__ import annotations

import pytest

TRAIN = {"goods": {"olive": 2, "grape": 2}, "silver": 0, "trade": 0}


def test_list__is_done_from_left_to_right(board, farm) -> None:
    """Space 5, mixed: first the upgrade, then the step (LG-FX-1)"""
    scene = board("T-DIE A", dice=[2, 3, 4, 5, 6, 6, 6], discs={0: "ABC"}, A=farm(**TRAIN))
    scene.play("die 5", "take mixed").shows(turn="C-UPGRADE A", discs={0: "ABC"})
    scene.play("free olive").shows(discs={0: "BC", 1: "A"}, turn="T-DIE A")
    scene.shows("A", goods={"olive": 1, "grape": 2, "food": 1})


def test_consequence__comes_before_the_next_step_of_the_list(board, farm) -> None:
    """A barrow and its marker before the step of the wainwright (LG-FX-2)"""
    position = farm(
        rows={"wainwright": "olive food trade"},
        goods={"pig": 1, "grain": 1},
        barrows=[29],
        loads={29: "food"},
        vp=0,
        trade=0,
        silver=0,
    )
    scene = board("T-DELIVER A", round=2, A=position, discs={0: "ABC"}, donkeys={"A": 1})
    scene.play("deliver pig craft wainwright").shows(turn="C-DELIVER A")
    scene.play("deliver grain barrow 1").shows(turn="C-MARKET A", discs={0: "ABC"})
    scene.play("market 2a").shows(discs={0: "BC", 1: "A"}, turn="T-DELIVER A")
    scene.shows("A", vp=2 + 1 + 2, crafts=["wainwright"], trade=1)


def test_trigger__is_finished_before_the_next_step(board, farm) -> None:
    """Kitchen Maid pays before the second free upgrade (LG-FX-2)"""
    scene = board("T-SIESTA A", A=farm(helpers=[58], goods={"olive": 2}, silver=0, trade=1))
    scene.play("trade upgrades", "free olive").shows("A", silver=2).shows(turn="C-UPGRADE A")
    scene.play("free olive").shows("A", silver=2, goods={"food": 2})


FEASIBLE = [
    ("T-SIESTA A", "use helper 23", {"helpers": [23]}, {"goods": {"pig": 1}}),
    ("T-SIESTA A", "trade play", {}, {"hand": [7]}),
    ("T-SIESTA A", "use helper 18", {"helpers": [18]}, {"fields": {"olive": "full empty"}}),
    ("T-SIESTA A", "use roof 11", {"roof": [11]}, {"barrows": [46], "goods": {"olive": 1}}),
    ("T-SIESTA A", "use roof 20", {"roof": [20, 4]}, {"turned_down": [4]}),
    ("T-ROOF A", "use helper 56", {"helpers": [56]}, {"donkeys_used": [2]}),
    ("T-ROOF A", "use helper 64", {"helpers": [64], "roof": [4]}, {"turned_down": [4]}),
    ("T-DIE A", "use helper 25", {"helpers": [25]}, {"barrows": [46], "fields": {"olive": "full"}}),
]


@pytest.mark.parametrize(("turn", "move", "given", "needed"), FEASIBLE)
def test_source__needs_a_feasible_list(board, farm, turn, move, given, needed) -> None:
    """(LG-FX-3, LG-FX-4)"""
    base = {"silver": 9, "trade": 1}
    closed = {"merchant": 1, "wainwright": 2, "store": 3, "butcher": 4}
    board(turn, A=farm(**base | given), order_markers=closed).shows(cannot=[move])
    board(turn, A=farm(**base | given | needed), order_markers=closed).shows(can=[move])


def test_step__is_not_feasible_on_the_last_space(board, farm) -> None:
    """(LG-FX-3)"""
    for space, feasible in ((7, True), (8, False)):
        scene = board("T-DIE A", A=farm(helpers=[39], roof=[8]), discs={space: "A", 0: "BC"})
        for move in ("use helper 39", "use roof 8"):
            assert (move in scene.legal) is feasible


def test_draw__is_not_feasible_without_any_card(board, farm) -> None:
    """(LG-FX-3)"""
    for pile, discards, feasible in (([], [], False), ([], [9], True), ([9], [], True)):
        scene = board("T-SIESTA A", A=farm(trade=1), pile=pile, discards=discards)
        assert ("trade draw" in scene.legal) is feasible


def test_feasibility__is_judged_before_the_cost_is_paid(board, farm) -> None:
    """The card to be discarded does not make the draw possible (LG-FX-4)"""
    position = {"helpers": [48], "hand": [20]}
    board("T-SIESTA A", A=farm(**position), pile=[]).shows(cannot=["use helper 48"])
    board("T-SIESTA A", A=farm(**position), pile=[9]).shows(can=["use helper 48"])


def test_effect__that_is_not_feasible_is_skipped(board, farm) -> None:
    """Space 5, mixed, without a good: only the step (LG-FX-4)"""
    scene = board("T-DIE A", dice=[5, 5, 5, 5, 6, 6, 6], A=farm(silver=0, trade=0))
    scene.play("die 5").shows(moves=["take mixed", "take siesta"])
    scene.play("take mixed").shows(discs={0: "BC", 1: "A"}, turn="T-DIE A")


def test_trigger__that_cannot_do_anything_does_not_fire_and_is_not_counted(board, farm) -> None:
    """Porter is not asked at a space with one option, so it works later (LG-FX-4)"""
    scene = board(
        "T-DIE A",
        seats=2,
        dice=[2, 2, 6, 6, 6],
        pile=[],
        A=farm(helpers=[3], silver=0, trade=0),
        B=farm(silver=0, trade=0),
    )
    scene.play("die 2").shows(moves=["gain grain", "gain grape", "gain olive"])
    scene.play("gain grape").shows(turn="T-DIE A", own=["done"])
    scene.play("done", "die 6", "done")
    scene.give("A", barrows=[1], hand=[20])
    scene.play("die 2", "take crop", "gain olive").shows(moves=["done", "use helper 3"])


def test_choice__with_one_feasible_option_is_made_by_itself(board, farm) -> None:
    """(LG-FX-5)"""
    scene = board("T-SIESTA A", A=farm(roof=[12], trade=0), pile=[9, 10])
    scene.play("use roof 12").shows(chance=["draw 0 10", "draw 0 9"])
    scene = board("T-SIESTA A", A=farm(roof=[12], hand=[20], trade=0), pile=[9, 10])
    scene.play("use roof 12").shows(moves=["take draw", "take play"])


def test_choice__with_no_feasible_option_does_nothing(board, farm) -> None:
    """(LG-FX-5, LG-REV-7)"""
    scene = board("T-DIE A", dice=[5] * 7, discs={8: "A", 0: "BC"}, A=farm(trade=0))
    scene.play("die 5").shows(turn="T-DIE A", own=["done"], discs={8: "A", 0: "BC"})


def test_steps__are_offered_while_feasible_and_up_to_n(board, farm) -> None:
    """(LG-FX-6)"""
    for olives, steps in ((1, 1), (3, 2)):
        scene = board("T-SIESTA A", A=farm(trade=1, goods={"olive": olives}))
        scene.play("trade upgrades")
        for _ in range(steps):
            scene.shows(moves=["done", "free olive"]).play("free olive")
        scene.shows(turn="T-SIESTA A")


def test_growing__asks_with_one_kind_of_field_too(board, farm) -> None:
    """(LG-FX-6)"""
    scene = board("T-SIESTA A", A=farm(helpers=[18], fields={"olive": "empty"}, trade=0))
    scene.play("use helper 18").shows(moves=["done", "grow olive"])
    scene.play("grow olive").shows("A", fields={"olive": "full"}).shows(cannot=["use helper 18"])


def test_triggers__craft_markers_by_die_then_helpers_by_slot(board, farm) -> None:
    """(LG-FX-7, LG-FARM-11)"""
    position = farm(crafts=["greengrocer", "merchant"], helpers=[66, 14], silver=0, trade=0)
    scene = board("T-PLAY C", A=position).flow("done")
    scene.shows("A", silver=3).shows(turn="C-GAIN A")
    scene.play("gain pig").shows(moves=["take draw", "take silver"]).shows("A", silver=3)
    scene.play("take silver").shows("A", silver=3 + 2 + 2).shows(turn="T-INCOME A")


def test_triggers__of_helpers_come_by_slot(board, farm) -> None:
    """(LG-FX-7)"""
    scene = board("T-PLAY C", A=farm(helpers=[14, 66], silver=0)).flow("done")
    scene.shows("A", silver=2).shows(moves=["take draw", "take silver"])


def test_trigger__fires_as_often_as_its_limit(board, farm) -> None:
    """(LG-FX-7)"""
    scene = board("T-SIESTA A", A=farm(helpers=[58], goods={"olive": 3}, silver=2, trade=0))
    scene.play("upgrade olive").shows("A", silver=2)
    scene.play("upgrade olive").shows("A", silver=0)


def test_declined_trigger__is_not_counted(board, farm) -> None:
    """(LG-FX-7)"""
    scene = board(
        "T-DIE A",
        seats=2,
        dice=[6] * 5,
        A=farm(helpers=[3], barrows=[46], goods={"olive": 1}, silver=0, trade=0),
        B=farm(trade=0),
    )
    scene.play("die 6", "take silver").shows(moves=["done", "use helper 3"])
    scene.play("done").shows(turn="T-DIE A", own=["done"])
    scene.play("done", "die 6", "done")
    scene.play("die 6", "take silver", "use helper 3").shows(turn="C-DELIVER A")
    scene.play("deliver olive barrow 1", "done", "die 6", "done")
    scene.play("die 6").shows(turn="T-LAST A", own=["done"])


def test_market_triggers__need_no_decision(data) -> None:
    """(LG-FX-8)"""
    triggers = [trigger for card in data["card"] for trigger in card["helper"].get("trigger", [])]
    market = [trigger for trigger in triggers if trigger["on"].startswith("marker_")]
    assert len(market) == 3
    allowed = {"gain_silver", "gain_vp", "draw_card"}
    assert all(effect["do"] in allowed for trigger in market for effect in trigger["effects"])


def test_cost__is_paid_before_the_effect(board, farm) -> None:
    """(LG-FX-9)"""
    scene = board("T-SIESTA A", A=farm(helpers=[4], hand=[46], vp=1, silver=1))
    scene.play("use helper 4").shows("A", vp=0).shows(turn="C-PLAY A")
    scene.shows(moves=["barrow 46", "done", "extend 46", "field 46", "helper 46"])
    board("T-SIESTA A", A=farm(helpers=[4], hand=[46], vp=0)).shows(cannot=["use helper 4"])


def test_helper__works_at_once_and_ends_when_replaced(board, farm) -> None:
    """(LG-FX-10)"""
    position = farm(helpers=[23, 1, 20], hand=[53], goods={"olive": 2}, silver=5)
    scene = board("T-PLAY A", A=position).play("use helper 23", "free olive")
    scene.play("helper 53", "replace 1").shows(can=["use helper 53"], cannot=["use helper 23"])
    scene.play("use helper 53").shows("A", silver=1, vp=2)
    scene.play("upgrade olive").shows("A", silver=0)
    scene = board("T-PLAY A", A=farm(helpers=[1, 19, 20], hand=[53], goods={"olive": 1}, silver=1))
    scene.shows(can=["upgrade olive"])
    scene.play("helper 53", "replace 1").shows(cannot=["upgrade olive"])


def test_mark__stays_when_its_helper_is_replaced(board, farm) -> None:
    """(LG-FX-10)"""
    scene = board("T-MARK B", B=farm(helpers=[5, 19, 20], hand=[53], trade=1))
    scene.play("mark 4", "dice 1 1 2 4 5 5 6").flow("die 1", "done")
    scene.play("trade play", "helper 53", "replace 1").flow("die 1", "done")
    scene.shows(turn="T-DIE C", cannot=["die 4"])


def test_trigger__does_not_fire_within_its_own_effects(board, farm, edited) -> None:
    """A card played by the trigger does not set it off again (LG-FX-11)"""
    box = edited(
        {
            "card/46/helper/trigger": [
                {"on": "card_played", "when": {"as": ["field"]}, "effects": [PLAY_1, SILVER_1]}
            ]
        }
    )
    position = farm(helpers=[46], hand=[7, 8, 9], silver=0)
    scene = board("T-PLAY A", box=box, A=position).play("field 7").shows(turn="C-PLAY A")
    scene.play("field 8").shows("A", silver=1, hand=[9]).shows(turn="T-PLAY A")


def test_trigger__of_a_helper_replaced_meanwhile_does_not_fire(board, farm, edited) -> None:
    """(LG-FX-10)"""
    on_field = {"on": "card_played", "when": {"as": ["field"]}}
    box = edited(
        {
            "card/46/helper/trigger": [{**on_field, "effects": [PLAY_1]}],
            "card/47/helper/trigger": [{**on_field, "effects": [SILVER_1]}],
        }
    )
    position = farm(helpers=[46, 47, 20], hand=[7, 53], silver=0, trade=0)
    scene = board("T-PLAY A", box=box, A=position).play("field 7")
    scene.copy().play("done").shows("A", silver=1)
    scene.play("helper 53", "replace 2").shows("A", silver=0, helpers=[46, 53, 20])
    scene.shows(turn="T-PLAY A")


def test_trigger__of_a_helper_that_came_back_does_not_hear_what_was_before(
    board, farm, edited
) -> None:
    """Replaced, drawn and played again within the event: a fresh one (LG-FX-10)"""
    on_field = {"on": "card_played", "when": {"as": ["field"]}}
    back = [PLAY_1, {"do": "draw_card", "n": 1}, PLAY_1]
    box = edited(
        {
            "card/46/helper/trigger": [{**on_field, "effects": back}],
            "card/47/helper/trigger": [{**on_field, "effects": [SILVER_1]}],
        }
    )
    position = farm(helpers=[46, 47, 20], hand=[7, 53], silver=0, trade=0)
    scene = board("T-PLAY A", box=box, A=position).play("field 7")
    scene.copy().play("done", "draw 0 1", "done").shows("A", silver=1)
    scene.play("helper 53", "replace 2").give(discards=[]).give("A", hand=[47])
    scene.play("draw 0 1", "helper 47", "replace 3")
    scene.shows("A", silver=0, helpers=[46, 53, 47]).shows(turn="T-PLAY A")


PLAY_1 = {"do": "play_card", "n": 1}
SILVER_1 = {"do": "gain_silver", "n": 1}


def test_helper__played_by_the_die_sees_the_die_used(board, farm) -> None:
    """Porter lies when the effect of the die is over (LG-FX-10, LG-REV-9)"""
    scene = board("T-DIE A", dice=[2, 4], A=farm(hand=[3, 7])).play("die 2", "take play")
    scene.play("helper 3").shows(turn="C-TRIGGER A", moves=["done", "use helper 3"])
    scene.play("use helper 3").shows(moves=["take crop", "take draw"])


def test_trigger__works_with_the_last_die(board, farm) -> None:
    """Porter (LG-FX-7, LG-REV-9)"""
    scene = board("T-LAST A", dice=[2], A=farm(helpers=[3], hand=[7])).play("die 2", "take crop")
    scene.play("gain olive", "use helper 3").shows(moves=["take draw", "take play"])
    scene.play("take play", "done").shows(turn="T-LAST A", own=["done"])
