"""What is feasible: whether an effect could do anything now (LG-FX-3, LG-FX-4)."""

from __future__ import annotations

from siurell.games.la_granja.delivery_places import can_deliver
from siurell.games.la_granja.farm import empty_fields, owns
from siurell.games.la_granja.pile import holds_a_card
from siurell.games.la_granja.siesta import can_rest
from siurell.games.la_granja.table import Table
from siurell.games.la_granja.vocabulary import (
    CHOICE,
    CROPS,
    DELIVERY,
    DRAW_CARD,
    EXTRA_OPTION,
    FREE_UPGRADE,
    FROM_FIELD,
    GROW,
    NONE,
    PIG,
    PLAY_CARD,
    REFRESH_DONKEY,
    REUSE_ROOF,
    REVENUE_SPACE,
    SIESTA,
    Effect,
)


def feasible(table: Table, seat: int, effects: int) -> bool:
    """A list is feasible if at least one of its effects is (LG-FX-3)."""
    listed = table.rules.box.effects[effects]
    return any(effect_feasible(table, seat, effect) for effect in listed)


def effect_feasible(table: Table, seat: int, effect: Effect) -> bool:
    """Whether one effect is feasible (LG-FX-3)."""
    do = effect.do
    if do == FREE_UPGRADE:
        return can_upgrade(table, seat)
    if do == SIESTA:
        return can_rest(table, seat)
    if do == DELIVERY:
        return can_deliver(table, seat, effect.to)
    if do == DRAW_CARD:
        return holds_a_card(table)
    if do == PLAY_CARD:
        return bool(table.hands[seat])
    if do == GROW:
        return bool(empty_fields(table, seat))
    return _rarer_effect_feasible(table, seat, effect)


def _rarer_effect_feasible(table: Table, seat: int, effect: Effect) -> bool:
    do = effect.do
    if do == REUSE_ROOF:
        return bool(reusable_markers(table, seat))
    if do == REFRESH_DONKEY:
        return table.donkeys[seat] != 0
    if do == CHOICE:
        return bool(feasible_options(table, seat, effect.choice, 0))
    if do == REVENUE_SPACE:
        return bool(feasible_options(table, seat, choice_of_space(table, effect), 0))
    if do == EXTRA_OPTION:
        choice = choice_of_die(table)
        return bool(feasible_options(table, seat, choice, option_of_die(table)))
    return True


def feasible_options(table: Table, seat: int, choice: int, barred: int) -> list[int]:
    """The places of the feasible options of a set, without the barred ones (LG-FX-5)."""
    return [
        place
        for place, option in enumerate(table.rules.box.choices[choice])
        if not barred >> place & 1 and feasible(table, seat, option.effects)
    ]


def choice_of_space(table: Table, effect: Effect) -> int:
    """The options of the space that `revenue_space` names; it may be that of the round."""
    return table.rules.box.revenue_spaces[(effect.space or table.round) - 1]


def choice_of_die(table: Table) -> int:
    """The options of the space of this turn's die."""
    return table.rules.box.revenue_spaces[table.die - 1]


def option_of_die(table: Table) -> int:
    """The option that this turn's die brought, as a bit; none for a die without effect."""
    return 1 << table.took - 1 if table.took else 0


def can_upgrade(table: Table, seat: int) -> bool:
    """Whether the seat has a good to upgrade (LG-FX-3)."""
    goods = table.rules.box.goods
    for good in range(PIG + 1):
        if goods[good].upgrade_to != NONE and owns(table, seat, good) > 0:
            return True
    return False


def upgradable_sources(table: Table, seat: int) -> list[int]:
    """Where a good to upgrade can be taken from (LG-ANY-8)."""
    goods = table.rules.box.goods
    sources = [
        good
        for good in range(PIG + 1)
        if goods[good].upgrade_to != NONE and table.good(seat, good) > 0
    ]
    start = seat * CROPS
    return sources + [
        FROM_FIELD + crop
        for crop in range(CROPS)
        if goods[crop].upgrade_to != NONE and table.full[start + crop] > 0
    ]


def reusable_markers(table: Table, seat: int) -> list[int]:
    """Used roof markers that may be turned up again (LG-ROOF-7)."""
    used = table.roof_used[seat]
    banned = table.rules.no_reuse
    return [
        marker
        for place, marker in enumerate(table.roofs[seat])
        if used >> place & 1 and marker not in banned
    ]
