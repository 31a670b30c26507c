"""How it stands with what somebody submitted: is it checked, does it play, how does it begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from ladder.domain.access import Role
from ladder.domain.season_states import SeasonState
from ladder.domain.seasons import Season
from ladder.domain.states import UNFINISHED, VersionState
from ladder.services.arena import Arena
from ladder.services.closings import owed_to_playing
from ladder.services.finding import find_bot
from ladder.services.matches import MatchLine, match_lines
from ladder.services.pool import count_entered
from ladder.services.seasons import all_seasons
from ladder.services.submit import VersionInfo, info_of
from ladder.store.tables import BotRow, MatchRow, SeasonRow, SeatRow, VersionRow

FIRST_MATCHES: Final = 3
"""So many matches show how a version begins."""

MOST_BOTS: Final = 50
"""So many bots are told of at most."""

_UNFINISHED: Final = sorted(state.value for state in UNFINISHED)
_UNDECIDED: Final = (VersionState.PENDING.value, VersionState.REJECTED.value)


@dataclass(frozen=True, slots=True)
class BotStatus:
    """The newest version of a bot, how many matches it has behind it, and the first of them."""

    version: VersionInfo
    matches: int
    first: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class SeasonCount:
    """How many bots play in a season, how many matches of it have been reported, where it stands.

    ``opens_at`` and ``closes_at`` are its times. ``owed``: so many blocks are still to be drawn for
    its bots together, while it closes.
    """

    season: str
    bots: int
    matches: int
    state: SeasonState
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    owed: int = 0


@dataclass(frozen=True, slots=True)
class LadderStatus:
    """A ladder as somebody sees it: ``actor`` with a ``role``, and the bots that matter to them."""

    actor: str
    role: Role
    seasons: tuple[SeasonCount, ...]
    waiting: int
    bots: tuple[BotStatus, ...]


def ladder_status(arena: Arena) -> LadderStatus:
    """The ladder and the bots of who acts; for who owns none, those that do not play (yet)."""
    seasons = all_seasons(arena)
    with arena.db.read() as session:
        reported = dict(session.exec(select(SeasonRow.id, SeasonRow.reported)).all())
        counts = tuple(_count(session, one, reported.get(one.id, 0)) for one in seasons)
        wanted = _newest(session, arena.actor.owner_id)
        waiting = session.exec(
            select(func.count()).where(VersionRow.state == VersionState.PENDING.value)
        ).one()
        bots = tuple(_status(session, arena, version) for version in wanted)
    return LadderStatus(arena.actor.name, arena.actor.role, counts, waiting, bots)


def bot_status(arena: Arena, name: str) -> BotStatus:
    """One bot (`LadderError` when there is none of this name)."""
    with arena.db.read() as session:
        bot = find_bot(session, name)
        version = session.exec(
            select(VersionRow)
            .where(VersionRow.bot_id == bot.id)
            .order_by(col(VersionRow.submission).desc())
        ).first()
        assert version is not None, "a bot comes into being with its first version"
        return _status(session, arena, version)


def _count(session: Session, season: Season, matches: int) -> SeasonCount:
    return SeasonCount(
        season.name,
        count_entered(session, season),
        matches,
        season.state,
        season.opens_at,
        season.closes_at,
        sum(owed_to_playing(session, season).values()),
    )


def _newest(session: Session, owner: int | None) -> Sequence[VersionRow]:
    """Of each bot of the owner the version that was submitted last, in the order of their names.

    Without an owner of those bots of which it is not decided, or against it.
    """
    newer = aliased(VersionRow)
    later = select(newer.id).where(
        newer.bot_id == VersionRow.bot_id, newer.submission > VersionRow.submission
    )
    wanted = (
        select(VersionRow)
        .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
        .where(~later.exists())
        .order_by(col(BotRow.key))
        .limit(MOST_BOTS)
    )
    if owner is None:
        return session.exec(wanted.where(col(VersionRow.state).in_(_UNDECIDED))).all()
    return session.exec(wanted.where(BotRow.owner_id == owner)).all()


def _status(session: Session, arena: Arena, version: VersionRow) -> BotStatus:
    played = (
        select(MatchRow)
        .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
        .where(SeatRow.version_id == version.id, col(MatchRow.state).not_in(_UNFINISHED))
    )
    first = session.exec(played.order_by(col(MatchRow.id)).limit(FIRST_MATCHES)).all()
    matches = session.exec(select(func.count()).select_from(played.subquery())).one()
    return BotStatus(
        version=info_of(session, version, arena.home, arena.actor),
        matches=matches,
        first=tuple(match_lines(session, first, arena.actor)),
    )
