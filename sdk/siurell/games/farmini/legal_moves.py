"""The legal list of every decision (FM-DEC), sorted in byte order of the texts (FM-NOTE-8)."""

from __future__ import annotations

from siurell.games.base import Move
from siurell.games.farmini.animals import can_be_taken, spaces_for_next
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
    found: list[Move] = []
    before = -1
    for card in table.display:
        if card == before:
            continue
        before = card
        if rules.is_pen[card]:
            for offer in table.farms[seat].offers:
                moves = offer.moves[card]
                found += rules.placements.fill(offer, card) if moves is None else moves
        elif can_be_taken(table, seat, card):
            found.append(rules.ready.take_animals[card])
    return found


def discard_moves(table: Table) -> list[Move]:
    """When no card can be played, any of them is discarded (FM-TURN-5)."""
    return [table.rules.ready.discards[card] for card in sorted(set(table.display))]


def put_moves(table: Table) -> list[Move]:
    """The spaces for the next token (FM-DEC-2)."""
    ready = table.rules.ready
    puts = [ready.put(spot) for spot in spaces_for_next(table)]
    puts.sort()
    return [move for _, move in puts]
