"""Section 9 of the ledger: revenue."""

from __future__ import annotations

import pytest

NOTHING = {"silver": 0, "trade": 0, "vp": 0}


def test_dice__are_rolled_once_and_lie_on_their_spaces(board) -> None:
    """(LG-REV-1)"""
    scene = board("T-ROOF C").play("done")
    scene.shows(not_possible=["dice 1 2 3 4 5 6", "dice 2 1 3 4 5 6 6", "dice 1 2 3 4 5 6 7"])
    scene.play("dice 1 1 1 3 5 5 6").shows(turn="T-DIE A", dice=[1, 1, 1, 3, 5, 5, 6])
    scene.shows(own=["die 1", "die 3", "die 5", "die 6"])


def test_mark__keeps_the_only_die_for_its_owner_until_the_last_die(board, farm) -> None:
    """Marking uses the action up (LG-REV-2)"""
    scene = board("T-MARK B", B=farm(helpers=[5]), A=farm(**NOTHING)).play("mark 6")
    scene.play("dice 1 1 1 1 1 4 6").shows(turn="T-DIE A", cannot=["die 6"])
    scene.play("die 1", "done").shows(turn="T-DIE B", can=["die 6"])
    scene.play("die 4", "done").shows(turn="T-DIE C", own=["die 1"])
    scene.play("die 1", "done").shows(turn="T-DIE A", own=["die 1"])
    scene.play("die 1", "done").shows(turn="T-DIE B", own=["die 1", "die 6"])
    scene.play("die 1", "done").shows(turn="T-DIE C", own=["die 1"])
    scene.play("die 1", "done").shows(turn="T-LAST A", own=["die 6", "done"])
    scene.play("die 6", "take silver").shows("A", silver=2)


def test_mark__is_made_by_owners_of_an_unused_action_only(board, farm) -> None:
    """Declined, it is kept; the next round asks again (LG-REV-2)"""
    scene = board("T-MARK A", A=farm(helpers=[5])).play("mark 3").until("T-MARK A")
    scene.shows(round=3).play("done").deal().shows(turn="T-DIE A", cannot=["use helper 5"])
    scene = board("T-ROOF C", B=farm(helpers=[5])).play("done").shows(turn="T-MARK B")


def test_dice__are_taken_in_two_passes_in_turn_order(board) -> None:
    """Taking is compulsory, and every die is a use (LG-REV-3)"""
    scene = board("T-DIE A", dice=[4] * 7)
    for seat in "ABCABC":
        scene.shows(turn=f"T-DIE {seat}", own=["die 4"])
        scene.play("die 4").shows(own=["done"])
        scene.play("done")
    scene.shows(turn="T-LAST A")
    for seat in "ABC":
        scene.shows(seat, silver=1 + 8)


@pytest.mark.parametrize(("seats", "dice"), [(2, 5), (3, 7), (4, 9)])
def test_mark__leaves_a_die_for_every_pick(board, farm, seats, dice) -> None:
    """One die on the marked space, all others on another (LG-REV-4)"""
    last = "ABCD"[seats - 1]
    scene = board(f"T-MARK {last}", seats=seats, **{last: farm(helpers=[5])}).play("mark 6")
    scene.play("dice" + " 4" * (dice - 1) + " 6")
    for pick in range(2 * seats):
        assert scene.turn.startswith("T-DIE")
        assert len(scene.fact(None, "dice", None)) >= 2
        scene.shows(can=["die 4"])
        assert ("die 6" in scene.legal) is (pick % seats == seats - 1)
        scene.play("die 4", "done")
    scene.shows(turn="T-LAST A", dice=[6])


def test_last_die__is_carried_out_by_everybody(board) -> None:
    """In turn order, each on an own turn (LG-REV-5)"""
    scene = board("T-LAST B", order="BCA", dice=[4])
    for seat in "BCA":
        scene.shows(turn=f"T-LAST {seat}", own=["die 4", "done"])
        scene.play("die 4").shows(seat, silver=1 + 4).play("done")
    scene.shows(turn="T-DONKEY B")


SPACES = [
    (1, [], {"goods": {"olive": 2, "pig": 1}}),
    (2, ["take play", "field 7"], {"fields": {"olive": "empty"}, "hand": []}),
    (2, ["take draw", "draw 0 9"], {"hand": [7, 9]}),
    (2, ["take crop", "gain grape"], {"goods": {"olive": 2, "grape": 1}}),
    (3, ["gain grape", "gain grain"], {"goods": {"olive": 2, "grain": 1, "grape": 1}}),
    (4, [], {"silver": 4}),
    (5, ["take upgrades", "free olive", "free olive"], {"goods": {"food": 2}}),
    (5, ["take mixed", "free olive"], {"goods": {"olive": 1, "food": 1}}),
    (5, ["take siesta"], {"goods": {"olive": 2}}),
    (6, ["take delivery", "deliver olive barrow 1"], {"loads": {46: "olive"}}),
    (6, ["take silver"], {"silver": 2}),
]
STEPS = {"take mixed": 1, "take siesta": 2}


@pytest.mark.parametrize(("die", "moves", "changed"), SPACES)
def test_revenue_space__gives_what_it_says(board, farm, die, moves, changed) -> None:
    """(LG-REV-6)"""
    position = farm(goods={"olive": 2}, hand=[7], barrows=[46], **NOTHING)
    scene = board("T-DIE A", dice=[1, 2, 3, 4, 5, 6, 6], discs={0: "ABC"}, A=position)
    scene.play(f"die {die}", *moves).shows("A", **{"silver": 0, "vp": 0} | changed)
    steps = STEPS.get(moves[0], 0) if moves else 0
    scene.shows(discs={0: "BC", steps: "A"} if steps else {0: "ABC"}, turn="T-DIE A")


