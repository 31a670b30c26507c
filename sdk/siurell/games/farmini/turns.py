"""Turns and the end of the game (FM-TURN, FM-END)."""

from __future__ import annotations

from siurell.games.farmini.display import fill_display, leave_display
from siurell.games.farmini.table import Table


def end_turn(table: Table) -> None:
    """The next player clockwise is to move, once the display is filled (FM-TURN-1, -3)."""
    table.turns += 1
    table.mover += 1
    if table.mover == table.rules.seats:
        table.mover = 0
    fill_display(table)


def discard(table: Table, card: int) -> None:
    """Nothing can be played: a card of the display is discarded (FM-TURN-5)."""
    leave_display(table, card)
    table.discards.append(card)
    end_turn(table)
