"""Turns, the display and the end of the game (FM-TURN, FM-END, FM-FINITE)."""

from __future__ import annotations

import random

import pytest
from siurell.games.base import CHANCE
from siurell.games.farmini.game import Farmini
from siurell.games.farmini.moves import Put

FARMINI = Farmini()
FULL = "animals 0: hen 0,0,nw, goat 0,0,ne, goat 0,0,se"


def test_turns__go_round_in_seat_order(scene) -> None:
    """Clockwise, until no card is left in deck and display (FM-TURN-1, FM-END-1)."""
    position = scene("players 3; display: p13 p13 p13 p13")
    for turn, mover in enumerate((0, 1, 2)):
        position.shows(f"to move {mover}; turns: {turn}; not over")
        position.play(f"take p13 {1 if turn < 3 else 2},0 0")
    position.shows("to move 0; turns: 3").play("take p13 2,0 90").shows("over; turns: 4")


def test_turn__is_one_card_of_the_display(scene) -> None:
    """Exactly one card, a pen card or an animal card, then the turn is over (FM-TURN-2)."""
    position = scene("display: p13 p08 pig1 p07")
    assert "does not lie in the display" in position.why("take p09 1,0 0")
    assert "does not lie in the display" in position.why("take hen1")
    position.play("take p13 1,0 0").shows("to move 1; turns: 1; display: p07 p08 pig1")
    position.play("take pig1").shows("to move 1; turns: 1")
    position.play("put 0,0,nw").shows("to move 0; turns: 2; display: p07 p08")


def test_display__is_filled_to_four_after_a_turn(scene) -> None:
    """Card after card, as long as fewer than four lie there (FM-TURN-3)."""
    position = scene("display: p13 p07; unseen: p01 p02 p03 p04")
    position.play("take p13 1,0 0").shows("reveal due; deck: 4")
    for reveals, card in enumerate(("p01", "p02", "p03"), start=1):
        position.shows("reveal due").play(f"reveal {card}").shows(f"deck: {4 - reveals}")
    position.shows("no reveal due; display: p01 p02 p03 p07; to move 1")


def test_wolves__never_lie_in_the_display(scene) -> None:
    """Wolves are not display cards (FM-TURN-3)."""
    position = scene("display: p07 p07 p07; unseen: wolf_pig p08; reveal due")
    position.play("reveal wolf_pig").shows("display: p07 p07 p07").play("reveal p08")
    position.shows("display: p07 p07 p07 p08; no reveal due")


def test_display__shrinks_when_the_deck_is_empty(scene) -> None:
    """The last turns choose from three, two and one card (FM-TURN-4)."""
    position = scene("display: p07 p07 p07 p07")
    for left, place in ((3, "1,0"), (2, "1,0"), (1, "2,0")):
        position.play(f"take p07 {place} 90").shows("no reveal due; not over")
        assert len(position.state.display) == left
    position.play("take p07 2,0 90").shows("over; display: none")


def test_discard__when_nothing_can_be_played(scene) -> None:
    """The player chooses a card of the display and discards it (FM-TURN-5)."""
    position = scene(f"{FULL}; display: p01 hen1 pig1 pig1; unseen: p08")
    assert position.legal == ["discard hen1", "discard p01", "discard pig1"]
    assert "does not lie in the display" in position.why("discard goat1")
    position.play("discard p01").shows("reveal due; turns: 1; display: hen1 pig1 pig1")
    assert [position.state.rules.keys[card] for card in position.state.discards] == ["p01"]


def test_discard__only_when_nothing_can_be_played(scene) -> None:
    """No card is discarded, and none taken that cannot be played, while another can (FM-TURN-6)."""
    position = scene(f"{FULL}; display: pig1 p01 p07")
    assert {text.split()[1] for text in position.legal} == {"p07"}
    assert "a card can be played" in position.why("discard pig1")
    assert "no animal space" in position.why("take pig1")
    assert position.why("take p01 1,0 0")


def test_taken_card__must_be_played(scene) -> None:
    """After `take` of an animal card there is nothing but putting its tokens (FM-TURN-7)."""
    position = scene("display: pig2 p13")
    position.play("take pig2")
    while position.state.phase == "put":
        assert all(isinstance(move, Put) for move in position.state.legal_moves())
        assert "still to be put" in position.why("take p13 1,0 0")
        assert "still to be put" in position.why("discard p13")
        position.play(position.legal[0])
    position.shows("animals 0: pig 0,0,ne, pig 0,0,se; turns: 1")


def test_end__when_deck_and_display_are_empty(scene) -> None:
    """Nobody acts any more, and no move is legal (FM-END-1)."""
    position = scene("display: p13; unseen: p07")
    position.play("take p13 1,0 0").shows("not over; reveal due")
    position.play("reveal p07", "take p07 1,0 90").shows("over; deck: 0; display: none")
    assert position.legal == []
    assert "the game is over" in position.why("take p13 1,0 0")


def play_out(seats: int, number: int, **options: str) -> dict[str, int]:
    rng = random.Random(number)
    state = FARMINI.new_state(seats, FARMINI.check_options(options))
    counts = {"turns": 0, "decisions": 0, "reveals": 0}
    while state.to_act is not None:
        if state.to_act == CHANCE:
            counts["reveals"] += 1
            state.apply(state.chance().draw(rng.randrange))
        else:
            counts["decisions"] += 1
            state.apply(rng.choice(state.legal_moves()))
    counts["turns"] = state.turns
    return counts


@pytest.mark.parametrize(("seats", "turns"), [(1, 47), (2, 46), (3, 45), (4, 44)])
def test_turns__are_as_many_as_cards(seats: int, turns: int) -> None:
    """Deck and display less the wolves: exactly, or at most when alone (FM-FINITE-1)."""
    for number in range(5):
        counts = play_out(seats, number)
        short = play_out(seats, number, unused_farms_in_deck="false")
        assert counts["turns"] <= turns if seats == 1 else counts["turns"] == turns
        assert short["turns"] <= 44 if seats == 1 else short["turns"] == 44


@pytest.mark.parametrize(("seats", "most"), [(1, 62), (2, 61), (3, 60), (4, 59)])
def test_decisions__are_bounded(seats: int, most: int) -> None:
    """One for each turn and 15 puts (FM-FINITE-2)."""
    assert FARMINI.max_decisions(seats) == most
    found = [play_out(seats, number)["decisions"] for number in range(20)]
    assert max(found) <= most
    assert seats == 1 or max(found) == most


@pytest.mark.parametrize(("seats", "cards"), [(1, 49), (2, 48), (3, 47), (4, 46)])
def test_reveals__are_at_most_the_deck(seats: int, cards: int) -> None:
    """Every card of the deck is turned up once (FM-FINITE-3)."""
    assert [play_out(seats, number)["reveals"] for number in range(5)] == [cards] * 5
