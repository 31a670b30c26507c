"""The introduction: farmers are put on the wheel one by one (F-INTRO)."""

from __future__ import annotations

from siurell.games.finca.fruit_supply import take_fruit
from siurell.games.finca.table import TURN, Table
from siurell.games.finca.wheel import set_down


def place(table: Table, blade: int) -> None:
    """Put a farmer on any blade and take exactly one of its fruit (F-INTRO-2, F-INTRO-3)."""
    seat = table.mover
    table.hand[seat] -= 1
    set_down(table, seat, blade)
    take_fruit(table, seat, table.wheel[blade], 1)
    go_on(table)


def go_on(table: Table) -> None:
    """Clockwise, one farmer at a time, until every farmer is placed (F-INTRO-1)."""
    if any(table.hand):
        table.mover = (table.mover + 1) % table.rules.seats
    else:
        table.stage = TURN
        table.mover = 0
    table.to_act = table.mover
