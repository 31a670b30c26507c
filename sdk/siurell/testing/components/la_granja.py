"""Where the components of La Granja can be (LG-COMP), and what shows hidden ones."""

from __future__ import annotations

from siurell.games.base import Event, State
from siurell.games.la_granja.frames import EXTEND, REPLACE
from siurell.games.la_granja.moves import ChooseDonkey
from siurell.games.la_granja.state import LaGranjaState
from siurell.games.la_granja.vocabulary import CROPS, GOODS


def census(state: State) -> dict[str, tuple[int, ...]]:
    """For each component how many lie at each place."""
    assert isinstance(state, LaGranjaState)
    return {**_cards(state), **_fields(state), **_discs(state), **_pile(state)}


def _cards(state: LaGranjaState) -> dict[str, tuple[int, ...]]:
    """Each card is at one place; one that is being played lies in an effect (LG-COMP-1)."""
    in_effects = [frame[2] for frame in state.stack if frame[0] == EXTEND]
    in_effects += [frame[3] for frame in state.stack if frame[0] == REPLACE]
    places = [state.pile, state.discards, state.barrows, state.helpers, in_effects]
    places += [
        list(cards)
        for by_seat in (state.hands, state.field_cards, state.extensions)
        for cards in by_seat
    ]
    return {
        f"card {card.number}": tuple([cards.count(card.number) for cards in places])
        for card in state.rules.box.cards[1:]
    }


def _fields(state: LaGranjaState) -> dict[str, tuple[int, ...]]:
    """As many fields are counted as cards lie there, and no more are full (LG-GEN-5)."""
    cards = len(state.rules.box.cards)
    crops = [card.field for card in state.rules.box.cards]
    places: dict[str, tuple[int, ...]] = {}
    for seat in range(state.seats):
        for crop in range(CROPS):
            fields = state.fields[seat * CROPS + crop]
            full = state.full[seat * CROPS + crop]
            lie = sum([crops[card] == crop for card in state.field_cards[seat]])
            places[f"{GOODS[crop]} fields of seat {seat}"] = (full, fields - full, cards - lie)
    return places


def _discs(state: LaGranjaState) -> dict[str, tuple[int, ...]]:
    """Each disc and each place in the turn order is there once, as soon as they lie."""
    players = range(state.rules.players)
    early = int(not state.order)
    return {
        **{f"disc of player {player}": (early, state.discs.count(player)) for player in players},
        **{f"turn of player {player}": (early, state.order.count(player)) for player in players},
    }


def _pile(state: LaGranjaState) -> dict[str, tuple[int, ...]]:
    """The pile holds only cards that were last shuffled into it (LG-HID-6)."""
    cards = len(state.rules.box.cards)
    theirs = sum([state.pile_of[card] == state.pile_number for card in state.pile])
    return {"cards of the present pile": (theirs, cards - len(state.pile))}


def reveals(state: State, event: Event) -> bool:
    """The last choice of a donkey marker shows those that were hidden (LG-HID-5)."""
    assert isinstance(state, LaGranjaState)
    return isinstance(event, ChooseDonkey) and state.chosen.count(0) == 1
