"""The DECISIONS of the ledger: the moves of every turn and of every choice."""

from __future__ import annotations

import pytest

TURN_MOVES = [
    ("T-PLAY A", {"hand": [7]}, ["barrow 7", "done", "extend 7", "field 7", "helper 7"]),
    ("T-INCOME A", {"helpers": [14]}, ["done"]),
    ("T-ROOF A", {"silver": 2}, ["done", "roof 5", "roof 6"]),
    ("T-DIE A", {}, ["die 4", "die 5"]),
    ("T-LAST A", {}, ["die 4", "die 5", "done"]),
    ("T-SIESTA A", {}, ["done"]),
    (
        "T-DELIVER A",
        {"goods": {"meat": 1}, "trade": 0},
        [*(f"deliver meat craft {key}" for key in ("butcher", "deli", "greengrocer")), "done"],
    ),
]


@pytest.mark.parametrize(("turn", "position", "own"), TURN_MOVES)
def test_turn__has_its_own_moves_and_any_time_moves(board, farm, turn, position, own) -> None:
    """(LG-DEC-15)"""
    dice = [4] if turn == "T-LAST A" else [4, 5]
    position = {"silver": 3} | position
    scene = board(turn, A=farm(**position), roof_display=[5, 6], dice=dice)
    scene.shows(own=[move for move in own if move != "die 5" or turn == "T-DIE A"])
    assert any(move.startswith(("buy", "sell", "trade")) for move in scene.legal) is (
        scene.fact("A", "silver", None) >= 3 or scene.fact("A", "trade", None) > 0
    )


def test_turns_without_any_time_moves(board, farm) -> None:
    """(LG-DEC-15)"""
    rich = farm(silver=9, trade=1, helpers=[5, 23], goods={"olive": 1}, donkeys_used=[3])
    marks = [f"mark {number}" for number in range(1, 7)]
    board("T-MARK A", A=rich).shows(moves=["done", *marks])
    board("T-DONKEY A", A=rich).shows(moves=["donkey 1", "donkey 2", "donkey 4"])


def test_die_turn__is_done_after_its_die_only(board) -> None:
    """(LG-DEC-15)"""
    scene = board("T-DIE A", dice=[4, 4]).shows(cannot=["done"])
    scene.play("die 4").shows(own=["done"]).play("done").shows(turn="T-DIE B")
    scene = board("T-LAST A", dice=[4]).play("die 4").shows(own=["done"])


def test_delivery_turn__offers_extra_deliveries_when_the_free_ones_are_used(board, farm) -> None:
    """`done` before that gives up all (LG-DEC-15, LG-DEC-16)"""
    position = farm(barrows=[22], goods={"olive": 2}, extensions=[5], silver=9, trade=0)
    scene = board("T-DELIVER A", A=position, donkeys={"A": 1})
    rows = ["craft greengrocer", "craft wainwright"]
    scene.shows(own=["deliver olive barrow 1", *(f"deliver olive {row}" for row in rows), "done"])
    scene.copy().play("done").shows(turn="T-DELIVER B")
    scene.play("deliver olive barrow 1")
    scene.shows(own=["done", "extra olive barrow 1", *(f"extra olive {row}" for row in rows)])


ANY_TIME = [
    ("buy grape", {"silver": 3}, {"silver": 0, "goods": {"grape": 1}}),
    ("sell pig", {"goods": {"pig": 1}}, {"silver": 3, "goods": {}}),
    ("sell grain@field", {"fields": {"grain": "full"}, "helpers": [35]}, {"silver": 1}),
    ("upgrade grain@field", {"fields": {"grain": "full"}, "silver": 2}, {"goods": {"food": 1}}),
    ("trade silver", {"trade": 1}, {"silver": 4, "trade": 0}),
    ("use roof 4", {"roof": [4]}, {"silver": 2, "turned_down": [4]}),
    ("use helper 54", {"helpers": [54], "vp": 1}, {"silver": 6, "vp": 0}),
]


