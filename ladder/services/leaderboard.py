"""The leaderboard of a rated season: a version of each bot, ranked by mu - 3 sigma.

That is the active one, or of a bot that plays no more the last that did. The database ranks, so
that a page of it is quick however many bots there are.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, func
from sqlalchemy import select as columns
from sqlmodel import col

from ladder.domain.fold import WIN, fresh_standing
from ladder.domain.intervals import wilson
from ladder.domain.season_states import SeasonState
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.pool import in_table, plays_on, suspended_in, with_active_version
from ladder.store.tables import BotRow, StandingRow, VersionRow

PROVISIONAL_SHARE = 1 / 3
"""A rating is provisional while its sigma is above this share of the season's start."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One bot on the leaderboard.

    ``win_share`` counts a victory shared by k as 1/k; ``win_low`` and ``win_high`` are its Wilson
    interval (95 %). Shares are None before the first match. Bots with the same score share a rank.
    ``suspended``: it is not paired, since it faulted too often. ``inactive``: its author took it
    away, or its newest version does not play here; it keeps its rating and is not paired.
    """

    rank: int
    bot: str
    version: int
    mu: float
    sigma: float
    score: float
    matches: int
    win_share: float | None
    win_low: float
    win_high: float
    fault_share: float | None
    provisional: bool
    suspended: bool
    inactive: bool = False


def leaderboard(
    arena: Arena, season: Season, *, first: int = 1, limit: int | None = None
) -> list[LeaderboardRow]:
    """The bots of the season's table, best first: all, or so many from the ``first`` on."""
    with arena.db.read() as session:
        rows = session.connection().execute(_wanted(season).limit(limit).offset(first - 1)).all()
        suspended = suspended_in(session, season)
        bots = {row.bot_id for row in rows} if season.settled else set()
        alive = with_active_version(session, bots)
    return [_row(row, season, suspended, alive) for row in rows]


def _wanted(season: Season) -> Any:
    """The query for the rows of the table, in its order."""
    start = fresh_standing(season.params).rating
    mu, sigma = (
        func.coalesce(StandingRow.mu, start.mu),
        func.coalesce(StandingRow.sigma, start.sigma),
    )
    score = mu - 3 * sigma
    return (
        columns(
            col(VersionRow.id),
            col(VersionRow.bot_id),
            col(BotRow.name),
            col(VersionRow.number),
            col(VersionRow.state),
            col(VersionRow.remote),
            mu.label("mu"),
            sigma.label("sigma"),
            score.label("score"),
            *(
                func.coalesce(col(count), 0).label(name)
                for name, count in (
                    ("matches", StandingRow.matches),
                    ("wins", StandingRow.wins),
                    ("faults", StandingRow.faults),
                )
            ),
            func.rank().over(order_by=score.desc()).label("rank"),
        )
        .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
        .outerjoin(
            StandingRow,
            (col(StandingRow.version_id) == VersionRow.id)
            & (col(StandingRow.season_id) == season.id),
        )
        .where(in_table(season))
        .order_by(score.desc(), col(BotRow.key))
    )


def _row(
    row: Row[Any], season: Season, suspended: AbstractSet[int], alive: AbstractSet[int]
) -> LeaderboardRow:
    played = row.matches
    low, high = wilson(row.wins / WIN, played)
    stays = plays_on(row.state, remote=row.remote, alive=season.settled and row.bot_id in alive)
    return LeaderboardRow(
        rank=row.rank,
        bot=row.name,
        version=row.number,
        mu=row.mu,
        sigma=row.sigma,
        score=row.score,
        matches=played,
        win_share=row.wins / WIN / played if played else None,
        win_low=low,
        win_high=high,
        fault_share=row.faults / played if played else None,
        provisional=row.sigma > PROVISIONAL_SHARE * season.params.sigma,
        suspended=row.id in suspended,
        inactive=season.state is not SeasonState.CLOSED and not stays,
    )
