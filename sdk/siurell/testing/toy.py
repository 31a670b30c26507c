"""A toy game that shows the contract of `siurell.games.base` on one page, and tests its drivers.

It has what a driver has to cope with: hidden cards, a hidden choice that all make at once, dice,
decisions with one legal move, two decisions in a turn, an option, and one to four seats.

Each seat gets a secret card from 1 to 9 and four coins. In a round each seat bids 0, 1 or 2 coins,
hidden until all have bid. A die is rolled, and the highest bid (of equal ones the lowest seat) is
paid; its seat takes the pips or leaves them for the next round. The score is pips, coins and card.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Final

from siurell.errors import InvalidMoveError
from siurell.games import base

COINS: Final = 4
CARDS: Final = range(1, 10)


@dataclass(frozen=True, slots=True)
class Bid(base.Move):
    """Bid some coins."""

    coins: int

    def __str__(self) -> str:
        return f"bid {self.coins}"


@dataclass(frozen=True, slots=True)
class Take(base.Move):
    """Take the pips of this round, or leave them for the next."""

    take: bool

    def __str__(self) -> str:
        return "take" if self.take else "leave"


_MOVES: Final[dict[str, base.Move]] = {
    str(move): move for move in (Bid(0), Bid(1), Bid(2), Take(False), Take(True))
}


@dataclass(frozen=True, slots=True)
class Value(base.ChanceOutcome):
    """A card or a roll."""

    word: str
    number: int

    def __str__(self) -> str:
        return f"{self.word} {self.number}"


@dataclass(frozen=True, slots=True)
class ToyChance(base.Chance):
    """The deal of a card or the roll of the die; every value that is left is equally likely."""

    word: str
    place: int
    numbers: tuple[int, ...]

    @property
    def stream(self) -> str:
        """``deck`` or ``dice``."""
        return "deck" if self.word == "card" else "dice"

    @property
    def item(self) -> str:
        """The number of the card or of the round."""
        return str(self.place)

    def allows(self, outcome: base.ChanceOutcome) -> bool:
        """Whether the card is still there; every roll is possible."""
        return outcome in self._values()

    def weights(self) -> list[tuple[base.ChanceOutcome, int]] | None:
        """All of them, once each."""
        return [(value, 1) for value in self._values()]

    def draw(self, below: base.Below) -> base.ChanceOutcome:
        """One of them."""
        return self._values()[below(len(self.numbers))]

    def parse(self, text: str) -> base.ChanceOutcome:
        """Read ``card 5`` or ``roll 5``."""
        for value in self._values():
            if str(value) == text:
                return value
        raise InvalidMoveError(f"`{text}` is no outcome of {self.key}.")

    def _values(self) -> list[Value]:
        return [Value(self.word, number) for number in self.numbers]


@dataclass(frozen=True, slots=True)
class ToyObservation(base.Observation):
    """What a viewer may know; a hidden card or bid is None."""

    viewer: int = field()
    to_act: int | None = field()
    rounds: int
    turn: int
    cards: tuple[int | None, ...]
    dealt: int
    coins: tuple[int, ...]
    pips: tuple[int, ...]
    bids: tuple[int | None, ...]
    pot: int
    winner: int | None

    def legal_moves(self) -> list[base.Move]:
        """As `ToyState.legal_moves` when it is the viewer who decides."""
        if self.to_act != self.viewer:
            return []
        return _legal(self.winner is not None, self.coins[self.viewer])

    def determinize(self, rng: random.Random) -> ToyState:
        """Draw the hidden cards from those unseen, and the hidden bids from the possible ones."""
        state = ToyState(len(self.coins), self.rounds)
        unseen = [card for card in CARDS if card not in self.cards]
        rng.shuffle(unseen)
        state.cards = [unseen.pop() if card is None else card for card in self.cards[: self.dealt]]
        state.bids = [
            rng.randint(0, min(2, self.coins[seat])) if bid is None else bid
            for seat, bid in enumerate(self.bids)
        ]
        state.coins, state.pips = list(self.coins), list(self.pips)
        state.played, state.pot, state.winner = self.turn, self.pot, self.winner
        return state


class ToyState(base.State):
    """One point of one match."""

    __slots__ = ("bids", "cards", "coins", "pips", "played", "pot", "rounds", "winner")

    def __init__(self, seats: int, rounds: int) -> None:
        self.rounds = rounds
        self.cards: list[int] = []
        self.coins = [COINS] * seats
        self.pips = [0] * seats
        self.bids: list[int] = []
        self.played = 0
        """Rounds that are over."""
        self.pot = 0
        self.winner: int | None = None
        """The seat that may take the pot."""

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.coins)

    @property
    def to_act(self) -> int | None:
        """See `base.State.to_act`."""
        if len(self.cards) < self.seats:
            return base.CHANCE
        if self.played == self.rounds:
            return None
        if self.winner is not None:
            return self.winner
        return base.CHANCE if len(self.bids) == self.seats else len(self.bids)

    @property
    def turn(self) -> int:
        """Rounds that are over."""
        return self.played

    @property
    def phase(self) -> str:
        """``deal``, ``bid``, ``roll``, ``take`` or ``over``."""
        if len(self.cards) < self.seats:
            return "deal"
        if self.played == self.rounds:
            return "over"
        if self.winner is not None:
            return "take"
        return "roll" if len(self.bids) == self.seats else "bid"

    def legal_moves(self) -> list[base.Move]:
        """The bids that the seat can pay, or taking and leaving."""
        seat = self.to_act
        if seat is None or seat == base.CHANCE:
            return []
        return _legal(self.winner is not None, self.coins[seat])

    def chance(self) -> base.Chance:
        """The next card, or the roll of this round."""
        if len(self.cards) < self.seats:
            left = tuple(card for card in CARDS if card not in self.cards)
            return ToyChance("card", len(self.cards) + 1, left)
        return ToyChance("roll", self.played + 1, tuple(range(1, 7)))

    def apply(self, event: base.Event) -> None:
        """See `base.State.apply`."""
        match event:
            case Value("card", number):
                self.cards.append(number)
            case Value(_, number):
                self.pot += number
                self.winner = self.bids.index(max(self.bids))
                self.coins[self.winner] -= max(self.bids)
            case Bid(coins):
                self.bids.append(coins)
            case Take(take):
                self._end_round(take)

    def _end_round(self, take: bool) -> None:
        if take and self.winner is not None:
            self.pips[self.winner] += self.pot
            self.pot = 0
        self.winner = None
        self.bids = []
        self.played += 1

    def copy(self) -> ToyState:
        """An independent copy."""
        state = ToyState(self.seats, self.rounds)
        state.cards, state.coins = self.cards.copy(), self.coins.copy()
        state.pips, state.bids = self.pips.copy(), self.bids.copy()
        state.played, state.pot, state.winner = self.played, self.pot, self.winner
        return state

    def key(self) -> tuple[object, ...]:
        """All of it."""
        lists = tuple(self.cards), tuple(self.coins), tuple(self.pips), tuple(self.bids)
        return (self.rounds, *lists, self.played, self.pot, self.winner)

    def outcome(self) -> base.Outcome:
        """Pips, coins and card; the most wins."""
        cards = self.cards + [0] * (self.seats - len(self.cards))
        scores = tuple(map(sum, zip(self.pips, self.coins, cards, strict=True)))
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        grade = ("low", "high")[scores[0] > 15] if self.seats == 1 else ""
        return base.Outcome(scores, places, grade)

    def observe(self, viewer: int) -> ToyObservation:
        """Own card and own bid; all bids once all have bid; all cards at the end."""
        over = self.to_act is None
        shown = len(self.bids) == self.seats
        return ToyObservation(
            viewer=viewer,
            to_act=self.to_act,
            rounds=self.rounds,
            turn=self.played,
            cards=tuple(c if over or s == viewer else None for s, c in enumerate(self.cards)),
            dealt=len(self.cards),
            coins=tuple(self.coins),
            pips=tuple(self.pips),
            bids=tuple(b if shown or s == viewer else None for s, b in enumerate(self.bids)),
            pot=self.pot,
            winner=self.winner,
        )

    def why_illegal(self, move: base.Move) -> str | None:
        """See `base.State.why_illegal`."""
        if move in self.legal_moves():
            return None
        if self.phase == "bid":
            return "you bid 0, 1 or 2 coins, and no more than you have."
        return "you take or leave the pips." if self.phase == "take" else "no seat decides now."

    def text_for(self, viewer: int, event: base.Event) -> str:
        """A card is read by its owner alone, a bid by its bidder."""
        if isinstance(event, Value) and event.word == "card" and viewer != len(self.cards):
            return "card"
        if isinstance(event, Bid) and viewer != len(self.bids):
            return "bid"
        return str(event)


class Toy(base.Game):
    """The static facts."""

    name = "toy"
    min_seats = 1
    max_seats = 4
    rules_version = "1"
    options = (base.Option("rounds", ("3", "1", "6"), "TOY-1"),)

    def max_decisions(self, seats: int) -> int:
        """Each seat bids once a round, one takes or leaves."""
        return 6 * (seats + 1)

    def new_state(self, seats: int, options: base.Options) -> ToyState:
        """No card is dealt yet."""
        return ToyState(seats, int(options["rounds"]))

    def layout(
        self, stream: str, seats: int, options: base.Options, below: base.Below
    ) -> base.Layout:
        """A shuffled deck, or a roll for each round."""
        layout: dict[str, list[base.ChanceOutcome]] = {}
        if stream == "deck":
            cards = list(CARDS)
            for place in range(1, seats + 1):
                layout[str(place)] = [Value("card", cards.pop(below(len(cards))))]
        else:
            for place in range(1, int(options["rounds"]) + 1):
                layout[str(place)] = [Value("roll", 1 + below(6))]
        return layout

    def parse_move(self, text: str) -> base.Move:
        """Read ``bid 0``, ``bid 1``, ``bid 2``, ``take`` or ``leave``."""
        move = _MOVES.get(text)
        if move is None:
            raise InvalidMoveError(f"`{text}` is none of {', '.join(_MOVES)}.")
        return move


def _legal(winner: bool, coins: int) -> list[base.Move]:
    if winner:
        return [Take(False), Take(True)]
    return [Bid(bid) for bid in range(min(2, coins) + 1)]
