"""A state made from an observation: what is hidden is dealt from what may be there."""

from __future__ import annotations

import random

from siurell.games.la_granja.frames import EXTEND, REPLACE
from siurell.games.la_granja.observation import LaGranjaObservation
from siurell.games.la_granja.state import LaGranjaState
from siurell.games.la_granja.table import Table
from siurell.games.la_granja.views import HIDDEN


def rebuild(seen: LaGranjaObservation) -> LaGranjaState:
    """One state that agrees with an observation: the same one for equal observations.

    The lowest cards are in the hands; hidden donkey markers are the lowest that may be.
    """
    return _make(seen, None)


def determinize(seen: LaGranjaObservation, rng: random.Random) -> LaGranjaState:
    """A state that agrees with an observation; all that open events leave open is as likely."""
    return _make(seen, rng)


def _make(seen: LaGranjaObservation, rng: random.Random | None) -> LaGranjaState:
    state = LaGranjaState(seen.rules)
    _lay_turn(state, seen)
    _lay_farms(state, seen)
    _lay_village(state, seen)
    _deal_hidden_cards(state, seen, rng)
    _choose_hidden_donkeys(state, seen, rng)
    return state


def _lay_turn(table: Table, seen: LaGranjaObservation) -> None:
    table.to_act = seen.to_act
    table.round = seen.turn.round
    table.stage = seen.turn.stage
    table.at = seen.turn.at
    table.mover = seen.turn.mover
    table.open = seen.turn.open
    table.turns = seen.turn.turns
    table.stack = list(seen.turn.stack)
    table.acts = seen.turn.acts
    table.plays = seen.turn.plays
    table.roof_bought = seen.turn.roof_bought
    table.die = seen.turn.die
    table.took = seen.turn.took
    table.frees = seen.turn.frees
    table.extras = seen.turn.extras
    table.free_extras = seen.turn.free_extras


def _lay_farms(table: Table, seen: LaGranjaObservation) -> None:
    table.vp = list(seen.farms.vp)
    table.silver = list(seen.farms.silver)
    table.goods = list(seen.farms.goods)
    table.fields = list(seen.farms.fields)
    table.full = list(seen.farms.full)
    table.field_cards = list(seen.farms.field_cards)
    table.extensions = list(seen.farms.extensions)
    table.barrows = list(seen.farms.barrows)
    table.loaded = list(seen.farms.loaded)
    table.barrows_done = list(seen.farms.barrows_done)
    table.helpers = list(seen.farms.helpers)
    table.acted = list(seen.farms.acted)
    table.fired = list(seen.farms.fired)
    table.roofs = list(seen.farms.roofs)
    table.roof_used = list(seen.farms.roof_used)
    table.donkeys = list(seen.farms.donkeys)


def _lay_village(table: Table, seen: LaGranjaObservation) -> None:
    table.order = list(seen.village.order)
    table.discs = list(seen.village.discs)
    table.siesta = list(seen.village.siesta)
    table.roof = list(seen.village.roof)
    table.rows = list(seen.village.rows)
    table.crafted = list(seen.village.crafted)
    table.first_vp = list(seen.village.first_vp)
    table.closed = list(seen.village.closed)
    table.market = list(seen.village.market)
    table.dice = list(seen.village.dice)
    table.marks = list(seen.village.marks)
    table.rival_die = seen.village.rival_die
    table.rolls = seen.village.rolls
    table.pile_number = seen.cards.pile_number
    table.pile_of = list(seen.cards.pile_of)
    table.discards = list(seen.cards.discards)


def unseen_cards(seen: LaGranjaObservation) -> list[list[int]]:
    """For each pile the cards from it that the viewer sees nowhere, ascending (LG-HID-6).

    Those of a pile that is used up are in hidden hands, all of them.
    """
    shown = [False] * len(seen.cards.pile_of)
    for card in (
        *seen.cards.discards,
        *seen.farms.barrows,
        *seen.farms.helpers,
        *cards_in_effects(seen),
    ):
        shown[card] = True
    for cards in (*seen.cards.hands, *seen.farms.field_cards, *seen.farms.extensions):
        for card in cards:
            shown[card] = True
    piles: list[list[int]] = [[] for _ in range(seen.cards.pile_number + 1)]
    for card in range(1, len(shown)):
        if not shown[card]:
            piles[seen.cards.pile_of[card]].append(card)
    return piles


def cards_in_effects(seen: LaGranjaObservation) -> list[int]:
    """Cards that have left a hand and do not lie yet: being paid for, or waiting for a slot."""
    cards = []
    for frame in seen.turn.stack:
        if frame[0] == EXTEND:
            cards.append(frame[2])
        elif frame[0] == REPLACE:
            cards.append(frame[3])
    return cards


def _deal_hidden_cards(table: Table, seen: LaGranjaObservation, rng: random.Random | None) -> None:
    """Hidden hands get as many cards from each pile as is known; what is left is in the pile."""
    piles = unseen_cards(seen)
    if rng is not None:
        for cards in piles:
            rng.shuffle(cards)
    table.hands = list(seen.cards.hands)
    for seat, hand in enumerate(seen.cards.hands):
        if hand:
            continue
        dealt: list[int] = []
        for number, cards in enumerate(piles):
            count = seen.cards.held[seat * len(piles) + number]
            dealt += cards[:count]
            del cards[:count]
        table.hands[seat] = tuple(sorted(dealt))
    table.pile = sorted(piles[seen.cards.pile_number])


def _choose_hidden_donkeys(
    table: Table, seen: LaGranjaObservation, rng: random.Random | None
) -> None:
    """A hidden donkey marker is one that was not used before (LG-TRANS-1)."""
    table.chosen = list(seen.farms.chosen)
    markers = range(1, len(seen.rules.box.donkeys) + 1)
    for seat, chosen in enumerate(seen.farms.chosen):
        if chosen == HIDDEN:
            left = [marker for marker in markers if not seen.farms.donkeys[seat] & 1 << marker - 1]
            table.chosen[seat] = left[0] if rng is None else rng.choice(left)
