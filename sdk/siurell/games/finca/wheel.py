"""Farmers on the wheel: lifted from a blade, set down on a blade."""

from __future__ import annotations

from siurell.games.finca.table import Table


def lift(table: Table, seat: int, blade: int) -> None:
    """Take an own farmer off a blade; own farmers there are alike (F-MOVE-1)."""
    place = seat * table.rules.blades + blade
    own = table.farmers[place] - 1
    table.farmers[place] = own
    table.crowd[blade] -= 1
    if own == 0:
        table.stands[seat] ^= 1 << blade


def set_down(table: Table, seat: int, blade: int) -> None:
    """Put a farmer on a blade; any number of any colours may share it (F-INTRO-4)."""
    table.farmers[seat * table.rules.blades + blade] += 1
    table.crowd[blade] += 1
    table.stands[seat] |= 1 << blade
