"""What a series of solo matches says about each of its bots: pure arithmetic over results.

Each seed is a round that every bot plays alone, so the bots are compared by their leads as on the
ladder. An aborted match counts for nobody, and its round for none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from siurell.match.result import Cause, Verdict

from ladder.cli.tally import PlayedMatch
from ladder.domain.intervals import mean_interval
from ladder.domain.solo import SoloFold, SoloReport, SoloStanding


@dataclass(frozen=True, slots=True)
class SoloTally:
    """All that a series says about one bot; ``standing`` holds its leads."""

    label: str
    standing: SoloStanding
    scores: tuple[int, ...]
    grades: Counter[str]
    faults: Counter[Cause]
    slowest_us: int

    @property
    def mean_score(self) -> float:
        """Mean points a match; 0 before the first."""
        return fmean(self.scores) if self.scores else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """Student's interval of the mean points (95 %); None below two matches."""
        mean = self.mean_score
        squares = sum((score - mean) ** 2 for score in self.scores)
        return mean_interval(mean, squares, len(self.scores))


def solo_tally(labels: Sequence[str], matches: Sequence[PlayedMatch]) -> list[SoloTally]:
    """One tally for each bot of the line-up, in its order."""
    played = [match for match in matches if not match.result.aborted]
    fold = SoloFold()
    for match in played:
        fold.take(
            SoloReport(
                round=(match.number - 1) // len(labels),
                size=len(labels),
                version=match.seating[0],
                score=match.result.seats[0].score,
                faulted=match.result.seats[0].verdict is Verdict.BOT_FAULT,
            )
        )
    return [
        _tally(
            label,
            fold.standings.get(place, SoloStanding()),
            [match for match in played if match.seating == (place,)],
        )
        for place, label in enumerate(labels)
    ]


def _tally(label: str, standing: SoloStanding, own: Sequence[PlayedMatch]) -> SoloTally:
    seats = [match.result.seats[0] for match in own]
    return SoloTally(
        label=label,
        standing=standing,
        scores=tuple(seat.score for seat in seats),
        grades=Counter(match.result.grade for match in own if match.result.grade),
        faults=Counter(seat.cause for seat in seats if seat.verdict is Verdict.BOT_FAULT),
        slowest_us=max((match.slowest_us[0] for match in own), default=0),
    )
