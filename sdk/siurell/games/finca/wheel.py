"""Farmers on the wheel: set down on a blade, carried from one to another."""

from __future__ import annotations

from siurell.games.finca.table import Table


def carry(table: Table, seat: int, blade: int, goal: int) -> None:
    """Take an own farmer from one blade to another; own farmers there are alike (F-MOVE-1)."""
    first = seat * table.rules.blades
    farmers = table.farmers
    crowd = table.crowd
    crowd[blade] -= 1
    crowd[goal] += 1
    own = farmers[first + blade] - 1
    farmers[first + blade] = own
    farmers[first + goal] += 1
    stands = table.stands[seat] | 1 << goal
    table.stands[seat] = stands if own or blade == goal else stands ^ 1 << blade


def set_down(table: Table, seat: int, blade: int) -> None:
    """Put a farmer on a blade; any number of any colours may share it (F-INTRO-4)."""
    table.farmers[seat * table.rules.blades + blade] += 1
    table.crowd[blade] += 1
    table.stands[seat] |= 1 << blade
