"""`siurell bot retire|withdraw|activate|note|give`: whether a bot plays, and whose it is."""

from __future__ import annotations

from typing import Annotated

import typer

from ladder.cli.app import AsJson
from ladder.cli.bot import Name, group
from ladder.cli.output import counted, print_json, say, wrapped
from ladder.cli.plain import plain
from ladder.cli.reached import to_play

Version = Annotated[
    str, typer.Argument(metavar="BOT[@N]", help="A bot, or one of its versions such as mybot@2.")
]


@group.command()
def retire(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Let a bot play no more. Its rating stays, and the leaderboard marks it inactive.

    Matches that are drawn already are played and count.
    """
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        retired = ladder.retire(name)
    if json:
        print_json(plain(retired))
        return
    say(f"{retired.bot} plays no more; its rating stays.")
    say(f"Next: siurell bot activate {retired.bot}, to let it play again")


@group.command()
def withdraw(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Let a bot play no more, and call off its matches that are not being played.

    Those are void and nobody's fault. Matches that a worker has are played to
    their end and count, so nobody leaves to escape a defeat.
    """
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        retired = ladder.withdraw(name)
    if json:
        print_json(plain(retired))
        return
    off = counted(len(retired.called_off), "match was", "matches were")
    say(f"{retired.bot} plays no more; its rating stays, and {off} called off.")
    say(f"Next: siurell bot activate {retired.bot}, to let it play again")


@group.command()
def activate(context: typer.Context, version: Version, json: AsJson = False) -> None:
    """Let a bot play again, or an earlier version of it: it goes on from its own rating."""
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        label = ladder.activate(version)
    if json:
        print_json({"version": label})
        return
    say(f"{label} plays from now on.")
    watch = f"siurell status {label.partition('@')[0]} --watch"
    say(f"Next: {to_play(context, elsewhere=watch)}")


@group.command()
def note(
    context: typer.Context,
    version: Version,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What it is to say; may be empty.")],
    json: AsJson = False,
) -> None:
    """Say something else of a version. What it is never changes."""
    from ladder.cli.ladders import ladder_of

    with ladder_of(context) as ladder:
        label = ladder.set_note(version, text)
    if json:
        print_json({"version": label, "note": text.strip()})
        return
    say(f"The note of {label} was changed.")
    say(f"Next: siurell bot show {label.partition('@')[0]}")


@group.command()
def give(
    context: typer.Context,
    name: Name,
    owner: Annotated[
        str | None, typer.Argument(metavar="OWNER", help="Its owner from now on.")
    ] = None,
    nobody: Annotated[bool, typer.Option("--nobody", help="It is to be nobody's.")] = False,
    json: AsJson = False,
) -> None:
    """Make a bot somebody's: from then on only that owner and operators change it."""
    from ladder.cli.failure import CommandError
    from ladder.cli.ladders_owners import owners_of

    if nobody == (owner is not None):
        raise CommandError(
            "Say to whom the bot is to belong: an owner, or --nobody.",
            next_step=f"siurell bot give {name} OWNER",
            reason="NO_OWNER",
        )
    with owners_of(context) as owners:
        after = owners.give_bot(name, owner)
    if json:
        print_json({"bot": name, "owner": after})
        return
    say(wrapped(f"{name} is {'nobody' if after is None else after}'s from now on."))
    say(f"Next: siurell bot show {name}")
