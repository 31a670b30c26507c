"""The moves of La Granja, one value for each kind of decision (LG-DEC-15, LG-DEC-17, LG-DEC-18).

A move knows how it is written, not whether it is legal. Goods and sources are places in the tuples
of `vocabulary`; cards, roof markers, dice and donkey markers keep their printed numbers; slots
count from 0 and are written from 1. What only the data file names (buildings, market spaces, keys
of options) is a word in a move as well, so that a move reads the same without the data file.
"""

from __future__ import annotations

from dataclasses import dataclass

from siurell.games.base import Move
from siurell.games.la_granja.vocabulary import GOODS, PAYMENTS


def good_word(good: int) -> str:
    """The word for a good; a number that is none is shown as such.

    >>> good_word(1), good_word(9)
    ('grain', '?9')
    """
    return GOODS[good] if 0 <= good < len(GOODS) else f"?{good}"


def payment_word(payment: int) -> str:
    """The word for a source or for what else can be paid; a number that is none is shown as such.

    >>> payment_word(8), payment_word(12), payment_word(13)
    ('olive@field', 'vp', '?13')
    """
    return PAYMENTS[payment] if 0 <= payment < len(PAYMENTS) else f"?{payment}"


@dataclass(frozen=True, slots=True)
class PlayField(Move):
    """Play a card as a field (LG-FARM-2)."""

    card: int

    def __str__(self) -> str:
        return f"field {self.card}"


@dataclass(frozen=True, slots=True)
class PlayBarrow(Move):
    """Play a card as a barrow (LG-FARM-3)."""

    card: int

    def __str__(self) -> str:
        return f"barrow {self.card}"


@dataclass(frozen=True, slots=True)
class PlayExtension(Move):
    """Play a card as an extension; its cost is paid next (LG-FARM-5)."""

    card: int

    def __str__(self) -> str:
        return f"extend {self.card}"


@dataclass(frozen=True, slots=True)
class PlayHelper(Move):
    """Play a card as a helper (LG-FARM-4)."""

    card: int

    def __str__(self) -> str:
        return f"helper {self.card}"


