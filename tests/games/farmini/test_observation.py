"""What viewers see: everything but the order of the deck, which nobody holds (FM-INFO)."""

from __future__ import annotations

import dataclasses
import random

import pytest
from siurell.games.base import CHANCE, SPECTATOR
from siurell.games.farmini.game import Farmini

GIVEN = (
    "players 3; to move 1; turns: 7; cards 0: p13 1,0 0; cards 1: p09 0,-1 180, p13 1,0 0;"
    " animals 1: pig 0,-1,se, hen 0,0,nw; animals 2: goat 0,0,se; display: p07 p13 pig2 goat1;"
    " unseen: p08 p08 wolf_pig"
)


def test_observation__is_the_same_for_all_but_for_its_viewer(scene) -> None:
    state = scene(GIVEN).state
    for viewer in (SPECTATOR, 0, 1, 2):
        seen = state.observe(viewer)
        assert seen.viewer == viewer
        assert dataclasses.replace(seen, viewer=1) == state.observe(1)


def test_observation__shows_what_lies_there(scene) -> None:
    """Farms, tokens, yard, display, discarded cards, and the deck as a multiset (FM-INFO)."""
    position = scene(GIVEN).play("take pig2", "put 0,0,ne")
    seen = position.state.observe(2)
    keys = [card.key for card in seen.box.cards]

    def named(cards):
        return [keys[card] for card in cards]

    assert (seen.seats, seen.mover, seen.turns, seen.phase, seen.to_act) == (3, 1, 7, "put", 1)
    assert named(seen.display) == ["goat1", "p07", "p13"]
    assert named(seen.deck) == ["p08", "p08", "wolf_pig"]
    assert named(seen.discards) == ["pig2"]
    farm, p13 = keys.index("farm"), keys.index("p13")
    assert seen.farms[0] == (0, 0, farm, 0, 1, 0, p13, 0)
    assert seen.farms[1] == (0, -1, keys.index("p09"), 180, 0, 0, farm, 0, 1, 0, p13, 0)
    assert seen.animals == ((), (0, -1, 2, 2, 0, 0, 0, 1, 0, 0, 1, 2), (0, 0, 2, 0))
    assert seen.yard == (4, 4, 3)
    assert seen.putting == (2, 1, 0, 0, 1)


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
    position.play("take p13 -1,0 90")
    assert repr(seen) == before
    assert position.state.observe(1) != seen


def test_determinize__draws_nothing_and_gives_an_independent_state(scene) -> None:
    """No player has private information, so there is nothing to draw (FM-INFO)."""
    state = scene(GIVEN).state
    seen = state.observe(0)
    rng = random.Random(3)
    first = seen.determinize(rng)
    assert rng.getstate() == random.Random(3).getstate()
    assert first.key() == state.key()
    first.apply(first.legal_moves()[0])
    assert seen.determinize(rng).key() == state.key()


@pytest.mark.parametrize("seats", [1, 3])
def test_observation__rebuilds_every_phase(new_match, seats: int) -> None:
    rng = random.Random(5)
    state = new_match(seats).state
    phases = set()
    while True:
        phases.add(state.phase)
        seen = state.observe(SPECTATOR)
        again = seen.determinize(rng)
        assert again.key() == state.key()
        assert again.observe(SPECTATOR) == seen
        assert (again.to_act, again.turn, again.yard) == (state.to_act, state.turn, state.yard)
        assert again.outcome() == state.outcome()
        assert again.legal_moves() == state.legal_moves()
        if state.to_act is None:
            break
        if state.to_act == CHANCE:
            assert again.chance().key == state.chance().key
            state.apply(state.chance().draw(rng.randrange))
        else:
            state.apply(rng.choice(state.legal_moves()))
    assert phases == {"take", "put", "fill", "over"}


def test_events__read_the_same_for_all(scene) -> None:
    state = scene(GIVEN).state
    move = Farmini().parse_move("take goat1")
    assert {state.text_for(viewer, move) for viewer in (SPECTATOR, 0, 1, 2)} == {"take goat1"}


def test_state__shows_what_it_is(scene) -> None:
    position = scene(GIVEN)
    assert repr(position.state) == "<FarminiState take, 7 turns played, seat 1 to act>"
    position.play("take p13 -1,0 90")
    assert repr(position.state) == "<FarminiState fill, 8 turns played, chance to act>"
