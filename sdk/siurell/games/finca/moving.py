"""Moving a farmer (F-MOVE), the double move (F-DOUBLE) and the gust of wind (F-GUST)."""

from __future__ import annotations

from siurell.games.finca.carts import lines_passed, take_carts
from siurell.games.finca.components import DOUBLE, GUST
from siurell.games.finca.fruit_supply import take_fruit
from siurell.games.finca.table import SECOND, Table
from siurell.games.finca.turns import end_turn, spend_action
from siurell.games.finca.wheel import carry


def move(table: Table, blade: int) -> None:
    """A move is a turn, or the second half of one (F-TURN-2, F-DEC-3)."""
    move_farmer(table, blade)
    end_turn(table)


def move_farmer(table: Table, blade: int) -> None:
    """Move as many blades as farmers stand on the first, the mover included (F-MOVE-2, F-MOVE-3).

    Then take as many fruits as farmers stand on the last (F-MOVE-4), and carts for the lines that
    were passed (F-MOVE-6).
    """
    seat = table.mover
    steps = table.crowd[blade]
    goal = (blade + steps) % table.rules.blades
    carry(table, seat, blade, goal)
    take_fruit(table, seat, table.wheel[goal], table.crowd[goal])
    owed = lines_passed(table, blade, steps)
    if owed:
        take_carts(table, seat, owed)


def double(table: Table, blade: int) -> None:
    """A normal move, after which the mover may make a second one (F-DOUBLE-1)."""
    spend_action(table, DOUBLE)
    move_farmer(table, blade)
    table.stage = SECOND


def stay(table: Table) -> None:
    """The second move may be declined; the tile is spent all the same (F-DOUBLE-3)."""
    end_turn(table)


def gust(table: Table, blade: int, goal: int) -> None:
    """Put an own farmer on any blade and take fruit there, but never a cart (F-GUST-1 to -3)."""
    seat = table.mover
    spend_action(table, GUST)
    carry(table, seat, blade, goal)
    take_fruit(table, seat, table.wheel[goal], table.crowd[goal])
    end_turn(table)
