"""`siurell ladder purge`: old replays and logs go, all that is counted stays."""

from __future__ import annotations

from typing import Annotated

import typer

from ladder.cli.app import MANY, AsJson, home_of
from ladder.cli.ladder_run import group
from ladder.cli.output import counted, print_json, say, size
from ladder.cli.plain import plain


@group.command()
def purge(
    context: typer.Context,
    older_than: Annotated[
        int,
        typer.Option(
            "--older-than", min=0, max=MANY, metavar="DAYS", help="Of matches that ended before."
        ),
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be removed.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Remove the replays and logs of old matches.

    Results, causes, digests and ratings stay. What belongs to a block that is not played yet stays.
    """
    from datetime import timedelta

    from ladder.services.arena import open_arena
    from ladder.services.purge import purge as purge_files

    with open_arena(home_of(context)) as arena:
        done = purge_files(arena, timedelta(days=older_than), dry_run=dry_run)
    if json:
        print_json(plain(done))
        return
    files = f"{counted(done.replays, 'replay', 'replays')} and {counted(done.logs, 'log', 'logs')}"
    of = f"of {counted(done.matches, 'match', 'matches')}, {size(done.bytes_removed)}"
    say(f"{'Would remove' if dry_run else 'Removed'} {files} {of}; {size(done.bytes_kept)} stay.")
    then = f"siurell ladder purge --older-than {older_than}" if dry_run else "siurell match list"
    say(f"Next: {then}")
