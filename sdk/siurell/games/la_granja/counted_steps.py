"""Effects of up to n single steps, each of which may be the last (LG-FX-6)."""

from __future__ import annotations

from siurell.games.la_granja.delivery_places import can_deliver
from siurell.games.la_granja.farm import GOOD_OF_SOURCE, empty_fields, gain_good, take
from siurell.games.la_granja.feasibility import can_upgrade, reusable_markers
from siurell.games.la_granja.frames import DELIVER, GROW, PLAY, REFRESH, REUSE, UPGRADE
from siurell.games.la_granja.table import Table
from siurell.games.la_granja.triggers import fire
from siurell.games.la_granja.vocabulary import CROPS, ON_UPGRADED


def go_on_stepping(table: Table) -> bool:
    """Ask for the next step while it is feasible, else the effect is over (LG-FX-6)."""
    frame = table.stack[-1]
    seat = frame[1]
    if frame[2] > 0 and _step_feasible(table, seat):
        table.to_act = seat
        return True
    table.stack.pop()
    return False


def _step_feasible(table: Table, seat: int) -> bool:
    frame = table.stack[-1]
    kind = frame[0]
    if kind == UPGRADE:
        return can_upgrade(table, seat)
    if kind == DELIVER:
        return can_deliver(table, seat, frame[3])
    if kind == PLAY:
        return bool(table.hands[seat])
    if kind == GROW:
        return bool(empty_fields(table, seat))
    if kind == REUSE:
        return bool(reusable_markers(table, seat))
    return kind == REFRESH and table.donkeys[seat] != 0


def count_step(table: Table) -> int:
    """One step of the frame on top is being made; the seat that makes it."""
    frame = table.stack[-1]
    table.stack[-1] = (frame[0], frame[1], frame[2] - 1, *frame[3:])
    return frame[1]


def upgrade(table: Table, seat: int, source: int) -> None:
    """A good becomes what it is upgraded to; the triggers hear it (LG-ANY-8, LG-ANY-17)."""
    good = GOOD_OF_SOURCE[source]
    take(table, seat, source)
    gain_good(table, seat, table.rules.box.goods[good].upgrade_to)
    fire(table, seat, ON_UPGRADED, good)


def upgrade_free(table: Table, source: int) -> None:
    """A free upgrade of the frame on top."""
    upgrade(table, count_step(table), source)


def grow(table: Table, crop: int) -> None:
    """Put a crop in one empty field."""
    seat = count_step(table)
    table.full[seat * CROPS + crop] += 1


def reuse(table: Table, marker: int) -> None:
    """Turn a used roof marker up (LG-ROOF-7)."""
    seat = count_step(table)
    table.roof_used[seat] &= ~(1 << table.roofs[seat].index(marker))


def refresh(table: Table, donkey: int) -> None:
    """Make a used donkey marker available again (LG-TRANS-2)."""
    seat = count_step(table)
    table.donkeys[seat] &= ~(1 << donkey - 1)
