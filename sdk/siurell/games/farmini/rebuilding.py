"""A state made from an observation."""

from __future__ import annotations

from siurell.games.farmini.grid import position_at, spot_at
from siurell.games.farmini.observation import FarminiObservation
from siurell.games.farmini.placing import farm_of
from siurell.games.farmini.rules import rules_of
from siurell.games.farmini.state import FarminiState
from siurell.games.farmini.table import NOTHING, PHASES


def rebuild(seen: FarminiObservation) -> FarminiState:
    """The state that an observation shows."""
    state = FarminiState(rules_of(seen.box, seen.seats, seen.options))
    state.to_act = seen.to_act
    state.stage = PHASES.index(seen.phase)
    state.mover = seen.mover
    state.turns = seen.turns
    state.display = list(seen.display)
    state.deck = list(seen.deck)
    state.discards = list(seen.discards)
    state.farms = [farm_of(seen.box, laid) for laid in seen.farms]
    state.animals = [_tokens(held) for held in seen.animals]
    state.yard = list(seen.yard)
    if seen.putting:
        state.kind, state.to_put = seen.putting[:2]
        state.last = _spot(seen.putting[2:]) if len(seen.putting) > 2 else NOTHING
    return state


def _tokens(held: tuple[int, ...]) -> dict[int, int]:
    return {_spot(held[place : place + 3]): held[place + 3] for place in range(0, len(held), 4)}


def _spot(numbers: tuple[int, ...]) -> int:
    x, y, parcel = numbers
    return spot_at(position_at(x, y), parcel)
