"""`siurell leaderboard`: who is how strong, with the doubt beside it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson, app, home_of
from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.output import console, counted, print_json, say

if TYPE_CHECKING:
    from ladder.services.arena import Arena
    from ladder.services.season_overview import SeasonOverview

LADDER_RUN = "siurell ladder run --blocks 20"
"""The command that plays rated matches, for whoever is to type it next."""

_BEST = 5
"""So many rows of each season when several are shown."""

SeasonName = Annotated[
    str | None,
    typer.Argument(
        metavar="[SEASON]", help="A game, or the season in which it is played alone: GAME-solo."
    ),
]


@app.command(rich_help_panel="The ladder")
def leaderboard(context: typer.Context, season: SeasonName = None, json: AsJson = False) -> None:
    """Show the ranking of a season, or the best of every season that has been played.

    The rating is the mean of TrueSkill less three deviations, which is what
    +- says. A solo season is ranked by the lead: points above the mean of all
    who played the same seeds.
    """
    from ladder.services.arena import open_arena

    with open_arena(home_of(context)) as arena:
        shown = _shown(arena, season)
        if json:
            print_json([row for one in shown for row in _rows_json(arena, one)])
            return
        if not any(one.bots for one in shown):
            say("No bot is on the ladder yet.")
            say("Next: siurell submit greedy")
            return
        _print(arena, shown)
    say(f"Next: {_next(shown)}")


def _shown(arena: Arena, name: str | None) -> list[SeasonOverview]:
    """The season that is named, those that have been played, or the one that will be."""
    from ladder.services.season_overview import season_overviews
    from ladder.services.seasons import season_named

    overviews = season_overviews(arena)
    if name is not None:
        season = season_named(arena, name)
        return [one for one in overviews if one.season == season]
    played = [one for one in overviews if one.matches]
    return played or [one for one in overviews if one.season.name == DEFAULT_GAME]


def _print(arena: Arena, shown: list[SeasonOverview]) -> None:
    from ladder.cli.board import board_of, rows_of

    provisional = suspended = False
    for place, one in enumerate(shown):
        rows = rows_of(arena, one.season)
        best = rows if len(shown) == 1 else rows[:_BEST]
        there = counted(len(rows), "bot", "bots")
        count = there if len(best) == len(rows) else f"the best {_BEST} of {len(rows)}"
        matches = f", {counted(one.matches, 'match', 'matches')}" if one.matches else ""
        if place:
            say("")
        console().print(board_of(one.season, best, f"{one.season.name}: {count}{matches}"))
        provisional = provisional or any(row.provisional for row in best)
        suspended = suspended or any(row.suspended for row in best)
    if provisional:
        say("? provisional: too few matches to be sure.")
    if suspended:
        say("! suspended: it failed too often; siurell bot show NAME says more.")


def _rows_json(arena: Arena, one: SeasonOverview) -> list[dict[str, object]]:
    from ladder.cli.board import rows_of

    return [{"season": one.season.name, **asdict(row)} for row in rows_of(arena, one.season)]


def _next(shown: list[SeasonOverview]) -> str:
    if len(shown) > 1:
        return f"siurell leaderboard {shown[-1].season.name}"
    return "siurell match list" if shown[0].matches else LADDER_RUN
