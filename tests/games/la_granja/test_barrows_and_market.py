"""Sections 11 and 12 of the ledger: barrows and market."""

from __future__ import annotations

import pytest

OPEN = [
    "2a",
    "3a",
    "4a",
    "5a",
    "3b",
    "4b",
    "6a",
    "3c",
    "5b",
    "5c",
    "2b",
    "2c",
    "3d",
    "6b",
    "2d",
    "4c",
]
CLOSED = ["5d", "6c", "2e", "4d", "2f", "4e", "3e", "6d", "3f", "5e"]
BARROWS = {2: 46, 3: 4, 4: 33, 5: 50, 6: 12}
"""A card for each barrow value."""


def one_good_short(farm, box, value: int, **more):
    """A farm with a barrow of the value that lacks its last good, and that good."""
    card = box["card"][BARROWS[value] - 1]
    *loaded, last = card["barrow"]["goods"]
    values = {"barrows": [card["number"]], "loads": {card["number"]: " ".join(loaded)}}
    return farm(**values | {"goods": {last: 1}, "vp": 0, "trade": 0} | more), last


@pytest.fixture
def place(board, farm, data):
    """Makes a position of A, or of a seat, whose barrow of a value has just been filled."""

    def make(value: int, seat: str = "A", turn: str = "T-DELIVER", **given):
        own, last = one_good_short(farm, data, value, **given.pop("own", {}))
        scene = board(f"{turn} {seat}", **{seat: own} | given)
        return scene.play(f"deliver {last} barrow 1")

    return make


def test_full_barrow__vp_trade_discard_market_then_triggers(place) -> None:
    """Market Crier is paid after the marker lies (LG-BARROW-1)"""
    scene = place(3, own={"helpers": [34], "silver": 0}).shows(turn="C-MARKET A", discards=[4])
    scene.shows("A", vp=3, trade=1, barrows=[], silver=0)
    scene.play("market 3a").shows("A", vp=3, trade=1, silver=2).shows(market={"3a": "A"})


def test_barrows__have_values_2_to_6_and_two_goods_or_more(data, place) -> None:
    """(LG-BARROW-2)"""
    barrows = [card["barrow"] for card in data["card"]]
    assert {barrow["value"] for barrow in barrows} == {2, 3, 4, 5, 6}
    assert min(len(barrow["goods"]) for barrow in barrows) == 2
    for value in range(2, 7):
        place(value).shows("A", vp=value)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_market__has_its_spaces_by_number(place, seats, value) -> None:
    """Closed ones with four players only (LG-MARKET-1, LG-MARKET-2)"""
    spaces = OPEN + CLOSED * (seats == 4)
    scene = place(value, seats=seats)
    scene.shows(moves=[f"market {space}" for space in spaces if space.startswith(str(value))])


def test_market__neighbours_are_mutual_and_next_to_each_other(data) -> None:
    """(LG-MARKET-1)"""
    spaces = {space["id"]: space for space in data["market"]["space"]}
    assert sorted(spaces) == sorted(OPEN + CLOSED)
    assert [key for key, space in spaces.items() if space["closed"]] == CLOSED
    directions = {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}
    for key, space in spaces.items():
        near = {
            other["id"]
            for other in spaces.values()
            if (other["q"] - space["q"], other["r"] - space["r"]) in directions
        }
        assert near == set(space["neighbours"]), key


def test_market__a_space_holds_one_marker(place) -> None:
    """(LG-MARKET-1)"""
    scene = place(6, market={"6a": "B", "2d": "B"}).shows(moves=["market 6b"])
    scene.play("market 6b").shows(market={"6a": "B", "6b": "A"})


def test_marker__goes_on_any_free_space_of_the_number(place) -> None:
    """(LG-MARKET-3)"""
    scene = place(4, market={"4a": "B", "4b": "A"}).shows(moves=["market 4c"])
    scene.play("market 4c").shows(market={"4a": "B", "4b": "A", "4c": "A"}).shows("A", vp=4)


def test_marker__displaces_one_of_another_player_if_none_is_free(place) -> None:
    """That counts as removed (LG-MARKET-4, LG-MARKET-6)"""
    scene = place(4, market={"4a": "B", "4b": "A", "4c": "C"}, C={**STRIPPED, "helpers": [57]})
    scene.shows(moves=["market 4a", "market 4c"])
    scene.play("market 4c").shows("A", vp=4 + 1).shows("C", silver=3)
    scene.shows(market={"4a": "B", "4b": "A", "4c": "A"})


STRIPPED = {"vp": 0, "silver": 0, "goods": {}, "trade": 0}


