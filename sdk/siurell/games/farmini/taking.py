"""Taking a pen card: it is placed at once (FM-TURN-2, FM-PEN)."""

from __future__ import annotations

from siurell.games.farmini.display import leave_display
from siurell.games.farmini.placing import lay
from siurell.games.farmini.table import Table
from siurell.games.farmini.turns import end_turn


def take_pen(table: Table, card: int, position: int, rotation: int) -> None:
    """Take a pen card and place it on the own farm; then the turn is over (FM-PEN-1, FM-PEN-3)."""
    placements = table.rules.placements
    face = placements.face(card, rotation)
    leave_display(table, card)
    farm = table.farms[table.mover] = table.farms[table.mover].extended()
    lay(farm, position, face, placements)
    end_turn(table)
