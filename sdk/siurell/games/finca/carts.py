"""Donkey carts: earned at the dividing lines, kept in the mill, recalled when short (F-CART)."""

from __future__ import annotations

from siurell.games.finca.table import Table


def lines_passed(table: Table, blade: int, steps: int) -> int:
    """Dividing lines passed by a move: floor((p + s) / 6) - floor(p / 6) (F-CART-3)."""
    line_every = table.rules.line_every
    return (blade + steps) // line_every - blade // line_every


def take_carts(table: Table, seat: int, owed: int) -> None:
    """One cart from the mill for each line passed (F-CART-2).

    When the mill is short, all return their carts first (F-CART-5). Two owed and one there: either
    all return and two are taken, or the one is taken before the recall (F-CART-6).
    """
    if owed > table.mill:
        if table.rules.carts_one_by_one:
            owed -= table.mill
        recall_carts(table)
    table.mill -= owed
    table.carts[seat] += owed


def recall_carts(table: Table) -> None:
    """All players, the mover too, return all carts to the mill (F-CART-5)."""
    for seat, held in enumerate(table.carts):
        table.mill += held
        table.carts[seat] = 0


def return_cart(table: Table, seat: int) -> None:
    """A delivery needs a cart, which goes back to the mill (F-DELIVER-1)."""
    table.carts[seat] -= 1
    table.mill += 1
