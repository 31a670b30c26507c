"""Step 4 of the farm phase: buying roof markers (LG-FARM-18, LG-ROOF)."""

from __future__ import annotations

from siurell.games.la_granja.farm import passive
from siurell.games.la_granja.table import Table
from siurell.games.la_granja.triggers import fire
from siurell.games.la_granja.turns import begin_turn
from siurell.games.la_granja.vocabulary import ON_ROOF_BOUGHT, ROOF_DISCOUNT


def begin_roof(table: Table) -> bool:
    """A roof turn; the rival takes the lowest marker away if it comes first (LG-SOLO-4)."""
    if table.mover < table.rules.seats:
        begin_turn(table)
    elif table.at == 0 and table.roof:
        table.roof.pop(0)
    return False


def roof_price(table: Table, seat: int) -> int:
    """As many silver as the round number, less discounts (LG-ROOF-1)."""
    return max(table.round - passive(table, seat, ROOF_DISCOUNT), 0)


def free_roof_space(table: Table, seat: int) -> bool:
    """With all spaces taken nothing can be bought (LG-ROOF-3)."""
    return len(table.roofs[seat]) < len(table.rules.box.farm_board.roof_spaces_vp)


def can_buy_roof(table: Table, seat: int) -> bool:
    """Once a turn, if a space is free and the price can be paid (LG-ROOF-1 to 3)."""
    return (
        not table.roof_bought
        and free_roof_space(table, seat)
        and table.silver[seat] >= roof_price(table, seat)
    )


def buy_roof(table: Table, marker: int) -> None:
    """Pay, put it on the leftmost free space, gain the printed VP (LG-ROOF-1, LG-ROOF-2)."""
    seat = table.mover
    table.silver[seat] -= roof_price(table, seat)
    table.vp[seat] += table.rules.box.farm_board.roof_spaces_vp[len(table.roofs[seat])]
    table.roofs[seat] = (*table.roofs[seat], marker)
    table.roof.remove(marker)
    table.roof_bought = True
    fire(table, seat, ON_ROOF_BOUGHT)


def clear_roof(table: Table) -> None:
    """Markers not bought leave the game (LG-ROOF-4)."""
    table.roof = []
