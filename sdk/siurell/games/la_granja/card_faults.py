"""Whether the farm cards of an observation are those of the box, each at one place (LG-COMP-1)."""

from __future__ import annotations

from collections.abc import Iterator

from siurell.games.la_granja.observation import LaGranjaObservation
from siurell.games.la_granja.rebuilding import cards_in_effects, unseen_cards
from siurell.games.la_granja.table import OVER


def card_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """What makes no sense about cards."""
    cards = [
        *seen.cards.discards,
        *cards_in_effects(seen),
        *[card for card in (*seen.farms.barrows, *seen.farms.helpers) if card],
    ]
    for lists in (seen.farms.field_cards, seen.farms.extensions, seen.cards.hands):
        for numbers in lists:
            cards += numbers
    if len(set(cards)) != len(cards):
        yield "a card is there twice"
    if not set(cards) <= set(range(1, len(seen.cards.pile_of))):
        yield "there is no such card"
    if seen.cards.pile_of[0]:
        yield "a card that does not exist comes from a pile"
    yield from _hand_faults(seen)
    yield from _pile_faults(seen)


def _hand_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Hands are shown to their owners, at the end to all, and the numbers agree (LG-HID-1, -7)."""
    piles = seen.cards.pile_number + 1
    for seat, hand in enumerate(seen.cards.hands):
        held = seen.cards.held[seat * piles : (seat + 1) * piles]
        if seat != seen.viewer and seen.turn.stage != OVER:
            if hand:
                yield "a hand is shown that is hidden"
            continue
        if list(hand) != sorted(hand):
            yield "a hand is not in order"
        counts = [0] * piles
        for card in hand:
            counts[seen.cards.pile_of[card]] += 1
        if tuple(counts) != held:
            yield "a hand has another number of cards than is told"


def _pile_faults(seen: LaGranjaObservation) -> Iterator[str]:
    """Unseen cards from each pile are as many as hidden hands and the pile hold (LG-HID-6)."""
    piles = seen.cards.pile_number + 1
    for number, cards in enumerate(unseen_cards(seen)):
        hidden = seen.cards.pile if number == seen.cards.pile_number else 0
        for seat in range(seen.seats):
            if seat != seen.viewer and seen.turn.stage != OVER:
                hidden += seen.cards.held[seat * piles + number]
        if hidden != len(cards):
            yield f"{len(cards)} cards of pile {number} are unseen, and {hidden} are hidden"
