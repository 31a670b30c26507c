"""Single deliveries and what they complete (LG-TRANS-8, LG-BARROW-1, LG-CRAFT-4)."""

from __future__ import annotations

from siurell.games.la_granja.counted_steps import count_step
from siurell.games.la_granja.delivery_places import open_place
from siurell.games.la_granja.effects import carry_out
from siurell.games.la_granja.farm import GOOD_OF_SOURCE, gain_good, take
from siurell.games.la_granja.frames import BARROW_DONE, MARKET, ROW_DONE
from siurell.games.la_granja.table import BUILDINGS, Table
from siurell.games.la_granja.triggers import fire, heard_by, line_up
from siurell.games.la_granja.vocabulary import (
    ON_BARROW_COMPLETED,
    ON_CRAFT_COMPLETED,
    ON_DELIVERED,
    TRADE,
)


def deliver_to_barrow(table: Table, source: int, slot: int) -> None:
    """A delivery to an own barrow, of an effect or of the delivery turn."""
    seat = _deliverer(table)
    place = seat * table.rules.barrow_slots + slot
    card = table.barrows[place]
    goods = table.rules.box.cards[card].goods
    table.loaded[place] |= open_place(goods, table.loaded[place], source)
    if table.loaded[place] == (1 << len(goods)) - 1:
        table.stack.append((BARROW_DONE, seat, slot, card))
    _hand_over(table, seat, source)


def deliver_to_craft(table: Table, source: int, building: int) -> None:
    """A delivery to the own row of a building, of an effect or of the delivery turn."""
    seat = _deliverer(table)
    row = seat * BUILDINGS + building
    goods = table.rules.box.buildings[building].row
    table.rows[row] |= open_place(goods, table.rows[row], source)
    if table.rows[row] == (1 << len(goods)) - 1:
        table.stack.append((ROW_DONE, seat, building))
    _hand_over(table, seat, source)


def _deliverer(table: Table) -> int:
    """Count the delivery; in the delivery turn it is a free one or, those used up, an extra."""
    if table.stack:
        return count_step(table)
    if table.frees:
        table.frees -= 1
    else:
        _pay_extra(table)
    return table.mover


def _pay_extra(table: Table) -> None:
    """An extra delivery is paid by itself; the first ones may be free (LG-TRANS-12, -14)."""
    table.extras -= 1
    if table.free_extras:
        table.free_extras -= 1
    else:
        table.silver[table.mover] -= table.rules.box.constants.extra_delivery_cost


def _hand_over(table: Table, seat: int, source: int) -> None:
    """The good is gone; triggers hear it before what it completes (LG-HELP-4)."""
    take(table, seat, source)
    fire(table, seat, ON_DELIVERED, GOOD_OF_SOURCE[source])


def complete_barrow(table: Table) -> bool:
    """VP, trade commodity, discard, market, triggers, in this order (LG-BARROW-1)."""
    _, seat, slot, card = table.stack.pop()
    place = seat * table.rules.barrow_slots + slot
    goods = table.rules.box.cards[card].goods
    if table.barrows[place] != card or table.loaded[place] != (1 << len(goods)) - 1:
        return False
    value = table.rules.box.cards[card].value
    table.vp[seat] += value
    gain_good(table, seat, TRADE)
    table.barrows[place] = 0
    table.loaded[place] = 0
    table.discards.append(card)
    table.barrows_done[seat] += 1
    fire(table, seat, ON_BARROW_COMPLETED)
    table.stack.append((MARKET, seat, value))
    return False


def complete_row(table: Table) -> bool:
    """The six steps of LG-CRAFT-4; (f) is for what was owned before (a)."""
    _, seat, building = table.stack.pop()
    hearers = heard_by(table, seat, ON_CRAFT_COMPLETED)
    table.vp[seat] += table.round
    if table.first_vp[building]:
        table.first_vp[building] = 0
        table.vp[seat] += table.rules.box.first_vp
    if table.closed:
        table.closed.pop(0)
        table.vp[seat] += table.rules.box.order_marker_vp
    table.crafted[seat * BUILDINGS + building] = table.round
    line_up(table, seat, hearers)
    carry_out(table, seat, table.rules.box.buildings[building].at_once)
    return False