@pytest.mark.parametrize(("move", "position", "changed"), ANY_TIME)
def test_any_time_move__does_what_it_means(board, farm, move, position, changed) -> None:
    """(LG-DEC-17)"""
    poor = {"silver": 0, "trade": 0, "vp": 0}
    scene = board("T-SIESTA A", A=farm(**poor | position)).play(move)
    scene.shows("A", **changed).shows(turn="T-SIESTA A")


CHOICES = [
    (
        "T-DIE A",
        "die 6",
        {"barrows": [46], "goods": {"olive": 1}},
        ["take delivery", "take silver"],
        False,
    ),
    ("T-SIESTA A", "trade crops", {}, ["gain grain", "gain grape", "gain olive"], False),
    ("T-SIESTA A", "trade upgrades", {"goods": {"pig": 1}}, ["free pig"], True),
    (
        "T-DELIVER A",
        "use helper 24",
        {"helpers": [24], "barrows": [46], "fields": {"olive": "full"}},
        ["deliver olive@field barrow 1"],
        True,
    ),
    (
        "T-SIESTA A",
        "trade play",
        {"hand": [7]},
        ["barrow 7", "extend 7", "field 7", "helper 7"],
        True,
    ),
    (
        "T-SIESTA A",
        "use helper 18",
        {"helpers": [18], "fields": {"olive": "empty", "grape": "empty full"}},
        ["grow grape", "grow olive"],
        True,
    ),
    (
        "T-SIESTA A",
        "use roof 20",
        {"roof": [20, 4, 6], "turned_down": [4, 6]},
        ["reuse 4", "reuse 6"],
        True,
    ),
    (
        "T-ROOF A",
        "use helper 56",
        {"helpers": [56], "donkeys_used": [2, 3]},
        ["refresh 2", "refresh 3"],
        True,
    ),
    (
        "T-PLAY A",
        "extend 40",
        {"hand": [40], "goods": {"pig": 1}},
        ["pay pig", "pay silver", "pay vp"],
        False,
    ),
    (
        "T-SIESTA A",
        "use helper 26",
        {"helpers": [26], "fields": {"olive": "full", "grain": "full"}},
        ["pay grain@field", "pay olive@field"],
        False,
    ),
    (
        "T-PLAY A",
        "helper 40",
        {"hand": [40], "helpers": [1, 2, 3]},
        ["replace 1", "replace 2", "replace 3"],
        False,
    ),
    (
        "T-PLAY A",
        "done",
        {"hand": [7, 8, 9, 10]},
        ["discard 10", "discard 7", "discard 8", "discard 9"],
        False,
    ),
]


@pytest.mark.parametrize(("turn", "move", "position", "moves", "done"), CHOICES)
def test_choice__has_its_moves_and_no_any_time_moves(
    board, farm, turn, move, position, moves, done
) -> None:
    """(LG-DEC-18)"""
    scene = board(turn, A=farm(**{"silver": 9} | position), dice=[6, 6]).play(move)
    scene.shows(moves=[*moves, "done"] if done else moves)


def test_choice__of_an_optional_trigger_and_of_a_market_space(board, farm) -> None:
    """(LG-DEC-18)"""
    scene = board("T-DIE A", dice=[2, 2], A=farm(helpers=[3], hand=[7])).play("die 2", "take crop")
    scene.play("gain olive").shows(turn="C-TRIGGER A", moves=["done", "use helper 3"])
    own = farm(barrows=[46], loads={46: "olive"}, goods={"olive": 1})
    scene = board("T-DELIVER A", seats=2, A=own, market={"2a": "B"}).play("deliver olive barrow 1")
    scene.shows(turn="C-MARKET A", moves=["market 2b", "market 2c", "market 2d"])


def test_paying__offers_only_kinds_not_yet_paid(board, farm) -> None:
    """(LG-DEC-18)"""
    given = {"goods": {"olive": 2, "grain": 1}, "fields": {"grain": "full"}, "hand": [40]}
    scene = board("T-PLAY A", A=farm(extensions=[1], silver=3, vp=0, **given)).play("extend 40")
    scene.play("pay grain").shows(moves=["pay olive", "pay silver"])
