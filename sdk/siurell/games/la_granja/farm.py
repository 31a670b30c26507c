"""What a farm holds and yields: goods, fields, pig spaces, and what helpers change (LG-GEN)."""

from __future__ import annotations

from typing import Final

from siurell.games.la_granja.table import Table
from siurell.games.la_granja.vocabulary import (
    CROPS,
    FROM_FIELD,
    KINDS_OF_GOODS,
    PIG,
    PIG_SPACES,
)

GOOD_OF_SOURCE: Final = (0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2)
"""The good that each source gives."""


def passive(table: Table, seat: int, mod: int) -> int:
    """The sum of a passive over the seat's helpers; phases do not limit it (LG-FX-7)."""
    by_card = table.rules.mods[mod]
    slots = table.rules.helper_slots
    total = 0
    for slot in range(seat * slots, seat * slots + slots):
        total += by_card[table.helpers[slot]]
    return total


def discount(table: Table, seat: int, kind: int, good: int) -> int:
    """What the seat's helpers take off an upgrade (kind 0) or off buying (kind 1) of a good."""
    by_card_and_good = table.rules.discounts[kind]
    slots = table.rules.helper_slots
    total = 0
    for slot in range(seat * slots, seat * slots + slots):
        total += by_card_and_good[table.helpers[slot] * KINDS_OF_GOODS + good]
    return total


def pig_spaces(table: Table, seat: int) -> int:
    """Base spaces and those of extensions and helpers (LG-GEN-7)."""
    box = table.rules.box
    spaces = box.farm_board.pig_spaces + passive(table, seat, PIG_SPACES)
    for card in table.extensions[seat]:
        spaces += box.cards[card].extension.pig_spaces
    return spaces


def free_pig_spaces(table: Table, seat: int) -> int:
    """Pig spaces without a pig (LG-GEN-7)."""
    return pig_spaces(table, seat) - table.good(seat, PIG)


def gain_good(table: Table, seat: int, good: int) -> None:
    """Put a good in its den; a pig without a space is sold at once (LG-ANY-12)."""
    if good == PIG and free_pig_spaces(table, seat) <= 0:
        table.silver[seat] += table.rules.box.goods[PIG].sell
    else:
        table.goods[seat * KINDS_OF_GOODS + good] += 1


def sell_surplus_pigs(table: Table, seat: int) -> None:
    """Pigs whose spaces are lost are sold at once (LG-ANY-13)."""
    surplus = -free_pig_spaces(table, seat)
    if surplus > 0:
        table.goods[seat * KINDS_OF_GOODS + PIG] -= surplus
        table.silver[seat] += surplus * table.rules.box.goods[PIG].sell


def holds(table: Table, seat: int, source: int) -> bool:
    """Whether the seat can take a good from this source."""
    if source < FROM_FIELD:
        return table.goods[seat * KINDS_OF_GOODS + source] > 0
    return table.full[seat * CROPS + source - FROM_FIELD] > 0


def take(table: Table, seat: int, source: int) -> None:
    """Take one good from a source; a field is empty then (LG-ANY-11)."""
    if source < FROM_FIELD:
        table.goods[seat * KINDS_OF_GOODS + source] -= 1
    else:
        table.full[seat * CROPS + source - FROM_FIELD] -= 1


def sources_of(table: Table, seat: int, good: int) -> list[int]:
    """Where the seat can take a good from: its den, and for a crop a full field."""
    sources = [good] if table.goods[seat * KINDS_OF_GOODS + good] > 0 else []
    if good < CROPS and table.full[seat * CROPS + good] > 0:
        sources.append(FROM_FIELD + good)
    return sources


def owns(table: Table, seat: int, good: int) -> int:
    """How many of a good the seat has in its den, on pig spaces and in fields."""
    owned = table.goods[seat * KINDS_OF_GOODS + good]
    if good < CROPS:
        owned += table.full[seat * CROPS + good]
    return owned


def empty_fields(table: Table, seat: int) -> list[int]:
    """The crops of which the seat has an empty field."""
    start = seat * CROPS
    return [crop for crop in range(CROPS) if table.full[start + crop] < table.fields[start + crop]]


def has_helper(table: Table, seat: int, card: int) -> int | None:
    """The place in `Table.helpers` where the seat has this helper, or None."""
    slots = table.rules.helper_slots
    for slot in range(seat * slots, seat * slots + slots):
        if table.helpers[slot] == card:
            return slot
    return None
