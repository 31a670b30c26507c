"""The cards and tokens of Farmini as typed values (FM-COMP).

Kinds of animals and cards are numbers in the engine: their place in `Components.animals` and
`Components.cards`. Nothing here knows how the game is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SPACE: Final = "a"
CORN: Final = "c"
GRASS: Final = "-"
"""What a parcel shows: an animal space, a cornfield, nothing (FM-COMP-4)."""


@dataclass(frozen=True, slots=True)
class Animal:
    """A kind of animal and the number of its tokens (FM-COMP-2)."""

    key: str
    tokens: int


@dataclass(frozen=True, slots=True)
class PenCard:
    """A pen card or the farm card, as printed (FM-COMP-3 to -5).

    `fences` has a sign for each of the sides N E S W, ``1`` for a fence; `parcels` one for each of
    the corners nw ne se sw: ``a``, ``c`` or ``-``. `start` of the cards are start cards, `copies`
    go into the deck; of the farm card `copies` are in the box.
    """

    key: str
    fences: str
    parcels: str
    copies: int
    start: int


@dataclass(frozen=True, slots=True)
class AnimalCard:
    """An animal card: so many tokens of one kind (FM-ANIMAL-1)."""

    key: str
    animal: int
    tokens: int
    copies: int


@dataclass(frozen=True, slots=True)
class WolfCard:
    """A wolf card: it scares one kind (FM-WOLF-3)."""

    key: str
    animal: int
    copies: int


Card = PenCard | AnimalCard | WolfCard


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade of the solo game: for fewer points than `below` (FM-SOLO-5)."""

    below: int
    name: str


@dataclass(frozen=True, slots=True)
class Components:
    """All that a data file says."""

    animals: tuple[Animal, ...]
    """The kinds of animals, by key."""
    cards: tuple[Card, ...]
    """Every kind of card once, by key in byte order: the order of the legal list."""
    farm: int
    """The number of the farm card."""
    options: tuple[tuple[str, tuple[str, ...]], ...]
    tie_break: tuple[str, ...]
    grades: tuple[Grade, ...]
    min_players: int
    max_players: int
    display: int
    animal_points: int
    corn_points: int
    hole_points: int
    digest: str
    """SHA-256 of the data file, 64 hexadecimal digits."""

    def __hash__(self) -> int:
        return hash(self.digest)

    def __str__(self) -> str:
        return f"farmini components {self.digest[:12]}"

    def card_numbers(self) -> dict[str, int]:
        """The number of each card by its key."""
        return {card.key: number for number, card in enumerate(self.cards)}

    def start_cards(self) -> list[int]:
        """The start cards, sorted (FM-SETUP-2)."""
        return [
            number
            for number, card in enumerate(self.cards)
            if isinstance(card, PenCard)
            for _ in range(card.start)
        ]

    def deck(self, farms: int) -> list[int]:
        """The cards of the deck, sorted, with so many farm cards among them (FM-SETUP-3, -4)."""
        return [
            number
            for number, card in enumerate(self.cards)
            for _ in range(farms if number == self.farm else card.copies)
        ]

    def wolves(self) -> int:
        """How many wolf cards there are."""
        return sum([card.copies for card in self.cards if isinstance(card, WolfCard)])
