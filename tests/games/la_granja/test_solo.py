"""Section 16 of the ledger: the solo game."""

from __future__ import annotations

import pytest


def solo(board, turn: str, **given):
    return board(turn, **{"seats": 1, "order": "AR"} | given)


def test_solo__plays_as_with_two_players(new_match) -> None:
    """(LG-SOLO-1)"""
    scene = new_match(1).play("first 0").until("T-PLAY A").shows(pile=62, order="AR")
    scene.shows("A", vp=1, silver=1, trade=1, hand_size=4)
    assert len(scene.state.outcome().scores) == 1
    assert scene.state.seats == 1
    phases = scene.phases_to_the_end()
    assert [phases.count("over"), phases[-1]] == [1, "over"]


def test_solo__closed_spaces_are_closed(board, farm) -> None:
    """(LG-SOLO-1)"""
    own = farm(barrows=[14], loads={14: "olive pig wine"}, goods={"meat": 1})
    scene = solo(board, "T-DELIVER A", A=own).play("deliver meat barrow 1")
    scene.shows(moves=["market 6a", "market 6b"])


@pytest.mark.parametrize(
    ("first", "order", "market"),
    [("0", "AR", {"2a": "A", "3a": "R"}), ("rival", "RA", {"2a": "R", "3a": "A"})],
)
def test_solo__who_has_the_2_is_first(new_match, first, order, market) -> None:
    """(LG-SOLO-2)"""
    scene = new_match(1).shows(chance=["first 0", "first rival"], not_possible=["first 1"])
    scene.play(f"first {first}").until("T-PLAY A").shows(order=order, market=market)


@pytest.mark.parametrize(("first", "stack"), [("0", "AR"), ("rival", "RA")])
def test_solo__discs_and_roof_markers(new_match, first, stack) -> None:
    """(LG-SOLO-3)"""
    scene = new_match(1).play(f"first {first}").until("T-PLAY A").shows(discs={0: stack})
    assert len(scene.fact(None, "roof_display", None)) == 2


@pytest.mark.parametrize(
    ("round_", "order", "left"),
    [(1, "AR", [3]), (1, "RA", [1, 3]), (2, "AR", [1, 3]), (2, "RA", [3])],
)
def test_solo__the_rival_before_you_takes_a_roof_marker(board, round_, order, left) -> None:
    """The one with the lower id; round 1 is reversed (LG-SOLO-4)"""
    scene = solo(board, "T-PLAY A", round=round_, order=order, roof_display=[1, 3]).step()
    scene.until("T-ROOF A").shows(roof_display=left)
    scene.flow("done").shows(roof_display=[])


def test_solo__rival_first_discards_before_you_take(board) -> None:
    """Rival, you, rival, you, and the last die is yours (LG-SOLO-5)"""
    scene = solo(board, "T-ROOF A", order="RA", round=3).play("done", "dice 1 1 3 4 4")
    scene.shows(turn="T-DIE A", dice=[1, 3, 4, 4]).play("die 4", "done")
    scene.shows(turn="T-DIE A", dice=[3, 4]).play("die 4", "done")
    scene.shows(turn="T-LAST A", dice=[3], own=["die 3", "done"])
    scene.play("done").shows(turn="T-DONKEY A")


def test_solo__you_first_and_the_rival_after_each_take(board) -> None:
    """(LG-SOLO-5)"""
    scene = solo(board, "T-ROOF A", order="AR", round=3).play("done", "dice 1 1 3 4 4")
    scene.shows(turn="T-DIE A", dice=[1, 1, 3, 4, 4]).play("die 4", "done")
    scene.shows(turn="T-DIE A", dice=[1, 3, 4]).play("die 4", "done")
    scene.shows(turn="T-LAST A", dice=[3])


@pytest.mark.parametrize(
    ("round_", "left"),
    [(1, [1, 3, 6]), (3, [1, 3, 6]), (4, [1, 1, 3]), (6, [1, 1, 3])],
)
def test_solo__the_rival_discards_low_then_high(board, round_, left) -> None:
    """(LG-SOLO-6)"""
    scene = solo(board, "T-DIE A", round=round_, dice=[1, 1, 3, 4, 6])
    scene.play("die 4", "done").shows(dice=left)


