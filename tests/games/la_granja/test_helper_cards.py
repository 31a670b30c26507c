"""Every helper does what its printed text says, and nothing of it happens without the helper."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROWS = runpy.run_path(str(Path(__file__).with_name("helper_rows.py")))["ROWS"]
POOR = {"vp": 0, "silver": 0, "trade": 0}
OF_THE_BOARD = {5, 39}
"""Helpers whose effect lies on the board: tested below."""


def playable(scene, moves) -> bool:
    """Plays moves as far as they are legal, and says whether all were."""
    for move in moves:
        if move not in scene.legal:
            return False
        scene.flow(move)
    return True


def holds(scene, changed) -> bool:
    return all(scene.fact("A", key, value) == value for key, value in changed.items())


@pytest.mark.parametrize(
    ("card", "turn", "position", "moves", "changed", "given"),
    ROWS,
    ids=[str(row[0]) for row in ROWS],
)
def test_helper__does_what_its_text_says(
    board, farm, card, turn, position, moves, changed, given
) -> None:
    """(LG-HELP-2, LG-HELP-3)"""
    given = {key: farm(**value) if key == "B" else value for key, value in given.items()}
    board(turn, A=farm(helpers=[card], **position), **given).flow(*moves).shows("A", **changed)
    without = board(turn, A=farm(**position), **given)
    assert not (playable(without, moves) and holds(without, changed)), "without the helper too"


def test_helper__elder_marks_a_space(board, farm) -> None:
    """Card 5 (LG-HELP-1, LG-HELP-3)"""
    scene = board("T-MARK A", A=farm(helpers=[5])).play("mark 6", "dice 4 4 4 4 4 4 6")
    scene.play("die 4", "done").shows(turn="T-DIE B", own=["die 4"])
    board("T-ROOF C").flow("done").shows(turn="T-DIE A")


@pytest.mark.parametrize("turn", ["T-DIE A", "T-LAST A", "T-SIESTA A", "T-DELIVER A"])
def test_helper__bell_ringer_moves_the_disc(board, farm, turn) -> None:
    """Card 39 (LG-HELP-3)"""
    scene = board(turn, A=farm(helpers=[39]), discs={2: "A", 0: "BC"})
    scene.play("use helper 39").shows(discs={3: "A", 0: "BC"}, cannot=["use helper 39"])


def test_helpers__are_all_tested(data) -> None:
    """(LG-HELP-2)"""
    tested = {row[0] for row in ROWS} | OF_THE_BOARD
    assert tested == {card["number"] for card in data["card"]} == set(range(1, 67))


@pytest.mark.parametrize(
    ("card", "position", "silver"),
    [
        (50, {"extensions": [5, 6, 12, 1, 2]}, 4),
        (51, {"crafts": ["store", "butcher", "wainwright"]}, 6),
    ],
)
def test_helper__that_counts_gives_at_most_so_much(board, farm, card, position, silver) -> None:
    """(LG-HELP-3)"""
    more = {"crafts": ["store", "butcher", "wainwright", "deli"]} if card == 51 else position
    for values in (position, more):
        scene = board("T-PLAY C", A=farm(helpers=[card], **POOR, **values)).flow("done")
        scene.shows("A", silver=silver)


@pytest.mark.parametrize(("markers", "vp"), [(2, 0), (3, 1), (5, 1), (12, 4), (16, 4)])
def test_helper__auctioneer_counts_full_threes(board, farm, data, markers, vp) -> None:
    """Card 52 (LG-HELP-3)"""
    spaces = [space["id"] for space in data["market"]["space"] if not space["closed"]]
    market = dict.fromkeys(spaces[:markers], "A")
    scene = board("T-DELIVER C", A=farm(helpers=[52], **POOR), market=market).flow("done")
    scene.shows("A", vp=markers + vp)


@pytest.mark.parametrize(
    ("what", "count"),
    [
        ("extensions", 2),
        ("craft_markers", 3),
        ("fields", 5),
        ("barrows", 1),
        ("helpers", 2),
        ("market_markers", 4),
        ("pigs", 6),
    ],
)
@pytest.mark.parametrize(("n", "per", "most"), [(1, 1, 99), (3, 2, 99), (2, 1, 5)])
def test_counting__n_for_each_full_per_of_what(
    board, farm, edited, what, count, n, per, most
) -> None:
    """Silver and VP, at most max (LG-HELP-3)"""
    effects = [{"do": do, "what": what, "n": n, "per": per, "max": most} for do in PER]
    box = edited({"card/53/helper/action": [{"cost": [], "effects": effects}]})
    position = farm(
        extensions=[2, 52],
        crafts=["deli", "store", "butcher"],
        fields={"olive": "full empty", "grape": "full full full"},
        barrows=[46],
        helpers=[53, 0, 19],
        goods={"pig": 6, "olive": 2},
        **POOR,
    )
    market = dict.fromkeys(["2a", "3a", "4a", "5a"], "A") | {"6a": "B"}
    scene = board("T-SIESTA A", box=box, A=position, market=market).play("use helper 53")
    gain = min(n * (count // per), most)
    scene.shows("A", silver=gain, vp=gain)


PER = ("silver_per", "vp_per")
