"""A state made from an observation: what follows from the public fields is counted again."""

from __future__ import annotations

from siurell.games.finca.bonus import complete_sets
from siurell.games.finca.observation import FincaObservation
from siurell.games.finca.rules import rules_of
from siurell.games.finca.state import FincaState
from siurell.games.finca.table import NOTHING, PHASES, Table


def rebuild(seen: FincaObservation) -> FincaState:
    """The state that an observation shows."""
    state = FincaState(rules_of(seen.seats, seen.options))
    state.to_act = seen.to_act
    state.stage = PHASES.index(seen.phase)
    state.mover = seen.mover
    state.turns = seen.turns
    state.wheel = list(seen.wheel)
    state.farmers = list(seen.farmers)
    state.hand = list(seen.hand)
    state.fruit = list(seen.fruit)
    state.carts = list(seen.carts)
    state.tops = list(seen.tops)
    state.left = list(seen.left)
    state.fincas = list(seen.fincas)
    state.tiles = list(seen.tiles)
    state.won = list(seen.won)
    state.actions = list(seen.actions)
    state.bonuses = list(seen.bonuses)
    state.bonus_stack = seen.bonus_stack
    state.wooden = seen.wooden
    state.reveals = list(seen.reveals)
    _count_farmers(state)
    _count_supply(state)
    _count_tiles(state)
    return state


def _count_farmers(table: Table) -> None:
    blades = table.rules.blades
    for place, farmers in enumerate(table.farmers):
        if farmers:
            table.crowd[place % blades] += farmers
            table.stands[place // blades] |= 1 << place % blades


def _count_supply(table: Table) -> None:
    fruits = table.rules.fruits
    for fruit in range(fruits):
        table.supply[fruit] -= sum(table.fruit[fruit::fruits])
    table.mill -= sum(table.carts)


def _count_tiles(table: Table) -> None:
    """Unseen are all tiles less those that lie face up somewhere (F-INFO)."""
    box = table.rules.box
    values = table.rules.values
    hidden = [face.copies for face in box.faces]
    for seat, tiles in enumerate(table.tiles):
        for face in tiles:
            hidden[face] -= 1
            table.values[seat * values + box.faces[face].value - 1] += 1
    table.sets = [complete_sets(table, seat) for seat in range(table.rules.seats)]
    for top in table.tops:
        if top != NOTHING:
            hidden[top] -= 1
    table.unseen = [face for face, copies in enumerate(hidden) for _ in range(copies)]