def test_solo__the_rival_passes_over_a_marked_single_die(board, farm) -> None:
    """(LG-SOLO-6)"""
    scene = solo(board, "T-MARK A", round=3, A=farm(helpers=[5])).play("mark 1")
    scene.copy().play("dice 1 2 3 4 4", "die 4", "done").shows(dice=[1, 3, 4])
    scene.play("dice 1 1 3 4 4", "die 4", "done").shows(dice=[1, 3, 4])
    scene.play("die 4", "done").shows(turn="T-LAST A", dice=[1])


@pytest.mark.parametrize(("die", "steps"), list(enumerate([1, 1, 2, 2, 3, 3], start=1)))
def test_solo__the_rivals_disc_moves_by_a_die(board, die, steps) -> None:
    """Seen before any disc moves (LG-SOLO-7)"""
    scene = solo(board, "T-DONKEY A", discs={0: "AR"}).play("donkey 2")
    scene.shows(discs={0: "AR"}, chance=[f"rival {pips}" for pips in range(1, 7)])
    scene.play(f"rival {die}").shows(turn="T-SIESTA A", discs={0: "R", 2: "A"})
    scene.play("done").shows(discs={2: "RA"} if steps == 2 else {2: "A", steps: "R"})
    scene.shows(order="RA" if steps >= 2 else "AR")


def test_solo__discs_move_in_turn_order(board) -> None:
    """(LG-SOLO-7)"""
    scene = solo(board, "T-DONKEY A", order="RA", discs={0: "RA"}).play("donkey 2", "rival 3")
    scene.shows(turn="T-SIESTA A", discs={2: "AR"}).play("done").shows(order="AR")


def test_solo__you_first_deliver_before_the_rivals_placement(board) -> None:
    """(LG-SOLO-8)"""
    scene = solo(board, "T-DELIVER A", order="AR", market={}).shows(market={})
    scene.play("done").shows(turn="chance", market={}).play("turn 46").shows(market={"2b": "R"})


def test_solo__rival_first_places_before_your_deliveries(board) -> None:
    """(LG-SOLO-8)"""
    scene = solo(board, "T-SIESTA A", order="AR", discs={3: "R", 1: "A"}).play("done")
    scene.shows(turn="chance", order="RA").play("turn 46")
    scene.shows(turn="T-DELIVER A", market={"2b": "R"}, discards=[46])
    scene.play("done")
    assert scene.possible[0].startswith("roof 3")


def placed(board, card: int, market, **given):
    """The market after the rival's placement with this card turned up."""
    scene = solo(board, "T-DELIVER A", market=market, **given).play("done", f"turn {card}")
    return scene.shows(discards=[card])


TWO, THREE, FOUR, FIVE, SIX = 46, 4, 33, 50, 12
"""Cards with these barrow values."""


def test_solo__placement_removes_most(board) -> None:
    """(LG-SOLO-9)"""
    market = {"2b": "A", "2d": "A", "6a": "A"}
    placed(board, FOUR, market).shows(market={"4a": "R", "6a": "A"})
    placed(board, FIVE, {"3b": "A", "3c": "A"}).shows(market={"5b": "R"})


def test_solo__placement_counts_attack_and_defence(board, farm) -> None:
    """A guarded 3 next to 4a counts as 4, so 4c removes more (LG-SOLO-9, LG-MARKET-8)"""
    market = {"3a": "A", "3b": "A", "2c": "A"}
    placed(board, FOUR, market).shows(market={"4b": "R", "2c": "A"})
    guarded = placed(board, FOUR, market, A=farm(helpers=[37]))
    guarded.shows(market={"4c": "R", "3a": "A", "3b": "A"})


def test_solo__placement_then_fewest_free_higher_neighbours(board) -> None:
    """2a has 6, 2b and 2d 4, 2c 5; with 4c taken 2d has 3 (LG-SOLO-9)"""
    placed(board, TWO, {"4c": "A"}).shows(market={"2d": "R", "4c": "A"})
    placed(board, TWO, {"3c": "A"}).shows(market={"2b": "R", "3c": "A"})