@dataclass(frozen=True, slots=True)
class Done(Move):
    """End the turn, or what may be declined (LG-DEC-15, LG-DEC-18)."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class BuyRoof(Move):
    """Buy a roof marker (LG-ROOF-1)."""

    marker: int

    def __str__(self) -> str:
        return f"roof {self.marker}"


@dataclass(frozen=True, slots=True)
class Mark(Move):
    """Mark a revenue space before the roll (LG-REV-2)."""

    space: int

    def __str__(self) -> str:
        return f"mark {self.space}"


@dataclass(frozen=True, slots=True)
class TakeDie(Move):
    """Take a die, or carry the last one out (LG-REV-3, LG-REV-5)."""

    number: int

    def __str__(self) -> str:
        return f"die {self.number}"


@dataclass(frozen=True, slots=True)
class ChooseDonkey(Move):
    """Secretly choose a donkey marker (LG-TRANS-1)."""

    donkey: int

    def __str__(self) -> str:
        return f"donkey {self.donkey}"

    def hidden(self) -> str:
        """The text for others until all have chosen (LG-CHANCE-7)."""
        return "donkey"


@dataclass(frozen=True, slots=True)
class DeliverToBarrow(Move):
    """Deliver a good to an own barrow (LG-TRANS-8)."""

    source: int
    slot: int

    def __str__(self) -> str:
        return f"deliver {payment_word(self.source)} barrow {self.slot + 1}"


@dataclass(frozen=True, slots=True)
class DeliverToCraft(Move):
    """Deliver a good to the own row of a building (LG-TRANS-8)."""

    source: int
    building: str

    def __str__(self) -> str:
        return f"deliver {payment_word(self.source)} craft {self.building}"


@dataclass(frozen=True, slots=True)
class ExtraToBarrow(Move):
    """Buy an extra delivery to an own barrow (LG-TRANS-11)."""

    source: int
    slot: int

    def __str__(self) -> str:
        return f"extra {payment_word(self.source)} barrow {self.slot + 1}"


@dataclass(frozen=True, slots=True)
class ExtraToCraft(Move):
    """Buy an extra delivery to the own row of a building (LG-TRANS-11)."""

    source: int
    building: str

    def __str__(self) -> str:
        return f"extra {payment_word(self.source)} craft {self.building}"


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """Buy one resource (LG-ANY-2)."""

    good: int

    def __str__(self) -> str:
        return f"buy {good_word(self.good)}"


@dataclass(frozen=True, slots=True)
class Sell(Move):
    """Sell one resource (LG-ANY-4, LG-ANY-5)."""

    source: int

    def __str__(self) -> str:
        return f"sell {payment_word(self.source)}"


@dataclass(frozen=True, slots=True)
class Upgrade(Move):
    """Upgrade one good for silver (LG-ANY-8)."""

    source: int

    def __str__(self) -> str:
        return f"upgrade {payment_word(self.source)}"


@dataclass(frozen=True, slots=True)
class Trade(Move):
    """Return a trade commodity for one of its uses (LG-ANY-7)."""

    key: str

    def __str__(self) -> str:
        return f"trade {self.key}"


@dataclass(frozen=True, slots=True)
class UseRoof(Move):
    """Use a roof marker (LG-ROOF-5)."""

    marker: int

    def __str__(self) -> str:
        return f"use roof {self.marker}"


@dataclass(frozen=True, slots=True)
class UseHelper(Move):
    """Use a helper: its action (LG-ANY-14), or its optional trigger when asked (LG-FX-7)."""

    card: int

    def __str__(self) -> str:
        return f"use helper {self.card}"


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take an option (LG-FX-5)."""

    key: str

    def __str__(self) -> str:
        return f"take {self.key}"


@dataclass(frozen=True, slots=True)
class Gain(Move):
    """Gain one of several goods."""

    good: int

    def __str__(self) -> str:
        return f"gain {good_word(self.good)}"


@dataclass(frozen=True, slots=True)
class FreeUpgrade(Move):
    """Upgrade one good at no cost."""

    source: int

    def __str__(self) -> str:
        return f"free {payment_word(self.source)}"


@dataclass(frozen=True, slots=True)
class Grow(Move):
    """Put a crop in an empty field."""

    good: int

    def __str__(self) -> str:
        return f"grow {good_word(self.good)}"


@dataclass(frozen=True, slots=True)
class Reuse(Move):
    """Turn a used roof marker up (LG-ROOF-7)."""

    marker: int

    def __str__(self) -> str:
        return f"reuse {self.marker}"


@dataclass(frozen=True, slots=True)
class Refresh(Move):
    """Make a used donkey marker available again (LG-TRANS-2)."""

    donkey: int

    def __str__(self) -> str:
        return f"refresh {self.donkey}"


@dataclass(frozen=True, slots=True)
class Pay(Move):
    """Pay one unit of a cost: a source, silver or a VP (LG-FARM-5, LG-FX-9)."""

    payment: int

    def __str__(self) -> str:
        return f"pay {payment_word(self.payment)}"


@dataclass(frozen=True, slots=True)
class Replace(Move):
    """Discard a barrow or helper to make room (LG-FARM-3, LG-FARM-4)."""

    slot: int

    def __str__(self) -> str:
        return f"replace {self.slot + 1}"


@dataclass(frozen=True, slots=True)
class PlaceMarker(Move):
    """Place a marker on a market space (LG-MARKET-3 to 5)."""

    space: str

    def __str__(self) -> str:
        return f"market {self.space}"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard a hand card (LG-FARM-9, LG-HELP-5)."""

    card: int

    def __str__(self) -> str:
        return f"discard {self.card}"
