"""The DECISIONS of the ledger: turns, moves and choices."""

from __future__ import annotations

import itertools

import pytest
from siurell.errors import InvalidMoveError

FULL = {"silver": 60, "goods": dict.fromkeys(["olive", "grain", "grape", "pig"], 1)}
UPGRADED = {"food": 1, "wine": 1, "meat": 1}
CROPS = ["olive", "grain", "grape"]


def test_donkeys__are_asked_one_by_one_in_turn_order(board) -> None:
    """None sees another's choice, and the legal list does not depend on it (LG-DEC-1)"""
    scene = board("T-DONKEY B", order="BCA")
    for seat in "BCA":
        scene.shows(turn=f"T-DONKEY {seat}", moves=[f"donkey {n}" for n in (1, 2, 3, 4)])
        scene.play("donkey 2")
    scene.shows(turn="T-SIESTA B")


@pytest.mark.parametrize(
    "text",
    [
        "Done",
        "done ",
        " done",
        "field  7",
        "field 07",
        "field +7",
        "field 0",
        "field 67",
        "field seven",
        "field",
        "die 0",
        "die 7",
        "donkey 5",
        "roof 25",
        "market 7a",
        "deliver olive@field barrow 4",
        "deliver olive barrow",
        "deliver olive craft pub",
        "upgrade pig@field",
        "pay trade@field",
        "replace 0",
        "replace 4",
        "take nothing",
        "use roof",
        "field\t7",
        "",
        "trade  silver",
        "field 7\n",
        "ﬁeld 7",
    ],
)
def test_text__that_is_not_canonical_is_no_move(board, farm, text) -> None:
    """(LG-DEC-2)"""
    scene = board("T-PLAY A", A=farm(hand=[7]))
    assert text not in scene.legal
    with pytest.raises(InvalidMoveError):
        scene.game.parse_move(text)


@pytest.mark.parametrize("text", ["field 7\n", " field 7", "field  7", "field 7 ", "field\t7"])
def test_text__with_a_blank_too_many_is_told_so(board, farm, text) -> None:
    """(LG-DEC-2)"""
    scene = board("T-PLAY A", A=farm(hand=[7]))
    with pytest.raises(InvalidMoveError, match="a blank or a line end too many"):
        scene.game.parse_move(text)


def test_text__that_is_not_legal_has_a_reason(board, farm) -> None:
    """No other text is legal (LG-DEC-2)"""
    scene = board("T-PLAY A", A=farm(hand=[7], silver=2, trade=0))
    every = ["field 8", "buy pig", "die 3", "donkey 1", "pay silver", "market 2a", "replace 1"]
    every += ["take silver", "gain olive", "discard 7", "roof 5", "mark 3", "reuse 4", "free olive"]
    for text in every:
        assert scene.why(text).endswith("."), text
        scene.shows(cannot=[text])
    for text in scene.legal:
        assert scene.why(text) == ""


def test_legal_list__is_sorted_without_duplicates(board, farm) -> None:
    """(LG-DEC-3)"""
    fields = dict.fromkeys(CROPS, "full full")
    goods = FULL["goods"] | UPGRADED
    position = farm(
        hand=[7, 17, 30, 46, 5], silver=60, goods=goods, fields=fields, helpers=[23, 35]
    )
    for turn in ("T-PLAY A", "T-DELIVER A"):
        legal = board(turn, A=position).legal
        assert legal == sorted(set(legal), key=str.encode)
        assert len(legal) > 20


def test_single_legal_move__is_a_decision_all_the_same(board, farm) -> None:
    """A referee may play it; the state asks (LG-DEC-4, LG-DEC-13)"""
    board("T-SIESTA A", A=farm(silver=0, trade=0)).shows(moves=["done"], turn="T-SIESTA A")
    board("T-DONKEY A", A=farm(donkeys_used=[1, 2, 4])).shows(moves=["donkey 3"])


def test_no_legal_answer__is_no_matter_of_the_state(board, farm) -> None:
    """A move that is not legal is told so and changes nothing (LG-DEC-5)"""
    scene = board("T-PLAY A", A=farm(hand=[7]))
    key = scene.state.key()
    assert scene.why("field 8") != ""
    assert scene.state.key() == key


def test_chance__leaves_no_decision_open(board) -> None:
    """(LG-DEC-6)"""
    scene = board("T-ROOF C").play("done").shows(turn="chance", moves=[])
    scene.play("dice 1 2 3 4 5 6 6").shows(turn="T-DIE A")


def test_payment__has_no_dead_end(board, farm) -> None:
    """Three kinds in any order (LG-DEC-7)"""
    kinds = ["silver", "vp", "olive@field"]
    position = {"extensions": [1, 3], "fields": {"olive": "full"}, "trade": 0, "hand": [40]}
    for order in itertools.permutations(kinds):
        scene = board("T-PLAY A", A=farm(**position)).play("extend 40")
        scene.play(*(f"pay {kind}" for kind in order)).shows(turn="T-PLAY A")
        scene.shows("A", silver=0, vp=0, fields={"olive": "empty"}, extensions=[1, 3, 40])
    board("T-PLAY A", A=farm(**position | {"vp": 0})).shows(cannot=["extend 40"])


def test_choice_after_playing__comes_right_away(board, farm) -> None:
    """The card leaves the hand with the first move (LG-DEC-8)"""
    given = {"hand": [7, 8], "barrows": [1, 2, 3], "helpers": [4, 5, 6]}
    scene = board("T-PLAY A", A=farm(**given))
    for move, turn in (("barrow 7", "REPLACE"), ("helper 7", "REPLACE"), ("extend 7", "PAY")):
        scene.copy().play(move).shows(turn=f"C-{turn} A").shows("A", hand=[8])


