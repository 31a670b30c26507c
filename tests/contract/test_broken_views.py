"""`check_game` catches views and texts that tell too much, and worlds that know too much."""

from __future__ import annotations

import random

import pytest
from siurell.testing.contract.determinize import check_truth
from siurell.testing.contract.setting import GameContractError
from siurell.testing.contract.twins import check_twins
from siurell.testing.game_check import check_game


def a_view_of_another_seat(cards):
    def observe(self, viewer):
        return cards.CardsState.observe(self, 0)

    return cards.game_with(state={"observe": observe})


def a_view_that_changes_the_state(cards):
    def observe(self, viewer):
        self.die += 1
        return cards.CardsState.observe(self, viewer)

    return cards.game_with(state={"observe": observe})


def a_view_that_can_be_changed(cards):
    def public(self):
        return (self.round, self.drawn, self.die, self.colours, [list(x) for x in self.shown])

    return cards.game_with(state={"public": public, "key": lambda self: (repr(vars(self)),)})


def a_text_that_is_empty(cards):
    return cards.game_with(state={"text_for": lambda self, viewer, event: ""})


def an_own_move_without_its_card(cards):
    return cards.game_with(state={"text_for": lambda self, viewer, event: str(event)[:4]})


def a_view_that_shows_a_hand(cards):
    """The cards of seat 0, whoever looks, in the place of the looker's own."""

    def observe(self, viewer):
        seen = cards.CardsState.observe(self, viewer)
        others = tuple(self.hands[0]) if viewer != 0 else seen.down
        return self.view_class(
            seen.viewer, seen.to_act, seen.seats, seen.options, seen.public, seen.hand, others,
            seen.sizes,
        )  # fmt: skip

    return cards.game_with(state={"observe": observe})


def a_total_that_tells_the_hands(cards):
    def observe(self, viewer):
        seen = cards.CardsState.observe(self, viewer)
        total = sum(sum(down) for down in self.down)
        return self.view_class(
            seen.viewer, seen.to_act, seen.seats, (*seen.options, ("total", str(total))),
            seen.public, seen.hand, seen.down, seen.sizes,
        )  # fmt: skip

    def key(self):
        return cards.CardsState.key(self)[1:]

    return cards.game_with(state={"observe": observe, "key": key})


def a_key_of_chance_that_tells(cards):
    class Telling(cards.Due):
        @property
        def key(self):
            return f"{self.stream}/{self.item}/{self.told}"

    def chance(self):
        due = cards.CardsState.chance(self)
        telling = Telling(due._stream, due._item, due._outcomes)
        telling.told = sum(self.pile)
        return telling

    return cards.game_with(state={"chance": chance})


class Smuggled(tuple):
    """A public part that carries the state along, equal to one that carries another."""


def a_determinize_that_knows(cards):
    """Every world is the true one; nothing but chance could tell, for one match alone."""

    def public(self):
        smuggled = Smuggled(cards.CardsState.public(self))
        smuggled.state = self.copy
        return smuggled

    def determinize(self, rng):
        return self.public.state()

    return cards.game_with(state={"public": public}, view={"determinize": determinize})


def a_determinize_that_often_knows(cards):
    game = a_determinize_that_knows(cards)
    view = game.state_class.view_class
    knows = view.determinize

    def determinize(self, rng):
        return knows(self, rng) if rng.random() < 0.5 else cards.View.determinize(self, rng)

    view.determinize = determinize
    return game


def a_determinize_without_luck(cards):
    def determinize(self, rng):
        return cards.View.determinize(self, random.Random(0))

    return cards.game_with(view={"determinize": determinize})


def a_determinize_that_disagrees(cards):
    def determinize(self, rng):
        world = cards.View.determinize(self, rng)
        world.die += 1
        return world

    return cards.game_with(view={"determinize": determinize})


def a_determinize_with_luck_of_its_own(cards):
    def determinize(self, rng):
        return cards.View.determinize(self, random)

    return cards.game_with(view={"determinize": determinize})


def a_determinize_that_loses_cards(cards):
    def determinize(self, rng):
        world = cards.View.determinize(self, rng)
        world.pile = []
        return world

    return cards.game_with(view={"determinize": determinize})


FLAWS = {
    a_view_of_another_seat: "gets the view of|legal moves, not the",
    a_view_that_changes_the_state: "looking at a state",
    a_view_that_can_be_changed: "can be changed",
    a_text_that_is_empty: "not one line",
    an_own_move_without_its_card: "of its own",
    a_view_that_shows_a_hand: "shown what it may not know",
    a_total_that_tells_the_hands: "shown what it may not know",
    a_key_of_chance_that_tells: "tells a hidden fact",
    a_determinize_that_knows: "determinize uses hidden truth",
    a_determinize_that_often_knows: "determinize uses hidden truth",
    a_determinize_without_luck: "one state for each view",
    a_determinize_that_disagrees: "does not agree with what",
    a_determinize_with_luck_of_its_own: "generator",
    a_determinize_that_loses_cards: "turn or phase|chance event|without a legal move",
}


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: flaw.__name__)
def test_check_game__catches(flaw, cards):
    """H02, H06, H07, H08: of a view and of the worlds that are made from it.

    A view that holds the truth, worlds without luck of their own, worlds that lose cards or take
    their luck from elsewhere than the generator that they are given: each game is tried for these.
    """
    how = {"census": cards.census, "reveals": cards.reveals}
    with pytest.raises(GameContractError, match=FLAWS[flaw]):
        check_game(flaw(cards), seats=2, matches=12, **how)


def test_check_game__catches_by_statistics_a_world_that_often_knows(cards):
    game = a_determinize_that_often_knows(cards)
    with pytest.raises(GameContractError, match="met the true state"):
        check_game(game, checks=(check_truth,))


def test_check_game__an_honest_world_meets_the_truth_by_chance(cards):
    check_game(cards.CardsGame(), matches=100, checks=(check_truth,))


def test_check_game__a_reveal_that_is_not_named_is_a_leak(cards):
    with pytest.raises(GameContractError, match="shown what it may not know"):
        check_game(cards.CardsGame(), checks=(check_twins,))
