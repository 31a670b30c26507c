"""What a match does to the standings: the step of the fold over the match log.

The ladder takes this step when a report is committed; a re-rate takes the same steps in the order
of the reports and must come to the same table, bit for bit.

A new version of a bot begins where the version before it stood when it took over: with its mu, and
with a sigma that is wider, since nobody knows what the change did. That moment is a place in the
order of the reports (`Descent`), so the fold finds the same beginning again, and what is reported
later of the version before never moves the new one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ladder.domain.ratings import Rating, RatingParameters, rate, start_rating

WIN = 12
"""A win in whole units, so that a win shared by two, three or four is a whole number too."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a version stands in a season. ``wins`` counts in units of `WIN`."""

    rating: Rating
    matches: int = 0
    wins: int = 0
    faults: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """The standings after a match, in seat order; ``kept`` as in `RatingUpdate`."""

    standings: tuple[Standing, ...]
    kept: bool


def fresh_standing(params: RatingParameters) -> Standing:
    """The standing of a version before its first match."""
    return Standing(start_rating(params))


@dataclass(frozen=True, slots=True)
class Descent:
    """A version began from the standing of ``parent`` once the report ``after`` was counted.

    ``after`` is the number of a report, 0 before the first; it need not be one of this season.
    """

    version: int
    parent: int
    after: int


def inherited_standing(parent: Standing, params: RatingParameters) -> Standing:
    """The standing with which a new version begins, from that of the version before it.

    The doubt that is added is beta: about what turns two equal bots into a favourite (76 %) and an
    outsider. It never becomes more than that of a bot of which nothing is known.

    >>> params = RatingParameters(sigma=8.0, beta=4.0)
    >>> inherited_standing(Standing(Rating(31.0, 3.0), matches=40), params)
    Standing(rating=Rating(mu=31.0, sigma=5.0), matches=0, wins=0, faults=0)
    """
    mu, sigma = parent.rating.mu, parent.rating.sigma
    wider = math.sqrt(sigma * sigma + params.beta * params.beta)
    return Standing(Rating(mu, min(wider, params.sigma)))


def count_match(
    standings: Sequence[Standing],
    placements: Sequence[int],
    faulted: Sequence[bool],
    params: RatingParameters,
) -> Step:
    """Rate a match and count it: a seat that faulted is rated by its placement like any other."""
    update = rate([standing.rating for standing in standings], placements, params)
    shared = WIN // sum(1 for placement in placements if placement == 1)
    after = tuple(
        Standing(
            rating,
            before.matches + 1,
            before.wins + (shared if placement == 1 else 0),
            before.faults + int(fault),
        )
        for before, rating, placement, fault in zip(
            standings, update.ratings, placements, faulted, strict=True
        )
    )
    return Step(after, update.kept)


class RatedFold:
    """The fold over the log of a season that is ranked by TrueSkill, in the order of the reports.

    ``standings`` are those of all versions that have played or inherited so far.
    """

    def __init__(self, params: RatingParameters, descents: Iterable[Descent] = ()) -> None:
        self.standings: dict[int, Standing] = {}
        self._params = params
        self._fresh = fresh_standing(params)
        self._waiting = sorted(descents, key=lambda descent: -descent.after)

    def take(
        self,
        report: int,
        versions: Sequence[int],
        placements: Sequence[int],
        faulted: Sequence[bool],
    ) -> tuple[tuple[Standing, ...], Step]:
        """Count the report of this number; the standings before it in seat order, and the step."""
        self._begin_before(report)
        before = tuple(self.standings.get(version, self._fresh) for version in versions)
        step = count_match(before, placements, faulted, self._params)
        self.standings.update(zip(versions, step.standings, strict=True))
        return before, step

    def end(self) -> None:
        """Begin the versions that began after the last report."""
        self._begin_before(math.inf)

    def _begin_before(self, report: float) -> None:
        while self._waiting and self._waiting[-1].after < report:
            after = self._waiting[-1].after
            together = dict[int, int]()
            while self._waiting and self._waiting[-1].after == after:
                descent = self._waiting.pop()
                together[descent.version] = descent.parent
            self._begin(together)

    def _begin(self, parents: dict[int, int]) -> None:
        """Begin versions of one moment, each after the one that it descends from."""
        while parents:
            version = next(iter(parents))
            line = [version]
            while (parent := parents[line[-1]]) in parents and parent not in line:
                line.append(parent)
            for version in reversed(line):
                before = self.standings.get(parents.pop(version), self._fresh)
                self.standings[version] = inherited_standing(before, self._params)
