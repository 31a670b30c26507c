"""The ranking of a season as a table: ratings, or leads where everyone plays alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ladder.cli.output import lead_text, number, share_with_interval, table
from ladder.domain.seasons import Season
from ladder.services.board import Rows
from ladder.services.leaderboard import LeaderboardRow
from ladder.services.solo_leaderboard import SoloRow

if TYPE_CHECKING:
    from rich.table import Table

_RATED_COLUMNS = ("#", "bot", ">rating", ">mean", ">+-", ">matches", ">wins (95 %)", ">errors")
_SOLO_COLUMNS = ("#", "bot", ">lead", ">+-", ">rounds", ">points", ">errors")


def board_of(season: Season, rows: Rows, title: str) -> Table:
    """The ranking as a table."""
    cells = [_solo_cells(row) if isinstance(row, SoloRow) else _rated_cells(row) for row in rows]
    return table(_SOLO_COLUMNS if season.solo else _RATED_COLUMNS, cells, title=title)


def worth_of(row: LeaderboardRow | SoloRow) -> str:
    """What a row is ranked by, with a question mark while it is provisional."""
    mark = "?" if row.provisional else ""
    if isinstance(row, SoloRow):
        return "-" if row.lead is None else f"{lead_text(row.lead)}{mark}"
    return f"{number(row.score)}{mark}"


def _rated_cells(row: LeaderboardRow) -> tuple[str, ...]:
    wins = "-"
    if row.win_share is not None:
        wins = share_with_interval(row.win_share, (row.win_low, row.win_high))
    return (
        str(row.rank),
        _label(row),
        _aligned(row),
        number(row.mu),
        number(3 * row.sigma),
        str(row.matches),
        wins,
        _errors(row.fault_share),
    )


def _solo_cells(row: SoloRow) -> tuple[str, ...]:
    spread = "-"
    if row.lead_low is not None and row.lead_high is not None:
        spread = number((row.lead_high - row.lead_low) / 2)
    return (
        str(row.rank),
        _label(row),
        _aligned(row),
        spread,
        str(row.rounds),
        "-" if row.mean_score is None else number(row.mean_score),
        _errors(row.fault_share),
    )


def _label(row: LeaderboardRow | SoloRow) -> str:
    """The version, with a mark while it is suspended or inactive."""
    return f"{row.bot}@{row.version}{' !' if row.suspended else ''}{' z' if row.inactive else ''}"


def _aligned(row: LeaderboardRow | SoloRow) -> str:
    """The worth, so that numbers with and without a question mark stand below each other."""
    return worth_of(row) if row.provisional else f"{worth_of(row)} "


def _errors(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"
