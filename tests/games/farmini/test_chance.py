"""Chance: the deck and its reveals (FM-CHANCE)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from siurell.errors import InvalidMoveError, RulesError
from siurell.games.base import CHANCE, SPECTATOR, ChanceOutcome
from siurell.games.farmini.game import Farmini
from siurell.games.farmini.reveal import Reveal
from siurell.match.dealer import Dealer, stream_below

FARMINI = Farmini()
OPTIONS = FARMINI.check_options({})


def test_reveal__is_one_event_a_card(scene) -> None:
    """`reveal CARD`, as long as fewer than four lie there and the deck has cards (FM-CHANCE-1)."""
    position = scene("display: p13 p07 p07; unseen: p08 p08 wolf_pig goat1; reveal due")
    chance = position.state.chance()
    assert chance.stream == "deck"
    listed = chance.weights()
    assert listed is not None
    assert [(str(outcome), weight) for outcome, weight in listed] == [
        ("reveal goat1", 1),
        ("reveal p08", 2),
        ("reveal wolf_pig", 1),
    ]
    for viewer in (SPECTATOR, 0, 1):
        assert position.state.text_for(viewer, Reveal("p08")) == "reveal p08"
    position.play("reveal wolf_pig").shows("reveal due").play("reveal p08").shows("no reveal due")


def test_deck__has_no_order_in_a_state(new_match) -> None:
    """States hold how many cards of each key are unseen, sorted (FM-CHANCE-2)."""
    one, other = new_match(2).state, new_match(2).state
    for state, cards in ((one, ("p08", "goat1")), (other, ("goat1", "p08"))):
        for place, card in zip((0, -1), cards, strict=True):
            state.apply(state.legal_moves()[place])
            state.apply(Reveal(card))
            assert state.deck == sorted(state.deck)
    assert one.deck == other.deck
    assert not any(card.startswith("seed") for card in one.__slots__)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_card__is_the_same_whatever_was_played(seats: int) -> None:
    """The k-th card follows from seed, players and options (FM-CHANCE-2)."""
    orders = set()
    for number in range(3):
        rng = random.Random(number)
        dealer = Dealer(FARMINI, seats, OPTIONS, bytes(32))
        state = FARMINI.new_state(seats, OPTIONS)
        order = []
        while state.to_act is not None:
            if state.to_act == CHANCE:
                chance = state.chance()
                assert chance.item == str(len(order) + 1)
                order.append(str(dealer.answer(chance)))
                state.apply(chance.parse(order[-1]))
            else:
                state.apply(rng.choice(state.legal_moves()))
        orders.add(tuple(order))
    assert len(orders) == 1
    deck = [f"reveal {state.rules.keys[card]}" for card in state.rules.deck]
    assert sorted(orders.pop()) == sorted(deck)


def test_draw__is_uniform_over_the_unseen_cards(scene) -> None:
    """Each card counts once, equal keys are one outcome (FM-CHANCE-3)."""
    position = scene("display: p13; unseen: p08 p08 p08 goat1; reveal due")
    chance = position.state.chance()
    drawn = Counter(str(chance.draw(lambda n, place=place: place % n)) for place in range(4))
    assert drawn == {"reveal p08": 3, "reveal goat1": 1}


def test_layout__has_every_order(new_match) -> None:
    """Each card comes first about as often as there are copies of it (FM-CHANCE-3)."""
    first: Counter[str] = Counter()
    for number in range(2000):
        below = stream_below(number.to_bytes(32, "big"), "deck")
        first[str(FARMINI.layout("deck", 4, OPTIONS, below)["1"][0])] += 1
    deck = Counter(f"reveal {new_match(4).state.rules.keys[c]}" for c in new_match(4).state.deck)
    for text, copies in deck.items():
        mean = 2000 * copies / 46
        assert abs(first[text] - mean) < 5 * mean**0.5
    with pytest.raises(RulesError, match="no stream of chance"):
        FARMINI.layout("dice", 4, OPTIONS, below)


def test_set_up__reveals_nothing(new_match) -> None:
    """The start cards are the display; a seat decides at once (FM-CHANCE-4)."""
    position = new_match(2).shows("no reveal due; to move 0; deck: 48")
    with pytest.raises(RulesError, match="Nothing is to be turned up"):
        position.state.chance()


def test_reveal__waits_for_the_puts(scene) -> None:
    """No decision is open while a reveal is due, and puts come first (FM-CHANCE-4)."""
    position = scene("display: pig2 p07; unseen: wolf_pig p08").play("take pig2")
    position.shows("no reveal due").play("put 0,0,nw").shows("no reveal due")
    position.play("put 0,0,ne").shows("reveal due")
    assert position.legal == []
    assert position.state.observe(1).legal_moves() == []


@pytest.mark.parametrize("text", ["", "reveal", "reveal p99", "reveal p08 ", "draw p08", "p08"])
def test_reveal__is_read_exactly(scene, text: str) -> None:
    chance = scene("display: p13; unseen: p08; reveal due").state.chance()
    with pytest.raises(InvalidMoveError):
        chance.parse(text)


def test_reveal__is_possible_only_for_unseen_cards(scene) -> None:
    chance = scene("display: p13; unseen: p08; reveal due").state.chance()
    assert chance.allows(Reveal("p08"))
    assert not chance.allows(Reveal("p13"))
    assert not chance.allows(Reveal("nothing"))
    assert not chance.allows(ChanceOutcome())
