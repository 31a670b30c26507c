"""Set-up: what is turned up before the first decision (F-SETUP)."""

from __future__ import annotations

from siurell.games.finca.table import INTRO, Table


def lay_blades(table: Table, fruits: tuple[int, ...]) -> None:
    """The twelve blades lie face up, blade 0 first (F-SETUP-2)."""
    table.wheel = list(fruits)


def deal_finca_tiles(table: Table, tiles: tuple[int, ...]) -> None:
    """One finca tile lies face up in each region (F-SETUP-5)."""
    table.fincas = list(tiles)


def begin_introduction(table: Table) -> None:
    """Seat 0 is the starting player (F-SETUP-12)."""
    table.stage = INTRO
    table.mover = 0
    table.to_act = 0
