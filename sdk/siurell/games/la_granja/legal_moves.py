"""The complete list of legal moves, as codes of the catalogue (LG-DEC-2, LG-DEC-15 to 18)."""

from __future__ import annotations

from siurell.games.base import CHANCE, Move
from siurell.games.la_granja.any_time import (
    can_act,
    can_buy,
    can_pay_upgrade,
    can_sell,
    can_trade,
    can_use_roof,
    may_act_any_time,
)
from siurell.games.la_granja.choice_moves import choice_codes
from siurell.games.la_granja.delivery_places import (
    deliveries_to_barrows,
    deliveries_to_crafts,
)
from siurell.games.la_granja.farm import holds
from siurell.games.la_granja.farm_phase import must_play
from siurell.games.la_granja.play_moves import play_codes
from siurell.games.la_granja.revenue import can_mark, dice_to_take
from siurell.games.la_granja.roof import can_buy_roof
from siurell.games.la_granja.table import (
    BUILDINGS,
    DELIVERY,
    DIE,
    DONKEY,
    LAST_DIE,
    MARK,
    PIPS,
    PLAY,
    ROOF,
    Table,
)
from siurell.games.la_granja.transport import available_donkeys, can_buy_extra
from siurell.games.la_granja.vocabulary import CROPS, FROM_FIELD, PIG, TRADE


def legal_moves(table: Table) -> list[Move]:
    """All moves of the seat that decides, sorted by text, none twice (LG-DEC-3)."""
    moves = table.rules.catalogue.moves
    return [moves[code] for code in legal_codes(table)]


def legal_codes(table: Table) -> list[int]:
    """Their codes, ascending; empty when nobody decides."""
    if table.to_act is None or table.to_act == CHANCE:
        return []
    if table.stack:
        return sorted(choice_codes(table, table.to_act))
    codes = _turn_codes(table)
    if may_act_any_time(table):
        codes += _any_time_codes(table)
    codes.sort()
    return codes


def _turn_codes(table: Table) -> list[int]:
    """The own moves of the turn, and `done` (LG-DEC-15)."""
    catalogue = table.rules.catalogue
    seat = table.mover
    stage = table.stage
    if stage == PLAY:
        codes = play_codes(table, seat) if table.plays else []
        return codes if must_play(table) else [*codes, catalogue.done]
    if stage == ROOF:
        markers = table.roof if can_buy_roof(table, seat) else []
        return [catalogue.done, *[catalogue.roof[marker] for marker in markers]]
    if stage == MARK:
        spaces = range(1, PIPS + 1) if can_mark(table, seat) else []
        return [catalogue.done, *[catalogue.mark[space] for space in spaces]]
    if stage in (DIE, LAST_DIE):
        return _die_codes(table)
    if stage == DONKEY:
        return [catalogue.donkey[donkey] for donkey in available_donkeys(table, seat)]
    if stage == DELIVERY:
        return [catalogue.done, *_delivery_codes(table)]
    return [catalogue.done]


def _die_codes(table: Table) -> list[int]:
    catalogue = table.rules.catalogue
    dice = [] if table.die else dice_to_take(table, table.mover)
    codes = [catalogue.die[number] for number in dice]
    if table.stage == LAST_DIE or not dice:
        codes.append(catalogue.done)
    return codes


def _delivery_codes(table: Table) -> list[int]:
    """Free deliveries while there are any, then extra ones (LG-TRANS-11)."""
    catalogue = table.rules.catalogue
    if table.frees:
        to_barrow, to_craft = catalogue.deliver_barrow, catalogue.deliver_craft
    elif can_buy_extra(table, table.mover):
        to_barrow, to_craft = catalogue.extra_barrow, catalogue.extra_craft
    else:
        return []
    slots = table.rules.barrow_slots
    codes = [
        to_barrow[source * slots + slot]
        for source, slot in deliveries_to_barrows(table, table.mover)
    ]
    return codes + [
        to_craft[source * BUILDINGS + building]
        for source, building in deliveries_to_crafts(table, table.mover)
    ]


def _any_time_codes(table: Table) -> list[int]:
    """The any-time actions that are possible now (LG-DEC-17)."""
    catalogue = table.rules.catalogue
    seat = table.mover
    goods = range(PIG + 1)
    codes = [catalogue.buy[good] for good in goods if can_buy(table, seat, good)]
    for source in (*goods, *range(FROM_FIELD, FROM_FIELD + CROPS)):
        if not holds(table, seat, source):
            continue
        if can_sell(table, seat, source):
            codes.append(catalogue.sell[source])
        if can_pay_upgrade(table, seat, source):
            codes.append(catalogue.upgrade[source])
    if table.good(seat, TRADE):
        codes += [code for use, code in enumerate(catalogue.trade) if can_trade(table, seat, use)]
    for place, marker in enumerate(table.roofs[seat]):
        if can_use_roof(table, seat, place):
            codes.append(catalogue.use_roof[marker])
    slots = table.rules.helper_slots
    for slot in range(seat * slots, seat * slots + slots):
        if can_act(table, seat, slot):
            codes.append(catalogue.use_helper[table.helpers[slot]])
    return codes
