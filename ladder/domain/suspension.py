"""When a version is suspended: too many of its recent matches ended by an error of its own.

A bot that fails match after match spoils those of others. Its version is not paired any more, until
its owner resumes it or submits another. Only reported matches count: one that was called off is
nobody's fault. A version stands for itself in every season.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from siurell.errors import LadderError

_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class SuspensionRule:
    """A version is suspended when ``percent`` of its last ``window`` matches are faults.

    Before it has played ``fewest`` matches nothing is said; until ``window`` all of them count.
    """

    window: int = 20
    fewest: int = 8
    percent: int = 50

    def __post_init__(self) -> None:
        if not 1 <= self.fewest <= self.window:
            raise ValueError("a version is judged by at least one match and at most the window")
        if not 1 <= self.percent <= 100:
            raise ValueError("the share of faults lies between 1 and 100 per cent")

    @classmethod
    def parse(cls, text: str) -> SuspensionRule:
        """The rule of a text such as ``50/8/20``: percent, fewest and window.

        Raises `LadderError` with what to write instead.

        >>> SuspensionRule.parse("50/8/20") == SuspensionRule()
        True
        """
        try:
            numbers = [_whole(part) for part in text.split("/")]
            if len(numbers) != 3:
                raise ValueError("three whole numbers are wanted")
            percent, fewest, window = numbers
            return cls(window=window, fewest=fewest, percent=percent)
        except ValueError as error:
            raise LadderError(
                f"`{ascii(text)[1:-1][:40]}` is no rule of suspension ({error}); write"
                " PERCENT/FEWEST/WINDOW, such as 50/8/20: half of the last 20 matches, of which 8"
                " at least are played.",
                reason="BAD_SUSPENSION",
            ) from None

    def __str__(self) -> str:
        """The rule in the notation that `parse` reads."""
        return f"{self.percent}/{self.fewest}/{self.window}"

    def recent(self, newest_first: Sequence[bool]) -> Sequence[bool]:
        """The matches that count, of those given; each says whether the version faulted."""
        return newest_first[: self.window]

    def due(self, newest_first: Sequence[bool]) -> bool:
        """Whether a version is to be suspended after these matches.

        >>> rule = SuspensionRule(window=4, fewest=2, percent=50)
        >>> rule.due([True]), rule.due([True, False]), rule.due([True, False, False])
        (False, True, False)
        """
        matches = self.recent(newest_first)
        return len(matches) >= self.fewest and 100 * sum(matches) >= self.percent * len(matches)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        raise ValueError("three whole numbers are wanted")
    return int(text)
