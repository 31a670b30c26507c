"""Points and places (F-SCORE, F-TIE)."""

from __future__ import annotations

from siurell.games.base import Outcome
from siurell.games.finca.table import Table


def points(table: Table, seat: int) -> int:
    """All points of a seat as the table stands (F-SCORE-1 to F-SCORE-4)."""
    return (
        points_for_fruit_tiles(table, seat)
        + points_for_finca_tiles(table, seat)
        + points_for_action_tiles(table, seat)
        + points_for_bonus_tiles(table, seat)
    )


def points_for_fruit_tiles(table: Table, seat: int) -> int:
    """The value of every collected fruit tile (F-SCORE-1)."""
    first = seat * table.rules.values
    return sum([(value + 1) * table.values[first + value] for value in range(table.rules.values)])


def points_for_finca_tiles(table: Table, seat: int) -> int:
    """5 for each finca tile (F-SCORE-2)."""
    return table.rules.box.finca_tile_points * len(table.won[seat])


def points_for_action_tiles(table: Table, seat: int) -> int:
    """2 for each unused action tile (F-SCORE-3)."""
    return table.rules.box.unused_action_points * table.actions[seat].bit_count()


def points_for_bonus_tiles(table: Table, seat: int) -> int:
    """The value of every bonus tile (F-SCORE-4)."""
    return sum(table.bonuses[seat])


def held_fruit(table: Table, seat: int) -> int:
    """Held wooden fruits, which decide between equal points (F-TIE-1)."""
    first = seat * table.rules.fruits
    return sum(table.fruit[first : first + table.rules.fruits])


def outcome(table: Table) -> Outcome:
    """Place = 1 + the players who are strictly better by points, then fruit (F-TIE-3)."""
    seats = range(table.rules.seats)
    scores = tuple([points(table, seat) for seat in seats])
    standings = [(scores[seat], held_fruit(table, seat)) for seat in seats]
    places = tuple([1 + len([better for better in standings if better > own]) for own in standings])
    return Outcome(scores, places)
