"""Suspending versions that fault too often, and letting them play again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from siurell.errors import LadderError
from sqlmodel import Session, col, func, select

from ladder.domain.ids import match_name, match_number, version_label
from ladder.domain.seasons import Season
from ladder.domain.states import MatchState, VersionState
from ladder.services.arena import Arena
from ladder.services.audit import audit
from ladder.services.finding import find_bot
from ladder.services.standings import faults_of
from ladder.store.tables import (
    BotRow,
    MatchRow,
    SeasonRow,
    SeatRow,
    SuspensionRow,
    VersionRow,
)


@dataclass(frozen=True, slots=True)
class Suspension:
    """A version that is not paired in a season, or was not.

    ``match_id`` was one fault too many: ``faults`` of its last ``matches`` had one. ``ended_at`` is
    None while it lasts. ``remote`` says that its author runs it.
    """

    season: str
    bot: str
    version: int
    match_id: str
    matches: int
    faults: int
    since: datetime
    ended_at: datetime | None
    remote: bool = False

    @property
    def label(self) -> str:
        """The version as people write it."""
        return version_label(self.bot, self.version)

    @property
    def sentence(self) -> str:
        """Why it does not play, and what ends that."""
        better = "Submit a better version, or type"
        if self.remote:
            better = f"When it is mended, type `siurell bot remote {self.bot} --new-version`, or"
        return (
            f"{self.label} is suspended in {self.season}: {self.faults} of its last {self.matches}"
            f" matches ended by an error of its own. {better} `siurell bot resume {self.bot}`."
        )


def judge(session: Session, season: Season, seats: Sequence[SeatRow], now: datetime) -> None:
    """Suspend who faulted too often, this match included; it is reported and counted."""
    for seat in seats:
        if _open(session, season.id, seat.version_id):
            continue
        recent = season.suspension.recent(_recent_faults(session, season, seat.version_id))
        if season.suspension.due(recent):
            session.add(
                SuspensionRow(
                    season_id=season.id,
                    version_id=seat.version_id,
                    match_id=seat.match_id,
                    matches=len(recent),
                    faults=sum(recent),
                    since=now,
                )
            )


def resume(arena: Arena, name: str) -> list[Suspension]:
    """Let a bot's active version play again; the suspensions that were ended.

    Only matches that are drawn from now on speak against it. Raises `LadderError` when there is no
    such bot (``UNKNOWN_BOT``), it is not yours (``NOT_YOURS``) or not suspended
    (``NOT_SUSPENDED``).
    """
    with arena.db.write() as session:
        bot = find_bot(session, name)
        arena.actor.require_own(bot.owner_id, f"let {bot.name} play again")
        active = session.exec(
            select(VersionRow).where(
                VersionRow.bot_id == bot.id, VersionRow.state == VersionState.ACTIVE.value
            )
        ).first()
        ended = [] if active is None else end_suspensions(session, active.id, arena.now())
        if not ended:
            raise LadderError(
                f"{bot.name} is not suspended; type `siurell bot show {bot.name}`.",
                reason="NOT_SUSPENDED",
            )
        lifted = _typed(session, ended)
        seasons = [one.season for one in lifted]
        audit(session, arena, "bot.resume", f"bot {bot.name}", seasons=seasons)
        return lifted


def end_suspensions(session: Session, version: int, now: datetime) -> list[SuspensionRow]:
    """End all suspensions of a version that last."""
    rows = session.exec(
        select(SuspensionRow).where(
            SuspensionRow.version_id == version, col(SuspensionRow.ended_at).is_(None)
        )
    ).all()
    newest = session.exec(select(func.max(MatchRow.id))).one() or 0
    for row in rows:
        row.ended_at, row.ended_match = now, newest
        session.add(row)
    session.flush()
    return list(rows)


def open_suspensions(arena: Arena) -> list[Suspension]:
    """The active versions that are suspended, in the order in which it happened."""
    with arena.db.read() as session:
        rows = session.exec(
            select(SuspensionRow)
            .join(VersionRow, col(VersionRow.id) == SuspensionRow.version_id)
            .where(
                col(SuspensionRow.ended_at).is_(None),
                VersionRow.state == VersionState.ACTIVE.value,
            )
            .order_by(col(SuspensionRow.id))
        ).all()
        return _typed(session, rows)


def suspended_by(arena: Arena, match_id: str) -> list[Suspension]:
    """Who was suspended by the report of this match."""
    with arena.db.read() as session:
        rows = session.exec(
            select(SuspensionRow).where(SuspensionRow.match_id == match_number(match_id))
        ).all()
        return _typed(session, rows)


def suspensions_of(session: Session, bot: BotRow) -> tuple[Suspension, ...]:
    """All suspensions of a bot's versions, the newest first."""
    rows = session.exec(
        select(SuspensionRow)
        .join(VersionRow, col(VersionRow.id) == SuspensionRow.version_id)
        .where(VersionRow.bot_id == bot.id)
        .order_by(col(SuspensionRow.id).desc())
    ).all()
    return tuple(_typed(session, rows))


def _open(session: Session, season: int, version: int) -> bool:
    found = session.exec(
        select(SuspensionRow.id).where(
            SuspensionRow.season_id == season,
            SuspensionRow.version_id == version,
            col(SuspensionRow.ended_at).is_(None),
        )
    )
    return found.first() is not None


def _recent_faults(session: Session, season: Season, version: int) -> list[bool]:
    """Whether it faulted in its last rated matches since it was last resumed, newest first.

    Newest is the match that was drawn last: so the index of the seats gives the last few at once,
    however many there are, and an old match that is reported late is an old one.
    """
    resumed = session.exec(
        select(func.max(SuspensionRow.ended_match)).where(
            SuspensionRow.season_id == season.id, SuspensionRow.version_id == version
        )
    ).one()
    seats = session.exec(
        select(SeatRow)
        .join(MatchRow, col(MatchRow.id) == SeatRow.match_id)
        .where(
            SeatRow.version_id == version,
            col(SeatRow.match_id) > (resumed or 0),
            MatchRow.season_id == season.id,
            MatchRow.rated,
            MatchRow.state == MatchState.REPORTED.value,
        )
        .order_by(col(SeatRow.match_id).desc())
        .limit(season.suspension.window)
    ).all()
    return faults_of(seats)


def _typed(session: Session, rows: Sequence[SuspensionRow]) -> list[Suspension]:
    seasons = {row.id: row.name for row in session.exec(select(SeasonRow)).all()}
    versions = dict[int, tuple[str, int, bool]](
        (version, (name, number, remote))
        for version, name, number, remote in session.exec(
            select(VersionRow.id, BotRow.name, VersionRow.number, VersionRow.remote)
            .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
            .where(col(VersionRow.id).in_({row.version_id for row in rows}))
        )
    )
    return [
        Suspension(
            seasons[row.season_id],
            *versions[row.version_id][:2],
            match_name(row.match_id),
            row.matches,
            row.faults,
            row.since,
            row.ended_at,
            versions[row.version_id][2],
        )
        for row in rows
    ]
