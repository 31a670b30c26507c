"""Rows of the match log and of standings as the values that the fold works on."""

from __future__ import annotations

from collections.abc import Sequence

from siurell.match.result import VERDICTS, Cause, Verdict

from ladder.domain.fold import Standing
from ladder.domain.ratings import Rating
from ladder.store.tables import SeatRow, StandingRow

_FAULTS = frozenset(cause.value for cause in Cause if VERDICTS[cause] is Verdict.BOT_FAULT)


def standing_of(row: StandingRow) -> Standing:
    """The standing that a row holds."""
    return Standing(Rating(row.mu, row.sigma), row.matches, row.wins, row.faults)


def set_standing(row: StandingRow, standing: Standing) -> None:
    """Write a standing into its row."""
    row.mu, row.sigma = standing.rating.mu, standing.rating.sigma
    row.matches, row.wins, row.faults = standing.matches, standing.wins, standing.faults


def placements_of(seats: Sequence[SeatRow]) -> list[int]:
    """The placements of a reported match in seat order."""
    return [seat.placement or 0 for seat in seats]


def faults_of(seats: Sequence[SeatRow]) -> list[bool]:
    """Which seats of a reported match faulted."""
    return [seat.cause in _FAULTS for seat in seats]
