"""Sections 17 and 18 of the ledger: what one cannot or may not do, why matches end, options."""

from __future__ import annotations

import random

import pytest
from siurell.errors import OptionError

POOR = {"vp": 0, "silver": 0, "trade": 0}
EVERY_GOOD = dict.fromkeys(["olive", "grain", "grape", "pig", "food", "wine", "meat"], 1)


def test_missing_duty__lapses_or_can_be_done_for_free(board, farm) -> None:
    """(LG-DEAD-1)"""
    scene = board("T-PLAY A", round=1, A=farm(hand=[7, 8], **POOR)).shows(cannot=["done"])
    scene.play("field 7").shows(own=["barrow 8", "field 8", "helper 8"])
    board("T-PLAY A", round=1, A=farm(**POOR)).shows(moves=["done"])


def test_donkey_marker__one_is_always_available(board, farm) -> None:
    """Three of four are used in rounds 1 to 3 and 4 to 6 (LG-DEAD-2)"""
    for round_, used in ((3, [1, 2]), (6, [3, 4])):
        scene = board("T-DONKEY A", round=round_, A=farm(donkeys_used=used))
        scene.shows(moves=[f"donkey {number}" for number in (1, 2, 3, 4) if number not in used])


@pytest.mark.parametrize("turn", ["T-PLAY A", "T-ROOF A", "T-LAST A", "T-SIESTA A", "T-DELIVER A"])
def test_player_who_can_do_nothing__has_done(board, farm, turn) -> None:
    """(LG-DEAD-3)"""
    scene = board(turn, A=farm(**POOR), dice=[5]).shows(can=["done"])
    assert set(scene.legal) <= {"done", "die 5"}


def test_nobody__is_ever_eliminated(board, farm) -> None:
    """(LG-DEAD-3)"""
    scene = board("T-PLAY A", A=farm(**POOR), pile=[], discards=[]).until("T-DELIVER A")
    scene.until("T-PLAY A").shows(round=3).shows("A", silver=8)


DECLINED = [
    ("T-PLAY A", {"hand": [7]}),
    ("T-INCOME A", {"helpers": [14]}),
    ("T-ROOF A", {"silver": 9, "roof": [4]}),
    ("T-SIESTA A", {"silver": 9, "goods": {"olive": 1}}),
    ("T-DELIVER A", {"goods": {"olive": 1}, "barrows": [46]}),
]


@pytest.mark.parametrize(("turn", "position"), DECLINED)
def test_nothing_is_forced__but_what_the_ledger_names(board, farm, turn, position) -> None:
    """(LG-DEAD-4)"""
    board(turn, A=farm(**position), roof_display=[5]).shows(can=["done"])


FORCED = [
    ("T-PLAY A", {"hand": [7, 8]}, [], 1, {}),
    ("T-DIE A", {}, [], 2, {"dice": [1, 4]}),
    ("T-DIE A", {}, ["die 2"], 2, {"dice": [2, 4]}),
    ("T-DIE A", {}, ["die 3"], 2, {"dice": [3, 4]}),
    ("T-DONKEY A", {}, [], 2, {}),
    (
        "T-DELIVER A",
        {"barrows": [46], "loads": {46: "olive"}, "goods": {"olive": 1}},
        ["deliver olive barrow 1"],
        2,
        {},
    ),
    ("T-PLAY A", {"hand": [7, 8, 9, 10]}, ["done"], 2, {}),
    ("T-PLAY A", {"hand": [7], "helpers": [1, 2, 3]}, ["helper 7"], 2, {}),
    ("T-PLAY A", {"hand": [7], "barrows": [1, 2, 3]}, ["barrow 7"], 2, {}),
    ("T-PLAY A", {"hand": [7]}, ["extend 7"], 2, {}),
    ("T-SIESTA A", {"goods": {"olive": 1, "grape": 1}, "helpers": [26]}, ["use helper 26"], 2, {}),
]


