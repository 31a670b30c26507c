"""Wolves: animals that are not fenced in run back to the yard (FM-WOLF)."""

from __future__ import annotations

from siurell.games.farmini.pens import is_closed
from siurell.games.farmini.solo import discard_animal_cards
from siurell.games.farmini.table import Table


def meet_wolf(table: Table, kind: int) -> None:
    """A wolf concerns all players; alone, the animal cards of the display go first (FM-SOLO-2)."""
    if table.rules.solo:
        discard_animal_cards(table)
    for seat in range(table.rules.seats):
        scare(table, seat, kind)


def scare(table: Table, seat: int, kind: int) -> None:
    """Tokens of the kind that are not in a closed pen go back to the yard (FM-WOLF-2, -3)."""
    held = table.animals[seat]
    if kind not in held.values():
        return
    farm = table.farms[seat]
    kept = {
        spot: animal for spot, animal in held.items() if animal != kind or is_closed(farm, spot)
    }
    table.yard[kind] += len(held) - len(kept)
    table.animals[seat] = kept
