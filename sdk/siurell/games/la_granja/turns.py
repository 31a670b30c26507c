"""Beginning and ending a turn of LG-DEC-15."""

from __future__ import annotations

from siurell.games.la_granja.table import Table


def begin_turn(table: Table) -> None:
    """The turn of the player whose part of the stage it is."""
    table.open = True
    table.turns += 1


def end_turn(table: Table) -> None:
    """The turn is over; what was counted in it starts anew."""
    table.open = False
    table.acts = 0
    table.plays = 0
    table.roof_bought = False
    table.die = 0
    table.took = 0
    table.frees = 0
    table.extras = 0
    table.free_extras = 0
