"""Section 3 of the ledger: what is hidden and what is open."""

from __future__ import annotations

import random

import pytest
from siurell.draw.la_granja import draw
from siurell.games.base import SPECTATOR


def test_hand__is_seen_by_its_owner_only(board, farm) -> None:
    """(LG-HID-1)"""
    one = board("T-PLAY A", A=farm(hand=[7, 8]), B=farm(hand=[20, 21]))
    two = board("T-PLAY A", A=farm(hand=[7, 8]), B=farm(hand=[30, 31]))
    assert one.view("A") == two.view("A")
    assert one.view("C") == two.view("C")
    assert one.view("B") != two.view("B")
    assert one.view("B").cards.hands == ((), (20, 21), ())


def test_hand__its_size_is_open(board, farm) -> None:
    """(LG-HID-1)"""
    sizes = [board("T-PLAY A", B=farm(hand=hand)) for hand in ([20, 21], [20, 21, 22])]
    assert [scene.view("A").hand_size(1) for scene in sizes] == [2, 3]
    assert sizes[0].view("A") != sizes[1].view("A")


def test_pile__is_seen_by_nobody(board, farm) -> None:
    """Not even which cards are in it (LG-HID-2)"""
    one = board("T-PLAY A", B=farm(hand=[20]))
    two = board("T-PLAY A", B=farm(hand=[21]))
    assert one.state.pile != two.state.pile
    assert one.view("A") == two.view("A")


def test_roof_markers__that_lie_face_down_are_seen_by_nobody(new_match) -> None:
    """A state does not hold them: all are possible when they are turned up (LG-HID-2)"""
    scene = new_match(2).play("first 0").until("T-PLAY A").until_chance("roof")
    pairs = [(a, b) for a in range(5, 9) for b in range(a + 1, 9)]
    scene.shows(chance=[f"roof 2 {a} {b}" for a, b in pairs])


def test_vp__drawn_for_a_player_are_the_own_total_only(board, farm) -> None:
    """For nobody all are drawn; the text of a gain is open (LG-HID-3, LG-HID-8)"""
    scenes = [board("T-SIESTA A", A=farm(vp=vp, helpers=[53], silver=4)) for vp in (35, 71)]
    for viewer, differ in ((0, True), (1, False), (2, False), (SPECTATOR, True)):
        one, other = (draw(scene.state.observe(viewer)) for scene in scenes)
        assert (one != other) is differ
    for seat in "ABC":
        assert scenes[0].told(seat, "use helper 53") == "use helper 53"
    scenes[0].play("use helper 53").shows("A", vp=36)


def test_vp__the_open_tally_is_kept_in_a_view(board, farm) -> None:
    """A state made from it agrees with all that happened in the open (LG-HID-8)"""
    scene = board("T-SIESTA A", A=farm(vp=5, helpers=[53], silver=4), B=farm(vp=9))
    before = scene.view("C")
    scene.play("use helper 53")
    assert scene.view("C") != before
    for seat in "ABC":
        made = scene.view(seat).determinize(random.Random(1))
        assert list(made.vp) == [6, 9, 1]


OPEN = [
    {"silver": 2},
    {"goods": {"wine": 1}},
    {"trade": 2},
    {"fields": {"olive": "empty"}},
    {"fields": {"olive": "full"}},
    {"barrows": [46]},
    {"barrows": [46], "loads": {46: "olive"}},
    {"extensions": [5]},
    {"helpers": [23]},
    {"roof": [4]},
    {"roof": [4], "turned_down": [4]},
    {"donkeys_used": [2]},
    {"rows": {"deli": "food"}},
    {"crafts": ["deli"]},
]


def test_table__is_open(board, farm) -> None:
    """Each of these farms looks different to everybody (LG-HID-4)"""
    for seat in "AC":
        views = [board("T-PLAY A", B=farm(**position)).view(seat) for position in [{}, *OPEN]]
        assert all(a != b for i, a in enumerate(views) for b in views[:i])


def test_board__is_open(board) -> None:
    """(LG-HID-4)"""
    villages = [
        {},
        {"market": {"2a": "A"}},
        {"market": {"2a": "B"}},
        {"order_markers": {"store": 3}},
        {"roof_display": [5]},
        {"dice": [4]},
        {"discs": {1: "A", 0: "BC"}},
        {"discards": [7]},
        {"discards": [8]},
    ]
    for seat in "AC":
        views = [board("T-PLAY A", **village).view(seat) for village in villages]
        assert all(a != b for i, a in enumerate(views) for b in views[:i])


def test_use_of_a_helper__is_open(board, farm) -> None:
    """(LG-HID-4)"""
    position = farm(helpers=[23, 58], goods={"olive": 2}, silver=2)
    scene = board("T-SIESTA A", A=position)
    used = scene.copy().play("use helper 23", "done")
    assert used.view("B") != scene.view("B")


def test_card_played_replaced_or_discarded__is_open(board, farm) -> None:
    """With the side used (LG-HID-6)"""
    position = farm(hand=[7, 17], barrows=[1, 2, 3], extensions=[5])
    scene = board("T-PLAY A", A=position)
    for move in ("field 7", "barrow 7", "helper 7", "extend 7"):
        assert scene.told("B", move) == move
    views = [scene.copy().play(f"{side} 7").view("B") for side in ("field", "barrow", "helper")]
    assert views[0] != views[1] != views[2] != views[0]
    scene.play("barrow 7", "replace 2")
    assert scene.view("B").farms.barrows[:3] == (1, 7, 3)
    assert scene.view("B").cards.discards == (2,)
    over = board("T-PLAY A", A=farm(hand=[7, 8, 9, 10])).play("done")
    assert over.told("B", "discard 9") == "discard 9"
    assert over.play("discard 9").view("B").cards.discards == (9,)


@pytest.mark.parametrize("seat", ["A", "B", "C"])
def test_end__reveals_everything(board, farm, seat) -> None:
    """(LG-HID-7)"""
    farms = {"A": farm(hand=[7]), "B": farm(hand=[8, 9]), "C": farm(hand=[10])}
    scene = board("T-DELIVER C", round=6, **farms)
    assert scene.view(seat).cards.hands != ((7,), (8, 9), (10,))
    scene.play("done").shows(over=True)
    assert scene.view(seat).cards.hands == ((7,), (8, 9), (10,))
