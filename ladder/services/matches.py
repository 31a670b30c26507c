"""Matches as people ask for them: lists, one in full, its replay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from siurell.errors import LadderError
from siurell.match.clock import TimeControl
from siurell.match.result import Cause, Evidence
from sqlalchemy import ColumnElement, text
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from ladder.domain.access import NOBODY, Actor
from ladder.domain.ids import match_name, match_number, unknown_match, version_label
from ladder.domain.load import MachineLoad, load_from_json
from ladder.domain.ratings import Rating
from ladder.domain.states import UNFINISHED, AttemptState, MatchState
from ladder.services.arena import Arena
from ladder.services.finding import find_bot
from ladder.services.seasons import season_named, season_of
from ladder.services.solo import Round, round_of
from ladder.store.evidence import evidence_from_json, without_words
from ladder.store.tables import (
    AttemptRow,
    BotRow,
    MatchRow,
    SeasonRow,
    SeatRow,
    VersionRow,
)
from ladder.store.tables.matches import IRREGULAR

_UNFINISHED = sorted(state.value for state in UNFINISHED)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat of a match; what is known only after the report is None before it.

    While the match is sealed its evidence is without words, since the bot may have chosen them; for
    authors it always is where the bot is not theirs.
    """

    seat: int
    bot: str
    version: int
    cause: Cause | None
    placement: int | None
    score: int | None
    evidence: Evidence
    before: Rating | None
    after: Rating | None

    @property
    def label(self) -> str:
        """The version as people write it."""
        return version_label(self.bot, self.version)


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One match. ``sealed``: its replay and logs are shut until its block has been played.

    What is not ``rated`` somebody asked for; nothing hangs on it.
    """

    match_id: str
    season: str
    game: str
    rated: bool
    state: MatchState
    attempt: int
    sealed: bool
    decisions: int
    turns: int
    grade: str
    reason: str
    started_at: datetime | None
    ended_at: datetime | None
    seats: tuple[SeatLine, ...]

    @property
    def over(self) -> bool:
        """Whether it is played, or will not be."""
        return self.state not in UNFINISHED


@dataclass(frozen=True, slots=True)
class AttemptLine:
    """One try at a match. ``decisions`` is how far it came, ``replay`` the file of an attempt that
    was called off: None while it is sealed, when there is none, or for the attempt that counts.
    ``lagged``: it was called off since the referee itself was late, and ``load`` is what the
    machine did meanwhile. ``sandbox``: what its bots ran in, and what was seen to hold there.
    """

    number: int
    state: AttemptState
    worker: str
    issued_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    decisions: int
    detail: str
    late_report: bool
    replay: Path | None
    lagged: bool
    load: MachineLoad | None
    sandbox: str


@dataclass(frozen=True, slots=True)
class MatchDetail:
    """All that is known of a match. ``rating_kept``: the ratings could not be computed.

    ``round`` is that of a match of a solo season. ``load`` is what the worker's machine did, kept
    where a seat lost by time.
    """

    line: MatchLine
    block: int
    rotation: int
    options: Mapping[str, str]
    time: TimeControl
    digest: str
    report_no: int | None
    rating_kept: bool
    worker: str | None
    attempts: tuple[AttemptLine, ...]
    round: Round | None
    load: MachineLoad | None = None


def list_matches(
    arena: Arena,
    *,
    bot: str | None = None,
    cause: Cause | None = None,
    state: MatchState | None = None,
    season: str | None = None,
    rated: bool | None = None,
    limit: int = 50,
    before: str | None = None,
) -> list[MatchLine]:
    """Matches, the newest first: of a bot, with a seat that ended so, in a state, of a season,
    only rated ones or only those that are not.

    ``before`` goes on after the last match of an earlier list. With both `bot` and `cause` it is
    that bot's seat that ended so. Raises `LadderError` (``UNKNOWN_BOT``, ``UNKNOWN_SEASON``,
    ``UNKNOWN_MATCH``) where there is none of that name.
    """
    wanted = select(MatchRow).order_by(col(MatchRow.id).desc()).limit(limit)
    if state is not None:
        wanted = wanted.where(MatchRow.state == state.value)
    if season is not None:
        wanted = wanted.where(MatchRow.season_id == season_named(arena, season).id)
    if rated is not None:
        wanted = wanted.where(col(MatchRow.rated) == rated)
    if before is not None:
        wanted = wanted.where(col(MatchRow.id) < match_number(before))
    with arena.db.read() as session:
        bot_id = None if bot is None else find_bot(session, bot).id
        if bot_id is not None or cause is not None:
            wanted = wanted.where(_has_seat(bot_id, cause))
        return match_lines(session, session.exec(wanted).all(), arena.actor)


def _has_seat(bot_id: int | None, cause: Cause | None) -> ColumnElement[bool]:
    """What is true of a match with a seat of this bot, that ended so."""
    seats = select(SeatRow.match_id)
    if bot_id is None and cause is Cause.GAME_RULES:
        # Of nearly all: so they are looked up one by one, from the newest on.
        mine = seats.where(SeatRow.match_id == MatchRow.id, SeatRow.cause == cause.value)
        return mine.correlate(MatchRow).exists()
    if cause is not None:
        seats = seats.where(SeatRow.cause == cause.value)
    if cause is not None and cause is not Cause.GAME_RULES:
        # It says no more, but that the index of these few can be used.
        seats = seats.where(text(IRREGULAR))
    if bot_id is not None:
        seats = seats.join(VersionRow, col(VersionRow.id) == SeatRow.version_id)
        seats = seats.where(VersionRow.bot_id == bot_id)
    return col(MatchRow.id).in_(seats)


def show_match(arena: Arena, match_id: str) -> MatchDetail:
    """One match in full (`LadderError` when there is none of this name)."""
    with arena.db.read() as session:
        match = find_match(session, match_id)
        season = season_of(session.get_one(SeasonRow, match.season_id))
        (line,) = match_lines(session, [match], arena.actor)
        attempts = session.exec(
            select(AttemptRow)
            .where(AttemptRow.match_id == match.id)
            .order_by(col(AttemptRow.number))
        ).all()
        return MatchDetail(
            line=line,
            block=match.block_id,
            rotation=match.rotation,
            options=season.options,
            time=season.time,
            digest=match.digest,
            report_no=match.report_no,
            rating_kept=match.rating_kept,
            worker=match.worker,
            attempts=tuple(_attempt_line(arena, row, line) for row in attempts),
            round=round_of(session, match) if season.solo else None,
            load=None if match.load is None else load_from_json(match.load),
        )


def replay_path(arena: Arena, match_id: str) -> Path:
    """The file of a match's replay.

    Raises `LadderError`: ``SEALED`` while a match of its block has not been reported,
    ``NO_REPLAY`` when there is none.
    """
    with arena.db.read() as session:
        match = find_match(session, match_id)
        _refuse_sealed(session, match)
        state = MatchState(match.state)
    path = arena.home.replay(match_name(match.id))
    if state is not MatchState.REPORTED:
        raise LadderError(f"{match_id} was called off and has no replay.", reason="NO_REPLAY")
    if not path.is_file():
        raise _no_replay(arena, match_id)
    return path


def replay_of(arena: Arena, match_id: str) -> bytes:
    """The replay of a match, gzipped as it is kept; raises what `replay_path` raises."""
    path = replay_path(arena, match_id)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        # Purged since it was looked for.
        raise _no_replay(arena, match_id) from None


def replay_file(arena: Arena, line: MatchLine) -> Path | None:
    """The file of a match's replay; None while it is sealed, and where there is none."""
    path = arena.home.replay(line.match_id)
    return path if not line.sealed and path.is_file() else None


