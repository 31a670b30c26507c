"""`check_game` catches games with broken chance, luck or components, each in just that way."""

from __future__ import annotations

import random

import pytest
from siurell.errors import InvalidMoveError
from siurell.testing.contract.deals import check_deals
from siurell.testing.contract.setting import GameContractError
from siurell.testing.game_check import check_game


def due_with(cards, **members):
    broken = type("BrokenDue", (cards.Due,), members)

    def chance(self):
        due = cards.CardsState.chance(self)
        return broken(due._stream, due._item, due._outcomes)

    return cards.game_with(state={"chance": chance})


def an_item_that_comes_twice(cards):
    def layout(self, stream, seats, options, below):
        made = cards.CardsGame.layout(self, stream, seats, options, below)
        return {"0": made["0"]} if stream == "dice" else made

    def chance(self):
        due = cards.CardsState.chance(self)
        return cards.Due(due.stream, "0", due._outcomes) if due.stream == "dice" else due

    return cards.game_with(layout=layout, state={"chance": chance})


def a_weight_of_zero(cards):
    def weights(self):
        listed = cards.Due.weights(self)
        return listed and [(outcome, 0) for outcome, _ in listed]

    return due_with(cards, weights=weights)


def weights_out_of_order(cards):
    def weights(self):
        listed = cards.Due.weights(self)
        return listed and listed[::-1]

    return due_with(cards, weights=weights)


def an_outcome_not_allowed(cards):
    def allows(self, outcome):
        return str(outcome) != "dice 2" and cards.Due.allows(self, outcome)

    return due_with(cards, allows=allows)


def more_allowed_than_weighed(cards):
    return due_with(cards, allows=lambda self, outcome: True)


def an_outcome_that_is_not_read(cards):
    def parse(self, text):
        raise InvalidMoveError("No.")

    return due_with(cards, parse=parse)


def outcomes_read_with_blanks(cards):
    def parse(self, text):
        return cards.Turned(text.strip() or "dice 1")

    return due_with(cards, parse=parse)


def a_draw_against_the_weights(cards):
    def draw(self, below):
        listed = self.weights()
        return listed[below(len(listed))][0] if listed else cards.Due.draw(self, below)

    return due_with(cards, draw=draw)


def layout_with(cards, stream, make):
    def layout(self, wanted, seats, options, below):
        made = cards.CardsGame.layout(self, wanted, seats, options, below)
        return make(made, below) if wanted == stream else made

    return cards.game_with(layout=layout)


def a_layout_without_an_item(cards):
    return layout_with(cards, "dice", lambda made, below: {"0": made["0"]})


def a_layout_with_fair_dice(cards):
    def make(made, below):
        return {item: [cards.Turned(f"dice {1 + below(3)}")] for item in made}

    return layout_with(cards, "dice", make)


def a_layout_of_equal_dice(cards):
    return layout_with(cards, "dice", lambda made, below: dict.fromkeys(made, made["0"]))


def a_layout_that_is_never_shuffled(cards):
    def make(made, below):
        return {"colours": [cards.Turned("colours " + " ".join(cards.COLOURS))]}

    return layout_with(cards, "table", make)


def a_layout_that_is_cut_but_not_shuffled(cards):
    def make(made, below):
        cut = below(len(cards.COLOURS))
        colours = cards.COLOURS[cut:] + cards.COLOURS[:cut]
        return {"colours": [cards.Turned("colours " + " ".join(colours))]}

    return layout_with(cards, "table", make)


def a_layout_with_one_order_of_doubles(cards):
    """The first card of one order that is left: a second copy always follows at once."""

    def make(made, below):
        order = cards.shuffled(cards.CARDS, below)
        return {item: [cards.Turned(f"draw {item[0]} {card}") for card in order] for item in made}

    return layout_with(cards, "deck", make)


def a_layout_with_luck_of_its_own(cards):
    luck = random.Random(1)

    def make(made, below):
        return {item: [cards.Turned(f"dice {luck.choice(cards.DICE)}")] for item in made}

    return layout_with(cards, "dice", make)


def a_card_too_many(cards):
    def lay(self, seat, verb, card):
        cards.CardsState.lay(self, seat, verb, card)
        if card == 5:
            self.pile.append(1)

    return cards.game_with(state={"lay": lay}, census=cards.census)


FLAWS = {
    an_item_that_comes_twice: "comes twice",
    a_weight_of_zero: "has the weight 0",
    weights_out_of_order: "not in order",
    an_outcome_not_allowed: "no possible outcome|does not allow",
    more_allowed_than_weighed: "allows and weights do not agree",
    an_outcome_that_is_not_read: "cannot be parsed",
    outcomes_read_with_blanks: "is read as",
    a_layout_without_an_item: "no possible outcome for dice/1",
    a_layout_with_luck_of_its_own: "differs from call to call|in another match",
    a_card_too_many: "where there were",
}

LUCK_FLAWS = {
    a_draw_against_the_weights: "draw and weights",
    a_layout_with_fair_dice: "layout and weights",
    a_layout_of_equal_dice: "layout and weights",
    a_layout_that_is_never_shuffled: "layout and weights",
    a_layout_that_is_cut_but_not_shuffled: "layout and weights",
    a_layout_with_one_order_of_doubles: "layout and weights",
}


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: flaw.__name__)
def test_check_game__catches(flaw, cards):
    how = {"census": cards.census, "reveals": cards.reveals}
    with pytest.raises(GameContractError, match=FLAWS[flaw]):
        check_game(flaw(cards), seats=2, matches=12, **how)


@pytest.mark.parametrize("flaw", LUCK_FLAWS, ids=lambda flaw: flaw.__name__)
def test_check_game__catches_unlike_luck(flaw, cards):
    with pytest.raises(GameContractError, match=LUCK_FLAWS[flaw]):
        check_game(flaw(cards), seats=2, matches=60, checks=(check_deals,))


def test_check_game__catches_a_place_below_zero(cards):
    def census(state):
        return {"cards": (9 - state.laid * 9, state.laid * 9)}

    with pytest.raises(GameContractError, match="a place holds -"):
        check_game(cards.CardsGame(), seats=2, matches=1, census=census, reveals=cards.reveals)
