"""The ranking of a solo season: rounds, leads, and the fold over the match log.

A *round* is one new seed, played once by every version that is active then, each alone. What a
score says of a version is its *lead*: the score less the mean of the round, so that the luck of the
seed falls out. Versions are ranked by the mean of their leads; how far those scatter gives the
interval.

- The score of a match in which the bot faulted is what the substitute reached, and counts.
- A match that was called off is played again. A round counts once all its matches are reported; one
  with a match that was given up never does.
- A version meets the rounds that are made while it is active: who comes later has later rounds, and
  a new version of a bot starts anew.
- A round of one match has a lead of zero whatever was played; it says nothing and does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ladder.domain.intervals import mean_interval


@dataclass(frozen=True, slots=True)
class SoloStanding:
    """Where a version stands in a solo season.

    ``matches``, ``faults`` and ``points`` count its reported matches, ``rounds`` those that count.
    ``lead`` is the mean of its leads, ``squares`` the sum of their squared deviations from it.
    """

    matches: int = 0
    faults: int = 0
    points: int = 0
    rounds: int = 0
    lead: float = 0.0
    squares: float = 0.0

    @property
    def mean_score(self) -> float | None:
        """Points a match; None before the first."""
        return self.points / self.matches if self.matches else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Student's interval of the mean lead (95 %); None before the second round."""
        return mean_interval(self.lead, self.squares, self.rounds)


@dataclass(frozen=True, slots=True)
class SoloReport:
    """One reported match of the log: its round and how many matches that has, and how it went."""

    round: int
    size: int
    version: int
    score: int
    faulted: bool = False


def leads_of(scores: Sequence[int]) -> tuple[float, ...]:
    """What each score of a round is above the round's mean.

    >>> leads_of([80, 60, 70])
    (10.0, -10.0, 0.0)
    """
    total, size = sum(scores), len(scores)
    # Whole numbers first: so the leads depend neither on the order nor on the luck of the seed.
    return tuple((size * score - total) / size for score in scores)


def count_match(standing: SoloStanding, score: int, *, faulted: bool) -> SoloStanding:
    """The standing after a match has been reported."""
    return replace(
        standing,
        matches=standing.matches + 1,
        faults=standing.faults + int(faulted),
        points=standing.points + score,
    )


def count_round(
    standings: Sequence[SoloStanding], scores: Sequence[int]
) -> tuple[SoloStanding, ...]:
    """The standings of all versions of a round once it is whole."""
    if len(scores) < 2:
        return tuple(standings)
    pairs = zip(standings, leads_of(scores), strict=True)
    return tuple(_with_lead(standing, lead) for standing, lead in pairs)


def _with_lead(standing: SoloStanding, lead: float) -> SoloStanding:
    """Welford's step: mean and deviations in one pass, without cancellation."""
    rounds = standing.rounds + 1
    off = lead - standing.lead
    mean = standing.lead + off / rounds
    squares = standing.squares + off * (lead - mean)
    return replace(standing, rounds=rounds, lead=mean, squares=squares)


@dataclass(slots=True)
class SoloFold:
    """The fold over a solo season's log, in the order of the reports.

    The ladder takes the same steps when it commits a report, and must come to the same table, bit
    for bit.
    """

    standings: dict[int, SoloStanding] = field(default_factory=dict)
    _open: dict[int, list[SoloReport]] = field(default_factory=dict)

    def take(self, report: SoloReport) -> None:
        """Count the next reported match, and its round when it was the last one of it."""
        before = self.standings.get(report.version, SoloStanding())
        self.standings[report.version] = count_match(before, report.score, faulted=report.faulted)
        reports = self._open.setdefault(report.round, [])
        reports.append(report)
        if len(reports) == report.size:
            del self._open[report.round]
            self._count_round(reports)

    def _count_round(self, reports: Sequence[SoloReport]) -> None:
        versions = [report.version for report in reports]
        after = count_round(
            [self.standings[version] for version in versions],
            [report.score for report in reports],
        )
        self.standings.update(zip(versions, after, strict=True))