def test_marker__changes_nothing_where_all_are_own_but_removes_neighbours(place) -> None:
    """(LG-MARKET-5)"""
    market = {"4a": "A", "4b": "A", "4c": "A", "2a": "B", "3b": "C"}
    scene = place(4, market=market).shows(moves=["market 4a", "market 4b", "market 4c"])
    scene.play("market 4b").shows("A", vp=4 + 2)
    scene.shows(market={"4a": "A", "4b": "A", "4c": "A"})


def test_displaced_marker__fires_the_triggers_of_both(place) -> None:
    """Toll Keeper and Negotiator (LG-MARKET-6)"""
    market = {"6a": "B", "6b": "A"}
    scene = place(
        6, market=market, own={"helpers": [36], "silver": 0}, B={**STRIPPED, "helpers": [2]}
    )
    scene.play("market 6a").shows("A", vp=6 + 1, silver=2).shows("B", vp=1)


def test_placement__removes_lower_neighbours_of_others_only(place) -> None:
    """Each gives a VP; equal, higher, own and distant ones stay (LG-MARKET-7)"""
    market = {
        "2a": "B",
        "2b": "A",
        "2d": "C",
        "5a": "B",
        "5b": "C",
        "6b": "B",
        "3a": "B",
        "2c": "C",
    }
    scene = place(4, market=market).play("market 4a").shows("A", vp=4 + 2)
    scene.shows(
        market={
            "4a": "A",
            "2b": "A",
            "5a": "B",
            "5b": "C",
            "6b": "B",
            "3a": "B",
            "2c": "C",
        }
    )


@pytest.mark.parametrize(
    ("attack", "defence", "removed"),
    [([], [], True), ([38], [], True), ([], [37], False), ([38], [37], True)],
)
def test_attack_and_defence__count_for_neighbours(place, attack, defence, removed) -> None:
    """A 4 next to a 3 (LG-MARKET-8)"""
    given = {"own": {"helpers": attack}, "B": {**STRIPPED, "helpers": defence}}
    scene = place(4, market={"3a": "B"}, **given).play("market 4b").shows("A", vp=4 + removed)
    scene.shows(market={"4b": "A"} if removed else {"3a": "B", "4b": "A"})


def test_defence__does_not_keep_a_marker_from_being_displaced(place) -> None:
    """It counts for LG-MARKET-7 only (LG-MARKET-8)"""
    market = {"6a": "B", "6b": "A"}
    scene = place(6, market=market, B={**STRIPPED, "helpers": [37]}).play("market 6a")
    scene.shows(market={"6a": "A", "6b": "A"}).shows("A", vp=6 + 1)


def test_attack__does_not_change_where_a_marker_may_go(place) -> None:
    """(LG-MARKET-8)"""
    scene = place(5, own={"helpers": [38]}, market={})
    scene.shows(moves=["market 5a", "market 5b", "market 5c"])


def test_removal__is_no_choice_and_goes_no_further(place) -> None:
    """(LG-MARKET-9)"""
    scene = place(5, market={"3a": "B", "2c": "B", "6a": "C"}).play("market 5a")
    scene.shows(market={"5a": "A", "6a": "C"}, turn="T-DELIVER A").shows("A", vp=5 + 2)


def test_market_triggers__come_owner_by_owner_in_turn_order(place, edited) -> None:
    """Once for each marker, after the VP; the placer is one of the owners (LG-MARKET-9)"""
    draw = [{"do": "draw_card", "n": 1}]
    box = edited(
        {
            "card/57/helper/trigger": [{"on": "marker_removed", "effects": draw}],
            "card/36/helper/trigger": [{"on": "marker_captured", "effects": draw}],
        }
    )
    market = {"3a": "A", "2c": "C", "2d": "A"}
    a = {**STRIPPED, "helpers": [57]}
    own = {"helpers": [36]}
    scene = place(5, "B", order="ABC", box=box, market=market, A=a, C=STRIPPED, own=own)
    scene.play("market 5a").shows("B", vp=5 + 3)
    draws = []
    while scene.turn == "chance":
        draws.append(scene.possible[0].split()[1])
        scene.play(scene.possible[0])
    assert draws == ["0", "0", "1", "1", "1"]
    scene.shows(market={"5a": "B"}, turn="T-DELIVER B")


def test_number_without_a_space__means_no_marker(place, edited) -> None:
    """(LG-MARKET-10)"""
    box = edited({"market/space/7/closed": True, "market/space/14/closed": True})
    scene = place(6, box=box).shows(turn="T-DELIVER A", market={})
    scene.shows("A", vp=6, trade=1, barrows=[])
