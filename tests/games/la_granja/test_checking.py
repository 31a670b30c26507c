"""What a components file of La Granja is refused for: by table and field, with what would do."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest
from siurell.errors import ComponentsError
from siurell.games.la_granja.checking import check_components

DATA_FILE = resources.files("siurell.games.la_granja") / "la_granja.toml"

CASES = [
    ("format", 2, "the file, field `format`",
     "must be 1, not 2"),
    ("game", "granja", "the file, field `game`",
     'must be "la_granja", not "granja"'),
    ("constants rounds", 7, "[constants], field `rounds`",
     "must be 6, not 7"),
    ("constants dice 3", 8, "[constants], field `dice[3]`",
     "must be 7, two for each of 3 and one for all (LG-SETUP-7), not 8"),
    ("constants dice", [5, 5, 7], "[constants], field `dice`",
     "must be a list of 4, each a whole number from 1 to 99, not a list of 3"),
    ("constants donkey_refresh_round", 6, "[constants], field `donkey_refresh_round`",
     "must be a whole number from 3 to 5, not 6"),
    ("constants plays_mandatory 2", 0, "[constants], field `plays_mandatory[2]`",
     "must be true or false, not 0"),
    ("constants any_time_cap_per_turn", 41, "[constants], field `any_time_cap_per_turn`",
     "must be a whole number from 0 to 40, not 41"),
    ("options speed", "fast", "[options], field `speed`",
     "is not known here; the fields are none"),
    ("box farm_cards", 65, "[box], field `farm_cards`",
     "must be 66, not 65"),
    ("box dice", True, "[box], field `dice`",
     "must be 9, not true"),
    ("box player_markers", 99, "[box], field `player_markers`",
     "must be 100, 25 for each of 4 players, not 99"),
    ("goods pig buy", 3, "[goods.pig], field `buy`",
     "must be more than `sell`, 3, not 3 (LG-ANY-10)"),
    ("goods olive buy", 0, "[goods.olive], field `buy`",
     "must be a whole number from 1 to 99, not 0"),
    ("goods food buy", 2, "[goods.food], field `buy`",
     "must be 0, not 2"),
    ("goods grape upgrade_to", "vine", "[goods.grape], field `upgrade_to`",
     'must be one of "food", "wine", "meat", not "vine"'),
    ("goods melon", {}, "[goods], field `melon`",
     "is not known here; the fields are olive, grain, grape, pig, food, wine, meat, trade"),
    ("farm_board roof_spaces_vp", [1, 2], "[farm_board], field `roof_spaces_vp`",
     "must be a list of 5, each a whole number from 0 to 9, not a list of 2"),
    ("trade_use 2 key", "silver", "[[trade_use]] silver, field `key`",
     'must be a word of its own; "silver" stands here before'),
    ("revenue_space 2 options 3 key", "draw", "[[revenue_space]] 2, field `options[3].key`",
     'must be a word of its own; "draw" stands here before'),
    ("revenue_space 1 options 1 key", "Pig!", "[[revenue_space]] 1, field `options[1].key`",
     'must be small letters, digits and `_`, not "Pig!"'),
    ("donkey_marker 4 id", 5, "[[donkey_marker]] 5, field `id`",
     "must be a whole number from 1 to 4, not 5"),
    ("siesta_track vp", [0], "[siesta_track], field `vp`",
     "must be a list of 2 to 16, each a whole number from 0 to 9, not a list of 1"),
    ("craft building 2 die", 1, "[[craft.building]], field `die`",
     "must be each number from 1 to 6 once; 2 is missing"),
    ("craft building 2 key", "deli", "[[craft.building]] 3, field `key`",
     "must be another building: this one stands here before"),
    ("craft building 1 row", ["grain"], "[[craft.building]] 1, field `row`",
     "not a list of 1"),
    ("craft building 1 afterwards 1 optional", True,
     "[[craft.building]] 1, field `afterwards[1].optional`",
     "must be false: only helpers ask their owner (LG-DEC-18)"),
    ("solo grades 5 below", 90, "[solo], field `grades`",
     "must end with `below = 9999`, so that every result has a grade"),
    ("market setup_spaces 1", "5d", "[market], field `setup_spaces[1]`",
     'must be a space that is never closed, not "5d"'),
    ("market space 17 closed", False, "[market], field `space`",
     "must hold 10 closed spaces (LG-MARKET-2), not 9"),
    ("market space 1 neighbours", ["3a", "3b", "4a", "4b", "5a"],
     "[[market.space]] 2a, field `neighbours`",
     'must hold "5b" too: it is listed by [[market.space]] 5b'),
    ("market space 1 neighbours 6", "2a", "[[market.space]] 2a, field `neighbours[6]`",
     'must be the id of another space of the market, not "2a"'),
    ("market space 2 value", 7, "[[market.space]] 3a, field `value`",
     "must be a whole number from 2 to 6, not 7"),
    ("market space 2 q", 0, "[[market.space]] 3a, field `q`",
     "must be another place on the map: 2a lies at (0, 0)"),
    ("market space 3 id", "3a", "[[market.space]] 3a, field `id`",
     'must be one of its own; "3a" stands here before'),
    ("roof_marker 4 round", 6, "[[roof_marker]] 24, field `round`",
     "must be another round: 6 has four markers before"),
    ("roof_marker 4 id", 3, "[[roof_marker]], field `id`",
     "must be each number from 1 to 24 once; 4 is missing"),
    ("card 17 extension silver", -1, "[[card]] 17, field `extension.silver`",
     "must be a whole number from 0 to 9, not -1"),
    ("card 17 extension silver", 1.0, "[[card]] 17, field `extension.silver`",
     "must be a whole number from 0 to 9, not 1.0"),
    ("card 17 extension silver", 10**40, "[[card]] 17, field `extension.silver`",
     "must be a whole number from 0 to 9, not a far longer number"),
    ("card 17 barrow value", "6", "[[card]] 17, field `barrow.value`",
     'must be a whole number from 2 to 6, not "6"'),
    ("card 17 barrow goods", ["food"], "[[card]] 17, field `barrow.goods`",
     "not a list of 1"),
    ("card 17 barrow goods 1", "trade", "[[card]] 17, field `barrow.goods[1]`",
     'must be one of "olive", "grain", "grape", "pig", "food", "wine", "meat", not "trade"'),
    ("card 17 field", "pig", "[[card]] 17, field `field`",
     'must be one of "olive", "grain", "grape", not "pig"'),
    ("card 17 helper phases", ["farm", "sowing"], "[[card]] 17, field `helper.phases[2]`",
     'must be one of "farm", "revenue", "transport", "scoring", not "sowing"'),
    ("card 1 helper passive 1 mod", "discount", "[[card]] 1, field `helper.passive[1].mod`",
     'not "discount"'),
    ("card 1 helper passive 1 n", 0, "[[card]] 1, field `helper.passive[1].n`",
     "must be a whole number from 1 to 9, not 0"),
    ("card 2 helper trigger 1 when", {"space": [1]}, "[[card]] 2, field `helper.trigger[1].when`",
     "must be left out: marker_removed has no condition"),
    ("card 2 helper trigger 1 effects 1", {"do": "gain_trade", "n": 1},
     "[[card]] 2, field `helper.trigger[1].effects[1].do`",
     'not "gain_trade": nobody is asked out of turn (LG-FX-8)'),
    ("card 3 helper trigger 1 when space 2", 7,
     "[[card]] 3, field `helper.trigger[1].when.space[2]`",
     "must be a whole number from 1 to 6, not 7"),
    ("card 3 helper trigger 1 when goods", ["pig"],
     "[[card]] 3, field `helper.trigger[1].when.goods`",
     "is not known here; the fields are space"),
    ("card 5 helper action 1 effects 1", {"do": "siesta", "n": 1},
     "[[card]] 5, field `helper.action[1].effects[1].do`",
     'must be "reserve_die", not "siesta": before the roll a space is marked (LG-REV-2)'),
    ("card 6 helper action 1 window", "before_roll", "[[card]] 6, field `helper.action[1].window`",
     "must be another window: [[card]] 5 has before_roll, and one card alone may mark a space"
     " (LG-REV-4)"),
    ("card 6 helper action 1 effects 1 space", 0,
     "[[card]] 6, field `helper.action[1].effects[1].space`",
     'must be a whole number from 1 to 6 or "round", not 0'),
    ("card 14 helper trigger 1 on", "incoming", "[[card]] 14, field `helper.trigger[1].on`",
     'not "incoming"'),
    ("card 21 helper trigger 1 effects 1", {"do": "grow", "n": 1},
     "[[card]] 21, field `helper.trigger[1].effects[1].do`",
     'not "grow": the scoring phase has no decisions (LG-SCORE-6)'),
    ("card 26 helper action 1 cost 1 pay", "good",
     "[[card]] 26, field `helper.action[1].cost[1].pay`",
     'must be one of "silver", "vp", "card", "goods", not "good"'),
    ("card 61 helper trigger 1 effects 1 to", "craft",
     "[[card]] 61, field `helper.trigger[1].effects[1].to`",
     'must be "any", not "craft"'),
    ("card 62 helper trigger 1 when siesta_min", 9,
     "[[card]] 62, field `helper.trigger[1].when.siesta_min`",
     "must be a whole number from 1 to 8, not 9"),
    ("card 62 helper action", [{"cost": [], "effects": []}, {"cost": [], "effects": []}],
     "[[card]] 62, field `helper.action`",
     "must hold 0 to 1 tables, not 2"),
]  # fmt: skip
"""Where a value stands (numbers count from 1), what is put there, and what is said of it."""


@pytest.fixture
def data():
    return tomllib.loads(DATA_FILE.read_text(encoding="utf-8"))


def mistakes(data):
    with pytest.raises(ComponentsError) as caught:
        check_components(data)
    assert caught.value.reason == "BAD_COMPONENTS"
    assert str(caught.value).splitlines() == list(caught.value.mistakes)
    return list(caught.value.mistakes)


def put(data, path, value):
    """Put a value at a place such as ``card 17 extension silver``; numbers count from 1."""
    steps = [int(step) - 1 if step.isdigit() else step for step in path.split()]
    for step in steps[:-1]:
        data = data[step]
    data[steps[-1]] = value


def test_checking__the_shipped_file_is_right(data):
    check_components(data)


def test_checking__remarks_are_free(data):
    data["note"] = "mine"
    del data["constants"]["provenance"]
    data["card"][3]["provenance"] = "own box"
    check_components(data)


@pytest.mark.parametrize(
    ("path", "value", "place", "what"),
    CASES,
    ids=[f"{path}={value}"[:50] for path, value, *_ in CASES],
)
def test_checking__says_what_would_be_right(data, path, value, place, what):
    """(LG-FX-8, LG-REV-4, LG-MARKET-2, LG-ANY-10, LG-BARROW-2, LG-OPT-1)"""
    put(data, path, value)
    told = [one for one in mistakes(data) if one.startswith(f"la_granja: {place}: ")]
    assert [one for one in told if f"{what}." in one or f"{what}; did you mean" in one], told


def test_checking__a_card_is_missing(data):
    """(LG-COMP-1)"""
    del data["card"][16]
    assert mistakes(data) == [
        "la_granja: [[card]], field `number`: must be each number from 1 to 66 once; 17 is missing."
    ]


def test_checking__a_card_stands_twice(data):
    data["card"].append(data["card"][16])
    assert mistakes(data) == [
        "la_granja: [[card]] 17, field `number`: must be a number of its own; 17 stands here"
        " before."
    ]


def test_checking__a_market_space_is_missing(data):
    """(LG-MARKET-1)"""
    del data["market"]["space"][7]
    told = mistakes(data)
    assert len(told) == 4
    assert all('the id of another space of the market, not "3c"' in one for one in told)


def test_checking__the_map_falls_apart(data):
    """Steps over open spaces lead everywhere (LG-SOLO-9)."""
    spaces = data["market"]["space"]
    for space in spaces:
        space["neighbours"] = [near for near in space["neighbours"] if near != "3d"]
    spaces[12]["neighbours"] = []
    assert "field `neighbours`: must be a list of 1 to 12" in mistakes(data)[0]
    spaces[12]["neighbours"] = ["2f"]
    spaces[20]["neighbours"].append("3d")
    assert mistakes(data) == [
        "la_granja: [market], field `space`: must be one map: no neighbours lead from 2a to 3d."
    ]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("silver", "silvr", "extension.silvr`: is not known here; did you mean `silver`."),
        ("silver", None, "extension.silver`: is missing; it must be a whole number from 0 to 9."),
        ("hand", "fingers", "extension.fingers`: is not known here; the fields are hand, silver,"),
    ],
)
def test_checking__a_field_is_called_otherwise(data, old, new, sentence):
    extension = data["card"][16]["extension"]
    value = extension.pop(old)
    if new is not None:
        extension[new] = value
    assert f"la_granja: [[card]] 17, field `{sentence}" in "\n".join(mistakes(data))


def test_checking__a_space_leads_to_no_space(data):
    """Options of a revenue space that carry out a space would never end (LG-REV-9, LG-TERM-1)."""
    loop = [{"do": "revenue_space", "space": 1}]
    put(data, "revenue_space 1 options 1 effects", loop)
    hidden = [{"do": "choice", "options": [{"key": "again", "effects": loop}]}]
    put(data, "revenue_space 2 options 1 effects", hidden)
    told = mistakes(data)
    assert "[[revenue_space]] 1, field `options[1].effects[1].do`" in told[0]
    assert "[[revenue_space]] 2, field `options[1].effects[1].options[1].effects[1].do`" in told[1]
    assert all(
        one.endswith('not "revenue_space": a space leads to no other space.') for one in told
    )


def test_checking__effects_belong_to_their_places(data):
    """(LG-REV-2, LG-REV-9, LG-FX-5)"""
    put(data, "trade_use 1 effects", [{"do": "reserve_die"}])
    put(data, "roof_marker 1 effects", [{"do": "extra_option"}])
    choice = {"do": "choice", "options": [{"key": "a", "effects": [{"do": "grow", "n": 1}]}]}
    twice = {"do": "choice", "options": [{"key": "b", "effects": [choice]}]}
    put(data, "card 18 helper action 1 effects", [twice])
    told = mistakes(data)
    assert [one.partition(", ")[0] for one in told] == [
        "la_granja: [[trade_use]] silver",
        "la_granja: [[roof_marker]] 1",
        "la_granja: [[card]] 18",
    ]
    assert told[2].endswith("a choice holds no other choice.")


def test_checking__goods_that_are_given(data):
    """Distinct ones are no more than there are; without a decision there is one (LG-SCORE-6)."""
    put(data, "trade_use 2 effects 1 count", 4)
    gift = {"do": "gain_goods", "from": ["olive", "pig"], "count": 1, "distinct": False}
    put(data, "card 55 helper trigger 1 effects 1", gift)
    told = mistakes(data)
    assert told[0].endswith("must be at most 3, since they are distinct, not 4.")
    assert told[1].endswith("must be one good, not 2: growth has no decisions (LG-FARM-17).")


def test_checking__each_kind_of_cost_once(data):
    """(LG-FX-9, LG-HELP-5)"""
    costs = data["card"][25]["helper"]["action"][0]["cost"]
    costs.append({"pay": "goods", "n": 1, "from": ["wine"]})
    assert mistakes(data)[0].endswith('must be another kind of cost: "goods" stands here before.')


def test_checking__a_condition_stands_alone(data):
    """(LG-SCORE-3)"""
    put(data, "card 21 helper trigger 1 when", {"order": "last", "siesta_min": 2})
    assert mistakes(data)[0].endswith("must hold order or siesta_min, and one condition alone.")


def test_checking__ten_mistakes_are_told_at_once(data):
    for card in data["card"][:13]:
        card["field"] = "turnip"
    told = mistakes(data)
    assert len(told) == 11
    assert told[-1] == "la_granja: and 3 more mistakes."


@pytest.mark.parametrize("table", ["constants", "goods", "market", "craft", "solo", "card"])
def test_checking__a_whole_table_is_missing(data, table):
    del data[table]
    assert any(f"`{table}`: is missing" in one for one in mistakes(data))
    data[table] = 7
    assert any(f"`{table}`: must be" in one and one.endswith("not 7.") for one in mistakes(data))
