"""Matches that somebody asks for: they are played before all others, and nothing hangs on them.

A requested match is *unrated*. It is a match like any other, sealed until its block is played, with
replay, logs, causes and evidence; but it moves no rating, is in no table, statistics or export of
a season, and neither does anybody owe a match less for it nor is anybody suspended for what
happened in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from siurell.errors import LadderError
from siurell.games.registry import game_named
from sqlmodel import Session, col, func, select

from ladder.domain.ids import match_name, match_number, version_label
from ladder.domain.presence import Presence
from ladder.domain.seasons import Season
from ladder.domain.states import UNFINISHED, VersionState
from ladder.services.arena import Arena
from ladder.services.audit import audit
from ladder.services.batches import requested_batch
from ladder.services.deadlines import check_deadlines
from ladder.services.finding import version_named
from ladder.services.line_ups import spoilt_among
from ladder.services.matches import MatchLine, match_lines
from ladder.services.presence import presences
from ladder.services.quotas import check_request_quota
from ladder.services.seasons import all_seasons, season_named
from ladder.store.tables import (
    BlockRow,
    BotRow,
    MatchRow,
    SeatRow,
    VersionGameRow,
    VersionRow,
)

MOST_BLOCKS = 25
"""So many blocks can be asked for at once."""

_UNFINISHED = sorted(state.value for state in UNFINISHED)


@dataclass(frozen=True, slots=True)
class RequestedMatches:
    """What was asked for: the matches in the order in which they are played, and who plays."""

    season: str
    game: str
    bots: tuple[str, ...]
    blocks: int
    matches: tuple[str, ...]


def request_match(
    arena: Arena, game: str, bots: Sequence[str], *, season: str | None = None, blocks: int = 1
) -> RequestedMatches:
    """Have these bots play unrated matches before anything else is played.

    A bot is named ``NAME``, which is the version that plays now, or ``NAME@3``. They play by the
    clock and the options of a season of the game: the named one, or the first for so many seats.
    Raises `LadderError` when they cannot meet, or when the owner has asked for enough today.
    """
    if not 1 <= blocks <= MOST_BLOCKS:
        raise LadderError(
            f"{blocks} blocks cannot be asked for at once, only 1 to {MOST_BLOCKS}.",
            reason="BAD_BLOCKS",
        )
    chosen = _season_for(arena, game, len(bots), season)
    check_deadlines([chosen])
    with arena.db.write() as session:
        versions = [_fit(session, arena, chosen, word) for word in bots]
        _refuse_twice(versions)
        _refuse_spoilt(session, arena, versions)
        check_request_quota(session, arena, blocks * len(versions))
        matches = _ask(session, arena, chosen, [version for _, version in versions], blocks)
        labels = tuple(version_label(bot.name, version.number) for bot, version in versions)
        for match in matches:
            audit(session, arena, "match.request", f"match {match}", bots=labels)
    return RequestedMatches(chosen.name, chosen.game, labels, blocks, tuple(matches))


def requested_lines(arena: Arena, matches: Sequence[str]) -> list[MatchLine]:
    """Where these matches stand, in their order."""
    numbers = [match_number(match) for match in matches]
    with arena.db.read() as session:
        rows = session.exec(select(MatchRow).where(col(MatchRow.id).in_(numbers))).all()
        return match_lines(
            session, sorted(rows, key=lambda row: numbers.index(row.id)), arena.actor
        )


def waiting_requests(arena: Arena) -> int:
    """How many matches that somebody asked for are still to be played."""
    unfinished = select(func.count()).where(
        ~col(MatchRow.rated), col(MatchRow.state).in_(_UNFINISHED)
    )
    with arena.db.read() as session:
        return session.exec(unfinished).one()


def stranger_to_play(arena: Arena, bots: Sequence[str]) -> str:
    """A submitted bot that runs when these and all that was asked for before play.

    Empty when there is none: then only bots of ours run, or such as run elsewhere.
    """
    with arena.db.read() as session:
        waiting = (
            select(VersionRow, BotRow.name)
            .join(SeatRow, col(SeatRow.version_id) == VersionRow.id)
            .join(MatchRow, col(MatchRow.id) == SeatRow.match_id)
            .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
            .where(~col(MatchRow.rated), col(MatchRow.state).in_(_UNFINISHED))
        )
        there = [(version, name) for version, name in session.exec(waiting)]
        there += [(version, bot.name) for bot, version in (version_named(session, w) for w in bots)]
    strangers = (one for one in there if one[0].shipped is None and not one[0].remote)
    return next((version_label(name, version.number) for version, name in strangers), "")


def _ask(
    session: Session, arena: Arena, season: Season, versions: Sequence[VersionRow], blocks: int
) -> list[str]:
    """Queue the matches; their names, in the order in which they were made."""
    # A line-up with a remote bot plays block by block, as it does in rated matches.
    parts = [1] * blocks if any(version.remote for version in versions) else [blocks]
    ids = [version.id for version in versions]
    batches = [requested_batch(session, arena, season, ids, part).id for part in parts]
    matches = session.exec(
        select(MatchRow.id)
        .join(BlockRow, col(BlockRow.id) == MatchRow.block_id)
        .where(col(BlockRow.batch_id).in_(batches))
        .order_by(col(MatchRow.id))
    ).all()
    return [match_name(match) for match in matches]


def _season_for(arena: Arena, game: str, bots: int, name: str | None) -> Season:
    """The season by whose clock they play."""
    known = game_named(game)
    if name is not None:
        season = season_named(arena, name)
        if season.game != known.name:
            raise LadderError(
                f"The season {season.name} is of {season.game}, not of {known.name}; name one of"
                f" {known.name} or leave it out.",
                reason="OTHER_GAME",
            )
        if season.solo or bots in season.seat_counts:
            return season
        counts = season.seat_counts
        where = f"In {season.name}"
    else:
        seasons = [one for one in all_seasons(arena) if one.game == known.name]
        fitting = (one for one in seasons if bots in one.seat_counts)
        found = next(fitting, None)
        if found is not None:
            return found
        counts = tuple(sorted({count for one in seasons for count in one.seat_counts}))
        where = f"On {known.name}"
    raise LadderError(
        f"{where} a match is of {', '.join(map(str, counts))} bots, and {bots} were named; name as"
        " many as are to play (`siurell bot list`).",
        reason="BAD_LINE_UP",
    )


def _fit(session: Session, arena: Arena, season: Season, word: str) -> tuple[BotRow, VersionRow]:
    """The version that a word names, if it can play in the season now."""
    bot, version = version_named(session, word)
    label = version_label(bot.name, version.number)
    if session.get(VersionGameRow, (version.id, season.game)) is None:
        raise LadderError(
            f"{label} does not play {season.game}; `siurell bot show {bot.name}` says what it"
            " plays.",
            reason="OTHER_GAME",
        )
    if version.state != VersionState.ACTIVE.value:
        _refuse_unfit(arena, bot, version, label)
    if version.remote:
        _refuse_away(session, arena, season, bot)
    return bot, version


def _refuse_unfit(arena: Arena, bot: BotRow, version: VersionRow, label: str) -> None:
    """Refuse what is not checked, and what was replaced unless its owner asks for it."""
    if version.state != VersionState.PENDING.value and version.checked_at is None:
        raise LadderError(
            f"{label} has never passed a check; submit its folder again: `siurell submit FOLDER`.",
            reason="VERSION_NOT_CHECKED",
        )
    if version.state == VersionState.PENDING.value:
        raise LadderError(
            f"{label} has not been checked yet; `siurell ladder run` checks what waits, and then it"
            " can play.",
            reason="VERSION_NOT_CHECKED",
        )
    if version.state == VersionState.REJECTED.value:
        raise LadderError(
            f"{label} failed its check, so it cannot play; `siurell bot show {bot.name}` says why:"
            " mend it and submit it again.",
            reason="VERSION_NOT_CHECKED",
        )
    if version.remote:
        raise LadderError(
            f"{label} was replaced and runs nowhere any more; name {bot.name} without a version.",
            reason="VERSION_RETIRED",
        )
    arena.actor.require_own(bot.owner_id, f"ask for a version that was replaced, as {label} was")


def _refuse_away(session: Session, arena: Arena, season: Season, bot: BotRow) -> None:
    """Refuse a remote bot that cannot come."""
    if season.solo:
        raise LadderError(
            f"{bot.name} runs on its author's machine and may remember a seed that others are to"
            " play after it; leave it out.",
            reason="REMOTE_ENTRANT",
        )
    if not presences(session).get(bot.id, Presence()).online(arena.now()):
        raise LadderError(
            f"{bot.name} is offline: its author starts it with `siurell connect`; ask again when"
            f" `siurell bot show {bot.name}` says that it is online.",
            reason="BOT_OFFLINE",
        )


def _refuse_twice(versions: Sequence[tuple[BotRow, VersionRow]]) -> None:
    seen: set[int] = set()
    for bot, version in versions:
        if version.id in seen:
            label = version_label(bot.name, version.number)
            raise LadderError(
                f"{label} was named twice, and a version never meets itself; `siurell play` does"
                " that.",
                reason="BAD_LINE_UP",
            )
        seen.add(version.id)


def _refuse_spoilt(
    session: Session, arena: Arena, versions: Sequence[tuple[BotRow, VersionRow]]
) -> None:
    spoilt = spoilt_among(session, arena.home, [version.id for _, version in versions])
    for bot, version in versions:
        if version.id in spoilt:
            raise LadderError(
                f"The content of {version_label(bot.name, version.number)} is gone or was changed;"
                " submit it again.",
                reason="SPOILT",
            )
