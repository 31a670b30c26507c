"""Bots as people ask for them: lists, one in full, its logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from siurell.errors import LadderError
from siurell.match.result import VERDICTS, Cause, Evidence, Verdict
from sqlmodel import Session, col, func, select
from sqlmodel.sql.expression import Select

from ladder.domain.fold import WIN
from ladder.domain.ids import match_name
from ladder.domain.presence import Presence
from ladder.domain.ratings import Rating
from ladder.domain.solo import SoloStanding
from ladder.domain.states import UNFINISHED, AttemptState, VersionState
from ladder.services.arena import Arena
from ladder.services.finding import find_bot
from ladder.services.matches import find_match, sealed_blocks, unfinished_blocks
from ladder.services.presence import presences
from ladder.services.solo import solo_standing_of
from ladder.services.standings import standing_of
from ladder.services.submit import VersionInfo, info_of
from ladder.services.suspensions import Suspension, suspensions_of
from ladder.store.evidence import evidence_from_json
from ladder.store.files import text_if_there
from ladder.store.tables import (
    AttemptRow,
    BotRow,
    MatchRow,
    OwnerRow,
    SeasonRow,
    SeatRow,
    SoloStandingRow,
    StandingRow,
    VersionRow,
)

_UNFINISHED = sorted(state.value for state in UNFINISHED)
_FAULTS = sorted(cause.value for cause in Cause if VERDICTS[cause] is Verdict.BOT_FAULT)


@dataclass(frozen=True, slots=True)
class BotLine:
    """One bot. ``active`` is the number of the version that plays, None when none does.

    ``online`` says of a remote bot whether it is connected; None for any other. ``owner`` is None
    when it is nobody's.
    """

    name: str
    versions: int
    active: int | None
    pending: int
    created_at: datetime
    online: bool | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """How a version stands in a season. ``wins`` counts a victory shared by k as 1/k.

    In a solo season there is no rating and nobody to win against, but a ``solo`` standing.
    """

    season: str
    version: int
    matches: int
    faults: int
    rating: Rating | None = None
    wins: float | None = None
    solo: SoloStanding | None = None


@dataclass(frozen=True, slots=True)
class BotDetail:
    """All that is known of a bot, its newest version first. ``causes`` counts how seats ended in
    rated matches.

    ``suspensions`` are those of all its versions, also those that have ended. ``presence`` is that
    of a remote bot, None for any other.
    """

    line: BotLine
    versions: tuple[VersionInfo, ...]
    seasons: tuple[SeasonLine, ...]
    causes: tuple[tuple[Cause, int], ...]
    suspensions: tuple[Suspension, ...] = ()
    presence: Presence | None = None


@dataclass(frozen=True, slots=True)
class AttemptLog:
    """What a bot wrote in an attempt at a match that was called off, and why that was."""

    attempt: int
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class BotLog:
    """What a bot wrote in one match, and how that match ended for it.

    ``attempts`` are those that were called off, the oldest first; of a match that came to no end
    there is nothing else.
    """

    match_id: str
    seat: int
    version: int
    cause: Cause
    evidence: Evidence
    text: str
    attempts: tuple[AttemptLog, ...] = ()


@dataclass(frozen=True, slots=True)
class BotLogs:
    """A bot's logs, the newest first. ``sealed`` were left out until their blocks are played."""

    logs: tuple[BotLog, ...]
    sealed: int


def list_bots(arena: Arena) -> list[BotLine]:
    """All bots in the order of their names."""
    with arena.db.read() as session:
        bots = session.exec(select(BotRow).order_by(col(BotRow.key))).all()
        return _lines(session, bots, arena.now())


def show_bot(arena: Arena, name: str) -> BotDetail:
    """One bot in full (`LadderError` when there is none of this name)."""
    with arena.db.read() as session:
        bot = find_bot(session, name)
        (line,) = _lines(session, [bot], arena.now())
        versions = session.exec(
            select(VersionRow)
            .where(VersionRow.bot_id == bot.id)
            .order_by(col(VersionRow.number).desc())
        ).all()
        return BotDetail(
            line=line,
            versions=tuple(
                info_of(session, version, arena.home, arena.actor) for version in versions
            ),
            seasons=_seasons(session, bot),
            causes=_causes(session, bot),
            suspensions=suspensions_of(session, bot),
            presence=None if line.online is None else presences(session).get(bot.id),
        )


def bot_logs(arena: Arena, name: str, *, errors: bool = False, limit: int = 20) -> BotLogs:
    """What a bot wrote in its last matches; with ``errors`` only where it faulted.

    Logs of a match whose block is not finished are sealed like its replay: they may tell what the
    bot saw. Raises `LadderError` (``NOT_YOURS``) for who does not own the bot.
    """
    with arena.db.read() as session:
        bot = find_bot(session, name)
        arena.actor.require_own(bot.owner_id, f"see what {bot.name} wrote")
        played = _ended(bot).order_by(
            col(MatchRow.ended_at).desc(), col(MatchRow.report_no).desc(), col(MatchRow.id).desc()
        )
        if errors:
            played = played.where(col(SeatRow.cause).in_(_FAULTS))
        is_sealed = col(MatchRow.block_id).in_(unfinished_blocks())
        sealed = len(session.exec(played.where(is_sealed)).all())
        rows = session.exec(played.where(~is_sealed).limit(limit)).all()
        logs = tuple(_log(session, arena, seat, match, number) for seat, match, number in rows)
    return BotLogs(logs, sealed)


