"""Writing a season to a file, from which an arena comes to the same table (the form:
`ladder.services.season_files_format`).

It tells which rated matches were played, and by whom. It holds no bots, tokens, replays or logs, no
seeds of blocks whose matches had none in common or are not played to their end, and of the latter
no words that a bot may have chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Final, TypeVar

from siurell.errors import LadderError
from sqlmodel import Session, col, func, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from ladder.domain.advance import Advance
from ladder.domain.seasons import Season
from ladder.domain.states import MatchState, VersionState
from ladder.services.arena import Arena
from ladder.services.matches import unfinished_blocks
from ladder.services.season_files_format import FORMAT, LineWriter
from ladder.services.season_files_terms import write_season
from ladder.store.evidence import evidence_from_json, evidence_to_json, without_words
from ladder.store.files import temporary_beside
from ladder.store.tables import (
    BatchEntrantRow,
    BatchRow,
    BlockRow,
    BotRow,
    ClosingEntrantRow,
    MatchRow,
    SeasonRow,
    SeatRow,
    SoloStandingRow,
    StandingRow,
    SuspensionRow,
    VersionGameRow,
    VersionRow,
)

NOT_PLAYED: Final = "It had not been played when the season was exported."
_ROWS_AT_ONCE: Final = 1_000

_Numbered = TypeVar("_Numbered", BatchRow, MatchRow)
_Other = TypeVar("_Other")


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written. ``unfinished`` matches are in the file as such that were never played."""

    season: str
    file: Path
    versions: int
    matches: int
    unfinished: int
    bytes: int


def matches_of(arena: Arena, season: Season) -> int:
    """How many rated matches a season has, played or not."""
    with arena.db.read() as session:
        query = select(func.count()).where(MatchRow.season_id == season.id, MatchRow.rated)
        return session.exec(query).one()


def export_season(arena: Arena, season: Season, file: Path, advance: Advance) -> Exported:
    """Write a season as it is now to a new file, whole or not at all.

    Raises `LadderError` (``FILE_EXISTS``) when there is such a file. ``advance`` hears of each
    match.
    """
    draft = temporary_beside(file)
    try:
        with draft.open("xb") as target, arena.db.read() as session:
            export = _Export(session, season, LineWriter(target))
            export.write(advance)
        if file.exists():
            raise LadderError(
                f"There is a file {file} already; nothing was written. Name another one.",
                reason="FILE_EXISTS",
            )
        draft.rename(file)
    finally:
        draft.unlink(missing_ok=True)
    return Exported(
        season.name,
        file,
        len(export.versions),
        len(export.matches),
        export.unfinished,
        file.stat().st_size,
    )


_NUMBERS_OF_ITS_OWN = {"season_id", "version_id", "last_batch", "parent_id", "parent_report"}
"""Columns of a standing that mean something in this arena alone."""


