"""The display: cards leave it, and it is filled from the deck (FM-TURN-3, -4, FM-WOLF)."""

from __future__ import annotations

from bisect import insort

from siurell.games.base import CHANCE
from siurell.games.farmini.table import FILL, OVER, TAKE, Table
from siurell.games.farmini.wolves import meet_wolf


def leave_display(table: Table, card: int) -> None:
    """Of equal cards one is taken, the others stay (FM-NOTE-6)."""
    table.display.remove(card)


def fill_display(table: Table) -> None:
    """Turn cards up to four; then somebody chooses, or no card is left (FM-END-1)."""
    if table.deck and len(table.display) < table.rules.display:
        table.stage = FILL
        table.to_act = CHANCE
    elif table.display:
        table.stage = TAKE
        table.to_act = table.mover
    else:
        table.stage = OVER
        table.to_act = None


def turn_up(table: Table, card: int) -> None:
    """A card joins the display; a wolf is resolved at once instead (FM-WOLF-1, FM-WOLF-4)."""
    table.deck.remove(card)
    kind = table.rules.wolves[card]
    if kind < 0:
        insort(table.display, card)
    else:
        meet_wolf(table, kind)
        table.discards.append(card)
    fill_display(table)
