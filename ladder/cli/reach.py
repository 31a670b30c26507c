"""How far a command reaches: a ladder elsewhere, the arena of this machine, or no ladder at all.

Decided here for all of them, before a command begins: what works on the arena of this machine never
does so while a ladder elsewhere is meant. A command that is in neither list is such a one.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any, Final, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from ladder.cli.command_order import ORDER
from ladder.cli.failure import CommandError
from ladder.cli.shown_help import as_shown, usage_words

ELSEWHERE: Final = frozenset(
    {
        "audit",
        "bot activate",
        "bot diff",
        "bot give",
        "bot history",
        "bot list",
        "bot logs",
        "bot note",
        "bot resume",
        "bot retire",
        "bot show",
        "bot withdraw",
        "leaderboard",
        "match list",
        "match request",
        "match show",
        "owner add",
        "owner defaults",
        "owner disable",
        "owner enable",
        "owner list",
        "owner set",
        "owner show",
        "replay save",
        "replay show",
        "replay verify",
        "season close",
        "season create",
        "season freeze",
        "season list",
        "season open",
        "season set",
        "season show",
        "stats owners",
        "stats variance",
        "status",
        "submit",
        "token issue",
        "token list",
        "token revoke",
    }
)
"""The commands that mean the ladder that was named, or that of the last login."""

NO_LADDER: Final = frozenset(
    {
        "check",
        "clocks",
        "compare",
        "components check",
        "components show",
        "connect",
        "doctor",
        "games",
        "ladder simulate",
        "login",
        "logout",
        "new",
        "play",
        "referee certificate",
        "referee serve",
        "tournament run",
    }
)
"""The commands that need no ladder: of this machine in any case, wherever one is logged in."""

F = TypeVar("F", bound=Callable[..., Any])


class ReachingCommand(TyperCommand):
    """A command that is refused when it does not reach the ladder that is meant."""

    def invoke(self, ctx: Any) -> Any:
        """Run it (`CommandError` when it would act on another ladder than is meant)."""
        check_reach(ctx)
        return super().invoke(ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the line that begins with Usage."""
        return usage_words(self)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, as 80 columns hold it."""
        TyperCommand.format_help(as_shown(self, ctx), ctx, formatter)


class OrderedGroup(TyperGroup):
    """A group whose help has its commands in `ORDER`."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, in `ORDER`."""
        return sorted(super().list_commands(ctx), key=ORDER[self.name or ""].index)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, as 80 columns hold it."""
        TyperGroup.format_help(as_shown(self, ctx), ctx, formatter)


class Commands(typer.Typer):
    """A group whose commands know how far they reach."""

    def command(self, *words: Any, **options: Any) -> Callable[[F], F]:
        """Hang a command into the group."""
        return super().command(*words, **{"cls": ReachingCommand, **options})


def check_reach(context: Any) -> None:
    """Raise `CommandError` when a command does not reach the ladder elsewhere that is meant."""
    from ladder.cli.app import globals_of

    said = globals_of(context)
    command = context.command_path.removeprefix("siurell ")
    if command in ELSEWHERE:
        return
    if command not in NO_LADDER:
        _refuse_other_ladder(command, said.home, said.ladder)
    elif said.ladder is not None:
        raise CommandError(
            f"`siurell {command}` works on this machine alone, and --ladder names a ladder"
            " elsewhere.",
            next_step=f"siurell {command}, without --ladder",
            reason="NOT_HERE",
        )


def _refuse_other_ladder(command: str, home: str | None, ladder: str | None) -> None:
    from ladder.cli.logins import meant
    from ladder.store.home import Home

    found = meant(home, ladder)
    if found is None:
        return
    folder = shlex.quote(str(Home.from_environment().path))
    raise CommandError(
        f"`siurell {command}` works on an arena of this machine alone, and {found.why}.",
        next_step=f"siurell --home {folder} {command}",
        reason="NOT_HERE",
    )
