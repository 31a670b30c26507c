"""Set-up, options and the static facts (FM-SETUP, FM-OPT)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from siurell.errors import InvalidMoveError, OptionError
from siurell.games.farmini.game import Farmini

FARMINI = Farmini()


def deck_of(position) -> Counter[str]:
    return Counter(position.state.rules.keys[card] for card in position.state.deck)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_farm_cards__lie_at_the_origin(new_match, seats: int) -> None:
    """Each player has a farm card at 0,0, rotation 0 (FM-SETUP-1)."""
    position = new_match(seats)
    farm = FARMINI.components.farm
    assert [laid.laid() for laid in position.state.farms] == [(0, 0, farm, 0)] * seats
    for seat in range(seats):
        position.shows(f"card {seat}: none; animals {seat}: none; closed {seat}: 0")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_start_cards__are_the_first_display(new_match, seats: int) -> None:
    """p06, p10, p11 and p19 lie face up (FM-SETUP-2)."""
    new_match(seats).shows("display: p06 p10 p11 p19; no reveal due; phase take; turns: 0")


def test_deck__holds_all_other_cards(new_match) -> None:
    """28 pen cards, 12 animal cards and 6 wolf cards (FM-SETUP-3)."""
    deck = deck_of(new_match(4))
    assert {key: deck[key] for key in ("p01", "p09", "p10", "goat1", "pig2", "wolf_hen")} == {
        "p01": 1,
        "p09": 4,
        "p10": 2,
        "goat1": 3,
        "pig2": 1,
        "wolf_hen": 2,
    }
    pens = [key for key in deck.elements() if key[1:].isdigit()]
    assert len(pens) == 28
    assert sum(deck.values()) == 46
    assert not deck["p06"] and not deck["p11"] and not deck["p19"] and not deck["farm"]


@pytest.mark.parametrize(("seats", "cards"), [(1, 49), (2, 48), (3, 47), (4, 46)])
def test_unused_farm_cards__are_shuffled_in(new_match, seats: int, cards: int) -> None:
    """The farm cards nobody took are in the deck, unless the option says no (FM-SETUP-4)."""
    position = new_match(seats)
    position.shows(f"deck: {cards}")
    assert deck_of(position)["farm"] == 4 - seats
    without = new_match(seats, unused_farms_in_deck="false")
    without.shows("deck: 46")
    assert deck_of(without)["farm"] == 0


def test_tokens__lie_in_the_yard(new_match) -> None:
    """All tokens lie in the yard (FM-SETUP-5)."""
    new_match(3).shows("yard: goat 5, hen 5, pig 5; animals 0: none; animals 2: none")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_first_turn__is_that_of_seat_0(new_match, seats: int) -> None:
    """Seat 0 begins (FM-SETUP-6)."""
    position = new_match(seats)
    position.shows("to move 0")
    assert position.state.legal_moves()


@pytest.mark.parametrize("seats", [0, 5])
def test_seats__are_one_to_four(seats: int) -> None:
    with pytest.raises(OptionError, match="1 to 4 seats"):
        FARMINI.new_state(seats, FARMINI.check_options({}))


def test_options__are_those_of_the_ledger() -> None:
    """Defaults first, each with the rule that it chooses (FM-SETUP-4, FM-SCORE-3, FM-SCORE-5)."""
    assert {option.name: (option.rule, option.values) for option in FARMINI.options} == {
        "unused_farms_in_deck": ("FM-SETUP-4", ("true", "false")),
        "hole_penalty": ("FM-SCORE-3", ("per_pen", "per_hole")),
        "same_species_double": ("FM-SCORE-5", ("false", "true")),
    }


def test_options__cannot_be_changed_from_outside(new_match) -> None:
    seen = new_match().state.observe(0)
    with pytest.raises(TypeError):
        seen.options["hole_penalty"] = "per_hole"
    given = dict(seen.options)
    state = FARMINI.new_state(2, given)
    given["hole_penalty"] = "per_hole"
    assert state.observe(0).options == seen.options


def test_other_components__are_played_with() -> None:
    """A game has components of its own, and its states and views keep to them (FM-COMP-6)."""
    text = FARMINI.shipped_components()
    for found, written in (
        ('key = "p06"', 'key = "z06"'),
        ("animal_points = 1", "animal_points = 3"),
    ):
        assert text.count(found) == 1
        text = text.replace(found, written)
    other = FARMINI.with_components(text)
    state = other.new_state(2, other.check_options({}))
    state.apply(other.parse_move("take z06 1,0 270"))
    state.animals[1] = {next(iter(state.farms[1].spaces)): 0}
    assert state.outcome().scores == (0, 3)
    seen = state.observe(1)
    assert seen.box is other.components
    assert seen.determinize(random.Random(0)).key() == state.key()
    for game, foreign in ((FARMINI, "take z06 1,0 270"), (other, "take p06 1,0 270")):
        with pytest.raises(InvalidMoveError):
            game.parse_move(foreign)


def test_other_components__make_other_states() -> None:
    text = FARMINI.shipped_components()
    other = FARMINI.with_components(text.replace("corn_points = 1", "corn_points = 2"))
    options = FARMINI.check_options({})
    assert other.new_state(2, options).key() != FARMINI.new_state(2, options).key()
    assert other.new_state(2, options).observe(0) != FARMINI.new_state(2, options).observe(0)
