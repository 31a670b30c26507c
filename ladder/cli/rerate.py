"""`siurell rerate`: the ratings once more from the match log, compared bit for bit."""

from __future__ import annotations

from typing import Annotated

import typer

from ladder.cli.app import AsJson, app, home_of
from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.failure import NO
from ladder.cli.leaderboard import Season
from ladder.cli.output import note, print_json, say
from ladder.cli.plain import plain

_SHOWN = 10


@app.command(rich_help_panel="The ladder")
def rerate(
    context: typer.Context,
    check: Annotated[
        bool, typer.Option("--check/--write", help="Compare only, or put the result in place.")
    ] = True,
    game: Season = DEFAULT_GAME,
    json: AsJson = False,
) -> None:
    """Rate all matches of the log again and compare with the leaderboard, bit for bit.

    Exit code 2 when they differ.
    """
    from ladder.services.arena import open_arena
    from ladder.services.rerate import rerate as rerate_season
    from ladder.services.seasons import default_season

    with open_arena(home_of(context)) as arena:
        found = rerate_season(arena, default_season(arena, game), write=not check)
    if json:
        print_json({"equal": found.equal, **plain(found)})
    elif found.equal:
        say(f"Equal, bit for bit: {found.matches} matches, {found.versions} rated versions.")
    else:
        for one in found.differences[:_SHOWN]:
            say(f"{one.where}: stored {_text(one.stored)}, computed {_text(one.computed)}")
        word = "were put in place" if found.written else "are not in place"
        say(f"{len(found.differences)} differences; the computed values {word}.")
    if not found.equal and not found.written:
        note("Next: siurell rerate --write")
        raise typer.Exit(NO)


def _text(standing: object) -> str:
    rating = getattr(standing, "rating", None)
    return "nothing" if rating is None else f"{rating.mu!r} +- {rating.sigma!r}"
