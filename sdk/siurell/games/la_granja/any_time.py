"""Any-time actions: buying, selling, upgrading, trading, roof markers and helpers (LG-ANY)."""

from __future__ import annotations

from typing import Final

from siurell.games.la_granja.costs import begin_paying, can_pay
from siurell.games.la_granja.counted_steps import upgrade
from siurell.games.la_granja.effects import carry_out
from siurell.games.la_granja.farm import (
    GOOD_OF_SOURCE,
    discount,
    free_pig_spaces,
    gain_good,
    has_helper,
    holds,
    passive,
    take,
)
from siurell.games.la_granja.feasibility import feasible
from siurell.games.la_granja.frames import ROOF_DONE
from siurell.games.la_granja.table import (
    DELIVERY,
    DIE,
    INCOME,
    LAST_DIE,
    PHASE_BIT,
    PLAY,
    ROOF,
    SIESTA,
    Table,
)
from siurell.games.la_granja.triggers import fire
from siurell.games.la_granja.vocabulary import (
    AFTER_DIE,
    BEFORE_ROLL,
    FROM_FIELD,
    KINDS_OF_GOODS,
    NONE,
    ON_ROOF_USED,
    PIG,
    SELL_FROM_FIELDS,
    TRADE,
    Action,
)

STAGES_WITH_ACTIONS: Final = (PLAY, INCOME, ROOF, DIE, LAST_DIE, SIESTA, DELIVERY)
UPGRADING: Final = 0
BUYING: Final = 1
"""What a discount is for (see `farm.discount`)."""


def may_act_any_time(table: Table) -> bool:
    """On an own turn, outside any effect, while the cap is not reached (LG-ANY-1, LG-ANY-15)."""
    cap = table.rules.box.constants.any_time_cap_per_turn
    return not table.stack and table.stage in STAGES_WITH_ACTIONS and table.acts < cap


def buy_price(table: Table, seat: int, good: int) -> int:
    """What a resource costs; discounts leave it dearer than selling (LG-ANY-2, LG-ANY-10)."""
    prices = table.rules.box.goods[good]
    return max(prices.buy - discount(table, seat, BUYING, good), prices.sell + 1)


def can_buy(table: Table, seat: int, good: int) -> bool:
    """Whether the price can be paid and a pig has a space (LG-ANY-3)."""
    prices = table.rules.box.goods[good]
    if good > PIG or not prices.buy or table.silver[seat] <= prices.sell:
        return False
    if table.silver[seat] < buy_price(table, seat, good):
        return False
    return good != PIG or free_pig_spaces(table, seat) > 0


def buy(table: Table, good: int) -> None:
    """Buy one resource (LG-ANY-2)."""
    seat = table.mover
    table.acts += 1
    table.silver[seat] -= buy_price(table, seat, good)
    gain_good(table, seat, good)


def can_sell(table: Table, seat: int, source: int) -> bool:
    """Whether a resource can be sold from there (LG-ANY-4 to 6)."""
    good = GOOD_OF_SOURCE[source]
    if not holds(table, seat, source) or good > PIG or not table.rules.box.goods[good].sell:
        return False
    return source < FROM_FIELD or passive(table, seat, SELL_FROM_FIELDS) > 0


def sell(table: Table, source: int) -> None:
    """Sell one resource (LG-ANY-4)."""
    table.acts += 1
    take(table, table.mover, source)
    table.silver[table.mover] += table.rules.box.goods[GOOD_OF_SOURCE[source]].sell


def upgrade_price(table: Table, seat: int, good: int) -> int:
    """What a paid upgrade costs, never below 0 (LG-ANY-9)."""
    cost = table.rules.box.goods[good].upgrade_cost
    return max(cost - discount(table, seat, UPGRADING, good), 0)


def can_pay_upgrade(table: Table, seat: int, source: int) -> bool:
    """Whether a good can be upgraded from there for silver (LG-ANY-8)."""
    good = GOOD_OF_SOURCE[source]
    if not holds(table, seat, source) or table.rules.box.goods[good].upgrade_to == NONE:
        return False
    return table.silver[seat] >= upgrade_price(table, seat, good)


def pay_upgrade(table: Table, source: int) -> None:
    """A paid upgrade (LG-ANY-8)."""
    seat = table.mover
    table.acts += 1
    table.silver[seat] -= upgrade_price(table, seat, GOOD_OF_SOURCE[source])
    upgrade(table, seat, source)


def can_trade(table: Table, seat: int, use: int) -> bool:
    """Whether a trade commodity can be returned for this use (LG-ANY-7, LG-FX-4)."""
    if not table.good(seat, TRADE):
        return False
    return feasible(table, seat, table.rules.box.trade_uses[use].effects)


def trade(table: Table, key: str) -> None:
    """Return a trade commodity for the use with this key (LG-ANY-7)."""
    seat = table.mover
    table.acts += 1
    table.goods[seat * KINDS_OF_GOODS + TRADE] -= 1
    for use in table.rules.box.trade_uses:
        if use.key == key:
            carry_out(table, seat, use.effects)


def can_use_roof(table: Table, seat: int, place: int) -> bool:
    """Whether the bought marker at this place is unused and can do something (LG-ROOF-5)."""
    if table.roof_used[seat] >> place & 1:
        return False
    return feasible(table, seat, effects_of_marker(table, table.roofs[seat][place]))


def effects_of_marker(table: Table, marker: int) -> int:
    """The number of the effects of a roof marker."""
    return table.rules.effects_of_marker[marker]


def use_roof(table: Table, marker: int) -> None:
    """Turn a bought marker down and carry it out (LG-ROOF-5)."""
    seat = table.mover
    table.acts += 1
    table.roof_used[seat] |= 1 << table.roofs[seat].index(marker)
    table.stack.append((ROOF_DONE, seat, marker))
    carry_out(table, seat, effects_of_marker(table, marker))


def finish_roof(table: Table) -> bool:
    """The effect of a roof marker is over: `roof_used` fires."""
    _, seat, _ = table.stack.pop()
    fire(table, seat, ON_ROOF_USED)
    return False


def can_act(table: Table, seat: int, slot: int) -> bool:
    """Whether the helper in this place of `Table.helpers` can use its action (LG-ANY-14)."""
    card = table.helpers[slot]
    if not card or table.acted[slot]:
        return False
    helper = table.rules.box.cards[card].helper
    action = helper.action
    if action is None or not helper.phases & PHASE_BIT[table.stage]:
        return False
    if not in_window(table, action):
        return False
    return can_pay(table, seat, action) and feasible(table, seat, action.effects)


def in_window(table: Table, action: Action) -> bool:
    """Marking has a turn of its own; after a die means that of this turn (LG-REV-2, LG-REV-10)."""
    if action.window == BEFORE_ROLL:
        return False
    return action.window != AFTER_DIE or (table.stage in (DIE, LAST_DIE) and table.die > 0)


def use_action(table: Table, card: int) -> None:
    """Use the action of a helper: pay, then carry it out (LG-FX-9)."""
    seat = table.mover
    table.acts += 1
    begin_action(table, seat, card)


def begin_action(table: Table, seat: int, card: int) -> None:
    """The action counts as used; its costs come before its effects."""
    slot = has_helper(table, seat, card)
    action = table.rules.box.cards[card].helper.action
    if slot is None or action is None:
        return
    table.acted[slot] = 1
    carry_out(table, seat, action.effects)
    begin_paying(table, seat, card)