def test_revenue_space__offers_each_of_its_options(board, farm) -> None:
    """(LG-REV-6)"""
    position = farm(goods={"olive": 2}, hand=[7], barrows=[46])
    offers = {
        2: ["take crop", "take draw", "take play"],
        3: ["gain grain", "gain grape", "gain olive"],
        5: ["take mixed", "take siesta", "take upgrades"],
        6: ["take delivery", "take silver"],
    }
    for die, moves in offers.items():
        scene = board("T-DIE A", dice=[1, 2, 3, 4, 5, 6, 6], A=position)
        scene.play(f"die {die}").shows(moves=moves)


def test_revenue_space__without_a_feasible_option_has_no_effect(board, farm) -> None:
    """(LG-REV-7)"""
    poor = farm(**NOTHING)
    scene = board("T-DIE A", dice=[5] * 7, discs={8: "A", 0: "BC"}, A=poor)
    scene.play("die 5").shows(own=["done"]).shows("A", silver=0, goods={})
    scene = board("T-DIE A", dice=[5] * 7, discs={8: "A", 0: "BC"}, A=farm(goods={"olive": 1}))
    scene.play("die 5").shows(moves=["take mixed", "take upgrades"])


def test_revenue_turn__has_any_time_actions_before_and_after(board, farm) -> None:
    """(LG-REV-8)"""
    scene = board("T-DIE A", dice=[4] * 7, A=farm(silver=3, trade=0))
    scene.play("buy olive", "die 4", "buy grain", "done").shows(turn="T-DIE B")
    scene.shows("A", silver=1, goods={"olive": 1, "grain": 1})


def test_die_trigger__comes_after_the_effect_of_each_own_die(board, farm) -> None:
    """The last die included, if it is not declined (LG-REV-9)"""
    scene = board("T-DIE A", dice=[4] * 7, A=farm(helpers=[40], silver=0))
    scene.play("die 4").shows("A", silver=4 + 2).play("done")
    scene.play("die 4").shows("A", silver=6).until("T-LAST A")
    scene.copy().play("die 4").shows("A", silver=6 + 6 + 6)
    scene.play("done").shows("A", silver=6 + 6)


def test_die_trigger__not_for_a_space_carried_out_by_an_effect(board, farm) -> None:
    """Merchant in round 4 (LG-REV-9)"""
    position = farm(helpers=[6, 40], silver=0, vp=1)
    scene = board("T-DIE A", round=4, dice=[1, 2, 3, 4, 5, 6, 6], A=position)
    scene.play("die 1", "use helper 6").shows("A", silver=4, vp=0)


def test_die_trigger__for_a_die_without_effect_too(board, farm, edited) -> None:
    """(LG-REV-9)"""
    box = edited({"card/40/helper/trigger": [{"on": "die_used", "effects": [SILVER_2]}]})
    position = farm(helpers=[40], **NOTHING)
    scene = board("T-DIE A", box=box, dice=[5] * 7, discs={8: "A", 0: "BC"}, A=position)
    scene.play("die 5").shows("A", silver=2)


SILVER_2 = {"do": "gain_silver", "n": 2}


@pytest.mark.parametrize("taken", ["take crop", "take draw", "take play"])
def test_extra_option__is_another_one_of_that_space(board, farm, taken) -> None:
    """(LG-REV-9)"""
    position = farm(helpers=[3], hand=[7, 8])
    scene = board("T-DIE A", dice=[2, 2, 3, 4, 5, 6, 6], A=position).play("die 2", taken)
    if taken == "take play":
        scene.play("field 7")
    if taken == "take crop":
        scene.play("gain olive")
    scene.deal().play("use helper 3")
    scene.shows(moves=sorted({"take crop", "take draw", "take play"} - {taken}))


def test_extra_option__counts_the_option_taken_by_itself(board, farm) -> None:
    """(LG-REV-9)"""
    scene = board("T-DIE A", dice=[2, 2, 3, 4, 5, 6, 6], A=farm(helpers=[3]), pile=[])
    scene.play("die 2", "gain olive").shows(turn="T-DIE A", own=["done"])


@pytest.mark.parametrize("turn", ["T-DIE A", "T-LAST A"])
def test_after_die_action__once_a_round_on_a_turn_after_its_die(board, farm, turn) -> None:
    """(LG-REV-10)"""
    position = farm(helpers=[6], vp=3, silver=0, trade=0)
    scene = board(turn, round=4, dice=[4] * (7 if turn == "T-DIE A" else 1), A=position)
    scene.shows(cannot=["use helper 6"]).play("die 4").shows(can=["use helper 6"])
    scene.play("use helper 6").shows("A", silver=8, vp=2).shows(cannot=["use helper 6"])
    if turn == "T-DIE A":
        scene.play("done").until("T-DIE A").play("die 4").shows(cannot=["use helper 6"])


def test_after_die_action__not_outside_a_revenue_turn(board, farm) -> None:
    """(LG-REV-10)"""
    for turn in ("T-ROOF A", "T-SIESTA A", "T-DELIVER A"):
        board(turn, A=farm(helpers=[6], vp=3)).shows(cannot=["use helper 6"])