class _Export:
    """One season on its way into a file. Numbers of the arena become places in the file."""

    def __init__(self, session: Session, season: Season, out: LineWriter) -> None:
        self.versions: dict[int, int] = {}
        self.matches: dict[int, int] = {}
        self.unfinished = 0
        self._session = session
        self._season = season
        self._out = out
        sealed = unfinished_blocks().where(MatchRow.season_id == season.id)
        self._sealed = set(session.exec(sealed).all())
        self._blocks: dict[int, int] = {}
        self._remote: set[int] = set()

    def write(self, advance: Advance) -> None:
        row = self._session.get_one(SeasonRow, self._season.id)
        write_season(self._session, row, FORMAT, self._out)
        self._write_versions()
        self._write_batches()
        self._write_matches(advance)
        self._write_standings()
        self._write_suspensions()
        self._out.end()

    def _write_versions(self) -> None:
        """Whoever played here, and whoever stands in the table."""
        entrants = select(ClosingEntrantRow.version_id).where(
            ClosingEntrantRow.season_id == self._season.id
        )
        settled = set(self._session.exec(entrants).all())
        for row, bot in self._known(entrants):
            self.versions[row.id] = len(self.versions) + 1
            if row.remote:
                self._remote.add(row.id)
            games = select(VersionGameRow.game).where(VersionGameRow.version_id == row.id)
            self._out.write(
                "version",
                bot=bot,
                number=row.number,
                digest=row.digest,
                shipped=row.shipped,
                remote=row.remote,
                command=row.command,
                games=sorted(self._session.exec(games).all()),
                active=row.state == VersionState.ACTIVE.value,
                entrant=row.id in settled,
                note=row.note,
                submitted_at=_time(row.submitted_at),
            )

    def _known(self, entrants: SelectOfScalar[int]) -> Sequence[tuple[VersionRow, str]]:
        """The versions that the file names, with their bots, in the order of their submissions."""
        played = (
            select(BatchEntrantRow.version_id)
            .join(BatchRow, col(BatchRow.id) == BatchEntrantRow.batch_id)
            .where(BatchRow.season_id == self._season.id, BatchRow.rated)
        )
        active = (
            select(VersionGameRow.version_id)
            .join(VersionRow, col(VersionRow.id) == VersionGameRow.version_id)
            .where(
                VersionGameRow.game == self._season.game,
                VersionRow.state == VersionState.ACTIVE.value,
            )
        )
        stands = select(StandingRow.version_id).where(StandingRow.season_id == self._season.id)
        known = col(VersionRow.id)
        return self._session.exec(
            select(VersionRow, BotRow.name)
            .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
            .where(or_(*(known.in_(some) for some in (played, active, stands, entrants))))
            .order_by(col(VersionRow.submission))
        ).all()

    def _write_batches(self) -> None:
        batches: dict[int, int] = {}
        own_seeds: set[int] = set()
        rows = self._session.exec(
            select(BatchRow, BatchEntrantRow.version_id)
            .join(BatchEntrantRow, col(BatchEntrantRow.batch_id) == BatchRow.id)
            .where(BatchRow.season_id == self._season.id, BatchRow.rated)
            .order_by(col(BatchRow.id), col(BatchEntrantRow.place))
        )
        for number, line_up in _grouped(rows):
            batches[number] = len(batches) + 1
            batch = line_up[0][0]
            if not self._remote.isdisjoint(version for _, version in line_up):
                # Each of its matches had a seed of its own, and the block's was never played.
                own_seeds.add(number)
            self._out.write(
                "batch",
                seats=batch.seats,
                issues=batch.issues,
                created_at=_time(batch.created_at),
                line_up=[self.versions[version] for _, version in line_up],
            )
        blocks = self._session.exec(
            select(BlockRow.id, BlockRow.batch_id, BlockRow.seed)
            .join(BatchRow, col(BatchRow.id) == BlockRow.batch_id)
            .where(BatchRow.season_id == self._season.id, BatchRow.rated)
            .order_by(col(BlockRow.id))
        )
        for block, batch_id, seed in blocks:
            self._blocks[block] = len(self._blocks) + 1
            untold = block in self._sealed or batch_id in own_seeds
            open_seed = None if untold else seed.hex()
            self._out.write("block", batch=batches[batch_id], seed=open_seed)

    def _write_matches(self, advance: Advance) -> None:
        reported = self._session.exec(
            select(MatchRow.id)
            .where(
                MatchRow.season_id == self._season.id,
                MatchRow.rated,
                col(MatchRow.report_no).is_not(None),
            )
            .order_by(col(MatchRow.report_no))
        )
        reports = {match: place for place, match in enumerate(reported, start=1)}
        rows = self._session.exec(
            select(MatchRow, SeatRow)
            .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
            .where(MatchRow.season_id == self._season.id, MatchRow.rated)
            .order_by(col(MatchRow.id), col(SeatRow.seat))
            .execution_options(yield_per=_ROWS_AT_ONCE)
        )
        for number, pairs in _grouped(rows):
            self.matches[number] = len(self.matches) + 1
            self._write_match(pairs[0][0], [seat for _, seat in pairs], reports.get(number))
            advance()

    def _write_match(self, match: MatchRow, seats: list[SeatRow], report: int | None) -> None:
        played = match.state in (MatchState.REPORTED.value, MatchState.VOID.value)
        self.unfinished += not played
        self._out.write(
            "match",
            block=self._blocks[match.block_id],
            rotation=match.rotation,
            report=report,
            attempt=match.attempt,
            aborts=match.aborts,
            started_at=_time(match.started_at),
            ended_at=_time(match.ended_at),
            digest=match.digest,
            decisions=match.decisions,
            turns=match.turns,
            grade=match.grade,
            reason=match.reason if played else NOT_PLAYED,
            rating_kept=match.rating_kept,
            load=match.load,
            seats=[self._seat(seat, sealed=match.block_id in self._sealed) for seat in seats],
        )

    def _seat(self, seat: SeatRow, *, sealed: bool) -> dict[str, object]:
        evidence = evidence_from_json(seat.evidence)
        return {
            "version": self.versions[seat.version_id],
            "cause": seat.cause,
            "placement": seat.placement,
            "score": seat.score,
            "fault_order": seat.fault_order,
            "evidence": evidence_to_json(without_words(evidence) if sealed else evidence),
            "mu_before": seat.mu_before,
            "sigma_before": seat.sigma_before,
            "mu_after": seat.mu_after,
            "sigma_after": seat.sigma_after,
        }

    def _write_standings(self) -> None:
        rows: list[StandingRow | SoloStandingRow]
        if self._season.solo:
            solo = select(SoloStandingRow).where(SoloStandingRow.season_id == self._season.id)
            rows = [*self._session.exec(solo)]
        else:
            rated = select(StandingRow).where(StandingRow.season_id == self._season.id)
            rows = [*self._session.exec(rated)]
        for row in sorted(rows, key=lambda row: self.versions[row.version_id]):
            values = dict(sorted(row.model_dump(exclude=_NUMBERS_OF_ITS_OWN).items()))
            if isinstance(row, StandingRow) and row.parent_id is not None:
                values["parent"] = self.versions[row.parent_id]
                values["parent_report"] = self._reported_until(row.parent_report or 0)
            self._out.write("standing", version=self.versions[row.version_id], **values)

    def _reported_until(self, report: int) -> int:
        """How many matches of the season had been reported by the report of this number."""
        return self._session.exec(
            select(func.count()).where(
                MatchRow.season_id == self._season.id,
                MatchRow.rated,
                col(MatchRow.report_no) <= report,
            )
        ).one()

    def _write_suspensions(self) -> None:
        rows = self._session.exec(
            select(SuspensionRow)
            .where(SuspensionRow.season_id == self._season.id)
            .order_by(col(SuspensionRow.id))
        )
        for row in rows:
            ended = row.ended_match
            self._out.write(
                "suspension",
                version=self.versions[row.version_id],
                match=self.matches[row.match_id],
                matches=row.matches,
                faults=row.faults,
                since=_time(row.since),
                ended_at=_time(row.ended_at),
                ended_match=None if ended is None else sum(one <= ended for one in self.matches),
            )


def _grouped(
    rows: Iterable[tuple[_Numbered, _Other]],
) -> Iterator[tuple[int, list[tuple[_Numbered, _Other]]]]:
    """Rows of one batch or match together, by its number."""
    for number, group in groupby(rows, key=lambda row: row[0].id):
        yield number, list(group)


def _time(value: datetime | None) -> str | None:
    return None if value is None else value.isoformat()