def refuse_sealed(arena: Arena, match_id: str) -> None:
    """Raise `LadderError` (``SEALED``) while a match of its block has not been reported."""
    with arena.db.read() as session:
        _refuse_sealed(session, find_match(session, match_id))


def _refuse_sealed(session: Session, match: MatchRow) -> None:
    if sealed_blocks(session, [match.block_id]):
        raise LadderError(
            f"The replay of {match_name(match.id)} is sealed until all matches of its block have "
            "been played, since the others use the same seed; `siurell ladder run` plays them,"
            " at the ladder's machine.",
            reason="SEALED",
        )


def find_match(session: Session, match_id: str) -> MatchRow:
    """The row of a match, or `LadderError`."""
    match = session.get(MatchRow, match_number(match_id))
    if match is None:
        raise unknown_match(match_id)
    return match


def sealed_blocks(session: Session, blocks: Iterable[int]) -> set[int]:
    """Those of the blocks that have a match without a report still."""
    unfinished = unfinished_blocks().where(col(MatchRow.block_id).in_(set(blocks)))
    return set(session.exec(unfinished).all())


def unfinished_blocks() -> SelectOfScalar[int]:
    """A query for the blocks that have a match without a report still."""
    return select(MatchRow.block_id).where(col(MatchRow.state).in_(_UNFINISHED)).distinct()


