"""The HELPER EFFECTS of the ledger: costs of actions, and the phases in which they are legal."""

from __future__ import annotations

import pytest

POOR = {"vp": 0, "silver": 0, "trade": 0}
PHASES = {"farm": "T-ROOF A", "revenue": "T-DIE A", "transport": "T-SIESTA A"}


@pytest.mark.parametrize(
    ("card", "short", "enough", "after"),
    [
        (49, {"silver": 1}, {"silver": 2}, {"silver": 0}),
        (54, {"vp": 0}, {"vp": 1}, {"vp": 0, "silver": 6}),
        (27, {"goods": {}}, {"goods": {"pig": 1}}, {"goods": {}, "silver": 5}),
        (48, {"hand": []}, {"hand": [7]}, {"hand": []}),
    ],
)
def test_cost__of_an_action(board, farm, card, short, enough, after) -> None:
    """Silver, VP, goods, a hand card (LG-HELP-5)"""
    base = {**POOR, "helpers": [card], "hand": [7]}
    board("T-ROOF A", A=farm(**base | short)).shows(cannot=[f"use helper {card}"])
    scene = board("T-ROOF A", A=farm(**base | enough)).play(f"use helper {card}")
    if card == 48:
        scene.play("discard 7").shows(discards=[7])
    scene.shows("A", **after)


@pytest.mark.parametrize("short", ["silver", "vp", "hand", "goods"])
def test_costs__are_all_needed_and_paid_one_after_the_other(board, farm, edited, short) -> None:
    """(LG-HELP-5, LG-FX-9)"""
    crops = {"pay": "goods", "n": 2, "from": ["olive", "grain"]}
    cost = [{"pay": "silver", "n": 2}, crops, {"pay": "card", "n": 2}, {"pay": "vp", "n": 1}]
    vp = [{"do": "gain_vp", "n": 5}]
    box = edited({"card/53/helper/action": [{"cost": cost, "effects": vp}]})
    enough = {
        "silver": 2,
        "vp": 1,
        "hand": [7, 8, 9],
        "goods": {"olive": 1, "grain": 1},
        "trade": 0,
    }
    lacking = {"silver": 1, "vp": 0, "hand": [7], "goods": {"olive": 1, "grape": 1}}
    poor = farm(helpers=[53], **enough | {short: lacking[short]})
    board("T-SIESTA A", box=box, A=poor).shows(cannot=["use helper 53"])
    fields = {"olive": "full"}
    scene = board("T-SIESTA A", box=box, A=farm(helpers=[53], fields=fields, **enough))
    scene.play("use helper 53").shows("A", silver=0, vp=1)
    scene.shows(moves=["pay grain", "pay olive", "pay olive@field"])
    scene.play("pay olive").shows(moves=["pay grain", "pay olive@field"]).play("pay olive@field")
    scene.shows(moves=["discard 7", "discard 8", "discard 9"]).play("discard 8", "discard 7")
    scene.shows("A", vp=5, goods={"grain": 1}, fields={"olive": "empty"}, hand=[9])


def test_card__has_one_action_at_most(data) -> None:
    """(LG-HELP-5)"""
    actions = [card["helper"].get("action", []) for card in data["card"]]
    assert {len(action) for action in actions} == {0, 1}
    assert sum(map(len, actions)) == 21


def rich(farm, card: int):
    """A farm on which every action is feasible and can be paid."""
    return farm(
        helpers=[card],
        vp=9,
        silver=9,
        goods={"olive": 2, "pig": 1, "food": 1, "wine": 1, "meat": 1},
        fields={"grape": "empty"},
        barrows=[22],
        hand=[40],
        roof=[4],
        turned_down=[4],
        donkeys_used=[2],
    )


@pytest.mark.parametrize("phase", PHASES)
def test_actions__are_legal_in_the_phases_of_the_helper_only(board, farm, data, phase) -> None:
    """Before a die was used (LG-FX-7, LG-ANY-14)"""
    for card in data["card"]:
        helper = card["helper"]
        if "action" not in helper:
            continue
        scene = board(PHASES[phase], A=rich(farm, card["number"]))
        in_phase = phase in helper["phases"] or not helper["phases"]
        legal = in_phase and "window" not in helper["action"][0]
        assert (f"use helper {card['number']}" in scene.legal) is legal, helper["name"]


def test_actions__are_used_once_a_round(board, farm, data) -> None:
    """(LG-ANY-14)"""
    for card in data["card"]:
        for turn in PHASES.values():
            scene = board(turn, A=rich(farm, card["number"]))
            move = f"use helper {card['number']}"
            if move in scene.legal:
                scene.play(move).deal().until_no_choice().shows(cannot=[move])
