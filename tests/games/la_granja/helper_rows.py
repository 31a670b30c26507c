"""A position for each helper in which it does what its text says; `test_helper_cards.py` runs it.

A row holds the card, the turn, the farm of A besides the helper, moves, what A has then, and the
rest of the position. Chance behind each move is answered.
"""

from __future__ import annotations

POOR = {"vp": 0, "silver": 0, "trade": 0}
OLIVES = {"barrows": [46, 22, 19], "goods": {"olive": 6}}
FOUR = {"dice": [4] * 7}
NO_GOODS = {"goods": {}}
PLACER = {
    "barrows": [27],
    "loads": {27: "olive olive grape"},
    "goods": {"meat": 1},
    **POOR,
}
"""A player who is about to place a marker on a 5."""
LAST_GRAIN = {"rows": {"merchant": "grape food trade"}, "goods": {"grain": 1}}
PLACED = ["deliver meat barrow 1", "market 5a"]


def row(card, turn, position, moves, changed, **given):
    return card, turn, {**POOR, **position}, moves, changed, given


ROWS = [
    row(
        1,
        "T-SIESTA A",
        {"silver": 5, "goods": dict.fromkeys(["olive", "grain", "grape", "pig"], 1)},
        ["upgrade olive", "upgrade grain", "upgrade grape", "upgrade pig"],
        {"silver": 0, "goods": {"food": 2, "wine": 1, "meat": 1}},
    ),
    row(2, "T-DELIVER B", {}, PLACED, {"vp": 1}, order="BAC", market={"2a": "A"}, B=PLACER),
    row(
        3,
        "T-DIE A",
        {**OLIVES},
        ["die 6", "take silver", "use helper 3", "deliver olive barrow 1"],
        {"silver": 2, "loads": {46: "olive"}},
        dice=[4, 6],
    ),
    row(
        4, "T-SIESTA A", {"vp": 1, "hand": [7]}, ["use helper 4", "field 7"], {"vp": 0, "hand": []}
    ),
    row(
        6, "T-DIE A", {"vp": 1}, ["die 4", "use helper 6"], {"silver": 8, "vp": 0}, round=4, **FOUR
    ),
    row(7, "T-SIESTA A", {"goods": {"grain": 1}}, ["upgrade grain"], {"goods": {"food": 1}}),
    row(
        8,
        "T-SIESTA A",
        {"silver": 1, "goods": {"grape": 1}},
        ["upgrade grape"],
        {"silver": 0, "goods": {"wine": 1}},
    ),
    row(9, "T-SIESTA A", {"goods": {"olive": 1}}, ["upgrade olive"], {"goods": {"food": 1}}),
    row(
        10,
        "T-SIESTA A",
        {"silver": 5, "goods": {"pig": 2}},
        ["buy pig", "upgrade pig"],
        {"silver": 0, "goods": {"pig": 2, "meat": 1}},
    ),
    row(
        11,
        "T-DELIVER A",
        {**OLIVES, "silver": 2},
        ["deliver olive barrow 2", "extra olive barrow 2", "extra olive barrow 3"],
        {"silver": 0, "loads": {22: "olive olive", 19: "olive"}},
        donkeys={"A": 1},
    ),
    row(
        12,
        "T-SIESTA A",
        {"silver": 10, "goods": {"pig": 2}},
        ["buy pig", "buy pig"],
        {"goods": {"pig": 4}},
    ),
    row(13, "T-PLAY A", {}, ["done"], {"hand_size": 3 + 2}),
    row(14, "T-PLAY C", {}, ["done"], {"silver": 2}),
    row(15, "T-PLAY C", {}, ["done"], {"goods": {"olive": 1}}),
    row(16, "T-PLAY C", {}, ["done"], {"goods": {"grain": 1}}),
    row(17, "T-PLAY C", {}, ["done"], {"goods": {"grape": 1}}),
    row(
        18,
        "T-SIESTA A",
        {"fields": {"grape": "empty empty"}},
        ["use helper 18", "grow grape"],
        {"fields": {"grape": "full empty"}},
    ),
    row(
        19,
        "T-ROOF A",
        {"silver": 1},
        ["roof 9"],
        {"silver": 0, "roof": [9]},
        round=3,
        roof_display=[9],
    ),
    row(20, "T-ROOF A", {"silver": 2}, ["roof 5"], {"silver": 0, "vp": 1}, roof_display=[5]),
    row(21, "T-DELIVER A", {}, ["done"], {"vp": 1}, order="BCA"),
    row(22, "T-DELIVER C", {}, ["done"], {"silver": 3}),
    row(
        23,
        "T-SIESTA A",
        {"goods": {"pig": 1}},
        ["use helper 23", "free pig"],
        {"goods": {"meat": 1}},
    ),
    row(
        24,
        "T-DELIVER A",
        {**OLIVES},
        ["deliver olive barrow 2", "use helper 24", "deliver olive barrow 2"],
        {"loads": {22: "olive olive"}},
        donkeys={"A": 1},
    ),
    row(
        25,
        "T-DIE A",
        {**OLIVES, "silver": 1},
        ["use helper 25", "deliver olive barrow 2"],
        {"silver": 0, "loads": {22: "olive"}},
    ),
    row(
        26,
        "T-SIESTA A",
        {"goods": {"grape": 1}},
        ["use helper 26"],
        {"silver": 3, "goods": {}},
    ),
    row(27, "T-SIESTA A", {"goods": {"pig": 1}}, ["use helper 27"], {"silver": 5, "goods": {}}),
    row(
        28,
        "T-SIESTA A",
        {"goods": {"wine": 1}},
        ["use helper 28"],
        {"vp": 1, "silver": 1, "goods": {}},
    ),
    row(
        29,
        "T-SIESTA A",
        {"goods": {"food": 1}},
        ["use helper 29"],
        {"vp": 1, "silver": 0, "goods": {}},
    ),
    row(
        30,
        "T-SIESTA A",
        {"goods": {"meat": 1}},
        ["use helper 30"],
        {"vp": 1, "silver": 2, "goods": {}},
    ),
    row(
        31, "T-DELIVER A", LAST_GRAIN, ["deliver grain craft merchant"], {"silver": 3 + 4, "vp": 3}
    ),
    row(
        32,
        "T-DELIVER A",
        LAST_GRAIN,
        ["deliver grain craft merchant"],
        {"silver": 3, "vp": 3 + 1, "hand_size": 1},
    ),
    row(33, "T-SIESTA A", {"silver": 2}, ["use helper 33"], {"silver": 0, "trade": 1}),
    row(34, "T-DELIVER A", PLACER, PLACED, {"silver": 2, "vp": 5}),
    row(
        35,
        "T-SIESTA A",
        {"fields": {"grain": "full"}},
        ["sell grain@field"],
        {"silver": 1, "fields": {"grain": "empty"}},
    ),
    row(
        36,
        "T-DELIVER A",
        PLACER,
        PLACED,
        {"silver": 4, "vp": 7},
        market={"2a": "B", "4a": "C"},
    ),
    row(
        37,
        "T-DELIVER B",
        {},
        [*PLACED, "done", "done", "done"],
        {"vp": 1},
        market={"4a": "A"},
        B=PLACER,
        order="BAC",
    ),
    row(
        38,
        "T-DELIVER A",
        {"barrows": [14], "loads": {14: "olive pig wine"}, "goods": {"meat": 1}},
        ["deliver meat barrow 1", "market 6a"],
        {"vp": 7},
        seats=4,
        market={"6c": "B"},
    ),
    row(40, "T-DIE A", {}, ["die 4"], {"silver": 4 + 2}, **FOUR),
    row(
        41,
        "T-SIESTA A",
        {"silver": 4, "goods": {"pig": 2}},
        ["buy pig"],
        {"silver": 0, "goods": {"pig": 3}},
    ),
    row(
        42,
        "T-SIESTA A",
        {"silver": 6},
        ["buy olive", "buy grain", "buy grape"],
        {"silver": 0, "goods": {"olive": 1, "grain": 1, "grape": 1}},
    ),
    row(43, "T-PLAY C", {"goods": {"pig": 1}}, ["done"], {"goods": {"pig": 2}}),
    row(44, "T-PLAY C", {"goods": {"pig": 2}, "extensions": [1]}, ["done"], {"goods": {"pig": 4}}),
    row(
        45,
        "T-PLAY A",
        {"extensions": [1], "silver": 1, "hand": [40]},
        ["extend 40", "pay silver"],
        {"silver": 0, "extensions": [1, 40]},
    ),
    row(
        46,
        "T-PLAY A",
        {"silver": 1, "hand": [40]},
        ["extend 40", "pay silver"],
        {"silver": 3, "extensions": [40]},
    ),
    row(
        47,
        "T-PLAY A",
        {"hand": [7]},
        ["field 7", "grow olive"],
        {"fields": {"olive": "full"}},
    ),
    row(48, "T-SIESTA A", {"hand": [7]}, ["use helper 48", "discard 7"], {"hand_size": 2}),
    row(
        49,
        "T-ROOF A",
        {"silver": 2, "hand": [7]},
        ["use helper 49", "field 7"],
        {"silver": 0, "fields": {"olive": "empty"}},
    ),
    row(50, "T-PLAY C", {"extensions": [5, 6, 12]}, ["done"], {"silver": 3}),
    row(51, "T-PLAY C", {"crafts": ["store", "butcher"]}, ["done"], {"silver": 4}),
    row(
        52,
        "T-DELIVER C",
        {},
        ["done"],
        {"vp": 7 + 2},
        market=dict.fromkeys(["2a", "2b", "2c", "2d", "3a", "3b", "3c"], "A"),
    ),
    row(53, "T-SIESTA A", {"silver": 4}, ["use helper 53"], {"silver": 0, "vp": 1}),
    row(54, "T-SIESTA A", {"vp": 1}, ["use helper 54"], {"silver": 6, "vp": 0}),
    row(55, "T-PLAY C", {"goods": {"pig": 2}}, ["done"], {"silver": 2, "goods": {"pig": 3}}),
    row(
        56,
        "T-ROOF A",
        {"silver": 1, "donkeys_used": [2, 3]},
        ["use helper 56", "refresh 3"],
        {"silver": 0, "donkeys_used": [2]},
    ),
    row(
        57,
        "T-ROOF B",
        {},
        ["use roof 11", *PLACED],
        {"silver": 6},
        order="BAC",
        market={"2a": "A", "4a": "A"},
        B={**PLACER, "roof": [11]},
    ),
    row(
        58,
        "T-SIESTA A",
        {"silver": 2, "goods": {"olive": 1}},
        ["upgrade olive"],
        {"silver": 2, "goods": {"food": 1}},
    ),
    row(
        59,
        "T-DELIVER A",
        {"goods": {"wine": 2}, "barrows": [43]},
        ["deliver wine craft store", "deliver wine barrow 1"],
        {"vp": 1, "loads": {43: "wine"}},
    ),
    row(
        60,
        "T-DELIVER A",
        {**OLIVES},
        ["deliver olive barrow 2", "extra olive barrow 2"],
        {"silver": 0, "loads": {22: "olive olive"}},
        donkeys={"A": 1},
    ),
    row(
        61,
        "T-DELIVER A",
        {**OLIVES},
        ["deliver olive barrow 2", "deliver olive barrow 2"],
        {"loads": {22: "olive olive"}},
        donkeys={"A": 1},
    ),
    row(62, "T-DELIVER C", {}, ["done"], {"vp": 2 + 1}, discs={5: "A", 0: "BC"}),
    row(63, "T-SIESTA A", {"roof": [4]}, ["use roof 4"], {"silver": 2, "hand_size": 1}),
    row(
        64,
        "T-ROOF A",
        {"silver": 1, "roof": [4], "turned_down": [4]},
        ["use helper 64", "reuse 4", "use roof 4"],
        {"silver": 2},
    ),
    row(
        65,
        "T-DIE A",
        {**OLIVES, "silver": 2},
        ["use helper 65", "take delivery", "deliver olive barrow 2"],
        {"silver": 0, "loads": {22: "olive"}},
    ),
    row(66, "T-PLAY C", {}, ["done", "take draw"], {"silver": 0, "hand_size": 1}),
]
