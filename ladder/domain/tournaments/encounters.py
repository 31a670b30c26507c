"""Tie-breaks among those who are level: how they did against each other.

Only what was played counts. Where not all of them have met, direct encounter puts somebody first
only when no result of the pairings that are missing could have changed that.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ladder.domain.tournaments.points import NOTHING
from ladder.domain.tournaments.sheet import Sheet

Groups = list[list[str]]
"""Those who are level, best first; in each group who stays level."""


class Encounters:
    """The meetings of all entrants of a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self._shares: dict[tuple[str, str], Fraction] = {}
        self._meetings: dict[tuple[str, str], int] = {}
        for entrant, entries in sheet.entries.items():
            for entry in entries:
                for other, share in zip(entry.opponents, entry.duels, strict=True):
                    duel = (entrant, other)
                    self._shares[duel] = self._shares.get(duel, NOTHING) + share
                    self._meetings[duel] = self._meetings.get(duel, 0) + 1

    def direct(self, level: Sequence[str]) -> Groups:
        """Apart by their results among themselves, and those again who are still level."""
        if len(level) < 2:
            return [list(level)]
        if self._all_met_alike(level):
            groups = self._by_points(level)
            if len(groups) == 1:
                return groups
            return [part for group in groups for part in self.direct(group)]
        return self._certain(level)

    def share(self, entrant: str, level: Sequence[str]) -> Fraction:
        """The share of the points that an entrant has against the others of a group."""
        others = [other for other in level if other != entrant]
        meetings = sum(self._meetings.get((entrant, other), 0) for other in others)
        return self._points(entrant, level) / meetings if meetings else Fraction(1, 2)

    def _points(self, entrant: str, level: Sequence[str]) -> Fraction:
        shares = (self._shares.get((entrant, other), NOTHING) for other in level)
        return sum(shares, NOTHING)

    def _all_met_alike(self, level: Sequence[str]) -> bool:
        """Whether each two have met, and all equally often."""
        counts = {
            self._meetings.get((one, other), 0) for one in level for other in level if one != other
        }
        return len(counts) == 1 and 0 not in counts

    def _by_points(self, level: Sequence[str]) -> Groups:
        groups: dict[Fraction, list[str]] = {}
        for entrant in level:
            groups.setdefault(self._points(entrant, level), []).append(entrant)
        return [groups[points] for points in sorted(groups, reverse=True)]

    def _certain(self, level: Sequence[str]) -> Groups:
        """Whoever is first whatever the missing pairings had brought, then the rest alike."""
        most = max(
            self._meetings.get((one, other), 0) for one in level for other in level if one != other
        )
        if not most:
            return [list(level)]
        for entrant in level:
            own = self._points(entrant, level)
            rest = [other for other in level if other != entrant]
            if all(own > self._at_best(other, level, most) for other in rest):
                return [[entrant], *self.direct(rest)]
        return [list(level)]

    def _at_best(self, entrant: str, level: Sequence[str], most: int) -> Fraction:
        """The points of an entrant if it had won all pairings that are missing."""
        missing = sum(
            most - self._meetings.get((entrant, other), 0) for other in level if other != entrant
        )
        return self._points(entrant, level) + missing
