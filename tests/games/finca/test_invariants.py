"""What holds after every decision of every match (the invariants of the ledger's section 20)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.errors import RulesError
from siurell.games.base import CHANCE, ChanceOutcome, Move
from siurell.games.finca.components import components
from siurell.games.finca.game import Finca
from siurell.games.finca.state import FincaState

FINCA = Finca()
BOX = components()


def check_conservation(state: FincaState) -> None:
    """Fruit, carts, farmers, tiles and wooden fincas."""
    seats = state.seats
    for fruit in range(6):
        assert state.supply[fruit] + sum(state.fruit[fruit::6]) == 18
        assert state.supply[fruit] >= 0
    assert min(state.fruit) >= 0
    assert state.mill + sum(state.carts) == 2 * seats
    assert min([state.mill, *state.carts]) >= 0
    assert sum(state.farmers) + sum(state.hand) == BOX.setup(seats).farmers_each * seats
    taken = [face for tiles in state.tiles for face in tiles]
    assert sum(state.left) + len(taken) == 40
    assert 0 <= state.wooden <= seats + 2
    seen = taken + [top for top in state.tops if top >= 0]
    assert sorted(seen + state.unseen) == BOX.all_tiles()


def check_derived(state: FincaState) -> None:
    """Counts that are kept agree with what they count."""
    seats = state.seats
    for blade in range(12):
        assert state.crowd[blade] == sum(state.farmers[blade::12])
    for seat in range(seats):
        own = state.farmers[seat * 12 : seat * 12 + 12]
        assert state.stands[seat] == sum(1 << blade for blade in range(12) if own[blade])
        values = [BOX.faces[face].value for face in state.tiles[seat]]
        assert state.values[seat * 6 : seat * 6 + 6] == [values.count(v) for v in range(1, 7)]
    closed = [region for region in range(10) if state.left[region] == 0]
    assert all(state.tops[region] == state.fincas[region] == -1 for region in closed)
    assert sum(map(len, state.bonuses)) + len(state.bonus_stack) == 4
    for seat in range(seats):
        assert state.sets[seat] == min(state.values[seat * 6 : seat * 6 + 6])


def check_contract(state: FincaState) -> None:
    """Copies are equal and independent, observations rebuild the state, lists are sorted."""
    twin = state.copy()
    assert twin.key() == state.key()
    assert hash(twin.key()) == hash(state.key())
    seen = state.observe(state.mover)
    rebuilt = seen.determinize(random.Random(0))
    assert rebuilt.key() == state.key()
    assert rebuilt.unseen == state.unseen
    assert rebuilt.supply == state.supply
    assert rebuilt.observe(state.mover) == seen
    texts = [str(move) for move in state.legal_moves()]
    assert texts == sorted(set(texts), key=str.encode)
    assert [str(move) for move in seen.legal_moves()] == texts
    if state.to_act is not None and state.to_act >= 0:
        assert texts, "a decision without a legal move"
        twin.apply(twin.legal_moves()[0])
        assert twin.key() != state.key()
        assert state.observe(state.mover) == seen
    else:
        assert not texts


@settings(max_examples=25, deadline=None)
@given(
    seats=st.integers(2, 4),
    seed=st.integers(0, 2**32),
    options=st.fixed_dictionaries({o.name: st.sampled_from(o.values) for o in FINCA.options}),
)
def test_invariants__hold_after_every_event(seats: int, seed: int, options: dict[str, str]) -> None:
    """For every number of seats and every option; the match ends in time (F-FINITE-1)."""
    rng = random.Random(seed)
    state = FINCA.new_state(seats, FINCA.check_options(options))
    decisions = 0
    turn = state.turn
    while state.to_act is not None:
        check_conservation(state)
        check_derived(state)
        check_contract(state)
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
        else:
            decisions += 1
            move = rng.choice(state.legal_moves())
            assert state.why_illegal(move) is None
            assert FINCA.parse_move(str(move)) == move
            state.apply(move)
        assert state.turn >= turn
        turn = state.turn
    check_conservation(state)
    check_derived(state)
    assert decisions <= FINCA.max_decisions(seats)
    assert state.phase == "over"
    outcome = state.outcome()
    assert min(outcome.placements) == 1
    assert len(outcome.scores) == len(outcome.placements) == seats


@pytest.mark.parametrize("event", [Move(), ChanceOutcome()], ids=["move", "outcome"])
def test_foreign_event__is_refused(scene, event: Move | ChanceOutcome) -> None:
    position = scene("farmers 0: 0")
    with pytest.raises(RulesError):
        position.state.apply(event)
