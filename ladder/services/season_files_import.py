"""Taking a season out of a file into an arena that has not played it: all of it or nothing.

The match log is written as it was, and then rated again in the same transaction: unless the fold
gives the standings of the file bit for bit, nothing is kept. Matches that had not been played are
void here. Who was active is so again, for the table; but a bot of which this arena has no content
is not paired until it is submitted again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from siurell.errors import LadderError
from siurell.games.registry import game_named
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, func, select

from ladder.domain.access import Role
from ladder.domain.advance import Advance
from ladder.domain.names import name_key
from ladder.domain.season_terms import check_season
from ladder.domain.seasons import Season
from ladder.domain.states import MatchState
from ladder.services.arena import Arena
from ladder.services.audit import audit
from ladder.services.batches import SEED_BYTES
from ladder.services.rerate import rerate_within
from ladder.services.season_files_bots import enter_version
from ladder.services.season_files_format import (
    ANY,
    Entry,
    Unsound,
    check_whole,
    entries,
    unsound,
)
from ladder.services.season_files_rows import Places, RowWriter
from ladder.services.season_files_terms import (
    check_rating_sets,
    columns_of,
    first_rating_set,
    forget_terms,
    rating_set_of,
)
from ladder.services.seasons import is_played, season_of
from ladder.services.shares import first_share
from ladder.store.tables import (
    BatchEntrantRow,
    BatchRow,
    BlockRow,
    ClosingEntrantRow,
    CounterRow,
    FormatCountRow,
    MatchRow,
    SeasonRow,
    SeatRow,
    SoloStandingRow,
    StandingRow,
    SuspensionRow,
)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an arena has now that it had not."""

    season: str
    bots: int
    versions: int
    matches: int


def lines_of(file: Path) -> int:
    """How many lines a season's file has; raises what `import_season` would say of the file."""
    with file.open("rb") as source:
        return check_whole(source, file)


def import_season(arena: Arena, file: Path, advance: Advance) -> Imported:
    """Take a season into the arena; ``advance`` hears of each line.

    Raises `LadderError`, and changes nothing: when the file is not whole or of another format, when
    the season has been played here already (``SEASON_EXISTS``), or when a version of the file is
    another one here (``OTHER_VERSION``).
    """
    arena.actor.require(Role.OPERATOR, "import a season")
    with file.open("rb") as source:
        lines = check_whole(source, file)
        with arena.db.write() as session:
            taking = _Import(session, arena)
            with _sound(taking, file):
                for entry in entries(source, lines):
                    taking.take(entry)
                    advance()
                done = taking.finish(file)
                audit(session, arena, "season.import", f"season {done.season}")
                return done


@contextmanager
def _sound(taking: _Import, file: Path) -> Iterator[None]:
    """Whatever a file with a right digest gets wrong is told by its line."""
    try:
        yield
    except (ValueError, LookupError, ArithmeticError, RecursionError, IntegrityError) as error:
        raise unsound(file, taking.line) from error


