"""`siurell tournament logs`: what bots wrote in the matches of a tournament."""

from __future__ import annotations

from typing import Annotated

import typer

from ladder.cli import tournament_options as options
from ladder.cli.app import AsJson, Limit, home_of
from ladder.cli.tournament import group
from ladder.cli.tournament_ladder import Name


@group.command()
def logs(
    context: typer.Context,
    name: Name,
    bot: Annotated[str, typer.Option(help="Only of this entrant: `mybot` or `mybot@3`.")] = "",
    match: Annotated[
        str, typer.Option(metavar="MATCH", help="Only of this match, such as r2-p3-b1-m1.")
    ] = "",
    limit: Limit = 5,
    json: AsJson = False,
) -> None:
    """Show what bots wrote to stdout and stderr, match by match, the newest first.

    Of each match the beginning and the end are kept.
    """
    from ladder.cli.output import counted, print_json, say
    from ladder.cli.plain import plain
    from ladder.services.arena import open_arena
    from ladder.services.tournament_matches import tournament_logs
    from ladder.services.tournaments import tournament_named

    with options.advised(f"siurell tournament watch {name}"), open_arena(home_of(context)) as arena:
        stored = tournament_named(arena, name)
        found, sealed = tournament_logs(arena, stored, bot=bot, match=match)
    if json:
        print_json({"logs": plain(found[:limit]), "sealed": sealed})
        return
    for log in found[:limit]:
        say(f"{log.match}, seat {log.seat}, {log.bot}: {log.cause}")
        for line in log.text.splitlines():
            say(f"  {line}")
    if not found:
        say("No bot has written anything that may be known.")
    if sealed:
        say(f"{counted(sealed, 'match is', 'matches are')} sealed still.")
    say(f"Next: siurell tournament export {stored.name} --as replays --out FOLDER")
