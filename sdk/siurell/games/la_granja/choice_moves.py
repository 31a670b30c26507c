"""The choices inside an effect (LG-DEC-18): the moves that the frame on top allows."""

from __future__ import annotations

from siurell.games.la_granja.costs import costs_of, payable_sources
from siurell.games.la_granja.delivery_places import (
    deliveries_to_barrows,
    deliveries_to_crafts,
)
from siurell.games.la_granja.farm import empty_fields, sources_of
from siurell.games.la_granja.feasibility import (
    feasible_options,
    reusable_markers,
    upgradable_sources,
)
from siurell.games.la_granja.frames import (
    COST,
    DELIVER,
    EXTEND,
    FIRE,
    GAIN,
    GROW,
    HAND_LIMIT,
    MARKET,
    OPTION,
    PLAY,
    REPLACE,
    REUSE,
    UPGRADE,
    Frame,
)
from siurell.games.la_granja.market import spaces_to_place
from siurell.games.la_granja.play_moves import play_codes
from siurell.games.la_granja.playing import owns_kind, slots_of
from siurell.games.la_granja.table import BUILDINGS, Table
from siurell.games.la_granja.vocabulary import PAY_CARD, SILVER, TO_BARROW, TO_CRAFT


def choice_codes(table: Table, seat: int) -> list[int]:
    """The codes of the moves that answer the frame on top."""
    frame = table.stack[-1]
    kind = frame[0]
    if kind == OPTION:
        return _option_codes(table, frame)
    if kind == GAIN:
        gain = table.rules.catalogue.gain
        return [code for good, code in enumerate(gain) if frame[3] >> good & 1]
    if kind == EXTEND:
        return _extension_payment_codes(table, frame)
    if kind == COST:
        return _cost_codes(table, frame)
    if kind == REPLACE:
        slots = len(slots_of(table, seat, frame[2]))
        return table.rules.catalogue.replace[:slots]
    if kind == MARKET:
        market = table.rules.catalogue.market
        return [market[space] for space in spaces_to_place(table, seat, frame[2])]
    if kind == HAND_LIMIT:
        return _discard_codes(table, seat)
    return [table.rules.catalogue.done, *_declinable_codes(table, frame)]


def _declinable_codes(table: Table, frame: Frame) -> list[int]:
    """The choices that `done` declines."""
    catalogue = table.rules.catalogue
    kind = frame[0]
    seat = frame[1]
    if kind == UPGRADE:
        return [catalogue.free[source] for source in upgradable_sources(table, seat)]
    if kind == DELIVER:
        return _delivery_codes(table, frame)
    if kind == PLAY:
        return play_codes(table, seat)
    if kind == GROW:
        return [catalogue.grow[crop] for crop in empty_fields(table, seat)]
    if kind == REUSE:
        return [catalogue.reuse[marker] for marker in reusable_markers(table, seat)]
    if kind == FIRE:
        return [catalogue.use_helper[table.rules.box.triggers[frame[2]].card]]
    used = table.donkeys[seat]
    return [catalogue.refresh[bit + 1] for bit in range(used.bit_length()) if used >> bit & 1]


def _option_codes(table: Table, frame: Frame) -> list[int]:
    _, seat, choice, barred, _ = frame
    options = table.rules.box.choices[choice]
    take = table.rules.catalogue.take
    return [take[options[place].key] for place in feasible_options(table, seat, choice, barred)]


def _delivery_codes(table: Table, frame: Frame) -> list[int]:
    _, seat, _, to = frame
    catalogue = table.rules.catalogue
    codes: list[int] = []
    if to != TO_CRAFT:
        slots = table.rules.barrow_slots
        codes += [
            catalogue.deliver_barrow[source * slots + slot]
            for source, slot in deliveries_to_barrows(table, seat)
        ]
    if to != TO_BARROW:
        codes += [
            catalogue.deliver_craft[source * BUILDINGS + building]
            for source, building in deliveries_to_crafts(table, seat)
        ]
    return codes


def _extension_payment_codes(table: Table, frame: Frame) -> list[int]:
    """One unit of a kind that was not paid yet (LG-FARM-5)."""
    _, seat, _, _, paid = frame
    pay = table.rules.catalogue.pay
    codes: list[int] = []
    for kind in table.rules.box.farm_board.payment_kinds:
        if paid >> kind & 1 or not owns_kind(table, seat, kind):
            continue
        if kind >= SILVER:
            codes.append(pay[kind])
        else:
            codes += [pay[source] for source in sources_of(table, seat, kind)]
    return codes


def _cost_codes(table: Table, frame: Frame) -> list[int]:
    _, seat, card, place, _ = frame
    cost = costs_of(table, card)[place]
    if cost.pay == PAY_CARD:
        return _discard_codes(table, seat)
    return [table.rules.catalogue.pay[source] for source in payable_sources(table, seat, cost)]


def _discard_codes(table: Table, seat: int) -> list[int]:
    discard = table.rules.catalogue.discard
    return [discard[card] for card in table.hands[seat]]