def match_lines(
    session: Session, matches: Sequence[MatchRow], actor: Actor = NOBODY
) -> list[MatchLine]:
    """The typed values of these matches, in this order, as somebody may see them."""
    sealed = sealed_blocks(session, (match.block_id for match in matches))
    seats = _seat_lines(session, {match.id: match.block_id in sealed for match in matches}, actor)
    seasons = {row.id: row for row in session.exec(select(SeasonRow)).all()}
    return [
        MatchLine(
            match_id=match_name(match.id),
            season=seasons[match.season_id].name,
            game=seasons[match.season_id].game,
            rated=match.rated,
            state=MatchState(match.state),
            attempt=match.attempt,
            sealed=match.block_id in sealed,
            decisions=match.decisions,
            turns=match.turns,
            grade=match.grade,
            reason=match.reason,
            started_at=match.started_at,
            ended_at=match.ended_at,
            seats=tuple(seats[match.id]),
        )
        for match in matches
    ]


def _seat_lines(
    session: Session, matches: Mapping[int, bool], actor: Actor
) -> dict[int, list[SeatLine]]:
    """The seats of these matches, each of which is sealed or not."""
    lines: dict[int, list[SeatLine]] = {match: [] for match in matches}
    rows = session.exec(
        select(SeatRow, VersionRow.number, BotRow.name, BotRow.owner_id)
        .join(VersionRow, col(VersionRow.id) == SeatRow.version_id)
        .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
        .where(col(SeatRow.match_id).in_(matches))
        .order_by(col(SeatRow.match_id), col(SeatRow.seat))
    )
    for row, version, bot, owner in rows:
        shut = matches[row.match_id] or not actor.owns(owner)
        lines[row.match_id].append(_seat_line(row, bot, version, wordless=shut))
    return lines


def _seat_line(row: SeatRow, bot: str, version: int, *, wordless: bool) -> SeatLine:
    evidence = evidence_from_json(row.evidence)
    return SeatLine(
        seat=row.seat,
        bot=bot,
        version=version,
        cause=None if row.cause is None else Cause(row.cause),
        placement=row.placement,
        score=row.score,
        evidence=without_words(evidence) if wordless else evidence,
        before=_rating(row.mu_before, row.sigma_before),
        after=_rating(row.mu_after, row.sigma_after),
    )


def _rating(mu: float | None, sigma: float | None) -> Rating | None:
    return None if mu is None or sigma is None else Rating(mu, sigma)


def _attempt_line(arena: Arena, row: AttemptRow, match: MatchLine) -> AttemptLine:
    path = arena.home.attempt_replay(match.match_id, row.number)
    return AttemptLine(
        number=row.number,
        state=AttemptState(row.state),
        worker=row.worker,
        issued_at=row.issued_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        decisions=row.decisions,
        detail=row.detail,
        late_report=row.late_report is not None,
        lagged=row.lagged,
        load=None if row.load is None else load_from_json(row.load),
        # It holds the seed, which the next attempt plays.
        replay=path if row.digest and not match.sealed and path.is_file() else None,
        sandbox=row.sandbox,
    )


def _no_replay(arena: Arena, match_id: str) -> LadderError:
    return LadderError(
        f"The replay of {match_id} is not in {arena.home.replays} any more: it was purged, or"
        " is lost. Put back a copy if there is one.",
        reason="NO_REPLAY",
    )
