"""Where the components of Finca can be (F-COMP)."""

from __future__ import annotations

from collections import Counter

from siurell.games.base import State
from siurell.games.finca.state import FincaState
from siurell.games.finca.table import NOTHING


def census(state: State) -> dict[str, tuple[int, ...]]:
    """For each component how many lie at each place."""
    assert isinstance(state, FincaState)
    return {
        **_fruit(state),
        **_farmers(state),
        **_fruit_tiles(state),
        "carts": (state.mill, *state.carts),
        "bonus tiles": (len(state.bonus_stack), *map(len, state.bonuses)),
        "piles": (sum(state.left), *map(len, state.tiles)),
        "wooden fincas": (state.wooden, min(state.left.count(0), state.rules.wooden)),
    }


def _fruit(state: FincaState) -> dict[str, tuple[int, ...]]:
    kinds = state.rules.fruits
    return {
        f"fruit {name}": (state.supply[kind], *state.fruit[kind::kinds])
        for kind, name in enumerate(state.rules.box.fruits)
    }


def _farmers(state: FincaState) -> dict[str, tuple[int, ...]]:
    blades = state.rules.blades
    mine = {
        f"farmers of seat {seat}": (
            state.hand[seat],
            *state.farmers[seat * blades : (seat + 1) * blades],
        )
        for seat in range(state.seats)
    }
    return {**mine, "farmers": (*state.hand, *state.crowd)}


def _fruit_tiles(state: FincaState) -> dict[str, tuple[int, ...]]:
    shown = Counter(top for top in state.tops if top != NOTHING)
    taken = [Counter(tiles) for tiles in state.tiles]
    return {
        f"fruit tile {face.key}": (
            state.unseen.count(number),
            shown[number],
            *(tiles[number] for tiles in taken),
        )
        for number, face in enumerate(state.rules.box.faces)
    }