def test_solo__placement_then_farthest_from_its_own(board) -> None:
    """(LG-SOLO-9)"""
    placed(board, SIX, {"5a": "R"}).shows(market={"5a": "R", "6a": "R"})
    placed(board, SIX, {"3a": "R"}).shows(market={"3a": "R", "6b": "R"})


def test_solo__placement_then_the_first_id(board) -> None:
    """(LG-SOLO-9)"""
    placed(board, SIX, {}).shows(market={"6a": "R"})
    placed(board, TWO, {}).shows(market={"2b": "R"})


def test_solo__a_last_card_turned_up_brings_the_shuffle_first(board) -> None:
    """(LG-SOLO-9)"""
    scene = solo(board, "T-DELIVER A", pile=[TWO], discards=[7, 8]).play("done")
    scene.play(f"turn {TWO}").shows(pile=2, discards=[TWO])


def test_solo__without_a_card_nothing_is_placed(board) -> None:
    """But discards that have come since are shuffled (LG-SOLO-9, LG-GEN-9)"""
    scene = solo(board, "T-DELIVER A", pile=[], discards=[], market={}).play("done")
    assert scene.possible[0].startswith("roof")
    scene.shows(market={})
    scene = solo(board, "T-DELIVER A", pile=[], discards=[7, TWO]).play("done")
    scene.shows(chance=["turn 46", "turn 7"]).play("turn 46").shows(pile=1, discards=[TWO])


def test_solo__the_rival_displaces_one_of_yours(board, farm) -> None:
    """Same criteria, your VP do not change (LG-SOLO-10, LG-SOLO-11)"""
    market = {"6a": "A", "6b": "A", "2b": "A"}
    scene = placed(board, SIX, market, A=farm(vp=5, helpers=[57], silver=0))
    scene.shows(market={"6a": "A", "6b": "R"}).shows("A", vp=5 + 1, silver=6)


def test_solo__the_rival_with_all_spaces_places_nothing(board) -> None:
    """Its neighbours stay too (LG-SOLO-10)"""
    market = {"6a": "R", "6b": "R", "2b": "A"}
    placed(board, SIX, market).shows(market=market)


def test_solo__your_placement_takes_vp_for_the_rivals_markers(board, farm) -> None:
    """Removed and displaced, with triggers (LG-SOLO-11)"""
    own = farm(
        barrows=[14], loads={14: "olive pig wine"}, goods={"meat": 1}, helpers=[36], silver=0, vp=0
    )
    market = {"6a": "R", "6b": "R", "2b": "R"}
    scene = solo(board, "T-DELIVER A", A=own, market=market).play("deliver meat barrow 1")
    scene.play("market 6b").shows("A", vp=6 + 2, silver=4).shows(market={"6a": "R", "6b": "A"})


@pytest.mark.parametrize(("order", "silver", "vp"), [("AR", 3, 0), ("RA", 0, 1)])
def test_solo__the_rival_counts_in_turn_order(board, farm, order, silver, vp) -> None:
    """(LG-SOLO-12)"""
    own = farm(helpers=[22, 21], silver=0, vp=0)
    scene = solo(board, "T-DELIVER A", order=order, A=own, pile=[]).flow("done")
    scene.shows("A", silver=silver, vp=vp)


def test_solo__the_rival_completes_nothing(board) -> None:
    """The first VP of a building waits for you (LG-SOLO-12)"""
    scene = solo(board, "T-DELIVER A", order_markers={"deli": 3}).flow("done").until("T-DELIVER A")
    scene.shows(first_taken=[], order_markers={"deli": 3})


@pytest.mark.parametrize(
    ("vp", "grade"),
    [
        (0, "farmhand"),
        (34, "farmhand"),
        (35, "smallholder"),
        (49, "smallholder"),
        (50, "farmer"),
        (64, "farmer"),
        (65, "estate owner"),
        (79, "estate owner"),
        (80, "master of la granja"),
        (130, "master of la granja"),
    ],
)
def test_solo__the_result_is_a_grade(board, farm, vp, grade) -> None:
    """(LG-SOLO-13)"""
    own = farm(vp=vp, silver=0, trade=0)
    scene = solo(board, "T-DELIVER A", round=6, A=own, pile=[]).play("done")
    scene.shows(over=True, scores=[vp], ranks=[1], grade=grade)