def bot_log(arena: Arena, name: str, match_id: str) -> BotLog:
    """What a bot wrote in one match.

    Raises `LadderError`: ``SEALED`` while a match of its block has not been reported, ``NO_LOG``
    when it did not play in it, ``NOT_YOURS`` for who does not own the bot.
    """
    with arena.db.read() as session:
        bot = find_bot(session, name)
        arena.actor.require_own(bot.owner_id, f"see what {bot.name} wrote")
        match = find_match(session, match_id)
        if match.block_id in sealed_blocks(session, [match.block_id]):
            raise LadderError(
                f"The logs of {match_id} are sealed until all matches of its block have been "
                "played, since the others use the same seed; `siurell ladder run` plays them,"
                " at the ladder's machine.",
                reason="SEALED",
            )
        row = session.exec(_ended(bot).where(MatchRow.id == match.id)).first()
        if row is None:
            raise LadderError(
                f"{bot.name} has no log of {match_id}; type `siurell match list --bot {bot.name}`.",
                reason="NO_LOG",
            )
        return _log(session, arena, *row)


def _ended(bot: BotRow) -> Select[SeatRow, MatchRow, int]:
    """A query for a bot's seats of matches that are over, with match and number of the version."""
    return (
        select(SeatRow, MatchRow, VersionRow.number)
        .join(MatchRow, col(MatchRow.id) == SeatRow.match_id)
        .join(VersionRow, col(VersionRow.id) == SeatRow.version_id)
        .where(VersionRow.bot_id == bot.id, col(MatchRow.state).not_in(_UNFINISHED))
    )


def _lines(session: Session, bots: Sequence[BotRow], now: datetime) -> list[BotLine]:
    versions: dict[int, list[tuple[int, str]]] = {bot.id: [] for bot in bots}
    online: dict[int, bool] = {}
    there = presences(session)
    owners = {row.id: row.name for row in session.exec(select(OwnerRow)).all()}
    for bot_id, number, state, remote in session.exec(
        select(VersionRow.bot_id, VersionRow.number, VersionRow.state, VersionRow.remote).where(
            col(VersionRow.bot_id).in_(list(versions))
        )
    ):
        versions[bot_id].append((number, state))
        if remote and state == VersionState.ACTIVE.value:
            online[bot_id] = there.get(bot_id, Presence()).online(now)
    return [
        BotLine(
            name=bot.name,
            versions=len(versions[bot.id]),
            active=next(
                (n for n, state in versions[bot.id] if state == VersionState.ACTIVE.value), None
            ),
            pending=sum(state == VersionState.PENDING.value for _, state in versions[bot.id]),
            created_at=bot.created_at,
            online=online.get(bot.id),
            owner=None if bot.owner_id is None else owners[bot.owner_id],
        )
        for bot in bots
    ]


def _seasons(session: Session, bot: BotRow) -> tuple[SeasonLine, ...]:
    """Its standings by season, the newest version first."""
    lines = [*_rated_lines(session, bot), *_solo_lines(session, bot)]
    return tuple(sorted(lines, key=lambda line: (line.season, -line.version)))


def _rated_lines(session: Session, bot: BotRow) -> Iterator[SeasonLine]:
    rows = session.exec(
        select(StandingRow, VersionRow.number, SeasonRow.name)
        .join(VersionRow, col(VersionRow.id) == StandingRow.version_id)
        .join(SeasonRow, col(SeasonRow.id) == StandingRow.season_id)
        .where(VersionRow.bot_id == bot.id)
    )
    for row, version, season in rows:
        rating = standing_of(row).rating
        yield SeasonLine(season, version, row.matches, row.faults, rating, row.wins / WIN)


def _solo_lines(session: Session, bot: BotRow) -> Iterator[SeasonLine]:
    rows = session.exec(
        select(SoloStandingRow, VersionRow.number, SeasonRow.name)
        .join(VersionRow, col(VersionRow.id) == SoloStandingRow.version_id)
        .join(SeasonRow, col(SeasonRow.id) == SoloStandingRow.season_id)
        .where(VersionRow.bot_id == bot.id)
    )
    for row, version, season in rows:
        solo = solo_standing_of(row)
        yield SeasonLine(season, version, row.matches, row.faults, solo=solo)


def _causes(session: Session, bot: BotRow) -> tuple[tuple[Cause, int], ...]:
    rows = session.exec(
        select(SeatRow.cause, func.count())
        .join(VersionRow, col(VersionRow.id) == SeatRow.version_id)
        .join(MatchRow, col(MatchRow.id) == SeatRow.match_id)
        .where(VersionRow.bot_id == bot.id, MatchRow.rated, col(SeatRow.cause).is_not(None))
        .group_by(col(SeatRow.cause))
    ).all()
    counted = {Cause(cause): count for cause, count in rows}
    return tuple((cause, counted[cause]) for cause in Cause if cause in counted)


def _log(session: Session, arena: Arena, seat: SeatRow, match: MatchRow, version: int) -> BotLog:
    name = match_name(match.id)
    return BotLog(
        match_id=name,
        seat=seat.seat,
        version=version,
        cause=Cause.ABORTED if seat.cause is None else Cause(seat.cause),
        evidence=evidence_from_json(seat.evidence),
        text=text_if_there(arena.home.log(name, seat.seat)),
        attempts=tuple(_attempt_logs(session, arena, seat, name)),
    )


def _attempt_logs(
    session: Session, arena: Arena, seat: SeatRow, match: str
) -> Iterator[AttemptLog]:
    called_off = session.exec(
        select(AttemptRow)
        .where(AttemptRow.match_id == seat.match_id, AttemptRow.state == AttemptState.ABORTED.value)
        .order_by(col(AttemptRow.number))
    )
    for attempt in called_off:
        text = text_if_there(arena.home.attempt_log(match, attempt.number, seat.seat))
        if text:
            yield AttemptLog(attempt.number, attempt.detail, text)
