"""The rules of one match: the box, seats, options and what follows from them.

Looked up once and shared by all states of such matches; nothing here changes but the stores of
ready-made moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from siurell.games.base import Option, Options
from siurell.games.farmini.box import AnimalCard, Components, PenCard, WolfCard
from siurell.games.farmini.farm import Farm
from siurell.games.farmini.placements import Placements, placements_of
from siurell.games.farmini.placing import first_farm
from siurell.games.farmini.ready_moves import ReadyMoves

_RULE_OF_OPTION: Final = {
    "unused_farms_in_deck": "FM-SETUP-4",
    "hole_penalty": "FM-SCORE-3",
    "same_species_double": "FM-SCORE-5",
}


def options_of(box: Components) -> tuple[Option, ...]:
    """The options, each with its default first (FM-OPT)."""
    return tuple([Option(name, values, _RULE_OF_OPTION[name]) for name, values in box.options])


def farms_in_deck(box: Components, seats: int, options: Options) -> int:
    """The farm cards that nobody took are shuffled in, if the option says so (FM-SETUP-4)."""
    return box.cards[box.farm].copies - seats if options["unused_farms_in_deck"] == "true" else 0


class Rules:
    """The rules of one match."""

    __slots__ = (
        "animal_cards",
        "box",
        "deck",
        "display",
        "double",
        "first_farm",
        "is_pen",
        "keys",
        "numbers",
        "options",
        "penalty_per_hole",
        "placements",
        "ready",
        "seats",
        "solo",
        "start_cards",
        "tokens",
        "wolves",
    )

    def __init__(self, box: Components, seats: int, options: Options) -> None:
        self.box = box
        self.placements: Placements = placements_of(box)
        self.ready = ReadyMoves(box)
        self.first_farm: Farm = first_farm(box)
        self.seats = seats
        self.options: Mapping[str, str] = options
        self.penalty_per_hole = options["hole_penalty"] == "per_hole"
        self.double = options["same_species_double"] == "true"
        self.solo = seats == 1
        self.display = box.display
        self.keys = [card.key for card in box.cards]
        """The key of each card."""
        self.numbers = box.card_numbers()
        """The number of each card by its key."""
        self.tokens = [animal.tokens for animal in box.animals]
        self.start_cards = box.start_cards()
        self.deck = box.deck(farms_in_deck(box, seats, options))
        """The cards of the deck, sorted."""
        self.animal_cards: list[AnimalCard | None] = [
            card if isinstance(card, AnimalCard) else None for card in box.cards
        ]
        """Each card that is an animal card."""
        self.wolves = [card.animal if isinstance(card, WolfCard) else -1 for card in box.cards]
        """The kind of animal that each card scares, -1 for cards that are no wolf."""
        self.is_pen = [isinstance(card, PenCard) for card in box.cards]
        """The cards that are placed on the farm (FM-TURN-2)."""


def rules_of(box: Components, seats: int, options: Options) -> Rules:
    """The rules of a match; matches with the same box, seats and options share them."""
    return _rules_of(box, seats, tuple(options.items()))


@lru_cache(maxsize=256)
def _rules_of(box: Components, seats: int, options: tuple[tuple[str, str], ...]) -> Rules:
    return Rules(box, seats, MappingProxyType(dict(options)))
