"""Seasons that close: who was there, what they are owed, and when the table is final.

A season begins to close when somebody says so, or at its closing time. Its *entrants* are the
versions that were active then; nobody else is paired, and they make up the final table whatever
becomes of them. Each is owed ``extra_blocks`` blocks of batches that are drawn from then on, a
block with a match that was given up not counted. What was in flight before is played and counted
as well, and is no part of them.

Nobody waits for an entrant that cannot play any more: one that is suspended, was withdrawn, whose
content is gone, or that is remote and does not come back. One that a newer version of its bot has
replaced meanwhile plays on, for the bot. Once all matches are reported and nobody who can play is
owed a block, the season closes by itself; so it does when too few of them are left for a match.
"""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, delete, func, select

from ladder.domain.matchmaking import Candidate, PairingRules, parties
from ladder.domain.season_states import SeasonState
from ladder.domain.seasons import Season
from ladder.domain.states import UNFINISHED, MatchState, VersionState
from ladder.services.arena import Arena
from ladder.services.audit import audit
from ladder.services.line_ups import spoilt_among
from ladder.services.pool import playing_bots, pool_of
from ladder.services.presence import presences
from ladder.services.seasons import season_of
from ladder.store.tables import (
    BatchEntrantRow,
    BatchRow,
    BlockRow,
    ClosingEntrantRow,
    MatchRow,
    SeasonRow,
    VersionGameRow,
    VersionRow,
)

_UNFINISHED = sorted(state.value for state in UNFINISHED)


def settle(session: Session, arena: Arena) -> None:
    """Do what time and play have brought: begin what is to close by now, close what is done."""
    now = arena.now()
    waiting = (SeasonState.OPEN.value, SeasonState.FROZEN.value)
    due = select(SeasonRow).where(
        col(SeasonRow.state).in_(waiting), col(SeasonRow.closes_at) <= now
    )
    for row in session.exec(due).all():
        begin_closing(session, row, row.closes_at or now)
        audit(session, arena, "season.closing", f"season {row.name}", by="its closing time")
    closing = select(SeasonRow).where(SeasonRow.state == SeasonState.CLOSING.value)
    for row in session.exec(closing).all():
        close_if_done(session, arena, row)


def begin_closing(session: Session, row: SeasonRow, at: datetime) -> None:
    """From now on a season closes; its entrants are those that were active at that time."""
    end_closing(session, row)
    newest = session.exec(select(func.max(BatchRow.id))).one() or 0
    entrants = _active_at(session, row, at)
    row.state, row.closing_after = SeasonState.CLOSING.value, newest
    session.add(row)
    session.add_all(ClosingEntrantRow(season_id=row.id, version_id=one) for one in entrants)
    session.flush()


def end_closing(session: Session, row: SeasonRow) -> None:
    """A season does not close any more, or is not closed any more: whoever is active takes part."""
    session.exec(delete(ClosingEntrantRow).where(col(ClosingEntrantRow.season_id) == row.id))
    row.closing_after = None


def close_if_done(session: Session, arena: Arena, row: SeasonRow) -> bool:
    """Close a closing season when nothing is left to play; whether it was closed."""
    if row.state != SeasonState.CLOSING.value or _left_to_play(session, arena, season_of(row)):
        return False
    row.state = SeasonState.CLOSED.value
    session.add(row)
    session.flush()
    audit(session, arena, "season.closed", f"season {row.name}", by="its last match")
    return True


def owed_blocks(session: Session, season: Season) -> dict[int, int]:
    """How many blocks each entrant of a closing season is owed; less than none for one too many."""
    entrants = session.exec(
        select(ClosingEntrantRow.version_id).where(ClosingEntrantRow.season_id == season.id)
    ).all()
    # Of all seasons: those are few, and of this one there may be a million matches to look through.
    given_up = select(MatchRow.block_id).where(MatchRow.state == MatchState.VOID.value)
    drawn = dict(
        session.exec(
            select(BatchEntrantRow.version_id, func.count(col(BlockRow.id)))
            .join(BatchRow, col(BatchRow.id) == BatchEntrantRow.batch_id)
            .join(BlockRow, col(BlockRow.batch_id) == BatchRow.id)
            .where(
                BatchRow.season_id == season.id,
                BatchRow.rated,
                col(BatchRow.id) > (season.closing_after or 0),
                col(BlockRow.id).not_in(given_up),
            )
            .group_by(col(BatchEntrantRow.version_id))
        ).all()
    )
    return {version: season.extra_blocks - drawn.get(version, 0) for version in entrants}


def owed_to_playing(session: Session, season: Season) -> dict[int, int]:
    """The blocks that those are owed who play, while a season closes; nothing in any other state.

    By the numbers of the versions, in the order of `playing_bots`.
    """
    if season.state is not SeasonState.CLOSING:
        return {}
    owed = owed_blocks(session, season)
    playing = [bot.version_id for bot in playing_bots(session, season)]
    return {version: max(0, owed[version]) for version in playing if version in owed}


def _left_to_play(session: Session, arena: Arena, season: Season) -> bool:
    unfinished = select(MatchRow.id).where(
        MatchRow.season_id == season.id, MatchRow.rated, col(MatchRow.state).in_(_UNFINISHED)
    )
    if session.exec(unfinished.limit(1)).first() is not None:
        return True
    owed = owed_blocks(session, season)
    if not any(blocks > 0 for blocks in owed.values()):
        return False
    able = _able_to_play(session, arena, season)
    return _enough(season, able) and any(owed[bot.key] > 0 for bot in able)


def _able_to_play(session: Session, arena: Arena, season: Season) -> list[Candidate]:
    """The entrants that can still be paired, or will be when they come back online."""
    known, now = presences(session), arena.now()
    playing = playing_bots(session, season)
    gone = {
        bot.version_id
        for bot in playing
        if bot.remote
        and (
            bot.bot_id not in known
            or known[bot.bot_id].suspended
            or known[bot.bot_id].given_up(now)
        )
    }
    gone |= spoilt_among(session, arena.home, [bot.version_id for bot in playing])
    return pool_of(session, season, gone)


def _enough(season: Season, pool: list[Candidate]) -> bool:
    """Whether these can have a match."""
    if season.solo:
        return len(pool) >= season.fewest_bots
    rules = PairingRules(season.seat_counts, own_opponents=season.own_opponents)
    return parties(pool, rules) >= season.fewest_bots


def _active_at(session: Session, row: SeasonRow, at: datetime) -> list[int]:
    """The versions that were active at a time: one of each bot that has an active one now.

    Of a bot whose active version came later it is the one before.
    """
    states = (VersionState.ACTIVE.value, VersionState.RETIRED.value)
    versions = session.exec(
        select(VersionRow)
        .join(VersionGameRow, col(VersionGameRow.version_id) == VersionRow.id)
        .where(VersionGameRow.game == row.game, col(VersionRow.state).in_(states))
        .order_by(col(VersionRow.submission))
    ).all()
    active = {version.bot_id for version in versions if _is_active(version)}
    chosen: dict[int, VersionRow] = {}
    solo = season_of(row).solo
    for version in versions:
        there = version.checked_at is not None and version.checked_at <= at
        alone = solo and version.remote
        if version.bot_id not in active or not there or alone:
            continue
        if version.bot_id not in chosen or not _is_active(chosen[version.bot_id]):
            chosen[version.bot_id] = version
    return sorted(version.id for version in chosen.values())


def _is_active(version: VersionRow) -> bool:
    return version.state == VersionState.ACTIVE.value
