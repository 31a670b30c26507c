"""The supply of fruit, and what happens when it is short (F-SUPPLY)."""

from __future__ import annotations

from siurell.games.finca.table import Table


def take_fruit(table: Table, seat: int, fruit: int, owed: int) -> None:
    """Take the fruit owed; exactly enough is enough (F-SUPPLY-3)."""
    if table.supply[fruit] < owed:
        recall_fruit(table, fruit)
    table.supply[fruit] -= owed
    table.fruit[seat * table.rules.fruits + fruit] += owed


def recall_fruit(table: Table, fruit: int) -> None:
    """All players, the mover too, return all held fruit of the kind (F-SUPPLY-1)."""
    held = table.fruit
    for place in range(fruit, len(held), table.rules.fruits):
        table.supply[fruit] += held[place]
        held[place] = 0


def return_fruit(table: Table, seat: int, fruit: int, paid: int) -> None:
    """Delivered fruit goes back to the supply (F-DELIVER-7)."""
    table.supply[fruit] += paid
    table.fruit[seat * table.rules.fruits + fruit] -= paid
