"""Turns and the end of the game (F-TURN, F-ACTION, F-END)."""

from __future__ import annotations

from siurell.games.finca.table import OVER, TURN, Table


def spend_action(table: Table, tile: int) -> None:
    """Each action tile is used once and then goes to the box (F-ACTION-1)."""
    table.actions[table.mover] ^= tile


def end_turn(table: Table) -> None:
    """After the turn the next player clockwise is to move (F-TURN-1)."""
    table.turns += 1
    if table.wooden == 0 or table.turns >= table.rules.max_turns:
        end_game(table)
        return
    table.stage = TURN
    mover = table.mover + 1
    if mover == table.rules.seats:
        mover = 0
    table.mover = table.to_act = mover


def is_last_turn(table: Table) -> bool:
    """The last wooden finca or turn 400 ends the game with this turn (F-END-1, F-END-4)."""
    return table.wooden == 0 or table.turns + 1 >= table.rules.max_turns


def end_game(table: Table) -> None:
    """No other player has another turn (F-END-1)."""
    table.stage = OVER
    table.to_act = None
