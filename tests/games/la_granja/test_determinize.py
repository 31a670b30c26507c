"""States made from a view: they agree with it, and all that it leaves open is equally likely."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from siurell.games.base import CHANCE, SPECTATOR
from siurell.games.la_granja.game import LaGranja
from siurell.games.la_granja.rebuilding import rebuild

GRANJA = LaGranja()
COUNT = 6000


def near(found: int, chance: float, count: int = COUNT) -> bool:
    """Within six standard deviations."""
    return abs(found - count * chance) < 6 * (count * chance * (1 - chance)) ** 0.5


def worlds(seen, count: int = COUNT):
    rng = random.Random(1)
    for _ in range(count):
        yield seen.determinize(rng)


def test_hidden_hand__is_any_set_of_unseen_cards_alike(board, farm) -> None:
    """Hands and pile hold what the viewer does not see, each set as likely (LG-HID-1, -2)."""
    hands = {"A": farm(hand=[1, 2]), "B": farm(hand=[3, 4]), "C": farm(hand=[5])}
    seen = board("T-PLAY A", pile=[6], discards=[*range(7, 67)], **hands).view("A")
    found = Counter((world.hands[1], world.hands[2], *world.pile) for world in worlds(seen))
    wanted = {
        (pair, (third,), fourth)
        for pair in combinations([3, 4, 5, 6], 2)
        for third in {3, 4, 5, 6} - set(pair)
        for fourth in {3, 4, 5, 6} - {*pair, third}
    }
    assert set(found) == wanted
    assert all(near(number, 1 / len(wanted)) for number in found.values())


def test_hidden_hand__takes_from_each_pile_what_came_from_there(board, farm) -> None:
    """A card drawn after a shuffle is one that was discarded before (LG-HID-6, LG-CHANCE-3)."""
    scene = board(
        "T-PLAY A",
        A=farm(hand=[1, 2]),
        B=farm(hand=[20]),
        pile=[9],
        discards=[4, 5, 6],
    )
    scene.play("field 1", "done", "draw 0 9", "draw 0 5")
    seen = scene.view("C")
    found = Counter()
    for world in worlds(seen):
        late = [card for card in world.hands[0] if card in (4, 5, 6)]
        assert len(late) == 1
        assert sorted([*late, *world.pile]) == [4, 5, 6]
        assert not {4, 5, 6} & {*world.hands[1], *world.hands[2]}
        found.update(late)
    assert all(near(found[card], 1 / 3) for card in (4, 5, 6))


def test_hidden_donkey__is_any_marker_that_was_not_used(board, farm) -> None:
    """(LG-HID-5, LG-TRANS-1)"""
    scene = board("T-DONKEY A", A=farm(donkeys_used=[2])).play("donkey 3")
    found = Counter(world.chosen[0] for world in worlds(scene.view("B")))
    assert set(found) == {1, 3, 4}
    assert all(near(number, 1 / 3) for number in found.values())
    assert {world.chosen[0] for world in worlds(scene.view("A"), 20)} == {3}


def test_vp__are_those_of_the_open_tally(board, farm) -> None:
    """(LG-HID-8)"""
    seen = board("T-PLAY A", A=farm(vp=7), B=farm(vp=12), C=farm(vp=3)).view("C")
    assert all(list(world.vp) == [7, 12, 3] for world in worlds(seen, 5))


def positions(seats: int, number: int):
    """Every state of a random match."""
    rng = random.Random(f"{seats}/{number}")
    state = GRANJA.new_state(seats, {})
    while state.to_act is not None:
        yield state
        if state.to_act == CHANCE:
            state.apply(state.chance().draw(rng.randrange))
        else:
            state.apply(rng.choice(state.legal_moves()))
    yield state


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_world__agrees_with_what_its_viewer_sees(seats: int) -> None:
    """In the middle of effects and draws as well (LG-HID-1 to LG-HID-8)."""
    rng = random.Random(seats)
    for count, state in enumerate(positions(seats, 5)):
        viewer = [*range(seats), SPECTATOR][count % (seats + 1)]
        seen = state.observe(viewer)
        world = seen.determinize(rng)
        assert world.observe(viewer) == seen
        assert world.legal_moves() == state.legal_moves() or viewer != state.to_act
        if state.to_act == CHANCE:
            assert world.chance().key == state.chance().key
        assert sorted([*world.pile, *sum(world.hands, ())]) == sorted(
            [*state.pile, *sum(state.hands, ())]
        )


def test_world__of_the_end_is_the_state_itself() -> None:
    """Everything is revealed then (LG-HID-7)."""
    *_, state = positions(3, 6)
    for viewer in (0, 1, 2, SPECTATOR):
        assert state.observe(viewer).determinize(random.Random(1)).key() == state.key()


def test_world__of_a_seat_alone_knows_its_hand_and_not_the_pile() -> None:
    """The rival's card is turned up from what is unseen (LG-CHANCE-3, LG-SOLO-9)."""
    turned = Counter()
    for state in positions(1, 7):
        if state.to_act == CHANCE and str(state.chance().draw(lambda n: 0)).startswith("turn"):
            world = state.observe(0).determinize(random.Random(1))
            assert world.hands == state.hands
            assert world.pile == state.pile
            turned[state.round] += 1
    assert sorted(turned) == [1, 2, 3, 4, 5, 6]


def test_rebuild__gives_equal_states_for_equal_views() -> None:
    """Nothing is drawn for the legal moves of a view (LG-HID-1)."""
    for state in positions(3, 8):
        seen = state.observe(1)
        assert rebuild(seen).key() == rebuild(state.copy().observe(1)).key()
