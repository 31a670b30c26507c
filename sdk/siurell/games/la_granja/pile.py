"""Drawing and discarding (LG-GEN-8, LG-GEN-9): which cards the pile holds, never their order."""

from __future__ import annotations

from siurell.games.base import CHANCE
from siurell.games.la_granja.frames import DRAW
from siurell.games.la_granja.table import Table


def holds_a_card(table: Table) -> bool:
    """Whether a card can be drawn: from the pile or from the discards."""
    return bool(table.pile) or bool(table.discards)


def draw_cards(table: Table, seat: int, count: int) -> None:
    """So many cards are due to be drawn."""
    table.stack.append((DRAW, seat, count))


def go_on_drawing(table: Table) -> bool:
    """Ask chance for the next card; draws without any card lapse (LG-GEN-9)."""
    _, _, left = table.stack[-1]
    if left == 0 or not ready_to_draw(table):
        table.stack.pop()
        return False
    table.to_act = CHANCE
    return True


def ready_to_draw(table: Table) -> bool:
    """Whether the pile holds a card, the discards being shuffled if it is empty (LG-GEN-9)."""
    if not table.pile and table.discards:
        shuffle_discards(table)
    return bool(table.pile)


def take_drawn(table: Table, seat: int, card: int) -> None:
    """The seat has drawn this card (LG-HID-6)."""
    kind, drawer, left = table.stack[-1]
    table.stack[-1] = (kind, drawer, left - 1)
    leave_pile(table, card)
    table.hands[seat] = tuple(sorted((*table.hands[seat], card)))


def leave_pile(table: Table, card: int) -> None:
    """A card leaves the pile; after the last one the discards are the new pile (LG-GEN-8)."""
    table.pile.remove(card)
    if not table.pile and table.discards:
        shuffle_discards(table)


def shuffle_discards(table: Table) -> None:
    """The discards become the cards of the pile; no event tells an order (LG-CHANCE-5)."""
    table.pile_number += 1
    for card in table.discards:
        table.pile_of[card] = table.pile_number
    table.pile = sorted(table.discards)
    table.discards = []


def leave_hand(table: Table, seat: int, card: int) -> None:
    """A card leaves the hand."""
    table.hands[seat] = tuple([other for other in table.hands[seat] if other != card])


def discard_from_hand(table: Table, seat: int, card: int) -> None:
    """A hand card goes to the discards."""
    leave_hand(table, seat, card)
    table.discards.append(card)
