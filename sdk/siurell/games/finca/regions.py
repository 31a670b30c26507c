"""Emptied regions: finca tiles are awarded and wooden fincas placed (F-REGION)."""

from __future__ import annotations

from siurell.games.finca.table import NOTHING, Table


def close_region(table: Table, region: int) -> None:
    """When the last fruit tile of a region is taken, award and close it (F-REGION-1)."""
    if table.left[region]:
        return
    award_finca_tile(table, region)
    place_wooden_finca(table)


def award_finca_tile(table: Table, region: int) -> None:
    """Strictly the highest count takes the tile, in a tie nobody (F-REGION-5, F-REGION-6)."""
    tile = table.fincas[region]
    table.fincas[region] = NOTHING
    counts = [count_for(table, seat, tile) for seat in range(table.rules.seats)]
    highest = max(counts)
    if counts.count(highest) == 1:
        winner = counts.index(highest)
        table.won[winner] = (*table.won[winner], tile)


def count_for(table: Table, seat: int, tile: int) -> int:
    """What a player has of the kinds of a finca tile, both added (F-REGION-2, F-REGION-3)."""
    finca_tile = table.rules.box.finca_tiles[tile]
    if finca_tile.counts_any:
        return count_any(table, seat)
    faces = table.rules.box.faces
    return sum(
        [faces[face].need[fruit] for face in table.tiles[seat] for fruit in finca_tile.fruits]
    )


def count_any(table: Table, seat: int) -> int:
    """The "any" tile counts all values, or wild fruits only, as the option says (F-REGION-4)."""
    faces = table.rules.box.faces
    if table.rules.any_counts_wild:
        return sum([faces[face].wild for face in table.tiles[seat]])
    return sum([faces[face].value for face in table.tiles[seat]])


def place_wooden_finca(table: Table) -> None:
    """The mover puts a wooden finca on the region, if any is left (F-REGION-8)."""
    if table.wooden:
        table.wooden -= 1
