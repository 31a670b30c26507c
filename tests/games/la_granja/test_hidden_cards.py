"""What can be known of hidden cards: from which pile each came (LG-HID, LG-CHANCE-3)."""

from __future__ import annotations

import random

import pytest
from siurell.games.base import CHANCE, SPECTATOR
from siurell.games.la_granja.game import LaGranja
from siurell.games.la_granja.moves import ChooseDonkey
from siurell.games.la_granja.outcomes import Draw
from siurell.games.la_granja.rebuilding import unseen_cards
from siurell.games.la_granja.views import HIDDEN
from siurell.testing.components.la_granja import reveals

GRANJA = LaGranja()


def matches(seats: int, number: int):
    """Every state of a random match and the event that comes next."""
    rng = random.Random(f"{seats}/{number}")
    state = GRANJA.new_state(seats, {})
    while state.to_act is not None:
        if state.to_act == CHANCE:
            event = state.chance().draw(rng.randrange)
        else:
            event = rng.choice(state.legal_moves())
        yield state, event
        state.apply(event)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_hands__are_shown_to_their_owners_alone(seats: int) -> None:
    """Others see how many cards they hold, a spectator no card at all (LG-HID-1)."""
    for state, _ in matches(seats, 1):
        for viewer in (*range(seats), SPECTATOR):
            seen = state.observe(viewer)
            for seat, hand in enumerate(state.hands):
                assert seen.cards.hands[seat] == (hand if seat == viewer else ())
                assert seen.hand_size(seat) == len(hand)


def test_drawn_card__is_read_by_its_drawer_alone() -> None:
    """Others read who drew; they can count the cards (LG-HID-6, LG-CHANCE-7)."""
    for state, event in matches(3, 2):
        for viewer in (0, 1, 2, SPECTATOR):
            text = state.text_for(viewer, event)
            if isinstance(event, Draw) and event.seat != viewer:
                assert text == f"draw {event.seat}"
            elif isinstance(event, ChooseDonkey) and state.to_act != viewer:
                assert text == "donkey"
            else:
                assert text == str(event)


def test_shuffle__tells_from_which_pile_a_hand_card_came(board, farm) -> None:
    """The discards are open, so it is known which cards the new pile holds (LG-CHANCE-3)."""
    scene = board("T-PLAY A", A=farm(hand=[1, 2, 3]), pile=[9], discards=[4, 5, 6])
    seen = scene.view("B").cards
    assert (seen.pile, seen.pile_number) == (1, 0)
    scene.play("field 1", "done", "draw 0 9")
    seen = scene.view("B").cards
    assert (seen.pile, seen.pile_number, seen.discards) == (3, 1, ())
    assert [seen.pile_of[card] for card in (4, 5, 6, 9)] == [1, 1, 1, 0]
    assert seen.held[:2] == (3, 0)


def test_hand_card__of_a_later_pile_is_one_of_its_cards(board, farm) -> None:
    """Who draws after the shuffle holds one of the cards that were discarded (LG-CHANCE-3)."""
    scene = board("T-PLAY A", A=farm(hand=[1, 2]), pile=[9], discards=[4, 5, 6])
    scene.play("field 1", "done", "draw 0 9", "draw 0 5")
    seen = scene.view("B")
    assert seen.cards.held[:2] == (2, 1)
    assert unseen_cards(seen)[1] == [4, 5, 6]
    for seed in range(20):
        world = seen.determinize(random.Random(seed))
        assert sum(card in (4, 5, 6) for card in world.hands[0]) == 1
        assert len(world.pile) == 2
        assert set(world.pile) < {4, 5, 6}


def test_used_up_pile__is_in_the_hidden_hands(board, farm) -> None:
    """What is not seen of a pile that is gone is held by others (LG-HID-6)."""
    others = [card for card in range(2, 67) if card not in (9, 20, 21)]
    scene = board("T-PLAY A", A=farm(hand=[1]), B=farm(hand=[20, 21]), pile=[9], discards=others)
    scene.play("field 1", "done", "draw 0 9", "draw 0 4")
    assert unseen_cards(scene.view("A"))[0] == [20, 21]
    for seed in range(5):
        assert scene.view("A").determinize(random.Random(seed)).hands[1] == (20, 21)


def test_piles__are_counted_along_in_every_state() -> None:
    """Unseen cards of each pile are those of hidden hands and the present pile (LG-HID-6)."""
    for state, _ in matches(4, 3):
        for viewer in (*range(4), SPECTATOR):
            seen = state.observe(viewer)
            hidden = [card for seat in range(4) if seat != viewer for card in state.hands[seat]]
            for number, cards in enumerate(unseen_cards(seen)):
                there = [card for card in hidden if state.pile_of[card] == number]
                there += state.pile if number == state.pile_number else []
                assert cards == sorted(there)


def test_donkey_choice__is_hidden_until_the_last_one() -> None:
    """Others see that it was made (LG-HID-5, LG-EX-29)."""
    seen_hidden = 0
    for state, event in matches(3, 4):
        if not isinstance(event, ChooseDonkey):
            assert all(HIDDEN not in state.observe(v).farms.chosen for v in (0, SPECTATOR))
            continue
        for viewer in (0, 1, 2, SPECTATOR):
            for seat, donkey in enumerate(state.observe(viewer).farms.chosen):
                made = state.chosen[seat]
                assert donkey == (made if seat == viewer or not made else HIDDEN)
                seen_hidden += donkey == HIDDEN
        assert reveals(state, event) == (state.chosen.count(0) == 1)
    assert seen_hidden


def test_donkey_choice__does_not_change_what_is_legal_for_others(board) -> None:
    """(LG-HID-5, LG-EX-29)"""
    scenes = [board("T-DONKEY A").play(f"donkey {marker}") for marker in (1, 3)]
    views = [scene.view("B") for scene in scenes]
    assert views[0] == views[1]
    assert views[0].legal_moves() == views[1].legal_moves() != []
    assert scenes[0].view("A") != scenes[1].view("A")