class _Import:
    """One season on its way into the arena. Places in the file become numbers of the arena."""

    def __init__(self, session: Session, arena: Arena) -> None:
        self.line = 0
        self._format = 1
        self._session = session
        self._arena = arena
        self._season: Season | None = None
        self._versions: list[int] = []
        self._new_versions = 0
        self._bots: set[int] = set()
        self._batches = Places.of(session, BatchRow)
        self._blocks = Places.of(session, BlockRow)
        self._matches = Places.of(session, MatchRow)
        self._reports = Places(_reports_before(session) + 1)
        self._counts: dict[tuple[int, int], int] = {}
        self._last_batch: dict[int, int] = {}
        self._rows = RowWriter(session)
        self._take: Mapping[str, Callable[[Entry], None]] = {
            "season": self._take_season,
            "rating_set": self._take_rating_set,
            "version": self._take_version,
            "batch": self._take_batch,
            "block": self._take_block,
            "match": self._take_match,
            "standing": self._take_standing,
            "suspension": self._take_suspension,
        }

    def take(self, entry: Entry) -> None:
        """Take the next line."""
        self.line += 1
        if (self._season is None) != (entry.kind == "season"):
            raise Unsound
        self._take[entry.kind](entry)

    def finish(self, file: Path) -> Imported:
        """Write what is left, and prove that the table is that of the file."""
        season = self._known()
        for (version, seats), matches in self._counts.items():
            self._rows.add(
                FormatCountRow,
                season_id=season.id,
                version_id=version,
                seats=seats,
                matches=matches,
            )
        self._rows.flush()
        self._session.merge(CounterRow(name="report", value=self._reports.last))
        row = self._session.get_one(SeasonRow, season.id)
        check_rating_sets(self._session, row)
        row.reported, row.draws = self._reports.count, self._batches.count
        self._session.add(row)
        self._session.flush()
        self._check_reports(season)
        if not rerate_within(self._session, season).equal:
            raise LadderError(
                f"{file} does not re-rate to its own table, so it was changed; nothing was taken. "
                "Export it again.",
                reason="DAMAGED_FILE",
            )
        return Imported(season.name, len(self._bots), self._new_versions, self._matches.count)

    def _check_reports(self, season: Season) -> None:
        """Reports of rated matches are numbered without a gap."""
        highest = self._session.exec(
            select(func.max(MatchRow.report_no)).where(
                MatchRow.season_id == season.id, MatchRow.rated
            )
        ).one()
        if (highest or self._reports.first - 1) != self._reports.last:
            raise Unsound("report")

    def _known(self) -> Season:
        if self._season is None:
            raise Unsound("season")
        return self._season

    def _take_season(self, entry: Entry) -> None:
        said, self._format = entry.part("season"), entry.whole("format")
        name, values = said.text("name"), columns_of(said, self._format, self._batches.first)
        row = self._row_named(name)
        if row is None:
            row = SeasonRow(
                created_at=said.time("created_at"), served=first_share(self._session), **values
            )
        elif is_played(self._session, row.id) or (row.name, row.game) != (name, values["game"]):
            raise LadderError(
                f"The season {row.name} has been played in this arena already, or is another one; "
                "nothing was changed. "
                "Import it into another one: `siurell --home FOLDER season import FILE`.",
                reason="SEASON_EXISTS",
            )
        for column, value in values.items():
            setattr(row, column, value)
        self._session.add(row)
        self._session.flush()
        forget_terms(self._session, row)
        self._season = season_of(row)
        check_season(self._season, game_named(self._season.game))
        if self._format == 1:
            self._session.add(first_rating_set(row))

    def _row_named(self, name: str) -> SeasonRow | None:
        """The season of this name, in whatever case it is written."""
        rows = self._session.exec(select(SeasonRow)).all()
        return next((row for row in rows if name_key(row.name) == name_key(name)), None)

    def _take_rating_set(self, entry: Entry) -> None:
        self._session.add(rating_set_of(entry, self._known().id))
        self._session.flush()

    def _take_version(self, entry: Entry) -> None:
        entered = enter_version(self._session, self._arena, entry)
        if entered.id in self._versions:
            raise Unsound("version")
        self._versions.append(entered.id)
        self._new_versions += entered.new
        self._bots.add(entered.bot_id)
        if self._format > 1 and entry.flag("entrant"):
            key = {"season_id": self._known().id, "version_id": entered.id}
            self._session.add(ClosingEntrantRow(**key))

    def _take_batch(self, entry: Entry) -> None:
        season, seats = self._known(), entry.whole("seats", 1)
        line_up = [self._version(place) for place in entry.wholes("line_up")]
        if seats not in season.seat_counts:
            raise Unsound("seats")
        batch = self._batches.next()
        self._rows.add(
            BatchRow,
            id=batch,
            season_id=season.id,
            seats=seats,
            issues=entry.whole("issues"),
            created_at=entry.time("created_at"),
        )
        for place, version in enumerate(line_up):
            self._rows.add(BatchEntrantRow, batch_id=batch, place=place, version_id=version)
            self._last_batch[version] = batch

    def _take_block(self, entry: Entry) -> None:
        batch = self._batches.number(entry.whole("batch", 1))
        # What is sealed is not told; nobody plays this block here.
        sealed = not entry.has("seed")
        seed = secrets.token_bytes(SEED_BYTES) if sealed else bytes.fromhex(entry.text("seed"))
        self._rows.add(BlockRow, id=self._blocks.next(), batch_id=batch, seed=seed)

    def _take_match(self, entry: Entry) -> None:
        season = self._known()
        number = self._matches.next()
        reported = entry.has("report")
        if reported:
            self._reports.next()
        self._rows.add(
            MatchRow,
            id=number,
            season_id=season.id,
            block_id=self._blocks.number(entry.whole("block", 1)),
            rotation=entry.whole("rotation"),
            state=(MatchState.REPORTED if reported else MatchState.VOID).value,
            attempt=entry.whole("attempt", 1),
            aborts=entry.whole("aborts"),
            report_no=self._reports.first - 1 + entry.whole("report", 1) if reported else None,
            started_at=entry.time_or_none("started_at"),
            ended_at=entry.time_or_none("ended_at"),
            digest=entry.text("digest"),
            decisions=entry.whole("decisions"),
            turns=entry.whole("turns"),
            grade=entry.text("grade"),
            reason=entry.text("reason"),
            rating_kept=entry.flag("rating_kept"),
            rating_set=season.rating_set if reported and not season.solo else None,
            load=entry.mapping("load") if entry.has("load") else None,
        )
        seats = entry.parts("seats")
        if reported and not all(seat.whole("placement") <= len(seats) for seat in seats):
            raise Unsound("placement")
        for place, seat in enumerate(seats):
            self._take_seat(number, place, seat, reported)
            key = (self._version(seat.whole("version", 1)), len(seats))
            self._counts[key] = self._counts.get(key, 0) + reported

    def _take_seat(self, match: int, place: int, seat: Entry, reported: bool) -> None:
        if reported != seat.has("cause"):
            raise Unsound("cause")
        rated = seat.has("mu_after")
        self._rows.add(
            SeatRow,
            match_id=match,
            seat=place,
            version_id=self._version(seat.whole("version", 1)),
            cause=seat.text("cause") if reported else None,
            placement=seat.whole("placement", 1) if reported else None,
            score=seat.whole("score", ANY) if seat.has("score") else None,
            fault_order=seat.whole("fault_order") if seat.has("fault_order") else None,
            evidence=_evidence(seat),
            **{
                name: seat.number(name) if rated else None
                for name in ("mu_before", "sigma_before", "mu_after", "sigma_after")
            },
        )

    def _take_standing(self, entry: Entry) -> None:
        season, version = self._known(), self._version(entry.whole("version", 1))
        key = {"season_id": season.id, "version_id": version}
        if season.solo:
            counts = ("matches", "faults", "rounds")
            self._rows.add(
                SoloStandingRow,
                **key,
                **{name: entry.whole(name) for name in counts},
                points=entry.whole("points", ANY),
                lead=entry.number("lead"),
                squares=entry.number("squares"),
            )
            return
        inherited = entry.has("parent")
        after = self._reports.first - 1 + entry.whole("parent_report") if inherited else None
        self._rows.add(
            StandingRow,
            **key,
            parent_id=self._version(entry.whole("parent", 1)) if inherited else None,
            parent_report=after,
            **{name: entry.whole(name) for name in ("matches", "wins", "faults")},
            mu=entry.number("mu"),
            sigma=entry.number("sigma"),
            last_batch=self._last_batch.get(version, 0),
        )

    def _take_suspension(self, entry: Entry) -> None:
        ended = entry.has("ended_at")
        self._rows.add(
            SuspensionRow,
            season_id=self._known().id,
            version_id=self._version(entry.whole("version", 1)),
            match_id=self._matches.number(entry.whole("match", 1)),
            matches=entry.whole("matches"),
            faults=entry.whole("faults"),
            since=entry.time("since"),
            ended_at=entry.time_or_none("ended_at"),
            ended_match=self._matches.first - 1 + entry.whole("ended_match") if ended else None,
        )

    def _version(self, place: int) -> int:
        if place < 1:
            raise Unsound("version")
        return self._versions[place - 1]


def _reports_before(session: Session) -> int:
    row = session.get(CounterRow, "report")
    return 0 if row is None else row.value


def _evidence(seat: Entry) -> dict[str, int | str]:
    evidence = seat.mapping("evidence")
    if not all(isinstance(value, int | str) for value in evidence.values()):
        raise Unsound("evidence")
    return evidence
