"""The HELPER EFFECTS of the ledger: vocabulary, effects, moments of triggers."""

from __future__ import annotations

import pytest
from siurell.games.la_granja import vocabulary

POOR = {"vp": 0, "silver": 0, "trade": 0}


def words(value, key):
    """All values under a key, however deep."""
    if isinstance(value, list):
        return [word for item in value for word in words(item, key)]
    if isinstance(value, dict):
        own = [value[key]] if isinstance(value.get(key), str) else []
        return own + [word for item in value.values() for word in words(item, key)]
    return []


@pytest.mark.parametrize(
    ("key", "known", "count"),
    [
        ("do", vocabulary.EFFECTS, 18),
        ("pay", vocabulary.COSTS, 4),
        ("mod", vocabulary.PASSIVES, 13),
        ("on", vocabulary.TRIGGERS, 15),
    ],
)
def test_vocabulary__is_closed(data, key, known, count) -> None:
    """The data file uses all of it and nothing else (LG-HELP-1)"""
    assert len(known) == len(set(known)) == count
    assert set(words(data, key)) == set(known)


def test_helpers_found__and_those_that_are_ours(data) -> None:
    """(LG-HELP-1, LG-HELP-2)"""
    marks = {card["number"]: card["provenance"]["helper"] for card in data["card"]}
    found = [number for number, mark in marks.items() if mark != "reconstruction"]
    assert found == [1, 2, 3, 4, 5, 6, 12, 23, 35]
    assert data["card"][32]["helper"]["name"] == "Smuggler"
    assert len(marks) - len(found) == 57


# --------------------------------------------------------------------- effects (LG-HELP-3)


def test_drawing__may_exceed_the_hand_limit(board, farm) -> None:
    """(LG-HELP-3)"""
    scene = board("T-SIESTA A", A=farm(hand=[7, 8, 9], trade=1)).flow("trade draw")
    scene.shows("A", hand_size=4)


def test_siesta_steps__are_one_movement(board, farm) -> None:
    """Over a disc on the space between (LG-HELP-3, LG-TRANS-6)"""
    scene = board("T-DIE A", dice=[4, 5], discs={2: "C", 1: "B", 0: "A"}, A=farm(**POOR))
    scene.play("die 5", "take siesta").shows(discs={2: "AC", 1: "B"})


def test_delivery__is_limited_by_its_target(board, farm) -> None:
    """(LG-HELP-3)"""
    position = farm(helpers=[24], goods={"wine": 1, "olive": 1}, barrows=[46], **POOR)
    scene = board("T-SIESTA A", A=position).play("use helper 24")
    scene.shows(moves=["deliver olive barrow 1", "done"])
    only = farm(helpers=[24], goods={"wine": 1}, barrows=[46], **POOR)
    board("T-SIESTA A", A=only).shows(cannot=["use helper 24"])


def test_goods_gained__fire_nothing(board, farm) -> None:
    """Kitchen Maid and Drover see no gain (LG-HELP-3)"""
    position = farm(helpers=[58, 55], silver=0, trade=2)
    scene = board("T-ROOF A", A=position).play("trade pig", "trade crops", "gain olive")
    scene.play("gain grain").shows("A", silver=0, goods={"pig": 1, "olive": 1, "grain": 1})


def test_extension_played_by_an_effect__costs_as_ever(board, farm) -> None:
    """(LG-HELP-3)"""
    position = farm(helpers=[4], hand=[40], extensions=[1], vp=2, silver=1, trade=0)
    scene = board("T-SIESTA A", A=position).play("use helper 4", "extend 40")
    scene.shows(moves=["pay silver", "pay vp"]).play("pay silver", "pay vp")
    scene.shows("A", extensions=[1, 40], silver=0, vp=0)


