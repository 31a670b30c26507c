"""The four forms of playing a card (LG-DEC-15, LG-DEC-18)."""

from __future__ import annotations

from siurell.games.la_granja.playing import can_extend
from siurell.games.la_granja.table import Table


def play_codes(table: Table, seat: int) -> list[int]:
    """All ways to play a hand card; extensions only if they can be paid (LG-DEC-7)."""
    catalogue = table.rules.catalogue
    hand = table.hands[seat]
    codes: list[int] = []
    for card in hand:
        codes += [catalogue.field[card], catalogue.barrow[card], catalogue.helper[card]]
    if hand and can_extend(table, seat):
        codes += [catalogue.extend[card] for card in hand]
    return codes
