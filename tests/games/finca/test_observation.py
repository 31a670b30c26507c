"""What viewers see: everything, and nothing that is hidden from all (F-INFO)."""

from __future__ import annotations

import dataclasses
import random

import pytest
from siurell.games.base import SPECTATOR
from siurell.games.finca.game import Finca

GIVEN = (
    "players 3; to move 1; turns: 7; farmers 0: 0; farmers 1: 1 4; farmers 2: 2; carts 1: 1;"
    " fruit 1: fig 1, olive 2; tops: inca fig1, arta olive3; left: inca 2; tiles 2: mixed6 any4;"
    " won 2: fig; bonuses 0: 7; bonus: 6 5 4; actions 1: less; wooden: 3"
)


def test_observation__is_the_same_for_all_but_for_its_viewer(scene) -> None:
    state = scene(GIVEN).state
    for viewer in (SPECTATOR, 0, 1, 2):
        seen = state.observe(viewer)
        assert seen.viewer == viewer
        assert dataclasses.replace(seen, viewer=1) == state.observe(1)


def test_observation__has_legal_moves_for_the_seat_that_decides(scene) -> None:
    state = scene(GIVEN).state
    assert state.observe(1).legal_moves() == state.legal_moves() != []
    for viewer in (SPECTATOR, 0, 2):
        assert state.observe(viewer).legal_moves() == []


def test_observation__is_frozen_and_hashable(scene) -> None:
    seen = scene(GIVEN).state.observe(0)
    assert hash(seen) == hash(scene(GIVEN).state.observe(0))
    with pytest.raises(dataclasses.FrozenInstanceError):
        seen.turns = 8  # type: ignore[misc]
    assert not hasattr(seen, "__dict__")


def test_observation__does_not_change_with_the_state(scene) -> None:
    position = scene(GIVEN)
    seen = position.state.observe(1)
    before = repr(seen)
    position.play("move 1")
    assert repr(seen) == before
    assert position.state.observe(1) != seen


def test_determinize__draws_nothing_and_gives_an_independent_state(scene) -> None:
    """No player has private information, so there is nothing to draw (F-INFO)."""
    state = scene(GIVEN).state
    seen = state.observe(0)
    rng = random.Random(3)
    first = seen.determinize(rng)
    assert rng.getstate() == random.Random(3).getstate()
    assert first.key() == state.key()
    first.apply(first.legal_moves()[0])
    assert seen.determinize(rng).key() == state.key()


def test_observation__rebuilds_every_phase(new_match) -> None:
    rng = random.Random(5)
    state = new_match(2).state
    phases = set()
    while True:
        phases.add(state.phase)
        seen = state.observe(SPECTATOR)
        again = seen.determinize(rng)
        assert again.key() == state.key()
        assert again.observe(SPECTATOR) == seen
        assert (again.to_act, again.turn, again.mill) == (state.to_act, state.turn, state.mill)
        if state.to_act is None:
            break
        event = rng.choice(state.legal_moves()) if state.to_act >= 0 else None
        state.apply(event or state.chance().draw(rng.randrange))
    assert phases >= {"setup", "intro", "turn", "over"}


def test_events__read_the_same_for_all(scene) -> None:
    position = scene(GIVEN)
    move = Finca().parse_move("move 4")
    assert {position.state.text_for(viewer, move) for viewer in (SPECTATOR, 0, 1, 2)} == {"move 4"}


def test_state__shows_what_it_is(scene, new_match) -> None:
    assert repr(scene(GIVEN).state) == "<FincaState turn, 7 turns played, seat 1 to act>"
    assert repr(new_match().state) == "<FincaState setup, 0 turns played, chance to act>"


@pytest.mark.parametrize("seats", [1, 5])
def test_seats__are_two_to_four(seats: int) -> None:
    finca = Finca()
    with pytest.raises(Exception, match="2 to 4 seats"):
        finca.new_state(seats, finca.check_options({}))


def test_options__are_those_of_the_ledger() -> None:
    """Defaults first, each with the rule that it chooses (F-CART-6, F-REGION-4, F-REGION-9)."""
    assert {option.name: (option.rule, option.values) for option in Finca().options} == {
        "any_finca_counts": ("F-REGION-4", ("all_values", "wild_symbols_only")),
        "wild_tile_kind": ("F-WILD-2", ("one_kind",)),
        "two_carts_owed_and_short": ("F-CART-6", ("recall_then_two", "one_by_one")),
        "same_turn_finca_awards": ("F-REGION-9", ("after_all", "one_by_one")),
        "edition": ("F-OPT", ("base",)),
    }


def test_options__cannot_be_changed_through_what_a_bot_sees(scene) -> None:
    seen = scene(GIVEN).state.observe(0)
    with pytest.raises(TypeError):
        seen.options["edition"] = "other"
    given = dict(seen.options)
    state = Finca().new_state(2, given)
    given["any_finca_counts"] = "wild_symbols_only"
    assert state.observe(0).options == seen.options
