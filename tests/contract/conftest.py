"""Cards: a small game with hands, cards laid face down, dice and an arrangement too big to list.

Two rounds of a card each. Each round a die is rolled, then every seat shows a card, worth its
number times the die, or hides one, worth its number; then it draws, as long as there are cards.
With the second die the hidden cards are turned up. It has what Finca has not: something to hide.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import ClassVar

import pytest
from siurell.errors import InvalidMoveError
from siurell.games.base import (
    CHANCE,
    Below,
    Chance,
    ChanceOutcome,
    Game,
    Layout,
    Move,
    Observation,
    Option,
    Options,
    Outcome,
    State,
)

CARDS = (1, 1, 2, 2, 3, 3, 4, 4, 5)
COLOURS = ("blue", "green", "red", "white")
DICE = (1, 1, 2, 3)
ROUNDS = 2
HAND = 2


@dataclass(frozen=True, slots=True)
class Lay(Move):
    verb: str
    card: int

    def __str__(self) -> str:
        return f"{self.verb} {self.card}"


@dataclass(frozen=True, slots=True)
class Turned(ChanceOutcome):
    text: str

    def __str__(self) -> str:
        return self.text


class Due(Chance):
    """`colours` once, `dice N` each round, `draw SEAT CARD` for each card."""

    __slots__ = ("_item", "_outcomes", "_stream")

    def __init__(self, stream: str, item: str, outcomes: dict[str, int] | None) -> None:
        self._stream, self._item, self._outcomes = stream, item, outcomes

    stream = property(lambda self: self._stream)
    item = property(lambda self: self._item)

    def allows(self, outcome: ChanceOutcome) -> bool:
        if self._outcomes is None:
            return sorted(str(outcome).split()) == sorted(("colours", *COLOURS))
        return str(outcome) in self._outcomes

    def weights(self) -> list[tuple[ChanceOutcome, int]] | None:
        if self._outcomes is None:
            return None
        return [(Turned(text), weight) for text, weight in sorted(self._outcomes.items())]

    def draw(self, below: Below) -> ChanceOutcome:
        if self._outcomes is None:
            return Turned("colours " + " ".join(shuffled(COLOURS, below)))
        bag = [text for text, weight in sorted(self._outcomes.items()) for _ in range(weight)]
        return Turned(bag[below(len(bag))])

    def parse(self, text: str) -> ChanceOutcome:
        words = text.split(" ")
        shapes = {"colours": len(COLOURS) + 1, "dice": 2, "draw": 3}
        if shapes.get(words[0]) != len(words):
            raise InvalidMoveError(f"{text!r} is no outcome.")
        known = COLOURS if words[0] == "colours" else tuple("0123456789")
        if any(word not in known for word in words[1:]):
            raise InvalidMoveError(f"{text!r} is no outcome.")
        return Turned(text)


def shuffled(things: tuple, below: Below) -> list:
    pile = list(things)
    return [pile.pop(below(len(pile))) for _ in range(len(pile))]


@dataclass(frozen=True, slots=True)
class View(Observation):
    viewer: int = field()
    to_act: int | None = field()
    seats: int
    options: tuple[tuple[str, str], ...]
    public: tuple[object, ...]
    hand: tuple[int, ...]
    down: tuple[int, ...]
    sizes: tuple[tuple[int, int], ...]
    state_class: ClassVar[type[State]]

    def legal_moves(self) -> list[Move]:
        return lays(self.hand) if self.viewer == self.to_act else []

    def determinize(self, rng: random.Random) -> State:
        state = self.state_class(self.seats, dict(self.options))
        state.round, state.drawn, state.die, state.colours, shown = self.public
        state.shown = [list(cards) for cards in shown]
        unseen = list(CARDS)
        for card in (*self.hand, *self.down, *(card for cards in shown for card, _ in cards)):
            unseen.remove(card)
        rng.shuffle(unseen)
        for seat, (hand, down) in enumerate(self.sizes):
            mine = seat == self.viewer
            state.hands[seat] = list(self.hand) if mine else sorted(take(unseen, hand))
            state.down[seat] = list(self.down) if mine else take(unseen, down)
        state.pile = sorted(unseen)
        return state


def take(cards: list[int], number: int) -> list[int]:
    return [cards.pop() for _ in range(number)]


def lays(hand) -> list[Move]:
    return [Lay(verb, card) for verb in ("hide", "show") for card in sorted(set(hand))]


class CardsState(State):
    view_class = View

    def __init__(self, seats: int, options: Options) -> None:
        self._seats, self.options = seats, dict(options)
        self.pile = list(CARDS)
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.down: list[list[int]] = [[] for _ in range(seats)]
        self.shown: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
        self.round, self.drawn, self.die = 0, 0, 0
        self.colours: tuple[str, ...] = ()

    seats = property(lambda self: self._seats)
    turn = property(lambda self: self.laid)
    laid = property(lambda self: sum(map(len, self.down)) + sum(map(len, self.shown)))

    @property
    def wants(self) -> int | None:
        """The seat that has to draw."""
        dealt = self.seats * HAND + self.laid
        return self.drawn % self.seats if self.drawn < dealt and self.pile else None

    @property
    def to_act(self) -> int | None:
        if not self.colours or self.wants is not None:
            return CHANCE
        if self.laid == self.seats * ROUNDS:
            return None
        return CHANCE if self.laid == self.round * self.seats else self.laid % self.seats

    @property
    def phase(self) -> str:
        return "over" if self.to_act is None else "play"

    def legal_moves(self) -> list[Move]:
        seat = self.to_act
        return [] if seat is None or seat == CHANCE else lays(self.hands[seat])

    def chance(self) -> Chance:
        if not self.colours:
            return Due("table", "colours", None)
        if self.wants is None:
            return Due("dice", str(self.round), {f"dice {n}": DICE.count(n) for n in DICE})
        outcomes = {f"draw {self.wants} {card}": self.pile.count(card) for card in self.pile}
        return Due("deck", f"{self.drawn % self.seats}/{self.drawn}", outcomes)

    def apply(self, event) -> None:
        words = str(event).split()
        if words[0] == "colours":
            self.colours = tuple(words[1:])
        elif words[0] == "dice":
            self.die = int(words[1])
            self.round += 1
            for seat, down in enumerate(self.down):
                self.shown[seat] += [(card, 1) for card in down]
                down.clear()
        elif words[0] == "draw":
            self.pile.remove(int(words[2]))
            self.hands[int(words[1])] = sorted((*self.hands[int(words[1])], int(words[2])))
            self.drawn += 1
        else:
            self.lay(self.to_act, words[0], int(words[1]))

    def lay(self, seat: int, verb: str, card: int) -> None:
        self.hands[seat].remove(card)
        if verb == "hide":
            self.down[seat].append(card)
        else:
            self.shown[seat].append((card, self.die))

    def copy(self) -> State:
        copy = type(self)(self.seats, self.options)
        copy.pile, copy.colours = list(self.pile), self.colours
        copy.round, copy.drawn, copy.die = self.round, self.drawn, self.die
        for name in ("hands", "down", "shown"):
            setattr(copy, name, [list(cards) for cards in getattr(self, name)])
        return copy

    def public(self) -> tuple[object, ...]:
        return (self.round, self.drawn, self.die, self.colours, tuple(map(tuple, self.shown)))

    def key(self) -> tuple[object, ...]:
        secret = (tuple(map(tuple, cards)) for cards in (self.hands, self.down))
        return (*self.options.values(), *self.public(), tuple(self.pile), *secret)

    def outcome(self) -> Outcome:
        scores = tuple(
            sum(self.down[seat]) + sum(card * die for card, die in self.shown[seat])
            for seat in range(self.seats)
        )
        return Outcome(scores, tuple(1 + sum(b > a for b in scores) for a in scores))

    def observe(self, viewer: int) -> Observation:
        mine = viewer >= 0
        return self.view_class(
            viewer,
            self.to_act,
            self.seats,
            tuple(self.options.items()),
            self.public(),
            tuple(self.hands[viewer]) if mine else (),
            tuple(self.down[viewer]) if mine else (),
            tuple((len(self.hands[seat]), len(self.down[seat])) for seat in range(self.seats)),
        )

    def why_illegal(self, move: Move) -> str | None:
        if self.to_act is None or self.to_act == CHANCE:
            return "No seat decides."
        return None if move in self.legal_moves() else "The card is not in the hand."

    def text_for(self, viewer: int, event) -> str:
        words = str(event).split()
        if words[0] == "draw" and viewer != int(words[1]):
            return f"draw {words[1]}"
        return "hide" if words[0] == "hide" and viewer != self.to_act else str(event)


View.state_class = CardsState


class CardsGame(Game):
    state_class = CardsState
    name, min_seats, max_seats, rules_version = "cards", 2, 3, "1"
    options = (Option("table", ("wood", "stone"), "C-1"),)

    def max_decisions(self, seats: int) -> int:
        return seats * ROUNDS

    def new_state(self, seats: int, options: Options) -> State:
        return self.state_class(seats, options)

    def layout(self, stream: str, seats: int, options: Options, below: Below) -> Layout:
        if stream == "table":
            return {"colours": [Turned("colours " + " ".join(shuffled(COLOURS, below)))]}
        if stream == "dice":
            return {str(n): [Turned(f"dice {DICE[below(len(DICE))]}")] for n in range(ROUNDS)}
        order = shuffled(CARDS, below)
        items = [(n % seats, n) for n in range(len(CARDS))]
        return {f"{s}/{n}": [Turned(f"draw {s} {order[n]}")] for s, n in items}

    def parse_move(self, text: str) -> Move:
        words = text.split(" ")
        if len(words) != 2 or words[0] not in ("hide", "show") or words[1] not in set("123456789"):
            raise InvalidMoveError(f"{text!r} is no move.")
        return Lay(words[0], int(words[1]))


def census(state: CardsState) -> dict[str, tuple[int, ...]]:
    places = [state.pile, *state.hands, *state.down]
    places += [[card for card, _ in cards] for cards in state.shown]
    return {f"card {n}": tuple(cards.count(n) for cards in places) for n in sorted(set(CARDS))}


def reveals(state: CardsState, event) -> bool:
    return str(event).startswith("dice") and any(state.down)


def game_with(*, state=None, view=None, **members) -> CardsGame:
    """Cards with some members of game, state or view replaced."""
    view_class = type("OtherView", (View,), {"__slots__": (), **(view or {})})
    state_class = type("OtherState", (CardsState,), {"view_class": view_class, **(state or {})})
    view_class.state_class = state_class
    return type("OtherGame", (CardsGame,), {"state_class": state_class, **members})()


@pytest.fixture
def cards() -> SimpleNamespace:
    """The game Cards: its classes, to be played or broken by a test."""
    return SimpleNamespace(**globals())
