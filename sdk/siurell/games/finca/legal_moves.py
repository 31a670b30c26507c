"""The legal list of every decision (F-DEC), sorted in byte order of the texts (F-NOTE-6)."""

from __future__ import annotations

from siurell.games.base import CHANCE, Move
from siurell.games.finca.components import BIGCART, LESS
from siurell.games.finca.delivery_list import deliveries_with_one_less, exact_deliveries
from siurell.games.finca.table import SECOND, TURN, Table


def legal_moves(table: Table) -> list[Move]:
    """All moves of the seat that decides; none when nobody does (F-CHANCE-6)."""
    seat = table.to_act
    if seat is None or seat == CHANCE:
        return []
    lists = table.rules.lists
    if table.stage == TURN:
        unused = table.actions[seat]
        if table.carts[seat] or unused & BIGCART:
            return _with_deliveries(table, seat, unused)
        return lists.turns(table.stands[seat], unused)[:]
    if table.stage == SECOND:
        return lists.seconds(table.stands[seat])[:]
    return lists.places[:]


def _with_deliveries(table: Table, seat: int, unused: int) -> list[Move]:
    """A turn of a seat with a cart or with its big cart (F-DEC-2)."""
    rules = table.rules
    lists = rules.lists
    stands = table.stands[seat]
    first = seat * rules.fruits
    held = table.fruit[first : first + rules.fruits]
    cart = table.carts[seat] > 0
    found = exact_deliveries(
        lists.offers,
        table.tops,
        held,
        rules.deliver_cap if cart else 0,
        rules.big_cap if unused & BIGCART else 0,
    )
    if not cart or not unused & LESS:
        found += lists.turns(stands, unused)
        return found
    found += lists.actions(stands, unused)
    found += deliveries_with_one_less(lists.offers, table.tops, held, rules.deliver_cap)
    found += lists.moves(stands)
    return found