def test_growing__fills_one_field_at_once(board, farm) -> None:
    """(LG-HELP-3)"""
    scene = board("T-SIESTA A", A=farm(helpers=[18], fields={"grain": "empty empty full"}))
    scene.play("use helper 18", "grow grain").shows("A", fields={"grain": "full full empty"})


def test_revenue_space__of_an_effect_needs_no_die(board, farm) -> None:
    """Space 1 in round 1, all dice being fours (LG-HELP-3)"""
    scene = board("T-DIE A", round=1, dice=[4] * 7, A=farm(helpers=[6], vp=1, silver=0, trade=0))
    scene.play("die 4", "use helper 6").shows("A", goods={"pig": 1}, vp=0, silver=4)


# ------------------------------------------------------------- moments of triggers (LG-HELP-4)


def test_card_played__fires_after_the_card_lies_and_is_paid(board, farm) -> None:
    """(LG-HELP-4)"""
    scene = board("T-PLAY A", A=farm(helpers=[46], hand=[40], silver=1, vp=1, trade=0))
    scene.play("extend 40").shows("A", silver=1)
    scene.play("pay silver").shows("A", silver=3, extensions=[40])


def test_card_played__not_for_other_sides_nor_for_itself(board, farm, edited) -> None:
    """(LG-HELP-4)"""
    paid = {"effects": [{"do": "gain_silver", "n": 3}], "when": {"as": ["helper"]}}
    box = edited({"card/46/helper/trigger": [{"on": "card_played", **paid}]})
    scene = board("T-PLAY A", box=box, A=farm(hand=[46, 7], trade=1, silver=0))
    scene.play("helper 46").shows("A", silver=0)
    scene.play("trade play", "helper 7").shows("A", silver=3)
    for side in ("field", "barrow", "helper"):
        scene = board("T-PLAY A", A=farm(helpers=[46], hand=[40], silver=0)).play(f"{side} 40")
        scene.shows("A", silver=0)


def test_roof_bought__fires_after_the_vp_of_the_space(board, farm) -> None:
    """(LG-HELP-4)"""
    position = farm(helpers=[20], roof=[4], silver=2, vp=0)
    board("T-ROOF A", A=position, roof_display=[5]).play("roof 5").shows("A", vp=1 + 1)


def test_roof_used__fires_after_the_effect_of_the_marker(board, farm) -> None:
    """(LG-HELP-4)"""
    scene = board("T-SIESTA A", A=farm(helpers=[63], roof=[5], trade=0)).play("use roof 5")
    scene.shows(turn="C-GAIN A").play("gain olive").shows(turn="chance")
    scene.deal().shows("A", hand_size=1, goods={"olive": 1})


def test_upgraded__fires_after_each_upgrade(board, farm, edited) -> None:
    """(LG-HELP-4)"""
    paid = {"effects": [{"do": "gain_silver", "n": 1}], "when": {"goods": ["olive"]}}
    box = edited({"card/58/helper/trigger": [{"on": "upgraded", **paid}]})
    position = farm(helpers=[58], goods={"olive": 1, "pig": 1}, silver=0, trade=1)
    scene = board("T-SIESTA A", box=box, A=position).play("trade upgrades", "free pig")
    scene.shows("A", silver=0).play("free olive").shows("A", silver=1)


def test_delivered__fires_before_the_completion_it_causes(board, farm, edited) -> None:
    """(LG-HELP-4)"""
    draw = {"when": {"goods": ["olive"]}, "effects": [{"do": "draw_card", "n": 1}]}
    box = edited({"card/59/helper/trigger": [{"on": "delivered", **draw}]})
    position = farm(helpers=[59], barrows=[46], loads={46: "olive"}, goods={"olive": 1}, vp=0)
    scene = board("T-DELIVER A", box=box, A=position).play("deliver olive barrow 1")
    scene.shows(turn="chance").shows("A", vp=0).deal().shows(turn="C-MARKET A").shows("A", vp=2)


