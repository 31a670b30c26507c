"""The leaderboard of a rated season: the active version of each bot, ranked by mu - 3 sigma."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from sqlmodel import select

from ladder.domain.fold import WIN, Standing, fresh_standing
from ladder.domain.intervals import wilson
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.pool import ActiveBot, entered_bots, suspended_in
from ladder.services.standings import standing_of
from ladder.store.tables import StandingRow

PROVISIONAL_SHARE = 1 / 3
"""A rating is provisional while its sigma is above this share of the season's start."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One bot on the leaderboard.

    ``win_share`` counts a victory shared by k as 1/k; ``win_low`` and ``win_high`` are its Wilson
    interval (95 %). Shares are None before the first match. Bots with the same score share a rank.
    ``suspended``: it is not paired, since it faulted too often.
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


def leaderboard(arena: Arena, season: Season) -> list[LeaderboardRow]:
    """All active bots that play the season's game, best first."""
    with arena.db.read() as session:
        bots = entered_bots(session, season)
        rows = session.exec(select(StandingRow).where(StandingRow.season_id == season.id)).all()
        standings = {row.version_id: standing_of(row) for row in rows}
        suspended = suspended_in(session, season)
    start = fresh_standing(season.params)
    entries = [(bot, standings.get(bot.version_id, start)) for bot in bots]
    return _ranked(entries, season, suspended)


def _ranked(
    entries: Sequence[tuple[ActiveBot, Standing]], season: Season, suspended: Set[int]
) -> list[LeaderboardRow]:
    best_first = sorted(entries, key=lambda entry: (-entry[1].rating.score, entry[0].bot.lower()))
    board: list[LeaderboardRow] = []
    for _, group in groupby(best_first, key=lambda entry: entry[1].rating.score):
        rank = len(board) + 1
        board += [
            _row(rank, bot, standing, season, suspended=bot.version_id in suspended)
            for bot, standing in group
        ]
    return board


def _row(
    rank: int, bot: ActiveBot, standing: Standing, season: Season, *, suspended: bool
) -> LeaderboardRow:
    played = standing.matches
    low, high = wilson(standing.wins / WIN, played)
    return LeaderboardRow(
        rank=rank,
        bot=bot.bot,
        version=bot.number,
        mu=standing.rating.mu,
        sigma=standing.rating.sigma,
        score=standing.rating.score,
        matches=played,
        win_share=standing.wins / WIN / played if played else None,
        win_low=low,
        win_high=high,
        fault_share=standing.faults / played if played else None,
        provisional=standing.rating.sigma > PROVISIONAL_SHARE * season.params.sigma,
        suspended=suspended,
    )
