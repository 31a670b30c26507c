"""Whether a components file can replace ``la_granja.toml``: everything that the engine relies on.

`check_components` finds all mistakes and tells them by table and field. What the ledger fixes (the
number of cards, rounds, dice ...) stays; prices, sides of cards, effects, the map may be others.
"""

from __future__ import annotations

from typing import Final

from siurell.games.checked_grades import check_grades
from siurell.games.checked_table import CheckedTable
from siurell.games.component_file import Data
from siurell.games.component_mistakes import Mistakes, shown
from siurell.games.la_granja.checking_cards import CARDS, check_cards, numbered_rows
from siurell.games.la_granja.checking_effects import (
    DONKEY_MARKERS,
    ORDINARY,
    RESOURCES,
    SPACES,
    check_effects,
    check_key,
    check_space_options,
    check_triggers,
)
from siurell.games.la_granja.checking_market import check_market
from siurell.games.la_granja.vocabulary import CROPS, GOODS, PAYMENTS, TRADE

_GAME: Final = "la_granja"
_PLAYERS: Final = 4
_ROUNDS: Final = 6
_DICE: Final = (5, 5, 7, 9)
"""Two for each player and one for all (LG-SETUP-7); solo LG-SOLO-5."""
_ROOF_MARKERS: Final = 24
_ROOF_SPACES: Final = 5
_PIPS: Final = 6
_ORDER_MARKERS: Final = 3
_MOST_DECISIONS: Final = 1_000_000
_BUILDINGS: Final = ("merchant", "wainwright", "deli", "greengrocer", "store", "butcher")
_UPGRADED: Final = GOODS[CROPS + 1 : TRADE]
_KINDS: Final = (*["crop"] * CROPS, "livestock", *["upgraded"] * 3, "trade")
_PAYMENT_KINDS: Final = (*GOODS[:TRADE], *PAYMENTS[-2:])

_BOX: Final = {
    "boards": (1, 1),
    "farm_boards": (_PLAYERS, _PLAYERS),
    "farm_cards": (CARDS, CARDS),
    "dice": (max(_DICE), max(_DICE)),
    "siesta_discs": (_PLAYERS, _PLAYERS),
    "donkey_markers": (_PLAYERS * DONKEY_MARKERS, _PLAYERS * DONKEY_MARKERS),
    "silver": (1, 999),
    "vp_markers": (1, 999),
    "turn_order_markers": (_PLAYERS, _PLAYERS),
    "roof_markers": (_ROOF_MARKERS, _ROOF_MARKERS),
    "craft_markers": (_PLAYERS * len(_BUILDINGS), _PLAYERS * len(_BUILDINGS)),
    "building_order_markers": (_ORDER_MARKERS, _ORDER_MARKERS),
    "player_aids": (0, 99),
    "rule_booklets": (0, 99),
    "glossaries": (0, 99),
}
"""How many there are in the box (LG-COMP-1)."""

_CONSTANTS: Final = {
    "min_players": (1, 1),
    "max_players": (_PLAYERS, _PLAYERS),
    "rounds": (_ROUNDS, _ROUNDS),
    "start_hand": (0, 10),
    "hand_limit": (0, 20),
    "start_silver": (0, 99),
    "start_vp": (0, 99),
    "start_trade": (0, 9),
    "barrow_slots": (3, 3),
    "helper_slots": (3, 3),
    "silver_per_vp_at_end": (1, 99),
    "end_silver_per_trade": (0, 99),
    "extra_delivery_cost": (0, 9),
    "donkey_refresh_round": (3, 5),
    "any_time_cap_per_turn": (0, 40),
}
"""Bounds of single numbers. Refreshed in rounds 3 to 5, four donkey markers last (LG-DEAD-2)."""


def check_components(data: Data) -> None:
    """Raise `ComponentsError` with the mistakes of a file, if there are any."""
    mistakes = Mistakes(_GAME)
    top = CheckedTable(data, "the file", mistakes)
    top.whole("format", 1, 1)
    top.word("game", (_GAME,))
    markers = _check_constants(top)
    options = top.section("options")
    if options is not None:
        options.close()
    _check_box(top, markers)
    _check_goods(top)
    _check_farm_board(top)
    _check_trade_uses(top)
    _check_revenue(top)
    siesta_spaces = _check_transport(top)
    _check_craft(top, siesta_spaces)
    _check_solo(top)
    market = top.section("market")
    if market is not None:
        check_market(market)
    _check_roof(top)
    check_cards(top, siesta_spaces)
    top.close()
    mistakes.raise_any()


def check_length(decisions: int) -> None:
    """Raise `ComponentsError` when a match could have too many decisions (LG-TERM-1).

    Each effect is finite, but triggers that play, deliver or upgrade set each other off.
    """
    if decisions > _MOST_DECISIONS:
        mistakes = Mistakes(_GAME)
        mistakes.add(
            "[[card]] and [[craft.building]]",
            "trigger",
            f"must not set each other off without end: a match could have {shown(decisions)}"
            f" decisions, and there may be {_MOST_DECISIONS}; give triggers with free_upgrade,"
            " delivery or play_card a smaller `n`, or have fewer of them",
        )
        mistakes.raise_any()


