"""The pool that pairing chooses from, and its counts of matches played and in flight."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from sqlmodel import Session, col, select

from ladder.domain.fold import fresh_standing
from ladder.domain.matchmaking import Candidate
from ladder.domain.ratings import Rating
from ladder.domain.seasons import Season
from ladder.domain.states import VersionState
from ladder.store.tables import (
    BatchRow,
    BotRow,
    FormatCountRow,
    StandingRow,
    SuspensionRow,
    VersionGameRow,
    VersionRow,
)


def pool_of(
    session: Session, season: Season, out: AbstractSet[int] = frozenset()
) -> list[Candidate]:
    """All versions but ``out`` that may be paired in a season, in the order of their numbers."""
    counts: dict[int, dict[int, int]] = {}
    for version, seats, matches in session.exec(
        select(FormatCountRow.version_id, FormatCountRow.seats, FormatCountRow.matches).where(
            FormatCountRow.season_id == season.id
        )
    ):
        counts.setdefault(version, {})[seats] = matches
    standings = {
        version: (Rating(mu, sigma), last)
        for version, mu, sigma, last in session.exec(
            select(
                StandingRow.version_id, StandingRow.mu, StandingRow.sigma, StandingRow.last_batch
            ).where(StandingRow.season_id == season.id)
        )
    }
    start = (fresh_standing(season.params).rating, 0)
    pool = []
    for version in (bot.version_id for bot in playing_bots(session, season)):
        if version in out:
            continue
        rating, last = standings.get(version, start)
        pool.append(Candidate(version, rating, counts.get(version, {}), last))
    return pool


@dataclass(frozen=True, slots=True)
class ActiveBot:
    """The version of a bot that plays.

    ``shipped``: it comes with Siurell; ``remote``: its author runs it.
    """

    version_id: int
    bot: str
    number: int
    shipped: bool
    remote: bool = False


def active_bots(session: Session, game: str | None = None) -> list[ActiveBot]:
    """All active bots, of a game if one is named, in the order of their versions' numbers."""
    wanted = (
        select(VersionRow, BotRow.name)
        .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
        .where(VersionRow.state == VersionState.ACTIVE.value)
        .order_by(col(VersionRow.id))
    )
    if game is not None:
        wanted = wanted.join(VersionGameRow, col(VersionGameRow.version_id) == VersionRow.id).where(
            VersionGameRow.game == game
        )
    return [
        ActiveBot(version.id, name, version.number, version.shipped is not None, version.remote)
        for version, name in session.exec(wanted)
    ]


def playing_bots(session: Session, season: Season) -> list[ActiveBot]:
    """The active bots that may be paired in a season: those that are not suspended there."""
    out = suspended_in(session, season)
    return [bot for bot in entered_bots(session, season) if bot.version_id not in out]


def entered_bots(session: Session, season: Season) -> list[ActiveBot]:
    """The active bots of a season: all that play its game, but where everyone gets the same seed
    alone no remote ones, since these must not meet a seed that another meets.
    """
    bots = active_bots(session, season.game)
    return [bot for bot in bots if not (season.solo and bot.remote)]


def suspended_in(session: Session, season: Season) -> set[int]:
    """The versions that are suspended in a season."""
    return set(
        session.exec(
            select(SuspensionRow.version_id).where(
                SuspensionRow.season_id == season.id, col(SuspensionRow.ended_at).is_(None)
            )
        ).all()
    )


def standing_row(session: Session, season: Season, version: int) -> StandingRow:
    """The row of a version's standing, made with the season's start when there is none."""
    row = session.get(StandingRow, (season.id, version))
    if row is None:
        start = fresh_standing(season.params).rating
        row = StandingRow(season_id=season.id, version_id=version, mu=start.mu, sigma=start.sigma)
        session.add(row)
    return row


def count_scheduled(
    session: Session, season: Season, versions: Iterable[int], batch: BatchRow, blocks: int
) -> None:
    """Count the matches of a new batch for everyone of its line-up."""
    for version in versions:
        _add_to_count(session, season.id, version, batch.seats, blocks * batch.seats)
        if not season.solo:
            row = standing_row(session, season, version)
            row.last_batch = batch.id
            session.add(row)


def count_void(session: Session, season_id: int, versions: Iterable[int], seats: int) -> None:
    """A match will not be played after all: nobody has it on the account any more."""
    for version in versions:
        _add_to_count(session, season_id, version, seats, -1)


def _add_to_count(session: Session, season_id: int, version: int, seats: int, matches: int) -> None:
    row = session.get(FormatCountRow, (season_id, version, seats))
    if row is None:
        row = FormatCountRow(season_id=season_id, version_id=version, seats=seats)
    row.matches += matches
    session.add(row)
