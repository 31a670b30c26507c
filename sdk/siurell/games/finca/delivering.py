"""Deliveries: normal, with the big cart, with one fruit less (F-DELIVER, F-WILD, F-BIG, F-LESS)."""

from __future__ import annotations

from siurell.games.base import CHANCE
from siurell.games.finca.bonus import take_bonus_tiles
from siurell.games.finca.carts import return_cart
from siurell.games.finca.components import BIGCART, LESS
from siurell.games.finca.fruit_supply import return_fruit
from siurell.games.finca.moves import NO_FRUIT, Item, Items
from siurell.games.finca.regions import close_region
from siurell.games.finca.setting_up import begin_introduction
from siurell.games.finca.table import NOTHING, SETUP, Table
from siurell.games.finca.turns import end_turn, is_last_turn, spend_action


def deliver(table: Table, items: Items) -> None:
    """A normal delivery: one cart goes back to the mill (F-DELIVER-1)."""
    return_cart(table, table.mover)
    serve(table, items, NO_FRUIT)


def deliver_with_big_cart(table: Table, items: Items) -> None:
    """One delivery of up to 10 fruits, for which no cart is paid (F-BIG-1, F-BIG-2)."""
    spend_action(table, BIGCART)
    serve(table, items, NO_FRUIT)


def deliver_one_less(table: Table, fruit: int, items: Items) -> None:
    """A normal delivery with one fruit fewer than required, in all (F-LESS-1)."""
    spend_action(table, LESS)
    return_cart(table, table.mover)
    serve(table, items, fruit)


def serve(table: Table, items: Items, saved: int) -> None:
    """Fruit paid, tiles taken, bonus, finca tiles, new tops: in this order (F-DELIVER-6)."""
    pay(table, items, saved)
    if table.rules.awards_one_by_one:
        for item in items:
            take_tile(table, item.region)
            close_region(table, item.region)
    else:
        for item in items:
            take_tile(table, item.region)
    take_bonus_tiles(table, table.mover)
    if not table.rules.awards_one_by_one:
        for item in items:
            close_region(table, item.region)
    turn_over(table, items)


def pay(table: Table, items: Items, saved: int) -> None:
    """Each region gets exactly what its top shows (F-DELIVER-3), but for the fruit saved."""
    seat = table.mover
    for item in items:
        pay_item(table, seat, item)
    if saved != NO_FRUIT:
        return_fruit(table, seat, saved, -1)


def pay_item(table: Table, seat: int, item: Item) -> None:
    """A wild tile gets fruit of the one kind that was chosen for it (F-WILD-2, F-WILD-3)."""
    face = table.rules.box.faces[table.tops[item.region]]
    if face.wild:
        return_fruit(table, seat, item.fruit, face.wild)
        return
    for fruit, wanted in face.wants:
        return_fruit(table, seat, fruit, wanted)


def take_tile(table: Table, region: int) -> None:
    """The served tile goes face up to the mover's play area (F-DELIVER-8)."""
    seat = table.mover
    face = table.tops[region]
    table.tops[region] = NOTHING
    table.left[region] -= 1
    table.tiles[seat] = (*table.tiles[seat], face)
    table.values[seat * table.rules.values + table.rules.box.faces[face].value - 1] += 1


def turn_over(table: Table, items: Items) -> None:
    """Each served pile turns up its next tile, but not when the game ends (F-DELIVER-9)."""
    if not is_last_turn(table):
        table.reveals = [item.region for item in items if table.left[item.region]]
    if table.reveals:
        table.to_act = CHANCE
    else:
        end_turn(table)


def turn_up(table: Table, region: int, face: int) -> None:
    """Turn up the next tile of a pile; no decision is open until all are up (F-CHANCE-6)."""
    table.tops[region] = face
    table.unseen.remove(face)
    del table.reveals[0]
    if table.reveals:
        return
    if table.stage == SETUP:
        begin_introduction(table)
    else:
        end_turn(table)
