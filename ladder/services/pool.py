"""The pool that pairing chooses from, and its counts of matches played and in flight."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Row, func
from sqlalchemy import select as columns
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from ladder.domain.fold import fresh_standing
from ladder.domain.matchmaking import Candidate
from ladder.domain.ratings import Rating
from ladder.domain.seasons import Season
from ladder.domain.states import VersionState
from ladder.store.tables import (
    BatchRow,
    BotRow,
    ClosingEntrantRow,
    FormatCountRow,
    SeasonRow,
    SoloStandingRow,
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
    for bot in playing_bots(session, season):
        version = bot.version_id
        if version in out:
            continue
        rating, last = standings.get(version, start)
        pool.append(Candidate(version, rating, counts.get(version, {}), last, bot.owner_id))
    return pool


@dataclass(frozen=True, slots=True)
class ActiveBot:
    """The version of a bot that plays.

    ``shipped``: it comes with Siurell; ``remote``: its author runs it. ``owner_id`` is None for a
    bot of nobody. ``gone``: it stands in the table of a season that closes or is closed, and does
    not play on.
    """

    version_id: int
    bot: str
    number: int
    shipped: bool
    remote: bool = False
    owner_id: int | None = None
    bot_id: int = 0
    gone: bool = False


def active_bots(session: Session, game: str | None = None) -> list[ActiveBot]:
    """All active bots, of a game if one is named, in the order of their versions' numbers."""
    wanted = _VERSIONS.where(col(VersionRow.state) == VersionState.ACTIVE.value)
    if game is not None:
        wanted = wanted.join(VersionGameRow, col(VersionGameRow.version_id) == VersionRow.id).where(
            col(VersionGameRow.game) == game
        )
    return [_bot(row) for row in session.connection().execute(wanted)]


def inactive_bots(session: Session, season: Season) -> list[ActiveBot]:
    """The bots that have played in a season and have no active version: the one that played last.

    They keep their rating: nothing decays, and nobody is ranked down for staying away.
    """
    wanted = _VERSIONS.where(col(VersionRow.id).in_(_inactive(season)))
    return [_bot(row, gone=True) for row in session.connection().execute(wanted)]


def in_table(season: Season) -> ColumnElement[bool]:
    """What is true of a version that stands in the table of a season, be it inactive or not."""
    if season.settled:
        return col(VersionRow.id).in_(_settled(season))
    active = (
        select(VersionRow.id)
        .join(VersionGameRow, col(VersionGameRow.version_id) == VersionRow.id)
        .where(
            VersionRow.state == VersionState.ACTIVE.value,
            VersionGameRow.game == season.game,
            not season.solo or ~col(VersionRow.remote),
        )
    )
    return col(VersionRow.id).in_(active.union_all(_inactive(season)))


def _inactive(season: Season) -> SelectOfScalar[int]:
    """The versions of `inactive_bots`."""
    standing = SoloStandingRow if season.solo else StandingRow
    played = (
        select(
            VersionRow.id,
            func.row_number().over(
                partition_by=col(VersionRow.bot_id), order_by=col(VersionRow.submission).desc()
            ),
        )
        .join(standing, col(standing.version_id) == VersionRow.id)
        .where(
            standing.season_id == season.id,
            standing.matches > 0,
            col(VersionRow.bot_id).not_in(
                select(VersionRow.bot_id).where(VersionRow.state == VersionState.ACTIVE.value)
            ),
        )
        .subquery()
    )
    version, place = played.c
    return select(version).where(place == 1)


def _settled(season: Season) -> SelectOfScalar[int]:
    return select(ClosingEntrantRow.version_id).where(ClosingEntrantRow.season_id == season.id)


_VERSIONS = (
    columns(
        col(VersionRow.id),
        col(BotRow.name),
        col(VersionRow.number),
        col(VersionRow.shipped),
        col(VersionRow.remote),
        col(BotRow.owner_id),
        col(BotRow.id),
        col(VersionRow.state),
    )
    .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
    .order_by(col(VersionRow.id))
)
"""What is asked of versions. Columns: of thousands, rows of the tables would take too long."""

_Version = Row[int, str, int, str | None, bool, int | None, int, str]


def _bot(row: _Version, *, gone: bool = False) -> ActiveBot:
    version, name, number, shipped, remote, owner, bot, _ = row
    return ActiveBot(version, name, number, shipped is not None, remote, owner, bot, gone)


def playing_bots(session: Session, season: Season) -> list[ActiveBot]:
    """The bots that may be paired in a season: those that are not suspended there, nor gone."""
    out = suspended_in(session, season)
    entered = entered_bots(session, season)
    return [bot for bot in entered if not bot.gone and bot.version_id not in out]


def entered_bots(session: Session, season: Season) -> list[ActiveBot]:
    """The bots of a season: the active ones that play its game, but where everyone gets the same
    seed alone no remote ones, since these must not meet a seed that another meets.

    While it closes, and once it is closed, they are those that were there when that began.
    """
    if season.settled:
        return _settled_bots(session, season)
    bots = active_bots(session, season.game)
    return [bot for bot in bots if not (season.solo and bot.remote)]


def _settled_bots(session: Session, season: Season) -> list[ActiveBot]:
    wanted = _VERSIONS.where(col(VersionRow.id).in_(_settled(season)))
    rows = session.connection().execute(wanted).all()
    alive = with_active_version(session, {bot for *_, bot, _ in rows})
    return [
        _bot(row, gone=not plays_on(state, remote=remote, alive=bot in alive))
        for row in rows
        for *_, remote, _, bot, state in (row,)
    ]


def plays_on(state: str, *, remote: bool, alive: bool) -> bool:
    """Whether a version that was active is so, or was but replaced by a newer one of its bot.

    ``alive``: its bot has an active version.
    """
    if state == VersionState.ACTIVE.value:
        return True
    # Of a remote bot only the version that its author runs is there.
    return state == VersionState.RETIRED.value and alive and not remote


def with_active_version(session: Session, bots: AbstractSet[int]) -> set[int]:
    """Those of the bots that have one."""
    wanted = select(VersionRow.bot_id).where(
        VersionRow.state == VersionState.ACTIVE.value, col(VersionRow.bot_id).in_(bots)
    )
    return set(session.exec(wanted).all())


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
    row_of_season = session.get_one(SeasonRow, season.id)
    row_of_season.draws += 1
    session.add(row_of_season)
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
