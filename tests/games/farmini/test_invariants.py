"""What holds after every decision of every match (the invariants of the ledger's section 18)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.errors import RulesError
from siurell.games.base import CHANCE, ChanceOutcome, Move
from siurell.games.farmini.game import Farmini
from siurell.games.farmini.grid import HOME, STEPS
from siurell.games.farmini.state import FarminiState
from siurell.games.farmini.table import PUT

FARMINI = Farmini()
BOX = FARMINI.components


def check_conservation(state: FarminiState) -> None:
    """Five tokens of each kind; 54 cards, the farm cards outside the deck counted."""
    for kind, animal in enumerate(BOX.animals):
        on_farms = sum(list(held.values()).count(kind) for held in state.animals)
        assert state.yard[kind] + on_farms == animal.tokens == 5
        assert state.yard[kind] >= 0
    on_farms = [face.card for farm in state.farms for face in farm.cards.values()]
    cards = Counter([*state.deck, *state.display, *state.discards, *on_farms])
    cards[BOX.farm] += 4 - state.seats - state.rules.deck.count(BOX.farm)
    whole = Counter([*BOX.deck(4), *BOX.start_cards()])
    assert cards == whole
    assert cards.total() == 54


def check_farms(state: FarminiState) -> None:
    """Touching sides match, every farm is connected, tokens stand on spaces."""
    for farm, held in zip(state.farms, state.animals, strict=True):
        for position, face in farm.cards.items():
            for side in range(4):
                other = farm.cards.get(position + STEPS[side])
                if other is not None:
                    assert face.fences >> side & 1 == other.fences >> (side + 2) % 4 & 1
        reached = [HOME]
        for position in reached:
            reached += [
                position + step
                for step in STEPS
                if position + step in farm.cards and position + step not in reached
            ]
        assert len(reached) == len(farm.cards)
        assert len(farm.spaces) == len(set(farm.spaces))
        for spot in held:
            assert spot in farm.spaces


def check_contract(state: FarminiState) -> None:
    """Copies are equal and independent, observations rebuild the state, lists are sorted."""
    twin = state.copy()
    assert twin.key() == state.key()
    seen = state.observe(state.mover)
    rebuilt = seen.determinize(random.Random(0))
    assert rebuilt.key() == state.key()
    assert rebuilt.observe(state.mover) == seen
    texts = [str(move) for move in state.legal_moves()]
    assert texts == sorted(set(texts), key=str.encode)
    if state.to_act is not None and state.to_act >= 0:
        assert texts, "a decision without a legal move"
        twin.apply(twin.legal_moves()[0])
        assert twin.key() != state.key()
        assert state.observe(state.mover) == seen
    else:
        assert not texts
    if state.phase == "take" and state.deck:
        assert len(state.display) == 4
    assert (state.stage == PUT) == (state.to_put > 0)


@settings(max_examples=25, deadline=None)
@given(
    seats=st.integers(1, 4),
    seed=st.integers(0, 2**32),
    options=st.fixed_dictionaries({o.name: st.sampled_from(o.values) for o in FARMINI.options}),
)
def test_invariants__hold_after_every_event(seats: int, seed: int, options: dict[str, str]) -> None:
    """For every number of seats and every option; the match ends in time (FM-FINITE-2)."""
    rng = random.Random(seed)
    state = FARMINI.new_state(seats, FARMINI.check_options(options))
    decisions = turn = 0
    while state.to_act is not None:
        check_conservation(state)
        check_farms(state)
        check_contract(state)
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
        else:
            decisions += 1
            move = rng.choice(state.legal_moves())
            assert state.why_illegal(move) is None
            assert FARMINI.parse_move(str(move)) == move
            state.apply(move)
        assert turn <= state.turn <= turn + 1
        turn = state.turn
    check_conservation(state)
    check_farms(state)
    assert decisions <= FARMINI.max_decisions(seats)
    assert (state.phase, state.deck, state.display) == ("over", [], [])
    outcome = state.outcome()
    assert min(outcome.placements) == 1
    assert len(outcome.scores) == len(outcome.placements) == seats
    assert bool(outcome.grade) == (seats == 1)


@pytest.mark.parametrize("event", [Move(), ChanceOutcome()], ids=["move", "outcome"])
def test_foreign_event__is_refused(scene, event: Move | ChanceOutcome) -> None:
    with pytest.raises(RulesError, match="not an event of Farmini"):
        scene("display: p13").state.apply(event)
