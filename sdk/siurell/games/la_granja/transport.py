"""The transport phase: donkeys, siesta, delivery turns (LG-TRANS)."""

from __future__ import annotations

from siurell.games.la_granja.farm import passive
from siurell.games.la_granja.siesta import move_disc
from siurell.games.la_granja.table import BUILDINGS, Table
from siurell.games.la_granja.triggers import crafts_that_hear, helpers_that_hear
from siurell.games.la_granja.turns import begin_turn, end_turn
from siurell.games.la_granja.vocabulary import (
    EXTRA_DELIVERIES,
    FREE_EXTRA_DELIVERIES,
    ON_DELIVERY_TURN,
    ON_SIESTA_STEP,
)


def begin_donkey(table: Table) -> bool:
    """A player secretly chooses an available donkey marker (LG-TRANS-1)."""
    if available_donkeys(table, table.mover):
        begin_turn(table)
    return False


def available_donkeys(table: Table, seat: int) -> list[int]:
    """The donkey markers that the seat has not used (LG-TRANS-2)."""
    used = table.donkeys[seat]
    return [
        donkey
        for donkey in range(1, len(table.rules.box.donkeys) + 1)
        if not used >> donkey - 1 & 1
    ]


def choose_donkey(table: Table, donkey: int) -> None:
    """The choice stays hidden until all have chosen, and ends the turn (LG-HID-5)."""
    table.chosen[table.mover] = donkey
    end_turn(table)


def reveal_donkeys(table: Table) -> None:
    """All choices are revealed and count as used (LG-TRANS-1)."""
    for seat, donkey in enumerate(table.chosen):
        if donkey:
            table.donkeys[seat] |= 1 << donkey - 1


def begin_siesta(table: Table) -> bool:
    """The disc moves in one movement, then there is a siesta turn (LG-TRANS-3, LG-SOLO-7)."""
    player = table.mover
    if player >= table.rules.seats:
        steps = table.rules.box.solo.rival_siesta[table.rival_die - 1]
        move_disc(table, player, steps)
        return False
    donkey = table.chosen[player]
    hats = table.rules.box.donkeys[donkey - 1].siesta if donkey else 0
    move_disc(table, player, hats + added_up(table, player, ON_SIESTA_STEP))
    begin_turn(table)
    return False


def added_up(table: Table, seat: int, on: int) -> int:
    """The sum of `siesta_step` or `delivery_turn` effects; a craft marker's begin with the round
    after the one in which it was taken (LG-CRAFT-8, LG-CRAFT-9)."""
    box = table.rules.box
    total = 0
    for number in crafts_that_hear(table, seat, on) + helpers_that_hear(table, seat, on):
        trigger = box.triggers[number]
        if trigger.card or table.crafted[seat * BUILDINGS + trigger.building] < table.round:
            total += sum([effect.n for effect in box.effects[trigger.effects]])
    return total


def begin_delivery(table: Table) -> None:
    """Free and extra deliveries are fixed when the turn starts (LG-TRANS-7, -13, -14)."""
    seat = table.mover
    donkey = table.chosen[seat]
    deliveries = table.rules.box.donkeys[donkey - 1].deliveries if donkey else 0
    table.frees = deliveries + added_up(table, seat, ON_DELIVERY_TURN)
    table.extras = donkey_symbols(table, seat)
    table.free_extras = passive(table, seat, FREE_EXTRA_DELIVERIES)
    begin_turn(table)


def donkey_symbols(table: Table, seat: int) -> int:
    """Symbols of extensions and helpers (LG-TRANS-11)."""
    symbols = passive(table, seat, EXTRA_DELIVERIES)
    for card in table.extensions[seat]:
        symbols += table.rules.box.cards[card].extension.extra_deliveries
    return symbols


def can_buy_extra(table: Table, seat: int) -> bool:
    """Once the free ones are used up, for silver or one of the free extras (LG-TRANS-11, -14)."""
    if table.frees or not table.extras:
        return False
    return table.free_extras > 0 or (
        table.silver[seat] >= table.rules.box.constants.extra_delivery_cost
    )
