"""`siurell ladder purge`: old replays and logs go, all that is counted stays."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from ladder.cli.app import MANY, AsJson, home_of
from ladder.cli.failure import CommandError
from ladder.cli.ladder_run import group
from ladder.cli.output import counted, print_json, say, size
from ladder.cli.plain import plain

_SIZE = re.compile(r"([0-9]{1,15})([KMGT]?)")
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


@group.command()
def purge(
    context: typer.Context,
    older_than: Annotated[
        int | None,
        typer.Option(
            "--older-than", min=0, max=MANY, metavar="DAYS", help="Of matches that ended before."
        ),
    ] = None,
    keep_bytes: Annotated[
        str | None,
        typer.Option(
            "--keep-bytes",
            metavar="SIZE",
            help="Of the oldest matches, until all take so much at most, such as 20G.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be removed.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Remove the replays and logs of old matches, by their age, their size or both.

    Results, causes, digests and ratings stay. What belongs to a block that is not played yet stays.
    """
    from datetime import timedelta

    from ladder.services.arena import open_arena
    from ladder.services.purge import purge as purge_files

    room = None if keep_bytes is None else _bytes(keep_bytes)
    if older_than is None and room is None:
        raise CommandError(
            "Say how old a match has to be, or how much may stay.",
            next_step="siurell ladder purge --older-than 90, or --keep-bytes 20G",
        )
    age = None if older_than is None else timedelta(days=older_than)
    with open_arena(home_of(context)) as arena:
        done = purge_files(arena, age, keep_bytes=room, dry_run=dry_run)
    if json:
        print_json(plain(done))
        return
    files = f"{counted(done.replays, 'replay', 'replays')} and {counted(done.logs, 'log', 'logs')}"
    of = f"of {counted(done.matches, 'match', 'matches')}, {size(done.bytes_removed)}"
    say(f"{'Would remove' if dry_run else 'Removed'} {files} {of}; {size(done.bytes_kept)} stay.")
    if done.contents:
        of_nobody = counted(done.contents, "folder", "folders")
        say(f"Among that {of_nobody} of bots that no version has.")
    if room is not None and done.bytes_kept > room:
        say("That is more than was said: the rest is of blocks that are not played yet.")
    by_age = "" if older_than is None else f" --older-than {older_than}"
    by_size = "" if keep_bytes is None else f" --keep-bytes {keep_bytes}"
    again = f"siurell ladder purge{by_age}{by_size}"
    say(f"Next: {again if dry_run else 'siurell match list'}")


def _bytes(text: str) -> int:
    """A number of bytes, with K, M, G or T for 1024, its square and so on.

    >>> _bytes("500"), _bytes("20G")
    (500, 21474836480)
    """
    found = _SIZE.fullmatch(text.upper())
    if found is None:
        raise CommandError(
            f"`{ascii(text)[1:-1][:40]}` is no size; write --keep-bytes with a whole number and K,"
            " M, G or T, such as 500M.",
            next_step="siurell ladder purge --keep-bytes 20G --dry-run",
        )
    return int(found[1]) * _UNITS[found[2]]