def _check_constants(top: CheckedTable) -> int | None:
    """Single numbers, and those for each round or number of players; the markers of a player."""
    constants = top.section("constants")
    if constants is None:
        return None
    for field, (low, high) in _CONSTANTS.items():
        constants.whole(field, low, high)
    dice = constants.wholes("dice", 1, 99, _PLAYERS, _PLAYERS)
    for place, (number, right) in enumerate(zip(dice or (), _DICE, strict=False)):
        if number != right:
            constants.say(
                f"dice[{place + 1}]",
                f"must be {right}, two for each of {max(2, place + 1)} and one for all"
                f" (LG-SETUP-7), not {number}",
            )
    constants.wholes("plays_per_round", 0, 4, _ROUNDS, _ROUNDS)
    constants.flags("plays_mandatory", _ROUNDS)
    markers = constants.whole("player_markers", 1, 100)
    constants.close()
    return markers


def _check_box(top: CheckedTable, markers: int | None) -> None:
    """What is counted in the box (LG-COMP-1); the player markers as each player has them."""
    box = top.section("box")
    if box is None:
        return
    for field, (low, high) in _BOX.items():
        box.whole(field, low, high)
    all_markers = box.whole("player_markers", 1, 400)
    if markers is not None and all_markers is not None and all_markers != _PLAYERS * markers:
        right = f"must be {_PLAYERS * markers}, {markers} for each of {_PLAYERS} players"
        box.say("player_markers", f"{right}, not {all_markers}")
    box.close()


def _check_goods(top: CheckedTable) -> None:
    """Every good with its prices: what can be bought is dearer than it sells (LG-ANY-10)."""
    goods = top.section("goods")
    if goods is None:
        return
    for word, kind in zip(GOODS, _KINDS, strict=True):
        good = goods.section(word)
        if good is None:
            continue
        good.word("kind", (kind,))
        if word in RESOURCES:
            sell = good.whole("sell", 1, 98)
            buy = good.whole("buy", 1, 99)
            if sell is not None and buy is not None and buy <= sell:
                good.say("buy", f"must be more than `sell`, {sell}, not {buy} (LG-ANY-10)")
            good.word("upgrade_to", _UPGRADED)
            good.whole("upgrade_cost", 0, 99)
        else:
            good.whole("buy", 0, 0)
            good.whole("sell", 0, 0)
        good.close()
    goods.close()


def _check_farm_board(top: CheckedTable) -> None:
    board = top.section("farm_board")
    if board is None:
        return
    board.whole("pig_spaces", 0, 9)
    board.whole("breed_parents", 1, 9)
    board.whole("offspring", 0, 9)
    board.wholes("roof_spaces_vp", 0, 9, _ROOF_SPACES, _ROOF_SPACES)
    kinds = len(_PAYMENT_KINDS)
    board.words("extension_payment", _PAYMENT_KINDS, kinds, kinds)
    board.close()


def _check_trade_uses(top: CheckedTable) -> None:
    """What a trade commodity is returned for (LG-ANY-7)."""
    keys: list[str] = []
    for use in top.rows("trade_use", "key", 1, 9):
        check_key(use, keys)
        check_effects(use, "effects", ORDINARY)
        use.close()


def _check_revenue(top: CheckedTable) -> None:
    """A space for each number of a die (LG-REV-6)."""
    spaces = numbered_rows(top, "revenue_space", "number", SPACES)
    for space in spaces:
        check_space_options(space)
        space.close()


def _check_transport(top: CheckedTable) -> int:
    """Donkey markers and siesta track (LG-TRANS-1, LG-TRANS-4); the number of siesta spaces."""
    donkeys = numbered_rows(top, "donkey_marker", "id", DONKEY_MARKERS)
    for donkey in donkeys:
        donkey.whole("deliveries", 0, 9)
        donkey.whole("siesta", 0, 9)
        donkey.close()
    track = top.section("siesta_track")
    if track is None:
        return 99
    spaces = track.wholes("vp", 0, 9, 2, 16)
    track.close()
    return 99 if spaces is None else len(spaces)


def _check_craft(top: CheckedTable, siesta_spaces: int) -> None:
    """Six buildings, one for each number of a die (LG-CRAFT)."""
    craft = top.section("craft")
    if craft is None:
        return
    craft.whole("first_vp", 0, 9)
    craft.whole("order_marker_vp", 0, 9)
    craft.whole("order_markers", _ORDER_MARKERS, _ORDER_MARKERS)
    craft.whole("closed_at_start", _ORDER_MARKERS, _ORDER_MARKERS)
    buildings = numbered_rows(craft, "building", "die", _PIPS)
    keys: list[str] = []
    for building in buildings:
        key = building.word("key", _BUILDINGS)
        if key is not None and key in keys:
            building.say("key", "must be another building: this one stands here before")
        keys.append(key or "")
        building.text("name", 40)
        building.words("row", GOODS, 4, 4, twice=True)
        check_effects(building, "at_once", ORDINARY)
        check_triggers(building, "afterwards", siesta_spaces, helper=False)
        building.close()
    craft.close()


def _check_solo(top: CheckedTable) -> None:
    """The numbers of the solo game (LG-SOLO-7, LG-SOLO-13)."""
    solo = top.section("solo")
    if solo is None:
        return
    solo.whole("roof_markers_per_round", 1, 4)
    solo.wholes("rival_siesta_by_die", 0, 9, _PIPS, _PIPS)
    check_grades(solo)
    solo.close()


def _check_roof(top: CheckedTable) -> None:
    """Four markers for each round (LG-SETUP-3)."""
    markers = numbered_rows(top, "roof_marker", "id", _ROOF_MARKERS)
    each = [0] * (_ROUNDS + 1)
    for marker in markers:
        number = marker.whole("round", 1, _ROUNDS)
        each[number or 0] += 1
        if number is not None and each[number] > _ROOF_MARKERS // _ROUNDS:
            marker.say("round", f"must be another round: {number} has four markers before")
        marker.text("text", 60)
        check_effects(marker, "effects", ORDINARY)
        marker.close()
