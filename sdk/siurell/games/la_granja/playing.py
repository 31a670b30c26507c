"""Playing cards: field, barrow, extension, helper (LG-FARM-2 to 8)."""

from __future__ import annotations

from siurell.games.la_granja.counted_steps import count_step
from siurell.games.la_granja.farm import owns, passive, sell_surplus_pigs, take
from siurell.games.la_granja.frames import EXTEND, REPLACE
from siurell.games.la_granja.pile import leave_hand
from siurell.games.la_granja.table import Table
from siurell.games.la_granja.triggers import fire, forget_helper
from siurell.games.la_granja.vocabulary import (
    BARROW,
    CROPS,
    EXTENSION,
    EXTENSION_DISCOUNT,
    FIELD,
    FROM_FIELD,
    HELPER,
    ON_CARD_PLAYED,
    SILVER,
    VP,
)


def play(table: Table, side: int, card: int) -> None:
    """Play a hand card with one of its sides, by an effect or in the play turn (LG-FARM-1)."""
    if table.stack:
        seat = count_step(table)
    else:
        seat = table.mover
        table.plays -= 1
    leave_hand(table, seat, card)
    if side == FIELD:
        _play_field(table, seat, card)
    elif side == EXTENSION:
        table.stack.append((EXTEND, seat, card, extension_cost(table, seat), 0))
    elif 0 in slots_of(table, seat, side):
        lay(table, seat, side, card)
    else:
        table.stack.append((REPLACE, seat, side, card))


def _play_field(table: Table, seat: int, card: int) -> None:
    """To the left, empty, free (LG-FARM-2)."""
    table.fields[seat * CROPS + table.rules.box.cards[card].field] += 1
    table.field_cards[seat] = (*table.field_cards[seat], card)
    fire(table, seat, ON_CARD_PLAYED, FIELD)


def slots_of(table: Table, seat: int, side: int) -> list[int]:
    """The cards in the seat's slots for barrows or helpers, 0 in a free one."""
    if side == BARROW:
        slots = table.rules.barrow_slots
        return table.barrows[seat * slots : (seat + 1) * slots]
    slots = table.rules.helper_slots
    return table.helpers[seat * slots : (seat + 1) * slots]


def lay(table: Table, seat: int, side: int, card: int) -> None:
    """A barrow or helper goes to the lowest free slot, fresh (LG-FARM-3, LG-FARM-4, LG-FX-10)."""
    slot = slots_of(table, seat, side).index(0)
    if side == BARROW:
        place = seat * table.rules.barrow_slots + slot
        table.barrows[place] = card
        table.loaded[place] = 0
        fire(table, seat, ON_CARD_PLAYED, BARROW)
        return
    place = seat * table.rules.helper_slots + slot
    table.helpers[place] = card
    table.acted[place] = 0
    for trigger in table.rules.box.cards[card].helper.triggers:
        if trigger.limit:
            table.fired[seat * table.rules.box.counters + trigger.counter] = 0
    fire(table, seat, ON_CARD_PLAYED, HELPER, but_card=card)


def replace(table: Table, slot: int) -> None:
    """Discard one to make room; then surplus pigs go, then the new card lies (LG-FARM-4)."""
    _, seat, side, card = table.stack.pop()
    if side == BARROW:
        place = seat * table.rules.barrow_slots + slot
        table.discards.append(table.barrows[place])
        table.barrows[place] = 0
    else:
        place = seat * table.rules.helper_slots + slot
        table.discards.append(table.helpers[place])
        forget_helper(table, seat, table.helpers[place])
        table.helpers[place] = 0
        sell_surplus_pigs(table, seat)
    lay(table, seat, side, card)


def extension_cost(table: Table, seat: int) -> int:
    """How many kinds the next extension costs (LG-FARM-5, LG-FARM-7)."""
    number = len(table.extensions[seat]) + 1
    return max(number - passive(table, seat, EXTENSION_DISCOUNT), 1)


def can_extend(table: Table, seat: int) -> bool:
    """Whether enough kinds are owned, so that paying can be finished (LG-FARM-8, LG-DEC-7)."""
    cost = extension_cost(table, seat)
    for kind in table.rules.box.farm_board.payment_kinds:
        if owns_kind(table, seat, kind):
            cost -= 1
            if cost == 0:
                return True
    return False


def owns_kind(table: Table, seat: int, kind: int) -> bool:
    """Whether one unit of a payment kind can be paid (LG-GEN-3)."""
    if kind == SILVER:
        return table.silver[seat] > 0
    if kind == VP:
        return table.vp[seat] > 0
    return owns(table, seat, kind) > 0


def kind_of(payment: int) -> int:
    """The kind that a payment is of: a crop from a field is that crop (LG-FARM-6)."""
    return payment - FROM_FIELD if FROM_FIELD <= payment < SILVER else payment


def go_on_extending(table: Table) -> bool:
    """Ask for the next kind; when all are paid the card lies (LG-DEC-8)."""
    _, seat, card, left, _ = table.stack[-1]
    if left:
        table.to_act = seat
        return True
    table.stack.pop()
    table.extensions[seat] = (*table.extensions[seat], card)
    fire(table, seat, ON_CARD_PLAYED, EXTENSION)
    return False


def pay_for_extension(table: Table, payment: int) -> None:
    """Pay one unit of a kind that was not paid yet."""
    frame, seat, card, left, paid = table.stack[-1]
    table.stack[-1] = (frame, seat, card, left - 1, paid | 1 << kind_of(payment))
    if payment == SILVER:
        table.silver[seat] -= 1
    elif payment == VP:
        table.vp[seat] -= 1
    else:
        take(table, seat, payment)
