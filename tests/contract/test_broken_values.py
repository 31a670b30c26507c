"""`check_game` catches games whose values and endings are broken, each in just that way."""

from __future__ import annotations

import random

import pytest
from siurell.games.base import Outcome
from siurell.testing.contract.setting import GameContractError
from siurell.testing.game_check import check_game


def a_shallow_copy(cards):
    def copy(self):
        copy = cards.CardsState.copy(self)
        copy.hands = self.hands
        return copy

    return cards.game_with(state={"copy": copy})


def no_copy(cards):
    return cards.game_with(state={"copy": lambda self: self})


def a_copy_that_forgets(cards):
    def copy(self):
        copy = cards.CardsState.copy(self)
        copy.die = 0
        return copy

    return cards.game_with(state={"copy": copy})


def a_key_with_a_float(cards):
    def key(self):
        return (*cards.CardsState.key(self), (1, (float(self.die),)))

    return cards.game_with(state={"key": key})


def a_key_with_a_list(cards):
    return cards.game_with(state={"key": lambda self: (self.hands,)})


def a_key_that_forgets(cards):
    def key(self):
        return (self.round, self.drawn, self.die, self.laid, tuple(map(tuple, self.hands)))

    return cards.game_with(state={"key": key})


def luck_inside_apply(cards):
    def lay(self, seat, verb, card):
        cards.CardsState.lay(self, seat, random.choice(("hide", "show")), card)

    return cards.game_with(state={"lay": lay})


def a_match_without_end(cards):
    def lay(self, seat, verb, card):
        if self.laid < self.seats * cards.ROUNDS - 1:
            cards.CardsState.lay(self, seat, verb, card)

    return cards.game_with(state={"lay": lay})


def a_turn_that_goes_back(cards):
    return cards.game_with(state={"turn": property(lambda self: len(self.pile))})


def placements_against_the_scores(cards):
    def outcome(self):
        scores = cards.CardsState.outcome(self).scores
        return Outcome(scores, tuple(1 + sum(b < a for b in scores) for a in scores))

    return cards.game_with(state={"outcome": outcome})


def placements_that_skip(cards):
    def outcome(self):
        scores = (0,) * self.seats
        return Outcome(scores, (2,) * self.seats)

    return cards.game_with(state={"outcome": outcome})


def a_score_with_halves(cards):
    def outcome(self):
        return Outcome((0.5,) * self.seats, (1,) * self.seats)

    return cards.game_with(state={"outcome": outcome})


FLAWS = {
    a_shallow_copy: "apply on a copy changes the original",
    no_copy: "same object",
    a_copy_that_forgets: "a copy is not equal|sees a copy differently",
    a_key_with_a_float: "holds a float",
    a_key_with_a_list: "cannot be hashed",
    a_key_that_forgets: "equal key",
    luck_inside_apply: "another state than on a copy",
    a_match_without_end: "max_decisions is 4",
    a_turn_that_goes_back: "the turn goes back",
    placements_against_the_scores: "has more points",
    placements_that_skip: "no ranking",
    a_score_with_halves: "holds a float",
}


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: flaw.__name__)
def test_check_game__catches(flaw, cards):
    how = {"census": cards.census, "reveals": cards.reveals}
    with pytest.raises(GameContractError, match=FLAWS[flaw]):
        check_game(flaw(cards), seats=2, matches=12, **how)
