"""The root of the command line: global options, the short help, and how errors leave.

What lives here is common to all commands; each command group has a file of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ladder.cli.default_game import DEFAULT_GAME
from ladder.cli.failure import exit_code_of
from ladder.cli.reach import Commands, OrderedGroup
from ladder.cli.streams import settle_standard_streams

if TYPE_CHECKING:
    from ladder.store.home import Home

WELCOME = f"""\
Bots play Mallorcan farm games by a referee's clock, and a ladder ranks them.

Write a bot and watch it play:
  siurell new mybot --game {DEFAULT_GAME} && cd mybot && siurell play

Measure bots against each other:
  siurell play {DEFAULT_GAME} greedy random --games 20

Your bot     new, play, compare, check, submit, status, connect, replay show
The ladder   ladder run, leaderboard, match, bot, owner, token, audit, rerate
Events       tournament run, tournament create, tournament start
The rest     games, components check, replay verify, doctor, referee serve

`siurell COMMAND --help` explains each of them."""


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
"""The flag that every listing has."""

MANY = 100_000
"""The most that can be asked for of anything that is counted."""

Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=MANY, help="At most so many.")]
"""How much a listing shows."""

Jobs = Annotated[
    int, typer.Option("--jobs", "-j", min=1, max=64, help="So many matches at a time.")
]

Clock = Annotated[
    str | None,
    typer.Option(
        metavar="CLOCK",
        help="A name of `siurell clocks`, or BANK+INCREMENT/CAP (default: the ladder's).",
    ),
]
"""The time control of a match."""

GameOptions = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="A rule to play differently; may be repeated."),
]
"""Options of the game."""

LagPercent = Annotated[
    int,
    typer.Option(
        min=0,
        max=MANY,
        help="The referee's own lag, in % of a limit, above which no bot loses by time.",
    ),
]
"""The share of a limit of which `siurell.match.lag` tells."""


@dataclass(frozen=True, slots=True)
class Globals:
    """What was said before the command: a folder here, or the address of a ladder elsewhere.

    Both are None when the default folder, or the last login, is meant.
    """

    home: str | None = None
    ladder: str | None = None


class SiurellGroup(OrderedGroup):
    """The root command: whatever is raised below it leaves as a sentence and an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and end with an exit code (0, 1 a bug, 2 a no, 130 Ctrl-C)."""

        def command() -> object:
            return super(SiurellGroup, self).main(
                args, "siurell", complete_var, False, windows_expand_args, **extra
            )

        code = exit_code_of(command)
        settle_standard_streams()
        if standalone_mode:
            raise SystemExit(code)
        return code


app = Commands(
    cls=SiurellGroup,
    name="siurell",
    help="Bots play Mallorcan farm games by a referee's clock, and a ladder ranks them.",
    pretty_exceptions_enable=False,
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=f"Start with: siurell new mybot --game {DEFAULT_GAME}",
)


def command_group(name: str, description: str, panel: str) -> typer.Typer:
    """A group of commands such as ``siurell match``, already hung into the root."""
    group = Commands(cls=OrderedGroup, help=description, no_args_is_help=True)
    app.add_typer(group, name=name, rich_help_panel=panel)
    return group


def globals_of(context: typer.Context) -> Globals:
    """What was said before the command."""
    found = context.find_object(Globals)
    return found if found is not None else Globals()


def home_of(context: typer.Context) -> Home:
    """The folder in which the arena keeps everything; it may not be there yet."""
    from ladder.store.home import Home

    named = globals_of(context).home
    return Home.named(named, "--home") if named is not None else Home.from_environment()


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    home: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Where the arena keeps everything (default: SIURELL_HOME, or your data folder).",
        ),
    ] = None,
    ladder: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="A ladder elsewhere (default: SIURELL_LADDER, or where you logged in).",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.")
    ] = False,
) -> None:
    """Bots play Mallorcan farm games by a referee's clock, and a ladder ranks them."""
    if version:
        from importlib.metadata import version as version_of

        typer.echo(f"siurell {version_of('siurell-arena')}")
        raise typer.Exit
    context.obj = Globals(home, ladder)
    if context.invoked_subcommand is None:
        typer.echo(WELCOME)
