"""What the chance events of La Granja come to, and their notation (LG-CHANCE-1).

An outcome knows how it is written, not whether it is possible. Cards, roof markers and dice are
the numbers printed on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from siurell.errors import InvalidMoveError
from siurell.games.base import ChanceOutcome

RIVAL: Final = -1
"""In a `First`: the rival of the solo game has the turn order marker 2 (LG-SOLO-2)."""

_RIVAL_WORD: Final = "rival"
_MOST_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class First(ChanceOutcome):
    """Who is first in turn order: a seat, or `RIVAL` (LG-SETUP-6, LG-SOLO-2).

    >>> print(First(2), First(RIVAL), sep=", ")
    first 2, first rival
    """

    seat: int

    def __str__(self) -> str:
        return f"first {_RIVAL_WORD if self.seat == RIVAL else self.seat}"


@dataclass(frozen=True, slots=True)
class Building(ChanceOutcome):
    """A roll for the next building-order marker (LG-SETUP-5)."""

    die: int

    def __str__(self) -> str:
        return f"building {self.die}"


@dataclass(frozen=True, slots=True)
class Draw(ChanceOutcome):
    """A seat draws a card (LG-GEN-8): of this text others read `hidden` (LG-HID-6).

    >>> print(Draw(2, 17), Draw(2, 17).hidden(), sep=", ")
    draw 2 17, draw 2
    """

    seat: int
    card: int

    def __str__(self) -> str:
        return f"draw {self.seat} {self.card}"

    def hidden(self) -> str:
        """The text for all but the drawer (LG-CHANCE-7)."""
        return f"draw {self.seat}"


@dataclass(frozen=True, slots=True)
class RoofMarkers(ChanceOutcome):
    """The roof markers kept for a round, in ascending order (LG-SETUP-3, LG-SCORE-5)."""

    round: int
    markers: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["roof", str(self.round), *[str(marker) for marker in self.markers]])


@dataclass(frozen=True, slots=True)
class Dice(ChanceOutcome):
    """The revenue dice of a round, in ascending order (LG-REV-1)."""

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["dice", *[str(die) for die in self.dice]])


@dataclass(frozen=True, slots=True)
class RivalDie(ChanceOutcome):
    """The die that moves the rival's siesta disc (LG-SOLO-7)."""

    die: int

    def __str__(self) -> str:
        return f"rival {self.die}"


@dataclass(frozen=True, slots=True)
class TurnCard(ChanceOutcome):
    """The card that is turned up for the rival's placement (LG-SOLO-9)."""

    card: int

    def __str__(self) -> str:
        return f"turn {self.card}"


def parse_outcome(text: str) -> ChanceOutcome:
    """Read the notation of any outcome (`InvalidMoveError` when it is not exactly canonical).

    >>> parse_outcome("roof 1 2 4")
    RoofMarkers(round=1, markers=(2, 4))
    """
    if text == str(First(RIVAL)):
        return First(RIVAL)
    kind, *words = text.split(" ")
    outcome = _outcome(kind, [_number(word, text) for word in words])
    if outcome is None:
        raise InvalidMoveError(
            f"`{text[:80]}` is no chance event: write for example `draw 0 17` or `dice 1 2 2 5 6`."
        )
    return outcome


def _outcome(kind: str, numbers: Sequence[int]) -> ChanceOutcome | None:
    if len(numbers) == 1:
        single = _single(kind, numbers[0])
        if single is not None:
            return single
    if kind == "draw" and len(numbers) == 2:
        return Draw(numbers[0], numbers[1])
    if kind == "roof" and numbers:
        return RoofMarkers(numbers[0], tuple(numbers[1:]))
    if kind == "dice":
        return Dice(tuple(numbers))
    return None


def _single(kind: str, number: int) -> ChanceOutcome | None:
    if kind == "first":
        return First(number)
    if kind == "building":
        return Building(number)
    if kind == "rival":
        return RivalDie(number)
    if kind == "turn":
        return TurnCard(number)
    return None


def _number(word: str, text: str) -> int:
    """A whole number as it is written here: ASCII digits, no sign, no leading zero."""
    canonical = word.isascii() and word.isdigit() and (word == "0" or word[0] != "0")
    if not canonical or len(word) > _MOST_DIGITS:
        raise InvalidMoveError(f"`{word[:20]}` in `{text[:80]}` is no number of a chance event.")
    return int(word)
