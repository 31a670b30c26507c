"""The table of a season: which of both it has, a page of it, and how long it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.leaderboard import LeaderboardRow, leaderboard
from ladder.services.pool import count_in_table
from ladder.services.solo_leaderboard import SoloRow, solo_leaderboard

Rows: TypeAlias = Sequence[LeaderboardRow | SoloRow]
"""Rows of a table: all of a rated season, or all of one in which everyone plays alone."""


@dataclass(frozen=True, slots=True)
class Board:
    """Some rows of a table, the best first. ``there``: so many bots stand in the whole of it."""

    rows: Rows
    there: int


def board(arena: Arena, season: Season, *, first: int = 1, limit: int | None = None) -> Board:
    """The table of a season, or so many of its rows from the ``first`` on.

    Whoever plays alone is ranked by leads, all others by ratings.
    """
    if season.solo:
        whole = solo_leaderboard(arena, season)
        end = None if limit is None else first - 1 + limit
        return Board(whole[first - 1 : end], len(whole))
    rows = leaderboard(arena, season, first=first, limit=limit)
    if first == 1 and (limit is None or len(rows) < limit):
        return Board(rows, len(rows))
    with arena.db.read() as session:
        return Board(rows, count_in_table(session, season))
