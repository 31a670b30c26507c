"""Solo seasons in the store: standings, rounds, and what a report does to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from sqlmodel import Session, col, select

from ladder.domain.solo import SoloStanding, count_match, count_round, leads_of
from ladder.domain.states import MatchState
from ladder.services.standings import faults_of
from ladder.store.tables import MatchRow, SeatRow, SoloStandingRow


@dataclass(frozen=True, slots=True)
class Round:
    """The round of a match. ``mean`` and ``lead`` (of the match) are None until it is whole.

    ``given_up``: a match of it was called off too often, so that it never counts.
    """

    bots: int
    mean: float | None
    lead: float | None
    given_up: bool


def solo_standing_of(row: SoloStandingRow) -> SoloStanding:
    """The standing that a row holds."""
    return SoloStanding(row.matches, row.faults, row.points, row.rounds, row.lead, row.squares)


def set_solo_standing(
    session: Session, season_id: int, version: int, standing: SoloStanding
) -> None:
    """Write a standing into its row, made when there is none."""
    row = session.get(SoloStandingRow, (season_id, version))
    if row is None:
        row = SoloStandingRow(season_id=season_id, version_id=version)
    row.matches, row.faults, row.points = standing.matches, standing.faults, standing.points
    row.rounds, row.lead, row.squares = standing.rounds, standing.lead, standing.squares
    session.add(row)


def count_solo(session: Session, match: MatchRow, seat: SeatRow) -> None:
    """Take the steps of the fold that a reported match brings: its own, and that of its round."""
    standing = _standing(session, match.season_id, seat.version_id)
    after = count_match(standing, seat.score or 0, faulted=faults_of([seat])[0])
    set_solo_standing(session, match.season_id, seat.version_id, after)
    matches = _matches_of(session, match.block_id)
    if any(other.state != MatchState.REPORTED.value for other, _ in matches):
        return
    versions = [other.version_id for _, other in matches]
    standings = [_standing(session, match.season_id, version) for version in versions]
    counted = count_round(standings, scores_of([other for _, other in matches]))
    for version, standing in zip(versions, counted, strict=True):
        set_solo_standing(session, match.season_id, version, standing)


def round_of(session: Session, match: MatchRow) -> Round:
    """The round that a match of a solo season belongs to."""
    matches = _matches_of(session, match.block_id)
    states = {other.state for other, _ in matches}
    mean = lead = None
    if states == {MatchState.REPORTED.value} and len(matches) > 1:
        scores = scores_of([seat for _, seat in matches])
        place = next(place for place, (other, _) in enumerate(matches) if other.id == match.id)
        mean, lead = fmean(scores), leads_of(scores)[place]
    return Round(len(matches), mean, lead, MatchState.VOID.value in states)


def scores_of(seats: Sequence[SeatRow]) -> list[int]:
    """The scores of reported seats."""
    return [seat.score or 0 for seat in seats]


def _standing(session: Session, season_id: int, version: int) -> SoloStanding:
    row = session.get(SoloStandingRow, (season_id, version))
    return SoloStanding() if row is None else solo_standing_of(row)


def _matches_of(session: Session, block: int) -> Sequence[tuple[MatchRow, SeatRow]]:
    """All matches of a round, each with its seat, in the order of the line-up."""
    return session.exec(
        select(MatchRow, SeatRow)
        .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
        .where(MatchRow.block_id == block)
        .order_by(col(MatchRow.rotation))
    ).all()
