"""A state made from an observation: what is hidden is dealt from what may be there."""

from __future__ import annotations

import random

from siurell.games.la_granja.frames import EXTEND, REPLACE
from siurell.games.la_granja.observation import HIDDEN, LaGranjaObservation
from siurell.games.la_granja.state import LaGranjaState
from siurell.games.la_granja.table import Table


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
    table.round = seen.round
    table.stage = seen.stage
    table.at = seen.at
    table.mover = seen.mover
    table.open = seen.open
    table.turns = seen.turns
    table.stack = list(seen.stack)
    table.acts = seen.acts
    table.plays = seen.plays
    table.roof_bought = seen.roof_bought
    table.die = seen.die
    table.took = seen.took
    table.frees = seen.frees
    table.extras = seen.extras
    table.free_extras = seen.free_extras


def _lay_farms(table: Table, seen: LaGranjaObservation) -> None:
    table.vp = list(seen.vp)
    table.silver = list(seen.silver)
    table.goods = list(seen.goods)
    table.fields = list(seen.fields)
    table.full = list(seen.full)
    table.field_cards = list(seen.field_cards)
    table.extensions = list(seen.extensions)
    table.barrows = list(seen.barrows)
    table.loaded = list(seen.loaded)
    table.barrows_done = list(seen.barrows_done)
    table.helpers = list(seen.helpers)
    table.acted = list(seen.acted)
    table.fired = list(seen.fired)
    table.roofs = list(seen.roofs)
    table.roof_used = list(seen.roof_used)
    table.donkeys = list(seen.donkeys)


def _lay_village(table: Table, seen: LaGranjaObservation) -> None:
    table.order = list(seen.order)
    table.discs = list(seen.discs)
    table.siesta = list(seen.siesta)
    table.roof = list(seen.roof)
    table.rows = list(seen.rows)
    table.crafted = list(seen.crafted)
    table.first_vp = list(seen.first_vp)
    table.closed = list(seen.closed)
    table.market = list(seen.market)
    table.dice = list(seen.dice)
    table.marks = list(seen.marks)
    table.rival_die = seen.rival_die
    table.rolls = seen.rolls
    table.pile_number = seen.pile_number
    table.pile_of = list(seen.pile_of)
    table.discards = list(seen.discards)


def unseen_cards(seen: LaGranjaObservation) -> list[list[int]]:
    """For each pile the cards from it that the viewer sees nowhere, ascending (LG-HID-6).

    Those of a pile that is used up are in hidden hands, all of them.
    """
    shown = [False] * len(seen.pile_of)
    for card in (*seen.discards, *seen.barrows, *seen.helpers, *cards_in_effects(seen)):
        shown[card] = True
    for cards in (*seen.hands, *seen.field_cards, *seen.extensions):
        for card in cards:
            shown[card] = True
    piles: list[list[int]] = [[] for _ in range(seen.pile_number + 1)]
    for card in range(1, len(shown)):
        if not shown[card]:
            piles[seen.pile_of[card]].append(card)
    return piles


def cards_in_effects(seen: LaGranjaObservation) -> list[int]:
    """Cards that have left a hand and do not lie yet: being paid for, or waiting for a slot."""
    cards = []
    for frame in seen.stack:
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
    table.hands = list(seen.hands)
    for seat, hand in enumerate(seen.hands):
        if hand:
            continue
        dealt: list[int] = []
        for number, cards in enumerate(piles):
            count = seen.held[seat * len(piles) + number]
            dealt += cards[:count]
            del cards[:count]
        table.hands[seat] = tuple(sorted(dealt))
    table.pile = sorted(piles[seen.pile_number])


def _choose_hidden_donkeys(
    table: Table, seen: LaGranjaObservation, rng: random.Random | None
) -> None:
    """A hidden donkey marker is one that was not used before (LG-TRANS-1)."""
    table.chosen = list(seen.chosen)
    markers = range(1, len(seen.rules.box.donkeys) + 1)
    for seat, chosen in enumerate(seen.chosen):
        if chosen == HIDDEN:
            left = [marker for marker in markers if not seen.donkeys[seat] & 1 << marker - 1]
            table.chosen[seat] = left[0] if rng is None else rng.choice(left)
