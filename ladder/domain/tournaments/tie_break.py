"""The names of tie-breaks: what a tournament says about the order of those who are level."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from siurell.errors import LadderError


class Measure(Enum):
    """What is compared. In pods, what is said of an opponent is the mean over those of the pod."""

    BUCHHOLZ = "buchholz"
    """The scores of the opponents."""
    AVERAGE_BUCHHOLZ = "average-buchholz"
    """The mean Buchholz of the opponents."""
    SONNEBORN_BERGER = "sonneborn-berger"
    """The scores of the opponents, each times the result against them."""
    DIRECT_ENCOUNTER = "direct-encounter"
    """The results among those who are level, and again among those who are still level."""
    HEAD_TO_HEAD = "head-to-head"
    """The share of the points among those who are level, looked at once."""
    WINS = "wins"
    """Pairings won, by playing."""
    KOYA = "koya"
    """The results against opponents with at least half of what they could have."""
    PROGRESSIVE = "progressive"
    """The sum of the scores after each round."""


TRIMMABLE = frozenset(
    {Measure.BUCHHOLZ, Measure.SONNEBORN_BERGER, Measure.PROGRESSIVE},
)
"""Measures that are sums over rounds, of which some may be left out."""

_NAME = re.compile(r"([a-z-]+?)(?:-(cut|median)([1-9]))?")


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One tie-break. ``low`` and ``high``: how many of the least and largest are left out."""

    measure: Measure
    low: int = 0
    high: int = 0

    def __str__(self) -> str:
        """The name that `parse` reads."""
        if self.high:
            return f"{self.measure.value}-median{self.high}"
        return f"{self.measure.value}-cut{self.low}" if self.low else self.measure.value

    @staticmethod
    def parse(text: str) -> TieBreak:
        """The tie-break of this name.

        >>> TieBreak.parse("buchholz-cut1").low, str(TieBreak.parse("sonneborn-berger-median2"))
        (1, 'sonneborn-berger-median2')
        """
        found = _NAME.fullmatch(text)
        measure = next((m for m in Measure if found and m.value == found[1]), None)
        if found is None or measure is None:
            raise _unknown(text)
        count = int(found[3] or 0)
        if count and measure not in TRIMMABLE:
            raise _unknown(text)
        return TieBreak(measure, count, count if found[2] == "median" else 0)


def _unknown(text: str) -> LadderError:
    names = ", ".join(measure.value for measure in Measure)
    return LadderError(
        f"`{ascii(text)[1:-1][:60]}` is no tie-break; there are {names}, and the sums "
        "buchholz, sonneborn-berger and progressive also as buchholz-cut1 or buchholz-median1.",
        reason="UNKNOWN_TIE_BREAK",
    )
