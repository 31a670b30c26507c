"""What holds after every event of every match."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siurell.errors import RulesError
from siurell.games.base import CHANCE, ChanceOutcome, Move
from siurell.games.la_granja.components import shipped
from siurell.games.la_granja.game import LaGranja
from siurell.games.la_granja.state import LaGranjaState

GRANJA = LaGranja()
BOX = shipped()
MOST_MOVES_BETWEEN_DONE = 60
"""Far above the 18 that the ledger met in random play."""


def cards_of(state: LaGranjaState) -> list[int]:
    """All cards, wherever they lie."""
    cards = [*state.pile, *state.discards, *state.barrows, *state.helpers]
    for owned in (state.hands, state.extensions, state.field_cards):
        cards += [card for of_seat in owned for card in of_seat]
    return sorted(card for card in cards if card)


def held_back(state: LaGranjaState) -> int:
    """A card that was played and waits for a slot or for its payment may lie nowhere yet."""
    return int(len(cards_of(state)) == len(BOX.cards) - 2)


def check_counts(state: LaGranjaState) -> None:
    """Nothing below zero, every card in one place (LG-GEN-10)."""
    assert min([*state.silver, *state.vp, *state.goods, *state.full, *state.dice]) >= 0
    assert min([state.plays, state.frees, state.extras, state.free_extras]) >= 0
    cards = cards_of(state)
    assert len(cards) == len(set(cards))
    assert len(cards) + held_back(state) == len(BOX.cards) - 1
    assert sum(state.dice) <= BOX.constants.dice[state.seats - 1]
    assert all(full <= fields for full, fields in zip(state.full, state.fields, strict=True))
    for seat, owned in enumerate(state.field_cards):
        for crop in range(3):
            own = [card for card in owned if BOX.cards[card].field == crop]
            assert len(own) == state.fields[seat * 3 + crop]


def check_pigs(state: LaGranjaState) -> None:
    """Never more pigs than spaces (LG-GEN-7, LG-ANY-12, LG-ANY-13)."""
    for seat in range(state.seats):
        spaces = BOX.farm_board.pig_spaces
        spaces += sum(BOX.cards[card].extension.pig_spaces for card in state.extensions[seat])
        for card in state.helpers[seat * 3 : seat * 3 + 3]:
            spaces += {12: 2, 10: 1, 41: 1, 43: 1, 44: 1, 55: 1}.get(card, 0)
        assert 0 <= state.goods[seat * 8 + 3] <= spaces


def check_village(state: LaGranjaState) -> None:
    """Market, discs, turn order, rows, roofs."""
    players = 2 if state.seats == 1 else state.seats
    for space, owner in zip(BOX.spaces, state.market, strict=True):
        assert -1 <= owner < players
        assert owner == -1 or not space.closed or state.seats == 4
    if state.order:
        assert sorted(state.order) == sorted(state.discs) == list(range(players))
        spaces = [state.siesta[who] for who in state.discs]
        assert max(spaces) <= 8
        assert min(spaces) >= 0
    for place, round_ in enumerate(state.crafted):
        assert (state.rows[place] == 15) is (round_ > 0) or state.stack
        assert round_ <= state.round
    for roofs in state.roofs:
        assert len(roofs) == len(set(roofs)) <= 5
    assert len(state.closed) == len(set(state.closed)) <= 3


def check_decision(state: LaGranjaState, rng: random.Random) -> None:
    """The legal list: not empty, sorted, unique; a view knows it as well; copies are copies."""
    legal = state.legal_moves()
    texts = [str(move) for move in legal]
    if state.to_act is None or state.to_act == CHANCE:
        assert not texts
        return
    assert texts
    assert texts == sorted(set(texts), key=str.encode)
    assert state.observe(state.to_act).legal_moves() == legal
    assert all(not state.observe(seat).legal_moves() for seat in others(state))
    assert all(GRANJA.parse_move(text) == move for text, move in zip(texts, legal, strict=True))
    assert all(state.why_illegal(move) is None for move in legal)
    others_moves = rng.sample(state.rules.catalogue.moves, 60)
    assert all((state.why_illegal(move) is None) is (move in legal) for move in others_moves)
    twin = state.copy()
    assert twin.key() == state.key()
    twin.apply(legal[0])
    assert twin.key() != state.key()
    assert state.legal_moves() == legal


def others(state: LaGranjaState) -> list[int]:
    return [seat for seat in range(state.seats) if seat != state.to_act]


def keeps_pace(state: LaGranjaState, move: Move | None, run: int) -> int:
    """The length of the run of moves without `done`."""
    run = 0 if str(move) == "done" else run + 1
    assert run < MOST_MOVES_BETWEEN_DONE, f"no end of a turn in {state.phase}"
    return run


@settings(max_examples=12, deadline=None)
@given(seats=st.integers(1, 4), seed=st.integers(0, 2**32), keen=st.booleans())
def test_invariants__hold_after_every_event(seats: int, seed: int, keen: bool) -> None:
    """Random play, or play that never ends a turn before it must half of the time (LG-TERM-1)"""
    rng = random.Random(seed)
    state = GRANJA.new_state(seats, {})
    decisions = run = 0
    turn = 0
    while state.to_act is not None:
        check_counts(state)
        check_pigs(state)
        check_village(state)
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
            continue
        if rng.random() < 0.1:
            check_decision(state, rng)
        legal = state.legal_moves()
        kept = (
            [move for move in legal if str(move) != "done"] if keen and rng.random() < 0.5 else []
        )
        move = rng.choice(kept or legal)
        run = keeps_pace(state, move, run)
        state.apply(move)
        decisions += 1
        assert state.turn >= turn
        turn = state.turn
    check_counts(state)
    assert decisions <= GRANJA.max_decisions(seats)
    assert state.phase == "over"
    outcome = state.outcome()
    assert sorted(outcome.placements) == list(range(1, seats + 1))
    assert list(outcome.scores) == state.vp
    assert bool(outcome.grade) is (seats == 1)


@pytest.mark.parametrize("event", [Move(), ChanceOutcome()], ids=["move", "outcome"])
def test_foreign_event__is_refused(board, event: Move | ChanceOutcome) -> None:
    with pytest.raises(RulesError):
        board("T-PLAY A").state.apply(event)
