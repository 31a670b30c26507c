"""`siurell ladder backup` and `restore`: the whole arena as a folder, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ladder.cli.app import AsJson, home_of
from ladder.cli.ladder_run import group
from ladder.cli.output import counted, note, print_json, say, shown_path, size
from ladder.cli.plain import plain
from ladder.cli.progress import progress_bar


@group.command()
def backup(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that is not there.")],
    json: AsJson = False,
) -> None:
    """Copy the whole arena as it is now, also while a ladder runs.

    Database, bots, replays and logs, each with its digest (SHA256SUMS). It holds
    the seeds of unfinished blocks: keep it closed.
    """
    from ladder.services.arena import open_arena
    from ladder.services.backup import backup as make_backup

    with open_arena(home_of(context)) as arena:
        done = make_backup(arena, folder, lambda total: progress_bar("Copying", total, hidden=json))
    for label in done.spoilt:
        note(f"{label} is not in it: its content is gone, or is not what was submitted.")
    if json:
        print_json(plain(done))
        return
    matches = counted(done.matches, "match", "matches")
    versions = counted(done.versions, "stored version", "stored versions")
    say(f"{shown_path(folder)}: {matches}, {versions}, {size(done.bytes)}.")
    say(f"{counted(done.replays, 'replay', 'replays')}, {counted(done.logs, 'log', 'logs')}.")
    say(f"Next, to put it back: siurell --home FOLDER ladder restore {folder}")


@group.command()
def restore(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="BACKUP", help="What `backup` made.")],
    json: AsJson = False,
) -> None:
    """Put a backup where no arena is, and prove it: every digest, bot and table.

    A seed that waited in it is not played any more, since it may be known by now.
    """
    from ladder.services.backup_restore import restore as restore_backup

    done = restore_backup(
        home_of(context), folder, lambda total: progress_bar("Copying", total, hidden=json)
    )
    if json:
        print_json(plain(done))
        return
    matches = counted(done.matches, "rated match", "rated matches")
    versions = counted(done.versions, "stored version", "stored versions")
    say(f"{shown_path(done.home)}: {matches}, {versions}; {done.files} files as backed up.")
    if done.void:
        say(f"{counted(done.void, 'match', 'matches')} of blocks that had been begun: void now.")
    if done.equal:
        say("All tables are as the log gives them, bit for bit.")
        say("Next: siurell leaderboard")
    else:
        say("A table was not as its log gives it when the backup was made.")
        say("Next: siurell rerate --check")
