"""Worked examples 23 to 27 of docs/rules/la_granja.md: revenue."""

from __future__ import annotations

DICE = [1, 1, 3, 4, 4, 5, 6]


def test_example_23__everybody_uses_the_last_die(board, farm) -> None:
    """(LG-EX-23, LG-REV-3, LG-REV-5)"""
    deliverer = farm(goods={"olive": 1}, barrows=[46], silver=0, trade=0)
    poor = farm(silver=0, trade=0)
    scene = board("T-DIE A", dice=DICE, A=deliverer, B=poor, C=poor)
    scene.play("die 4", "done").shows(turn="T-DIE B", dice=[1, 1, 3, 4, 5, 6])
    scene.play("die 4", "done").shows(turn="T-DIE C", dice=[1, 1, 3, 5, 6])
    scene.play("die 1", "done").shows(turn="T-DIE A", dice=[1, 3, 5, 6])
    scene.play("die 1", "done").shows(turn="T-DIE B", dice=[3, 5, 6])
    scene.play("die 5", "take siesta", "done", "die 3", "gain grain", "gain grape", "done")
    scene.shows(turn="T-LAST A", own=["die 6", "done"])
    scene.play("die 6").shows(moves=["take delivery", "take silver"])
    scene.play("take silver").shows("A", silver=4 + 2, goods={"olive": 1, "pig": 1})
    scene.play("done").shows(turn="T-LAST B", own=["die 6", "done"])
    scene.play("die 6").shows("B", silver=4 + 2)
    scene.shows(own=["done"])
    scene.play("done").shows(turn="T-LAST C", own=["die 6", "done"])
    scene.play("done").shows(turn="T-DONKEY A")


def test_example_24__options_that_cannot_be_used_are_not_offered(board, farm) -> None:
    """(LG-EX-24, LG-REV-7)"""
    scene = board("T-DIE A", dice=[2, 3, 4, 4, 5, 6, 6], A=farm(hand=[])).play("die 2")
    scene.shows(moves=["take crop", "take draw"], cannot=["take play"])


def test_example_25__the_last_die_of_a_marked_space_is_kept(board, farm) -> None:
    """(LG-EX-25, LG-REV-2)"""
    scene = board("T-MARK B", B=farm(helpers=[5]))
    scene.shows(moves=["done", *(f"mark {number}" for number in range(1, 7))])
    scene.play("mark 4").play("dice 1 2 3 4 5 5 6")
    scene.shows(turn="T-DIE A", own=["die 1", "die 2", "die 3", "die 5", "die 6"])
    scene.flow("die 1", "done").shows(turn="T-DIE B", can=["die 4"])


def test_example_25__with_two_dice_there_one_is_free(board, farm) -> None:
    """(LG-EX-25, LG-REV-2)"""
    scene = board("T-MARK B", B=farm(helpers=[5])).play("mark 4").play("dice 1 2 3 4 4 5 6")
    scene.shows(turn="T-DIE A", can=["die 4"])
    scene.play("die 4", "done").shows(turn="T-DIE B", can=["die 4"])
    scene.flow("die 1", "done").shows(turn="T-DIE C", cannot=["die 4"])


def test_example_26__porter_takes_the_other_option(board, farm) -> None:
    """(LG-EX-26, LG-REV-9)"""
    position = farm(helpers=[3], goods={"olive": 1}, barrows=[38], silver=0, trade=0)
    scene = board("T-DIE A", dice=[4, 4, 4, 6, 6, 6, 6], A=position)
    scene.play("die 6", "take delivery").shows(can=["deliver olive barrow 1", "done"])
    scene.play("deliver olive barrow 1").shows(moves=["done", "use helper 3"])
    scene.play("use helper 3").shows("A", silver=2, loads={38: "olive"})
    scene.play("done").until("T-DIE A").play("die 6")
    scene.shows("A", silver=4)
    scene.shows(own=["done"], turn="T-DIE A")


def test_example_27__merchant_uses_the_space_of_the_round(board, farm) -> None:
    """(LG-EX-27, LG-REV-10)"""
    position = farm(helpers=[6], vp=1, silver=0, trade=0)
    scene = board("T-DIE A", round=4, dice=[1, 2, 3, 4, 5, 6, 6], A=position)
    scene.shows(cannot=["use helper 6"])
    scene.play("die 1").shows(can=["use helper 6"])
    scene.play("use helper 6").shows("A", vp=0, silver=4, goods={"pig": 1})
