"""Section 13 of the ledger: craft buildings."""

from __future__ import annotations

import pytest

KEYS = ["merchant", "wainwright", "deli", "greengrocer", "store", "butcher"]
ROWS = {
    "merchant": "grain grape food trade",
    "wainwright": "olive pig food trade",
    "deli": "grain food wine meat",
    "greengrocer": "olive grape food meat",
    "store": "grape food wine trade",
    "butcher": "grain pig meat trade",
}
POOR = {"vp": 0, "silver": 0, "trade": 0}


@pytest.fixture
def complete(board, farm):
    """Makes a position of A whose row of a building has just been filled."""

    def make(key: str, *, turn: str = "T-DELIVER A", own=None, **given):
        first, rest = ROWS[key].split(" ", 1)
        position = POOR | {"rows": {key: rest}, "goods": {first: 1}} | (own or {})
        return board(turn, A=farm(**position), **given).play(f"deliver {first} craft {key}")

    return make


@pytest.mark.parametrize(("die", "key"), list(enumerate(KEYS, start=1)))
def test_buildings__by_number_of_the_die(new_match, die, key) -> None:
    """(LG-CRAFT-1)"""
    others = [other for other in (1, 2, 3) if other != die][:2]
    scene = new_match(2).play("first 0", f"building {die}", *(f"building {d}" for d in others))
    assert scene.fact(None, "order_markers", None)[key] == 1


@pytest.mark.parametrize("key", KEYS)
def test_row__asks_for_four_goods_alike_for_all(board, farm, key) -> None:
    """(LG-CRAFT-2)"""
    every = dict.fromkeys(["olive", "grain", "grape", "pig", "food", "wine", "meat"], 1)
    rich = farm(goods=every, trade=1)
    scene = board("T-DELIVER A", A=rich, B=rich)
    for seat in "AB":
        legal = [move.split()[1] for move in scene.legal if move.endswith(f"craft {key}")]
        assert legal == sorted(ROWS[key].split())
        scene.play(f"deliver {legal[0]} craft {key}", "done")
        scene.shows(seat, rows={key: legal[0]})


def test_closed_building__takes_no_delivery(board, farm) -> None:
    """(LG-CRAFT-3)"""
    scene = board("T-DELIVER A", A=farm(goods={"food": 1}), order_markers={"deli": 1, "store": 2})
    crafts = ["greengrocer", "merchant", "wainwright"]
    assert [move for move in scene.legal if move.startswith("deliver food")] == [
        f"deliver food craft {key}" for key in crafts
    ]


@pytest.mark.parametrize("round_", [1, 2, 3, 4, 5, 6])
def test_full_row__gives_the_round_number_and_the_first_vp(complete, round_) -> None:
    """(LG-CRAFT-4)"""
    complete("merchant", round=round_).shows("A", vp=round_ + 1, silver=3, crafts=["merchant"])
    taken = {"B": {"crafts": ["merchant"]}}
    complete("merchant", round=round_, **taken).shows("A", vp=round_, silver=3)


def test_full_row__opens_a_building_before_its_own_reward(complete) -> None:
    """The wainwright's delivery goes to the building just opened (LG-CRAFT-4, LG-CRAFT-6)"""
    own = {"goods": {"olive": 1, "wine": 1}, "rows": {"wainwright": "pig food trade"}}
    closed = {"store": 2, "deli": 3}
    scene = complete("wainwright", own=own, order_markers=closed).shows(turn="C-DELIVER A")
    scene.shows(moves=["deliver wine craft store", "done"], order_markers={"deli": 3})


def test_full_row__its_own_reward_comes_before_the_triggers(complete) -> None:
    """Stonemason draws after the greengrocer's good (LG-CRAFT-4)"""
    scene = complete("greengrocer", own={"helpers": [32]}, round=2).shows("A", vp=2 + 1)
    scene.shows(turn="C-GAIN A").play("gain olive").shows("A", vp=4)
    scene.shows(turn="chance").deal().shows("A", hand_size=1)


def test_full_row__stays_full(complete) -> None:
    """(LG-CRAFT-5)"""
    scene = complete("merchant", own={"goods": {"grain": 4, "grape": 1, "food": 1}, "trade": 1})
    scene.shows("A", rows={"merchant": ROWS["merchant"]})
    assert not [move for move in scene.legal if move.endswith("craft merchant")]


def test_opening__removes_the_lowest_order_marker_and_takes_its_vp(complete) -> None:
    """Nothing when none is left (LG-CRAFT-6)"""
    taken = {"B": {"crafts": ["merchant"]}}
    scene = complete(
        "merchant", round=2, order_markers={"deli": 1, "butcher": 2, "store": 3}, **taken
    )
    scene.shows("A", vp=2 + 1).shows(order_markers={"butcher": 2, "store": 3})
    scene = complete("merchant", round=2, order_markers={"store": 3}, **taken)
    scene.shows("A", vp=2 + 1).shows(order_markers={}, open=KEYS)
    complete("merchant", round=2, **taken).shows("A", vp=2).shows(open=KEYS)


