"""Section 8 of the ledger: roof markers."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("round_", "order"), [(1, "CBA"), (2, "ABC")])
def test_roof_turns__in_turn_order_but_reversed_in_round_1(board, round_, order) -> None:
    """(LG-FARM-18)"""
    scene = board("T-PLAY C", round=round_).flow("done")
    for seat in order:
        scene.shows(turn=f"T-ROOF {seat}").flow("done")
    scene.shows(turn="T-DIE A")


@pytest.mark.parametrize("round_", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("helpers", [[], [19]])
def test_roof_marker__costs_the_number_of_the_round(board, farm, round_, helpers) -> None:
    """Roofer pays 2 less, at least nothing (LG-ROOF-1)"""
    marker = round_ * 4
    price = max(0, round_ - 2 * len(helpers))
    for silver in range(7):
        position = farm(silver=silver, helpers=helpers)
        turn = "T-ROOF A" if round_ > 1 else "T-ROOF C"
        scene = board(turn, round=round_, roof_display=[marker], **{turn[-1]: position})
        assert (f"roof {marker}" in scene.legal) is (silver >= price)
        if silver >= price:
            scene.play(f"roof {marker}").shows(turn[-1], silver=silver - price, roof=[marker])


def test_roof_turn__brings_one_marker_at_most(board, farm) -> None:
    """(LG-ROOF-1)"""
    scene = board("T-ROOF A", round=2, A=farm(silver=9), roof_display=[5, 6, 7])
    scene.play("roof 6").shows(own=["done"], roof_display=[5, 7])


@pytest.mark.parametrize(("owned", "vp"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 3)])
def test_roof_spaces__give_vp_from_left_to_right(board, farm, owned, vp) -> None:
    """(LG-ROOF-2)"""
    bought = [4, 5, 9, 13][:owned]
    scene = board("T-ROOF A", round=5, A=farm(roof=bought, vp=1, silver=5), roof_display=[17])
    scene.play("roof 17").shows("A", vp=1 + vp, roof=[*bought, 17], turned_down=[])


def test_roof__holds_five_markers_used_or_not(board, farm) -> None:
    """(LG-ROOF-3)"""
    position = farm(roof=[1, 5, 9, 13, 17], turned_down=[1, 5, 9], silver=20)
    scene = board("T-ROOF A", round=6, A=position, roof_display=[22, 23, 24])
    scene.shows(cannot=["roof 22", "roof 23", "roof 24"], own=["done"])


def test_roof_markers__not_bought_leave_the_game(board) -> None:
    """(LG-ROOF-4)"""
    scene = board("T-ROOF C", round=3, roof_display=[9, 10, 11]).flow("done")
    scene.shows(roof_display=[]).until_chance("roof")
    assert all(min(map(int, text.split()[2:])) >= 13 for text in scene.possible)


def test_roof_marker__is_used_once_and_keeps_its_space(board, farm) -> None:
    """(LG-ROOF-5)"""
    scene = board("T-ROOF A", round=2, A=farm(silver=9, vp=0), roof_display=[6, 7])
    scene.play("roof 6", "use roof 6").shows("A", silver=9 - 2 + 2, turned_down=[6])
    scene.shows(cannot=["use roof 6"])
    again = board("T-ROOF A", round=3, A=farm(roof=[6], turned_down=[6], silver=3, vp=0))
    again.give(roof_display=[10])
    again.play("roof 10").shows("A", vp=1, roof=[6, 10])


def test_roof_marker__is_kept_for_later_and_worth_nothing_at_the_end(board, farm) -> None:
    """(LG-ROOF-6)"""
    position = farm(roof=[16, 4], silver=0, trade=0, vp=10)
    scene = board("T-DELIVER C", order="CAB", round=5, A=position).until("T-PLAY A")
    scene.shows(round=6, can=["use roof 16", "use roof 4"])
    scene = board("T-DELIVER C", order="CAB", round=6, discs={0: "CAB"}, A=position)
    scene.play("done", "done", "done").shows(over=True).shows("A", vp=10, silver=0)


def test_turning_up__never_a_marker_that_turns_up(board, farm) -> None:
    """(LG-ROOF-7)"""
    position = farm(roof=[20, 4, 6], turned_down=[4, 20], helpers=[64], silver=1)
    scene = board("T-ROOF A", A=position).play("use helper 64")
    scene.shows(moves=["done", "reuse 4"])
    only = farm(roof=[20], turned_down=[20], helpers=[64], silver=1)
    board("T-ROOF A", A=only).shows(cannot=["use helper 64"])
