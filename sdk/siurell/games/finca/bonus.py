"""Bonus tiles for sets of all six values (F-BONUS)."""

from __future__ import annotations

from siurell.games.finca.table import Table


def complete_sets(table: Table, seat: int) -> int:
    """The smallest number of tiles that the player has of any one value (F-BONUS-2)."""
    first = seat * table.rules.values
    return min(table.values[first : first + table.rules.values])


def take_bonus_tiles(table: Table, seat: int) -> None:
    """Each new set takes the top bonus tile at once, while there is one (F-BONUS-1, F-BONUS-4)."""
    sets = complete_sets(table, seat)
    new_sets = sets - table.sets[seat]
    if new_sets:
        table.sets[seat] = sets
        table.bonuses[seat] = table.bonuses[seat] + table.bonus_stack[:new_sets]
        table.bonus_stack = table.bonus_stack[new_sets:]
