"""What tells states of La Granja apart: all from which a match plays on, and nothing else."""

from __future__ import annotations

from siurell.games.la_granja.table import ORDER_ROLLS, Table


def key_of(table: Table) -> tuple[object, ...]:
    """A hashable value, equal exactly for states that play on in the same way.

    Which cards lie as fields, the order of discards, extensions and roof markers, that of discs on
    different spaces, and how often a building was rolled do not matter for that.
    """
    return (
        table.rules.seats,
        table.to_act,
        table.round,
        table.stage,
        table.at,
        table.mover,
        table.open,
        tuple(table.stack),
        tuple(table.order),
        tuple(sorted(table.discs, key=lambda player: -table.siesta[player])),
        tuple(table.siesta),
        *_key_of_farms(table),
        *_key_of_village(table),
        tuple(table.pile),
        table.pile_number,
        tuple(sorted(table.discards)),
        table.acts,
        table.plays,
        table.roof_bought,
        table.die,
        table.took,
        table.frees,
        table.extras,
        table.free_extras,
    )


def _key_of_farms(table: Table) -> tuple[object, ...]:
    return (
        tuple(table.vp),
        tuple(table.silver),
        tuple(table.goods),
        tuple(table.fields),
        tuple(table.full),
        tuple([tuple(sorted(cards)) for cards in table.extensions]),
        tuple(table.barrows),
        tuple(table.loaded),
        tuple(table.helpers),
        tuple(table.acted),
        tuple(table.fired),
        tuple(table.hands),
        tuple([_key_of_roof(table, seat) for seat in range(table.rules.seats)]),
    )


def _key_of_village(table: Table) -> tuple[object, ...]:
    return (
        tuple(table.roof),
        tuple(table.rows),
        tuple(table.crafted),
        tuple(table.first_vp),
        tuple(table.closed),
        tuple(table.market),
        tuple(table.dice),
        tuple(table.marks),
        tuple(table.donkeys),
        tuple(table.chosen),
        table.rival_die,
        table.rolls if table.stage == ORDER_ROLLS else 0,
    )


def _key_of_roof(table: Table, seat: int) -> tuple[tuple[int, int], ...]:
    """The bought markers, each with whether it is used."""
    used = table.roof_used[seat]
    markers = [(marker, used >> place & 1) for place, marker in enumerate(table.roofs[seat])]
    return tuple(sorted(markers))
