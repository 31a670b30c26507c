"""`siurell components show|check`: the components of a game, and files that replace them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ladder.cli.app import AsJson, command_group
from ladder.cli.failure import NO
from ladder.cli.output import print_json, say
from ladder.cli.own_components import OwnComponents, own_components

group = command_group(
    "components", "Replace what comes out of a game's box by a file of your own.", "The rest"
)


@group.command()
def show(
    game: Annotated[str, typer.Argument(help="The game, by its short name.", metavar="GAME")],
) -> None:
    """Print the shipped components file of a game, to begin your own with."""
    from siurell.games.registry import game_named

    sys.stdout.write(game_named(game).shipped_components())


@group.command()
def check(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", show_default=False, help="The file to check.")
    ],
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game (default: the one that the file names)."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Check a components file; nothing is written.

    What is wrong is told by table and field, the first ten mistakes at once; exit code 2.
    """
    own = own_components(file)
    assert own is not None
    if json:
        _as_json(own, game)
        return
    found = own.of(game)
    if found.components_digest:
        say(f"{file} can replace the components of {found.name}.")
        say(f"digest {found.components_digest}")
    else:
        say(f"{file} can replace the components of {found.name}: they are the shipped ones.")
    say(f"Next: siurell play {found.name} greedy random{own.flag}")


def _as_json(own: OwnComponents, game: str | None) -> None:
    from siurell.errors import LadderError

    try:
        found = own.of(game)
    except LadderError as error:
        if error.reason != "BAD_COMPONENTS":
            raise
        print_json({"ok": False, "game": game, "digest": "", "mistakes": str(error).split("\n")})
        raise typer.Exit(NO) from None
    print_json({"ok": True, "game": found.name, "digest": found.components_digest, "mistakes": []})