@pytest.mark.parametrize(
    ("key", "moves", "changed"),
    [
        ("merchant", [], {"silver": 3}),
        ("wainwright", [], {"silver": 0, "goods": {}}),
        ("deli", [], {"trade": 1}),
        ("greengrocer", ["gain grape"], {"goods": {"grape": 1}}),
        ("store", [], {"vp": 2 + 1 + 2}),
        ("butcher", [], {"vp": 2 + 1 + 2}),
    ],
)
def test_reward__at_once(complete, key, moves, changed) -> None:
    """Butcher with two barrows (LG-CRAFT-7)"""
    scene = complete(key, round=2, own={"barrows": [6, 46]}, discs={0: "ABC"}).play(*moves)
    scene.shows("A", **{"vp": 2 + 1} | changed).shows(turn="T-DELIVER A")
    scene.shows(discs={0: "BC", 1: "A"} if key == "wainwright" else {0: "ABC"})


@pytest.mark.parametrize(
    ("key", "moves", "changed"),
    [
        ("merchant", [], {"silver": 3}),
        ("deli", [], {"trade": 1}),
        ("greengrocer", ["gain pig"], {"goods": {"pig": 1}}),
    ],
)
def test_reward__as_income(board, farm, key, moves, changed) -> None:
    """(LG-CRAFT-7)"""
    scene = board("T-PLAY C", A=farm(crafts=[key], **POOR)).flow("done").play(*moves)
    scene.shows("A", **{"silver": 0} | changed).shows(turn="T-INCOME A")


def test_reward__of_store_for_each_further_building(complete) -> None:
    """(LG-CRAFT-7)"""
    complete("merchant", round=2, own={"crafts": ["store"]}).shows("A", vp=2 + 1 + 2)


def test_reward__of_butcher_for_each_barrow(board, farm) -> None:
    """(LG-CRAFT-7)"""
    position = farm(crafts=["butcher"], barrows=[46], loads={46: "olive"}, goods={"olive": 1}, vp=0)
    scene = board("T-DELIVER A", A=position).play("deliver olive barrow 1", "market 2a")
    scene.shows("A", vp=2 + 1)


def test_wainwright__is_not_saved_up(board, farm) -> None:
    """One delivery and one step in each later round (LG-CRAFT-8)"""
    position = farm(crafts=["wainwright"], barrows=[22], goods={"olive": 2, "grape": 2}, trade=0)
    scene = board("T-DONKEY A", round=2, discs={0: "ABC"}, A=position)
    scene.play("donkey 1", "donkey 4", "donkey 4").shows(discs={0: "BC", 3 + 1: "A"})
    scene.until("T-DELIVER A").until("T-DONKEY A").play("donkey 2")
    scene.play("donkey 3", "donkey 3").shows(discs={0: "BC", 2 + 1: "A"})
    scene.until("T-DELIVER A").play("deliver olive barrow 1", "deliver olive barrow 1")
    scene.play("deliver grape barrow 1").shows(own=["done"])


def test_wainwright__begins_with_the_next_round(board, farm) -> None:
    """Completed by a roof marker before the transport phase of that round (LG-CRAFT-9)"""
    position = farm(
        rows={"wainwright": "pig food trade"},
        barrows=[46, 22],
        goods={"olive": 4},
        roof=[11],
        **POOR,
    )
    scene = board("T-ROOF A", round=2, discs={0: "ABC"}, A=position)
    scene.play("use roof 11", "deliver olive craft wainwright", "done")
    scene.shows("A", crafts=["wainwright"]).shows(discs={0: "BC", 1: "A"}, turn="T-ROOF A")
    scene.until("T-DONKEY A").play("donkey 1", "donkey 4", "donkey 4")
    scene.shows(discs={0: "BC", 1 + 3: "A"}).until("T-DELIVER A")
    scene.play("deliver olive barrow 1").shows(own=["done"])


def test_marker_on_the_grey_area__does_not_score(board, farm) -> None:
    """(LG-CRAFT-10)"""
    position = farm(crafts=["store", "butcher", "deli"], vp=7)
    scene = board("T-DELIVER C", order="CAB", discs={0: "CAB"}, A=position)
    scene.flow("done", "done", "done").shows("A", vp=7)


def test_full_row__within_another_fires_by_what_was_owned_before(complete) -> None:
    """The store taken by the wainwright's delivery gives nothing for the wainwright (LG-CRAFT-4)"""
    rows = {"wainwright": "pig food trade", "store": "grape food trade"}
    own = {"rows": rows, "goods": {"olive": 1, "wine": 1}}
    closed = {"deli": 2, "butcher": 3}
    scene = complete("wainwright", own=own, round=2, order_markers=closed, discs={0: "ABC"})
    scene.shows("A", vp=2 + 1 + 1).play("deliver wine craft store")
    scene.shows("A", vp=4 + 2 + 1 + 1 + 2, crafts=["store", "wainwright"])
    scene.shows(discs={0: "BC", 1: "A"}, order_markers={}, turn="T-DELIVER A")


def test_full_row__that_of_the_store_owned_before_counts_twice(complete) -> None:
    """(LG-CRAFT-4, LG-CRAFT-7)"""
    rows = {"wainwright": "pig food trade", "merchant": "grape food trade"}
    own = {"rows": rows, "goods": {"olive": 1, "grain": 1}, "crafts": ["store"]}
    scene = complete("wainwright", own=own, round=2).play("deliver grain craft merchant")
    scene.shows("A", vp=(2 + 1 + 2) * 2, silver=3)