def test_deliveries__are_decisions_of_their_own(board, farm) -> None:
    """(LG-DEC-9)"""
    position = farm(barrows=[22], goods={"olive": 2}, extensions=[5], silver=2)
    scene = board("T-DELIVER A", A=position, donkeys={"A": 1}).play("deliver olive barrow 1")
    scene.shows(turn="T-DELIVER A").play("extra olive barrow 1").shows(turn="T-DELIVER A")
    scene.shows("A", loads={22: "olive olive"}, silver=1)


def test_size__any_time_moves_have_an_upper_bound(board, farm) -> None:
    """4 buy, 7 sell, 7 upgrade, 6 trade, 5 roof, 3 helper (LG-DEC-10)"""
    position = farm(
        goods=FULL["goods"] | UPGRADED,
        fields=dict.fromkeys(CROPS, "full full"),
        silver=60,
        trade=1,
        hand=[7],
        roof=[1, 4, 6, 9, 16],
        helpers=[35, 23, 53],
    )
    scene = board("T-SIESTA A", A=position)
    found = [" ".join(text.split()[: 1 + text.startswith("use")]) for text in scene.legal]
    counts = {word: found.count(word) for word in found}
    wanted = {
        "buy": 4,
        "sell": 7,
        "upgrade": 7,
        "trade": 6,
        "use roof": 5,
        "use helper": 2,
        "done": 1,
    }
    assert counts == wanted


def test_size__four_moves_for_each_hand_card(board, farm) -> None:
    """(LG-DEC-10)"""
    scene = board("T-PLAY A", A=farm(hand=list(range(20, 35)), silver=1, trade=0))
    assert len(scene.legal) == 4 * 15 + 1


@pytest.mark.parametrize(
    ("turn", "phase"),
    [
        ("T-PLAY A", "farm"),
        ("T-INCOME A", "farm"),
        ("T-ROOF A", "farm"),
        ("T-MARK A", "revenue"),
        ("T-DIE A", "revenue"),
        ("T-LAST A", "revenue"),
        ("T-DONKEY A", "transport"),
        ("T-SIESTA A", "transport"),
        ("T-DELIVER A", "transport"),
    ],
)
def test_turn__belongs_to_a_phase(board, farm, turn, phase) -> None:
    """(LG-DEC-11)"""
    scene = board(turn, A=farm(helpers=[14, 5])).shows(turn=turn)
    assert scene.state.phase == phase


def test_flow__of_a_round(board, farm) -> None:
    """(LG-DEC-12)"""
    scene = board("T-PLAY A", A=farm(helpers=[14, 5]), B=farm(helpers=[14]))
    found = []
    while scene.turn != "T-PLAY A" or not found:
        if scene.turn.startswith("T-") and found[-1:] != [scene.turn]:
            found.append(scene.turn)
        scene.step().deal()
    turns = ["PLAY A", "PLAY B", "PLAY C", "INCOME A", "INCOME B", "ROOF A", "ROOF B", "ROOF C"]
    turns += ["MARK A", *["DIE A", "DIE B", "DIE C"] * 2, "LAST A", "LAST B", "LAST C"]
    turns += ["DONKEY A", "DONKEY B", "DONKEY C", "SIESTA A", "SIESTA B", "SIESTA C"]
    assert found[: len(turns)] == [f"T-{turn}" for turn in turns]
    assert sorted(found[len(turns) :]) == ["T-DELIVER A", "T-DELIVER B", "T-DELIVER C"]


def test_asked__although_only_one_move_is_legal(board, farm) -> None:
    """Market, discard and every unit of an extension; a single option or good is not (LG-DEC-13)"""
    own = farm(barrows=[14], loads={14: "olive pig wine"}, goods={"meat": 1})
    scene = board("T-DELIVER A", A=own, market={"6a": "A"}).play("deliver meat barrow 1")
    scene.shows(moves=["market 6b"], turn="C-MARKET A")
    own = farm(hand=[40], silver=0, trade=0, vp=1)
    scene = board("T-PLAY A", A=own).play("extend 40").shows(moves=["pay vp"], turn="C-PAY A")
    scene = board("T-SIESTA A", A=farm(helpers=[48], hand=[40])).play("use helper 48")
    scene.shows(moves=["discard 40"], turn="C-DISCARD A")
    scene = board("T-DIE A", dice=[1, 6], A=farm(silver=0, trade=0, goods={}))
    scene.copy().play("die 6").shows("A", silver=2).shows(turn="T-DIE A")
    scene.play("die 1").shows("A", goods={"pig": 1}).shows(turn="T-DIE A")


def test_words__of_the_moves(board) -> None:
    """Every kind of number and name that a move may have (LG-DEC-14)"""
    parse = board("T-PLAY A").game.parse_move
    texts = [f"field {card}" for card in range(1, 67)]
    texts += [f"roof {marker}" for marker in range(1, 25)]
    texts += [f"gain {good}" for good in [*CROPS, "pig", "food", "wine", "meat", "trade"]]
    sources = [*CROPS, "pig", "food", "wine", "meat", "trade", *(f"{crop}@field" for crop in CROPS)]
    buildings = ["merchant", "wainwright", "deli", "greengrocer", "store", "butcher"]
    texts += [f"deliver {source} barrow {slot}" for source in sources for slot in (1, 2, 3)]
    texts += [f"extra {source} craft {key}" for source in sources for key in buildings]
    texts += [f"market {space}" for space in ("2a", "3b", "4e", "5e", "6d")]
    texts += [f"{word} {die}" for word in ("die", "mark") for die in range(1, 7)]
    assert [str(parse(text)) for text in texts] == texts
