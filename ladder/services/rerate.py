"""Re-rating: the fold over the match log again, compared with the online table bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from sqlmodel import Session, col, func, select

from ladder.domain.access import Role
from ladder.domain.fold import RatedFold, Standing, fresh_standing
from ladder.domain.ids import match_name, version_label
from ladder.domain.ratings import Rating
from ladder.domain.seasons import Season
from ladder.domain.solo import SoloFold, SoloReport, SoloStanding
from ladder.services.arena import Arena
from ladder.services.audit import audit
from ladder.services.descent import descents_of
from ladder.services.pool import standing_row
from ladder.services.seasons import season_of
from ladder.services.short_logs import refuse_long_rating
from ladder.services.solo import scores_of, set_solo_standing, solo_standing_of
from ladder.services.standings import faults_of, placements_of, set_standing, standing_of
from ladder.store.tables import (
    BotRow,
    MatchRow,
    SeasonRow,
    SeatRow,
    SoloStandingRow,
    StandingRow,
    VersionRow,
)

_ROWS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where the store and the fold disagree: a match's seat, or a standing."""

    where: str
    stored: Standing | SoloStanding
    computed: Standing | SoloStanding


@dataclass(frozen=True, slots=True)
class RerateCheck:
    """What a re-rate came to. ``written`` says that the store now holds the computed values."""

    matches: int
    versions: int
    differences: tuple[Difference, ...]
    written: bool

    @property
    def equal(self) -> bool:
        """Whether the store held exactly what the fold gives."""
        return not self.differences


def rerate(
    arena: Arena, season: Season, *, write: bool = False, most: int | None = None
) -> RerateCheck:
    """Rate the season's log from its start, in the order of the reports, and compare.

    By the parameters that it has now, whatever they were when the caller last looked. With
    ``write`` the computed values replace the stored ones, all in one transaction; raises
    `LadderError` (``LONG_LOG``) when there are more than ``most`` matches to write.
    """
    if not write:
        with arena.db.read() as session:
            return rerate_within(session, _as_it_is(session, season))
    arena.actor.require(Role.OPERATOR, "rate a season anew")
    with arena.db.write() as session:
        row = session.get_one(SeasonRow, season.id)
        refuse_long_rating(row, most, f"rerate --write {row.name}")
        done = rerate_within(session, _as_it_is(session, season), write=True)
        changed = len(done.differences)
        audit(session, arena, "season.rerate", f"season {season.name}", changed=changed)
        return done


def rerate_within(session: Session, season: Season, *, write: bool = False) -> RerateCheck:
    """What `rerate` does, as a part of somebody else's transaction."""
    kind = _SoloLog if season.solo else _RatedLog
    fold = kind(session, season, write)
    for match, seats in _log(session, season):
        fold.step(match, seats)
    fold.compare_standings()
    return RerateCheck(fold.matches, fold.versions, tuple(fold.differences), written=write)


def _as_it_is(session: Session, season: Season) -> Season:
    return season_of(session.get_one(SeasonRow, season.id))


class _SoloLog:
    """The fold over the log of a solo season."""

    def __init__(self, session: Session, season: Season, write: bool) -> None:
        self.differences: list[Difference] = []
        self.matches = 0
        self._fold = SoloFold()
        self._session = session
        self._season = season
        self._write = write
        self._sizes = _sizes(session, season)

    @property
    def versions(self) -> int:
        return len(self._fold.standings)

    def step(self, match: MatchRow, seats: list[SeatRow]) -> None:
        self.matches += 1
        (seat,) = seats
        self._fold.take(
            SoloReport(
                match.block_id,
                self._sizes[match.block_id],
                seat.version_id,
                scores_of(seats)[0],
                faults_of(seats)[0],
            )
        )

    def compare_standings(self) -> None:
        rows = self._session.exec(
            select(SoloStandingRow).where(SoloStandingRow.season_id == self._season.id)
        ).all()
        stored = {row.version_id: solo_standing_of(row) for row in rows}
        for version in sorted(stored.keys() | self._fold.standings.keys()):
            kept = stored.get(version, SoloStanding())
            computed = self._fold.standings.get(version, SoloStanding())
            if kept != computed:
                self.differences.append(Difference(_label(self._session, version), kept, computed))
                if self._write:
                    set_solo_standing(self._session, self._season.id, version, computed)


