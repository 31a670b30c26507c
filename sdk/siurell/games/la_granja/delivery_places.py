"""Where a good can be delivered: open places on barrows and in craft rows (LG-TRANS-8 to 10)."""

from __future__ import annotations

from siurell.games.la_granja.farm import GOOD_OF_SOURCE, owns, sources_of
from siurell.games.la_granja.table import BUILDINGS, Table
from siurell.games.la_granja.vocabulary import TO_BARROW, TO_CRAFT


def can_deliver(table: Table, seat: int, to: int) -> bool:
    """Whether a legal delivery to such a target exists (LG-FX-3)."""
    if to != TO_CRAFT:
        slots = table.rules.barrow_slots
        for slot in range(seat * slots, seat * slots + slots):
            if table.barrows[slot] and _owns_one_of(table, seat, wanted_by_barrow(table, slot)):
                return True
    if to != TO_BARROW:
        for building in range(BUILDINGS):
            if building not in table.closed and _owns_one_of(
                table, seat, wanted_by_row(table, seat, building)
            ):
                return True
    return False


def _owns_one_of(table: Table, seat: int, wanted: list[int]) -> bool:
    return any(owns(table, seat, good) > 0 for good in wanted)


def wanted_by_barrow(table: Table, slot: int) -> list[int]:
    """The goods of the open places of the barrow at this place of `Table.barrows`."""
    loaded = table.loaded[slot]
    goods = table.rules.box.cards[table.barrows[slot]].goods
    return [good for place, good in enumerate(goods) if not loaded >> place & 1]


def wanted_by_row(table: Table, seat: int, building: int) -> list[int]:
    """The goods of the open places of a row."""
    filled = table.rows[seat * BUILDINGS + building]
    row = table.rules.box.buildings[building].row
    return [good for place, good in enumerate(row) if not filled >> place & 1]


def deliveries_to_barrows(table: Table, seat: int) -> list[tuple[int, int]]:
    """All sources and slots of legal deliveries to barrows, none twice."""
    slots = table.rules.barrow_slots
    found: list[tuple[int, int]] = []
    for slot in range(slots):
        if table.barrows[seat * slots + slot]:
            for good in set(wanted_by_barrow(table, seat * slots + slot)):
                found += [(source, slot) for source in sources_of(table, seat, good)]
    return found


def deliveries_to_crafts(table: Table, seat: int) -> list[tuple[int, int]]:
    """All sources and buildings of legal deliveries to open buildings, none twice."""
    found: list[tuple[int, int]] = []
    for building in range(BUILDINGS):
        if building not in table.closed:
            for good in set(wanted_by_row(table, seat, building)):
                found += [(source, building) for source in sources_of(table, seat, good)]
    return found


def open_place(goods: tuple[int, ...], filled: int, source: int) -> int:
    """The first open place that asks for the good of a source, as a bit; 0 when there is none."""
    good = GOOD_OF_SOURCE[source]
    for place, wanted in enumerate(goods):
        if wanted == good and not filled >> place & 1:
            return 1 << place
    return 0
