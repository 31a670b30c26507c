"""The pool that pairing chooses from, and its counts of matches played and in flight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, bindparam, case, func
from sqlalchemy import select as columns
from sqlalchemy.orm import Mapped, aliased
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from ladder.domain.fold import fresh_standing
from ladder.domain.matchmaking import Candidate
from ladder.domain.ratings import Rating
from ladder.domain.seasons import Season
from ladder.domain.states import VersionState
from ladder.store.lists import listed
from ladder.store.tables import (
    BatchEntrantRow,
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

LOOKED_AT: Final = 1_000
"""So many bots are looked at for the next line-ups: of more, those with the fewest matches."""
_WAITING: Final = LOOKED_AT // 8
"""And so many of those that have waited longest."""


def pool_of(
    session: Session, season: Season, out: AbstractSet[int] = frozenset()
) -> list[Candidate]:
    """The versions but ``out`` that may be paired in a season, in the order of their numbers.

    Of a great many those that are next: others would not be drawn anyway, or are like these.
    """
    if season.settled:
        bots = {bot.version_id: bot.owner_id for bot in playing_bots(session, season)}
        wanted = _candidates(season, listed(bots.keys() - out))
        return sorted(_read(session, season, wanted), key=lambda bot: bot.key)
    wanted = _candidates(season, _playing(season).where(col(VersionRow.id).not_in(listed(out))))
    bots = wanted.cte("playing")
    total, last, key = bots.c[-3:]
    by_total = columns(key).order_by(total, last, key).limit(LOOKED_AT)
    by_wait = columns(key).order_by(last, total, key).limit(_WAITING)
    next_ones = columns(bots).where(key.in_(by_total) | key.in_(by_wait)).order_by(key)
    return _read(session, season, next_ones)


def _playing(season: Season) -> SelectOfScalar[int]:
    """The versions that may be paired in an open season."""
    suspended = select(SuspensionRow.version_id).where(
        SuspensionRow.season_id == season.id, col(SuspensionRow.ended_at).is_(None)
    )
    return _entered(season).where(col(VersionRow.id).not_in(suspended))


def are_playing(session: Session, season: Season, versions: Sequence[int]) -> bool:
    """Whether all these versions may be paired in an open season."""
    values = {"season": season.id, "versions": list(versions)}
    return session.connection().execute(_PLAYING_AMONG, values).scalar_one() == len(versions)


def met_lately(
    session: Session, season: Season, version: int, most: int, blocks: int
) -> Mapping[int, int]:
    """How many matches a version had, or will have, with its last so many opponents of a season.

    Each of its batches counts as so many ``blocks``.
    """
    other = aliased(BatchEntrantRow)
    met = Counter[int]()
    for opponent, seats in session.exec(
        select(other.version_id, BatchRow.seats)
        .join(BatchEntrantRow, col(BatchEntrantRow.batch_id) == other.batch_id)
        .join(BatchRow, col(BatchRow.id) == other.batch_id)
        .where(
            BatchEntrantRow.version_id == version,
            other.version_id != version,
            BatchRow.season_id == season.id,
            BatchRow.rated,
        )
        .order_by(col(BatchEntrantRow.batch_id).desc(), col(other.place))
        .limit(most)
    ):
        met[opponent] += seats * blocks
    return met


# Put together once: it is asked for every line-up.
_PLAYING_AMONG = (
    columns(func.count())
    .select_from(VersionRow)
    .where(
        col(VersionRow.id).in_(bindparam("versions", expanding=True)),
        col(VersionRow.state) == VersionState.ACTIVE.value,
        col(VersionRow.id).not_in(
            columns(col(SuspensionRow.version_id)).where(
                col(SuspensionRow.season_id) == bindparam("season"),
                col(SuspensionRow.ended_at).is_(None),
            )
        ),
    )
)


def _candidates(season: Season, versions: Any) -> Any:
    """The query for what pairing asks of versions: total, last and key are its last columns."""
    counts = (
        columns(
            col(FormatCountRow.version_id).label("version_id"),
            func.sum(FormatCountRow.matches).label("total"),
            *(
                func.sum(case((col(FormatCountRow.seats) == seats, FormatCountRow.matches)))
                for seats in season.seat_counts
            ),
        )
        .where(col(FormatCountRow.season_id) == season.id)
        .group_by(col(FormatCountRow.version_id))
        .subquery()
    )
    version, total, *formats = counts.c
    return (
        columns(
            col(BotRow.owner_id),
            col(StandingRow.mu),
            col(StandingRow.sigma),
            *formats,
            func.coalesce(total, 0),
            func.coalesce(col(StandingRow.last_batch), 0),
            col(VersionRow.id),
        )
        .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
        .outerjoin(
            StandingRow,
            (col(StandingRow.version_id) == VersionRow.id)
            & (col(StandingRow.season_id) == season.id),
        )
        .outerjoin(counts, version == VersionRow.id)
        .where(col(VersionRow.id).in_(versions))
    )


def _read(session: Session, season: Season, wanted: Any) -> list[Candidate]:
    start = fresh_standing(season.params).rating
    found = []
    for owner, mu, sigma, *formats, _, last, key in session.connection().execute(wanted):
        rating = start if mu is None else Rating(mu, sigma)
        matches = {
            seats: count
            for seats, count in zip(season.seat_counts, formats, strict=True)
            if count is not None
        }
        found.append(Candidate(key, rating, matches, last, owner))
    return found


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
    """The bots that have played in a season and have no version that does: the one that did last.

    A bot may have none that is active, or an active one that does not play this game any more.
    They keep their rating: nothing decays, and nobody is ranked down for staying away.
    """
    wanted = _VERSIONS.where(col(VersionRow.id).in_(_inactive(season)))
    return [_bot(row, gone=True) for row in session.connection().execute(wanted)]


def in_table(season: Season) -> ColumnElement[bool]:
    """What is true of a version that stands in the table of a season, be it inactive or not."""
    if season.settled:
        return col(VersionRow.id).in_(_settled(season))
    return col(VersionRow.id).in_(_entered(season).union_all(_inactive(season)))


def _entered(season: Season, what: Mapped[int] | None = None) -> SelectOfScalar[int]:
    """The active versions of a season that is not settled, or something else of each of them."""
    active = (
        select(col(VersionRow.id) if what is None else what)
        .join(VersionGameRow, col(VersionGameRow.version_id) == VersionRow.id)
        .where(VersionRow.state == VersionState.ACTIVE.value, VersionGameRow.game == season.game)
    )
    return active.where(~col(VersionRow.remote)) if season.solo else active


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
            col(VersionRow.bot_id).not_in(_entered(season, col(VersionRow.bot_id))),
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


def count_entered(session: Session, season: Season) -> int:
    """How many bots `entered_bots` would find."""
    entered = _settled(season) if season.settled else _entered(season)
    return session.exec(select(func.count()).select_from(entered.subquery())).one()


def count_in_table(session: Session, season: Season) -> int:
    """How many bots stand in the table of a season."""
    return session.exec(select(func.count(col(VersionRow.id))).where(in_table(season))).one()


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
        VersionRow.state == VersionState.ACTIVE.value, col(VersionRow.bot_id).in_(listed(bots))
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
