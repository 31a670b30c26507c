"""`siurell rerate`: the ratings once more from the match log, compared bit for bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import AsJson, app, home_of
from ladder.cli.failure import NO
from ladder.cli.leaderboard import SeasonName
from ladder.cli.output import counted, note, print_json, say
from ladder.cli.plain import plain

if TYPE_CHECKING:
    from ladder.domain.fold import Standing
    from ladder.domain.solo import SoloStanding
    from ladder.services.rerate import RerateCheck

_SHOWN = 10


@app.command(rich_help_panel="The ladder")
def rerate(
    context: typer.Context,
    check: Annotated[
        bool, typer.Option("--check/--write", help="Compare only, or put the result in place.")
    ] = True,
    season: SeasonName = None,
    json: AsJson = False,
) -> None:
    """Rate all matches of the log again and compare with the leaderboard, bit for bit.

    All seasons, unless one is named. Exit code 2 when something differs.
    """
    from ladder.services.arena import open_arena
    from ladder.services.rerate import rerate as rerate_season
    from ladder.services.seasons import all_seasons, season_named
    from ladder.services.short_logs import rated_again_at_most

    with open_arena(home_of(context)) as arena:
        seasons = all_seasons(arena) if season is None else [season_named(arena, season)]
        if check:
            found = {one.name: rerate_season(arena, one) for one in seasons}
        else:
            with rated_again_at_most(arena.home) as most:
                found = {
                    one.name: rerate_season(arena, one, write=True, most=most) for one in seasons
                }
    equal = all(one.equal for one in found.values())
    if json:
        print_json({"equal": equal, "seasons": {name: plain(one) for name, one in found.items()}})
    elif equal:
        matches = sum(one.matches for one in found.values())
        versions = sum(one.versions for one in found.values())
        played = counted(matches, "match", "matches")
        rated = counted(versions, "rated version", "rated versions")
        say(f"Equal, bit for bit: {played}, {rated}.")
        say(f"Next: siurell leaderboard{f' {season}' if season else ''}")
    else:
        for name, one in found.items():
            _tell(name, one)
    if not equal and check:
        note("Next: siurell rerate --write")
        raise typer.Exit(NO)


def _tell(season: str, found: RerateCheck) -> None:
    for one in found.differences[:_SHOWN]:
        say(f"{season}, {one.where}: stored {_text(one.stored)}, computed {_text(one.computed)}")
    if not found.equal:
        word = "were put in place" if found.written else "are not in place"
        say(f"{season}: {len(found.differences)} differences; the computed values {word}.")


def _text(standing: Standing | SoloStanding) -> str:
    rating = getattr(standing, "rating", None)
    if rating is None:
        return str(plain(standing))
    return f"{rating.mu!r} +- {rating.sigma!r}"
