"""Why a good cannot be delivered to a place (LG-TRANS-8)."""

from __future__ import annotations

from siurell.games.la_granja.delivery_places import wanted_by_barrow, wanted_by_row
from siurell.games.la_granja.farm import GOOD_OF_SOURCE, holds
from siurell.games.la_granja.moves import (
    DeliverToBarrow,
    DeliverToCraft,
    ExtraToBarrow,
    ExtraToCraft,
    good_word,
    payment_word,
)
from siurell.games.la_granja.table import Table
from siurell.games.la_granja.vocabulary import FROM_FIELD, TRADE


def why_not_there(
    table: Table, seat: int, move: DeliverToBarrow | DeliverToCraft | ExtraToBarrow | ExtraToCraft
) -> str:
    """The good is there, and an open place asks for exactly that good (LG-TRANS-8)."""
    if not holds(table, seat, move.source):
        return why_not_held(move.source)
    good = GOOD_OF_SOURCE[move.source]
    if isinstance(move, (DeliverToBarrow, ExtraToBarrow)):
        return _why_not_barrow(table, seat, good, move.slot)
    building = table.rules.buildings[move.building]
    if building in table.closed:
        return f"the {move.building} is closed (LG-CRAFT-3)."
    return f"your row of the {move.building} asks for {_open(wanted_by_row(table, seat, building))}"


def _why_not_barrow(table: Table, seat: int, good: int, slot: int) -> str:
    if good == TRADE:
        return "trade commodities go to craft rows only (LG-TRANS-9)."
    place = seat * table.rules.barrow_slots + slot
    if not table.barrows[place]:
        return f"you have no barrow in slot {slot + 1} (LG-TRANS-8)."
    return f"the barrow in slot {slot + 1} asks for {_open(wanted_by_barrow(table, place))}"


def _open(wanted: list[int]) -> str:
    words = ", ".join([good_word(good) for good in sorted(set(wanted))])
    return f"{words or 'nothing more'} (LG-TRANS-8)."


def why_not_held(source: int) -> str:
    """The seat cannot take a good from this source."""
    if source >= FROM_FIELD:
        return f"you have no full {good_word(source - FROM_FIELD)} field (LG-DEC-14)."
    return f"you have no {payment_word(source)} (LG-DEC-14)."
