"""The legal list of every decision (FM-DEC), sorted in byte order of the texts (FM-NOTE-8)."""

from __future__ import annotations

from siurell.games.base import Move
from siurell.games.farmini.animals import spaces_for_next, tokens_to_put
from siurell.games.farmini.table import PUT, TAKE, Table


def legal_moves(table: Table) -> list[Move]:
    """All moves of the seat that decides; none when nobody does (FM-CHANCE-4)."""
    if table.stage == TAKE:
        return take_moves(table) or discard_moves(table)
    if table.stage == PUT:
        return put_moves(table)
    return []


def take_moves(table: Table) -> list[Move]:
    """Every way to play a card of the display; equal cards are one (FM-DEC-1, FM-NOTE-6)."""
    rules = table.rules
    seat = table.mover
    offers = table.farms[seat].offers
    found: list[Move] = []
    before = -1
    for card in table.display:
        if card == before:
            continue
        before = card
        if rules.is_pen[card]:
            for offer in offers:
                found += offer[card]
        else:
            shown = rules.animal_cards[card]
            if shown is not None and tokens_to_put(table, seat, shown):
                found.append(rules.ready.take_animals[card])
    return found


def discard_moves(table: Table) -> list[Move]:
    """When no card can be played, any of them is discarded (FM-TURN-5)."""
    return [table.rules.ready.discards[card] for card in sorted(set(table.display))]


def put_moves(table: Table) -> list[Move]:
    """The spaces for the next token (FM-DEC-2)."""
    puts: list[Move] = [table.rules.ready.put(spot) for spot in spaces_for_next(table)]
    return sorted(puts, key=str)