class _RatedLog:
    """The fold over the log of a season that is ranked by TrueSkill."""

    def __init__(self, session: Session, season: Season, write: bool) -> None:
        self.differences: list[Difference] = []
        self.matches = 0
        self._fold = RatedFold(season.params, descents_of(session, season.id))
        self._session = session
        self._season = season
        self._write = write

    @property
    def versions(self) -> int:
        return sum(standing.matches > 0 for standing in self._fold.standings.values())

    def step(self, match: MatchRow, seats: list[SeatRow]) -> None:
        versions = [seat.version_id for seat in seats]
        before, step = self._fold.take(
            match.report_no or 0, versions, placements_of(seats), faults_of(seats)
        )
        self.matches += 1
        for seat, old, new in zip(seats, before, step.standings, strict=True):
            self._compare_seat(match, seat, old, new)
        number = self._season.rating_set
        if self._write and (match.rating_kept, match.rating_set) != (step.kept, number):
            match.rating_kept, match.rating_set = step.kept, number
            self._session.add(match)

    def _compare_seat(self, match: MatchRow, seat: SeatRow, old: Standing, new: Standing) -> None:
        computed = (old.rating.mu, old.rating.sigma, new.rating.mu, new.rating.sigma)
        stored = (seat.mu_before, seat.sigma_before, seat.mu_after, seat.sigma_after)
        if computed == stored:
            return
        kept = Rating(_number(seat.mu_after), _number(seat.sigma_after))
        where = f"{match_name(match.id)}, seat {seat.seat}"
        self.differences.append(Difference(where, Standing(kept), Standing(new.rating)))
        if self._write:
            seat.mu_before, seat.sigma_before, seat.mu_after, seat.sigma_after = computed
            self._session.add(seat)

    def compare_standings(self) -> None:
        self._fold.end()
        start = fresh_standing(self._season.params)
        rows = self._session.exec(
            select(StandingRow).where(StandingRow.season_id == self._season.id)
        ).all()
        stored = {row.version_id: standing_of(row) for row in rows}
        for version in sorted(stored.keys() | self._fold.standings.keys()):
            kept = stored.get(version, start)
            computed = self._fold.standings.get(version, start)
            if kept != computed:
                self.differences.append(Difference(_label(self._session, version), kept, computed))
                if self._write:
                    row = standing_row(self._session, self._season, version)
                    set_standing(row, computed)
                    self._session.add(row)


def _log(session: Session, season: Season) -> Iterator[tuple[MatchRow, list[SeatRow]]]:
    """The season's rated matches in the order of their reports, each with its seats."""
    rows = session.exec(
        select(MatchRow, SeatRow)
        .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
        .where(
            MatchRow.season_id == season.id,
            MatchRow.rated,
            col(MatchRow.report_no).is_not(None),
        )
        .order_by(col(MatchRow.report_no), col(SeatRow.seat))
        .execution_options(yield_per=_ROWS_AT_ONCE)
    )
    for _, group in groupby(rows, key=lambda row: row[0].id):
        pairs = list(group)
        yield pairs[0][0], [seat for _, seat in pairs]


def _sizes(session: Session, season: Season) -> dict[int, int]:
    """How many matches each block of a season has, reported or not."""
    rows = session.exec(
        select(MatchRow.block_id, func.count())
        .where(MatchRow.season_id == season.id)
        .group_by(col(MatchRow.block_id))
    )
    return dict(rows.all())


def _label(session: Session, version: int) -> str:
    row = session.get_one(VersionRow, version)
    return version_label(session.get_one(BotRow, row.bot_id).name, row.number)


def _number(value: float | None) -> float:
    return float("nan") if value is None else value
