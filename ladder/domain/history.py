"""A rating over time: not match by match, which is mostly luck, but smoothed and with its doubt.

The matches of a version are cut into stretches of about equal length; a stretch is told by the
means over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, pairwise
from math import fsum
from typing import Final

from ladder.domain.ratings import Rating

MOST_STRETCHES: Final = 200
"""A history is not cut finer: nobody could read it."""


@dataclass(frozen=True, slots=True)
class Rated:
    """What a version was rated after a match, and when that ended."""

    version: int
    rating: Rating
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some matches of a version, from its ``first`` to its ``last``, which ended at ``until``.

    ``mu`` and ``sigma`` are means over them, ``low`` to ``high`` the mean rating and twice its
    doubt to both sides. The ratings of a stretch went from ``lowest`` to ``highest``.
    """

    version: int
    first: int
    last: int
    until: datetime | None
    mu: float
    sigma: float
    low: float
    high: float
    lowest: float
    highest: float

    @property
    def score(self) -> float:
        """The conservative rating of the means."""
        return self.mu - 3 * self.sigma


def stretches(log: Sequence[Rated], most: int) -> list[Stretch]:
    """The ratings of a bot in the order of its matches, in so many stretches or a few less.

    Each version that played has one at least, and as many as its share of the matches.
    """
    if most < 1:
        raise ValueError("at least one stretch")
    found: list[Stretch] = []
    for _, matches in groupby(log, key=lambda one: one.version):
        of_version = list(matches)
        pieces = max(1, min(len(of_version), most * len(of_version) // len(log)))
        cuts = [len(of_version) * piece // pieces for piece in range(pieces + 1)]
        for begin, end in pairwise(cuts):
            found.append(_stretch(of_version[begin:end], begin + 1))
    return found


def _stretch(matches: Sequence[Rated], first: int) -> Stretch:
    mus = [one.rating.mu for one in matches]
    mu = fsum(mus) / len(matches)
    sigma = fsum(one.rating.sigma for one in matches) / len(matches)
    return Stretch(
        version=matches[0].version,
        first=first,
        last=first + len(matches) - 1,
        until=matches[-1].at,
        mu=mu,
        sigma=sigma,
        low=mu - 2 * sigma,
        high=mu + 2 * sigma,
        lowest=min(mus),
        highest=max(mus),
    )
