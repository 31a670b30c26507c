"""The one outcome of chance in Farmini: a card is turned up (FM-CHANCE-1)."""

from __future__ import annotations

from dataclasses import dataclass

from siurell.games.base import ChanceOutcome


@dataclass(frozen=True, slots=True)
class Reveal(ChanceOutcome):
    """The card that is turned up (FM-CHANCE-1).

    >>> print(Reveal("wolf_pig"))
    reveal wolf_pig
    """

    card: str

    def __str__(self) -> str:
        return f"reveal {self.card}"
