"""Where the components of Farmini can be (FM-COMP)."""

from __future__ import annotations

from collections import Counter

from siurell.games.base import State
from siurell.games.farmini.state import FarminiState


def census(state: State) -> dict[str, tuple[int, ...]]:
    """For each component how many lie at each place."""
    assert isinstance(state, FarminiState)
    return {**_cards(state), **_tokens(state)}


def _cards(state: FarminiState) -> dict[str, tuple[int, ...]]:
    """Each card by its key: deck, display, discards, farms, and farm cards that were left out."""
    piles = [Counter(cards) for cards in (state.deck, state.display, state.discards)]
    farms = [Counter([face.card for face in farm.cards.values()]) for farm in state.farms]
    left_out = Counter({state.rules.box.farm: _left_out(state)})
    return {
        f"card {key}": tuple([cards[number] for cards in (*piles, *farms, left_out)])
        for number, key in enumerate(state.rules.keys)
    }


def _left_out(state: FarminiState) -> int:
    """Farm cards that nobody took and that are not in the deck (FM-SETUP-4)."""
    box = state.rules.box
    shuffled_in = state.rules.deck.count(box.farm)
    return box.cards[box.farm].copies - state.seats - shuffled_in


def _tokens(state: FarminiState) -> dict[str, tuple[int, ...]]:
    """The tokens of each kind: yard and farms."""
    held = [Counter(animals.values()) for animals in state.animals]
    return {
        f"token {animal.key}": (state.yard[kind], *[tokens[kind] for tokens in held])
        for kind, animal in enumerate(state.rules.box.animals)
    }