@pytest.mark.parametrize(("turn", "position", "moves", "round_", "village"), FORCED)
def test_what_is_forced__has_no_done(board, farm, turn, position, moves, round_, village) -> None:
    """Plays of round 1, dice, options, donkeys, markers, discards, replacing, paying (LG-DEAD-4)"""
    scene = board(turn, round=round_, A=farm(**position), **village).play(*moves)
    scene.shows(cannot=["done"])
    assert len(scene.legal) > 1


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_frame__is_finite(new_match, seats) -> None:
    """Turns of a match: six rounds of a fixed number of them at most (LG-TERM-1)"""
    scene = new_match(seats).play("first 0").until("T-PLAY A")
    rng = random.Random(seats)
    done = moves = 0
    while scene.deal().state.to_act is not None:
        move = rng.choice(scene.state.legal_moves())
        done += str(move) == "done"
        moves += 1
        scene.state.apply(move)
    assert scene.state.turn <= 6 * seats * 10
    assert moves <= scene.game.max_decisions(seats)
    assert done > 6 * seats * 4


@pytest.mark.parametrize("helpers", [[], [1, 7, 8], [42, 41, 35], [26, 27, 23]])
def test_any_time_actions__lower_the_worth_of_a_farm(board, farm, helpers) -> None:
    """Silver 2, crop 3, pig 7, an upgraded good less than its raw one (LG-TERM-2)"""
    weights = {"olive": 3, "grain": 3, "grape": 3, "pig": 7, "food": 2, "wine": 2, "meat": 6}

    def worth(scene) -> int:
        held = scene.fact("A", "goods", None)
        full = sum(text.count("full") for text in scene.fact("A", "fields", None).values())
        silver = scene.fact("A", "silver", None)
        return 2 * silver + 3 * full + sum(weights[good] * held[good] for good in held)

    rng = random.Random(5)
    fields = {"olive": "full full"}
    position = farm(silver=30, trade=0, goods={"olive": 2}, fields=fields, helpers=helpers)
    scene = board("T-SIESTA A", A=position)
    while moves := [move for move in scene.legal if move.split()[0] in ("buy", "sell", "upgrade")]:
        before = worth(scene)
        scene.play(rng.choice(moves))
        assert worth(scene) < before


def test_trade_commodity__comes_back_in_a_turn_by_a_full_barrow_only(board, farm) -> None:
    """No use of one gives another or a delivery; a barrow takes two deliveries (LG-TERM-3)"""
    position = farm(trade=1, goods={"olive": 1}, hand=[7], silver=1, barrows=[46])
    scene = board("T-SIESTA A", A=position)
    for use in [move for move in scene.legal if move.startswith("trade")]:
        other = scene.copy().play(use).deal().until_no_choice()
        other.shows("A", trade=0, barrows=[46], loads={46: ""})


def test_smuggler__works_once_a_round(board, farm) -> None:
    """(LG-TERM-3)"""
    scene = board("T-SIESTA A", A=farm(trade=1, silver=9, helpers=[33])).play("use helper 33")
    scene.shows("A", trade=2, silver=7).shows(cannot=["use helper 33"])
    scene.play("trade silver", "trade silver").shows(cannot=["use helper 33"])


def test_effects__count_down_or_end(board, farm) -> None:
    """(LG-TERM-4)"""
    scene = board("T-SIESTA A", A=farm(trade=1, goods=EVERY_GOOD)).play("trade upgrades")
    scene.copy().play("done").shows(turn="T-SIESTA A")
    scene.play("free olive").shows(turn="C-UPGRADE A")
    scene.play("free grain").shows(turn="T-SIESTA A")


@pytest.mark.parametrize("given", [{"edition": "2014"}, {"": ""}, {"rounds": "6"}])
def test_options__there_are_none(new_match, given) -> None:
    """(LG-OPT-1)"""
    game = new_match(2).game
    assert game.options == ()
    assert game.check_options({}) == {}
    with pytest.raises(OptionError):
        game.check_options(given)
