"""When a version is suspended: too many of its recent matches ended by an error of its own.

A bot that fails match after match spoils those of others. Its version is not paired any more, until
its owner resumes it or submits another. Only reported matches count: one that was called off is
nobody's fault. A version stands for itself in every season.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