def test_delivered__for_wine_to_barrows_and_rows_once_a_round(board, farm) -> None:
    """Cooper (LG-HELP-4)"""
    position = farm(helpers=[59], barrows=[43], goods={"wine": 2, "food": 1}, vp=0, trade=0)
    scene = board("T-DELIVER A", A=position).play("deliver food craft deli").shows("A", vp=0)
    scene.copy().play("deliver wine barrow 1").shows("A", vp=1)
    scene.play("deliver wine craft deli", "deliver wine barrow 1").shows("A", vp=1)


@pytest.mark.parametrize(("order", "cards"), [("first", {22}), ("last", {21})])
def test_scoring_trigger__by_place_in_the_turn_order(board, farm, data, order, cards) -> None:
    """Of three players neither is in the middle (LG-HELP-4)"""
    found = {
        card["number"]
        for card in data["card"]
        for trigger in card["helper"].get("trigger", [])
        if trigger.get("when", {}).get("order") == order
    }
    assert found == cards
    owner = farm(helpers=[*cards], **POOR)
    scene = board("T-DELIVER C", A=owner, B=owner, C=owner).flow("done")
    gained = [scene.fact(seat, "silver", None) + scene.fact(seat, "vp", None) for seat in "ABC"]
    assert [bool(gain) for gain in gained] == (
        [True, False, False] if order == "first" else [False, False, True]
    )


@pytest.mark.parametrize(("space", "vp"), [(4, 2), (5, 2 + 1), (8, 4 + 1)])
def test_scoring_trigger__by_the_siesta_space(board, farm, space, vp) -> None:
    """Hammock Weaver (LG-HELP-4)"""
    discs = {space: "A", 0: "BC"}
    scene = board("T-DELIVER C", discs=discs, A=farm(helpers=[62], **POOR)).flow("done")
    scene.shows("A", vp=vp)


@pytest.mark.parametrize("die", [1, 4, 5])
def test_die_trigger__by_the_revenue_space(board, farm, die) -> None:
    """Porter at 2 and 6, Pawnbroker at 4 (LG-HELP-4)"""
    position = farm(helpers=[3, 40], **POOR)
    scene = board("T-DIE A", dice=[die, die], A=position).play(f"die {die}").until_no_choice()
    scene.shows("A", silver=6 if die == 4 else 0).shows(own=["done"], turn="T-DIE A")


def test_marker_triggers__fire_once_for_each_marker(board, farm) -> None:
    """After all removals, displaced ones included (LG-HELP-4)"""
    market = {"6a": "B", "6b": "A", "3a": "B", "4b": "B"}
    position = farm(
        barrows=[14], loads={14: "olive pig wine"}, goods={"meat": 1}, helpers=[36], **POOR
    )
    scene = board("T-DELIVER A", A=position, B=farm(helpers=[57], **POOR), market=market)
    scene.play("deliver meat barrow 1", "market 6a").shows("A", vp=6 + 3, silver=6)
    scene.shows("B", silver=9)


def test_siesta_step_and_delivery_turn__are_added_up(board, farm, edited) -> None:
    """(LG-HELP-4)"""
    step = {"on": "siesta_step", "effects": [{"do": "siesta", "n": 2}]}
    more = {"on": "delivery_turn", "effects": [{"do": "delivery", "n": 1, "to": "any"}]}
    box = edited({"card/61/helper/trigger": [step, more]})
    position = farm(
        crafts=["wainwright"], helpers=[61], barrows=[46, 22], goods={"olive": 4}, **POOR
    )
    scene = board("T-DONKEY A", box=box, discs={0: "ABC"}, A=position)
    scene.play("donkey 1", "donkey 4", "donkey 4").shows(discs={3 + 1 + 2: "A", 0: "BC"})
    scene.until("T-DELIVER A").play("deliver olive barrow 1", "deliver olive barrow 2")
    scene.play("deliver olive barrow 2").shows(own=["done"])
