"""`siurell leaderboard`: who is how strong, with the doubt beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson, app, home_of
from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.output import console, number, print_json, say, share_with_interval, table

if TYPE_CHECKING:
    from rich.table import Table

    from ladder.services.leaderboard import LeaderboardRow

LADDER_RUN = "siurell ladder run --blocks 20"
"""The command that plays rated matches, for whoever is to type it next."""

Season = Annotated[str, typer.Option("--game", help="The game whose season is meant.")]


@app.command(rich_help_panel="The ladder")
def leaderboard(context: typer.Context, game: Season = DEFAULT_GAME, json: AsJson = False) -> None:
    """Show the ranking: rating, win share with its 95 % interval, errors.

    The rating is the mean of TrueSkill less three deviations, which is what +- says.
    """
    from ladder.services.arena import open_arena
    from ladder.services.leaderboard import leaderboard as rows_of
    from ladder.services.seasons import default_season

    with open_arena(home_of(context)) as arena:
        rows = rows_of(arena, default_season(arena, game))
    if json:
        print_json([asdict(row) for row in rows])
        return
    if not rows:
        say("No bot is on the ladder yet.")
        say("Next: siurell submit greedy")
        return
    console().print(board(rows, f"{game}: {len(rows)} bots"))
    if any(row.provisional for row in rows):
        say("? provisional: too few matches to be sure.")
    played = any(row.matches for row in rows)
    say(f"Next: {'siurell match list' if played else LADDER_RUN}")


def board(rows: Sequence[LeaderboardRow], title: str) -> Table:
    """The ranking as a table."""
    columns = ("#", "bot", ">rating", ">mean", ">+-", ">matches", ">wins (95 %)", ">errors")
    return table(columns, [_cells(row) for row in rows], title=title)


def _cells(row: LeaderboardRow) -> tuple[str, ...]:
    wins = "-"
    if row.win_share is not None:
        wins = share_with_interval(row.win_share, (row.win_low, row.win_high))
    return (
        str(row.rank),
        f"{row.bot}@{row.version}",
        f"{number(row.score)}{'?' if row.provisional else ' '}",
        number(row.mu),
        f"{3 * row.sigma:.1f}",
        str(row.matches),
        wins,
        "-" if row.fault_share is None else f"{100 * row.fault_share:.0f} %",
    )
