"""`siurell leaderboard`: who is how strong, with the doubt beside it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import MANY, AsJson, app
from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.fit import fit_of, fit_values, is_shown, print_fit, refuse_solo
from ladder.cli.ladders_seasons import seasons_of
from ladder.cli.output import console, counted, print_json, say
from ladder.cli.reached import to_play
from ladder.cli.season_words import remark_on

if TYPE_CHECKING:
    from ladder.cli.ladders_seasons import Seasons
    from ladder.domain.seasons import Season
    from ladder.services.board import Board, Rows
    from ladder.services.season_overview import SeasonTotals

"""The command that plays rated matches, for whoever is to type it next."""

_MOST = 100
"""So many rows are printed of a season unless another number is said."""
_BEST = 5
"""So many rows of each season when several are shown."""

SeasonName = Annotated[
    str | None,
    typer.Argument(
        metavar="SEASON", help="A game, or the season in which it is played alone: GAME-solo."
    ),
]


@dataclass(frozen=True, slots=True)
class _Page:
    """Which rows are wanted; ``limit`` None is as many as there is room for."""

    first: int
    limit: int | None

    def of(self, seasons: Seasons, season: Season, most: int | None) -> Board:
        """The rows of the page, no more than ``most`` unless a number was said."""
        return seasons.board(season, first=self.first, limit=self.limit or most)


@app.command(rich_help_panel="The ladder")
def leaderboard(
    context: typer.Context,
    season: SeasonName = None,
    fit: Annotated[
        bool | None,
        typer.Option("--fit/--no-fit", help="Show the order-free fit of all matches as well."),
    ] = None,
    first: Annotated[int, typer.Option("--from", min=1, max=MANY, help="Begin at this row.")] = 1,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=1, max=MANY, help="At most so many rows.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Show the ranking of a season, or the best of every season that has been played.

    The rating is the mean of TrueSkill less three deviations, which is what
    +- says. A solo season is ranked by the lead: points above the mean of all
    who played the same seeds.

    Ratings depend a little on the order of the matches. With --fit all matches
    count alike: strengths from the whole log at once, with intervals, and a
    sentence that says where the two orders disagree. The final table of a
    closed season shows it unless its log is long.
    """
    page = _Page(first, limit)
    with seasons_of(context) as seasons:
        shown = _shown(seasons, season)
        if fit and season is not None:
            refuse_solo(shown[0].season)
        if json:
            print_json([row for one in shown for row in _rows_json(seasons, one, page, fit)])
            return
        if not any(one.bots for one in shown):
            say("No bot is on the ladder yet.")
            step = to_play(context, here="siurell submit greedy", elsewhere="siurell submit")
            say(f"Next: {step}")
            return
        _print(seasons, shown, page, fit)
    say(f"Next: {_next(context, shown)}")


def _shown(seasons: Seasons, name: str | None) -> list[SeasonTotals]:
    """The season that is named, those that have been played, or the one that will be."""
    from ladder.services.seasons import season_among

    found = seasons.totals()
    if name is not None:
        season = season_among([one.season for one in found], name)
        return [one for one in found if one.season == season]
    played = [one for one in found if one.matches]
    return played or [one for one in found if one.season.name == DEFAULT_GAME]


def _print(seasons: Seasons, shown: list[SeasonTotals], page: _Page, fit: bool | None) -> None:
    from ladder.cli.board import board_of

    told: list[Rows] = []
    for place, one in enumerate(shown):
        found = page.of(seasons, one.season, _MOST if len(shown) == 1 else _BEST)
        best = found.rows
        if place:
            say("")
        console().print(board_of(one.season, best, _title(one, page, len(best), found.there)))
        told.append(best)
        if is_shown(one, fit):
            fitted = fit_of(seasons, one, hidden=False)
            print_fit(one.season, fitted, page.first, page.first + len(best) - 1)
    said = [row for best in told for row in best]
    if any(row.provisional for row in said):
        say("? provisional: too few matches to be sure.")
    if any(row.suspended for row in said):
        say("! suspended: it failed too often; siurell bot show NAME says more.")
    if any(row.inactive for row in said):
        say("z inactive: it plays no more, and keeps its rating.")


def _title(one: SeasonTotals, page: _Page, shown: int, there: int) -> str:
    count = counted(there, "bot", "bots")
    if shown < there:
        rows = f"{page.first} to {page.first + shown - 1}"
        if page.first == 1:
            rows = f"the best {shown}"
        elif not shown:
            rows = f"nobody from row {page.first} on,"
        count = f"{rows} of {there}"
    matches = f", {counted(one.matches, 'match', 'matches')}" if one.matches else ""
    return f"{one.season.name}: {count}{matches}{remark_on(one.season, datetime.now(UTC))}"


def _rows_json(
    seasons: Seasons, one: SeasonTotals, page: _Page, fit: bool | None
) -> list[dict[str, object]]:
    """The rows; beside the fit each has what that says of it, or nothing before its first match."""
    rows = page.of(seasons, one.season, None).rows
    values: list[dict[str, object]] = [{"season": one.season.name, **asdict(row)} for row in rows]
    if is_shown(one, fit):
        found = {(each.bot, each.version): each for each in fit_of(seasons, one, hidden=True).rows}
        for value, row in zip(values, rows, strict=True):
            fitted = found.get((row.bot, row.version))
            value["fit"] = None if fitted is None else fit_values(fitted)
    return values


def _next(context: typer.Context, shown: list[SeasonTotals]) -> str:
    if len(shown) > 1:
        return f"siurell leaderboard {shown[-1].season.name}"
    return "siurell match list" if shown[0].matches else to_play(context)
