"""Chance in Farmini: cards are turned up from the deck, and nothing else is random (FM-CHANCE-1).

What may come is drawn from counts: there is no order of the deck here (FM-CHANCE-2).
"""

from __future__ import annotations

from typing import Final

from siurell.errors import InvalidMoveError, RulesError
from siurell.games.base import Below, Chance, ChanceOutcome, Layout
from siurell.games.farmini.reveal import Reveal
from siurell.games.farmini.rules import Rules
from siurell.games.shuffling import shuffled

DECK: Final = "deck"
"""The stream."""


class RevealDue(Chance):
    """The next card of the deck is turned up: one of the unseen cards (FM-CHANCE-3)."""

    __slots__ = ("_deck", "_rules")

    def __init__(self, rules: Rules, deck: list[int]) -> None:
        self._rules = rules
        self._deck = deck[:]

    @property
    def stream(self) -> str:
        """The deck is laid out as a whole."""
        return DECK

    @property
    def item(self) -> str:
        """Which card of the deck, the first one 1."""
        return str(len(self._rules.deck) - len(self._deck) + 1)

    def allows(self, outcome: ChanceOutcome) -> bool:
        """A card of which one is unseen; equal cards are one outcome."""
        if not isinstance(outcome, Reveal):
            return False
        return self._rules.numbers.get(outcome.card, -1) in self._deck

    def weights(self) -> list[tuple[ChanceOutcome, int]] | None:
        """Each card as often as it is unseen."""
        reveals = self._rules.ready.reveals
        return [(reveals[card], self._deck.count(card)) for card in sorted(set(self._deck))]

    def draw(self, below: Below) -> Reveal:
        """A uniform draw from the unseen cards (FM-CHANCE-3)."""
        return self._rules.ready.reveals[self._deck[below(len(self._deck))]]

    def parse(self, text: str) -> Reveal:
        """``reveal`` and the key of a card."""
        words = text.split(" ")
        if len(words) != 2 or words[0] != "reveal":
            raise InvalidMoveError(f"`{text[:80]}` is no reveal: write `reveal CARD`.")
        if words[1] not in self._rules.numbers:
            raise InvalidMoveError(f"`{words[1][:80]}` is no card of Farmini.")
        return Reveal(words[1])


def lay_out(stream: str, rules: Rules, below: Below) -> Layout:
    """Shuffle the deck before the game: every order is equally likely (FM-CHANCE-2, -3)."""
    if stream != DECK:
        raise RulesError(f"Farmini has no stream of chance called `{stream}`.", reason="NO_STREAM")
    return {
        str(number): [rules.ready.reveals[card]]
        for number, card in enumerate(shuffled(rules.deck, below), start=1)
    }
