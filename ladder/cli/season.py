"""`siurell season`: the group, and a season as a file, out of one arena and into another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ladder.cli.app import AsJson, command_group, home_of
from ladder.cli.output import counted, print_json, say, shown_path, size
from ladder.cli.plain import plain
from ladder.cli.progress import progress_bar

group = command_group("season", "Make, change, close and move seasons.", "The ladder")


@group.callback()
def season() -> None:
    """Make, change, close and move seasons."""


@group.command("export")
def export(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="SEASON", help="As in `siurell leaderboard`.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Write it here: a new file.")
    ],
    json: AsJson = False,
) -> None:
    """Write a season to a file of JSON lines, from which its table can be computed again.

    Who took part, who met whom with which seeds, how it ended, in the order of
    the reports, and the rating parameters. No bots, tokens, replays or logs, and
    no seed that is still to be played.
    """
    from ladder.services.arena import open_arena
    from ladder.services.season_files_export import export_season, matches_of
    from ladder.services.seasons import season_named

    with open_arena(home_of(context)) as arena:
        wanted = season_named(arena, name)
        matches = matches_of(arena, wanted)
        with progress_bar("Writing", matches, hidden=json) as advance:
            done = export_season(arena, wanted, output, advance)
    if json:
        print_json(plain(done))
        return
    played = counted(done.matches, "match", "matches")
    versions = counted(done.versions, "version", "versions")
    say(f"{shown_path(output)}: {done.season}, {played} of {versions}, {size(done.bytes)}.")
    if done.unfinished:
        say(f"{done.unfinished} of them are not played yet; they are void in the file.")
    say(f"Next, elsewhere: siurell --home FOLDER season import {output.name}")


@group.command("import")
def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `season export` wrote.")],
    json: AsJson = False,
) -> None:
    """Take a season out of a file; afterwards its table is the same, bit for bit.

    All of it or nothing: a file that was cut or changed is refused, and so is a
    season that has been played here. Its bots are in the table, but submitted
    ones play only when they are submitted again.
    """
    from ladder.services.arena import open_arena
    from ladder.services.season_files_import import import_season, lines_of

    lines = lines_of(file)
    home = home_of(context).create()
    bar = progress_bar("Reading", lines, hidden=json)
    with home.lock("ladder"), open_arena(home) as arena, bar as advance:
        done = import_season(arena, file, advance)
    if json:
        print_json(plain(done))
        return
    played = counted(done.matches, "match", "matches")
    versions = counted(done.versions, "version", "versions")
    say(f"{done.season}: {played} of {counted(done.bots, 'bot', 'bots')}, {versions} new here.")
    say("Its table was computed again from the log and is the same, bit for bit.")
    say(f"Next: siurell leaderboard {done.season}")
