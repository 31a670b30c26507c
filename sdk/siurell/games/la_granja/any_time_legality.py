"""Why an any-time action is not legal (LG-DEC-17).

The functions are asked about moves that are not legal, and each says what stands against its own.
"""

from __future__ import annotations

from siurell.games.la_granja.any_time import (
    STAGES_WITH_ACTIONS,
    buy_price,
    upgrade_price,
)
from siurell.games.la_granja.costs import can_pay
from siurell.games.la_granja.delivery_legality import why_not_held
from siurell.games.la_granja.farm import (
    GOOD_OF_SOURCE,
    free_pig_spaces,
    has_helper,
    holds,
)
from siurell.games.la_granja.moves import (
    Buy,
    Sell,
    Trade,
    Upgrade,
    UseHelper,
    UseRoof,
    good_word,
)
from siurell.games.la_granja.table import PHASE_BIT, Table
from siurell.games.la_granja.vocabulary import (
    AFTER_DIE,
    BEFORE_ROLL,
    NONE,
    PHASES,
    PIG,
    TRADE,
    Action,
)

AnyTime = Buy | Sell | Upgrade | Trade | UseRoof | UseHelper


def why_not_any_time(table: Table, seat: int, move: AnyTime) -> str:
    """Not in every turn, and not without end (LG-ANY-1, LG-ANY-15)."""
    if table.stage not in STAGES_WITH_ACTIONS:
        return "there are no any-time actions in this turn (LG-ANY-1)."
    cap = table.rules.box.constants.any_time_cap_per_turn
    if table.acts >= cap:
        return f"after {cap} any-time actions only moves of the turn are legal (LG-ANY-15)."
    if isinstance(move, Buy):
        return _why_not_buy(table, seat, move.good)
    if isinstance(move, Sell):
        return _why_not_sell(table, seat, move.source)
    if isinstance(move, Upgrade):
        return _why_not_upgrade(table, seat, move.source)
    if isinstance(move, Trade):
        return _why_not_trade(table, seat)
    if isinstance(move, UseRoof):
        return _why_not_use_roof(table, seat, move.marker)
    return _why_not_use_helper(table, seat, move.card)


def _why_not_buy(table: Table, seat: int, good: int) -> str:
    if good > PIG or not table.rules.box.goods[good].buy:
        return f"{good_word(good)} cannot be bought (LG-ANY-6)."
    price = buy_price(table, seat, good)
    if table.silver[seat] < price:
        return f"it costs {price} silver; you have {table.silver[seat]} (LG-ANY-2)."
    return f"you have {max(free_pig_spaces(table, seat), 0)} free pig spaces (LG-ANY-3)."


def _why_not_sell(table: Table, seat: int, source: int) -> str:
    good = GOOD_OF_SOURCE[source]
    if good > PIG or not table.rules.box.goods[good].sell:
        return f"{good_word(good)} cannot be sold (LG-ANY-6)."
    if not holds(table, seat, source):
        return why_not_held(source)
    return "crops in fields are sold only with a helper that allows it (LG-ANY-5)."


def _why_not_upgrade(table: Table, seat: int, source: int) -> str:
    reason = why_not_upgradable(table, seat, source)
    if reason is not None:
        return reason
    price = upgrade_price(table, seat, GOOD_OF_SOURCE[source])
    return f"it costs {price} silver; you have {table.silver[seat]} (LG-ANY-8)."


def why_not_upgradable(table: Table, seat: int, source: int) -> str | None:
    """What stands against any upgrade from there, None if nothing does (LG-ANY-8)."""
    good = GOOD_OF_SOURCE[source]
    if table.rules.box.goods[good].upgrade_to == NONE:
        return f"{good_word(good)} is not upgraded (LG-ANY-8)."
    return None if holds(table, seat, source) else why_not_held(source)


def _why_not_trade(table: Table, seat: int) -> str:
    if not table.good(seat, TRADE):
        return "you have no trade commodity (LG-ANY-7)."
    return "this use could do nothing now (LG-FX-4)."


def _why_not_use_roof(table: Table, seat: int, marker: int) -> str:
    if marker not in table.roofs[seat]:
        return f"you do not own roof marker {marker} (LG-ROOF-5)."
    if table.roof_used[seat] >> table.roofs[seat].index(marker) & 1:
        return f"roof marker {marker} is turned down (LG-ROOF-5)."
    return f"roof marker {marker} could do nothing now (LG-FX-4)."


def _why_not_use_helper(table: Table, seat: int, card: int) -> str:
    slot = has_helper(table, seat, card)
    if slot is None:
        return f"card {card} is not a helper of yours (LG-ANY-14)."
    helper = table.rules.box.cards[card].helper
    action = helper.action
    if action is None:
        return f"helper {card} has no action (LG-HELP-5)."
    if action.window == BEFORE_ROLL:
        return "its action is used before the roll, by `mark` (LG-REV-2)."
    if table.acted[slot]:
        return f"helper {card} was used in this round (LG-ANY-14)."
    if not helper.phases & PHASE_BIT[table.stage]:
        words = " or ".join([word for bit, word in enumerate(PHASES) if helper.phases >> bit & 1])
        return f"helper {card} works in the {words} phase (LG-ANY-14)."
    return _why_not_act(table, seat, action)


def _why_not_act(table: Table, seat: int, action: Action) -> str:
    if action.window == AFTER_DIE and not table.die:
        return "its action comes after the die of the own turn (LG-REV-10)."
    if not can_pay(table, seat, action):
        return "its cost cannot be paid in full (LG-FX-9)."
    return "its action could do nothing now (LG-FX-4)."
