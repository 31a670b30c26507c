"""`siurell login|logout`: which ladder elsewhere the commands of authors talk to."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ladder.cli.app import app
from ladder.cli.failure import CommandError
from ladder.cli.output import say, shown_path
from ladder.cli.token_file import is_token, token_in


@app.command(rich_help_panel="Your bot")
def login(
    address: Annotated[
        str, typer.Argument(metavar="HOST:PORT", help="Where the ladder takes authors.")
    ],
    token_file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Where your token is, a file of yours alone, or - (else: asked)."
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The ladder's certificate (else: one that this machine trusts)."
        ),
    ] = None,
) -> None:
    """Talk to a ladder elsewhere from now on, by the commands that you know from here.

    An operator of it gives you a token. It is asked for, unseen, or read from a
    file, or from SIURELL_LADDER_TOKEN. `siurell --home FOLDER` still means an
    arena on this machine, and `--ladder HOST:PORT` another ladder.
    """
    from ladder.api.client import RemoteLadder
    from ladder.api.line import Line
    from ladder.cli.logins import Login, check_address, write_login

    check_address(address)
    where = None if certificate is None else certificate.absolute()
    known = Login(address, _token(token_file), where)
    with Line(known.way, known.token) as line:
        name, role = RemoteLadder(line).who_am_i()
    path = write_login(known)
    say(f"You are {name}, {role.value}, at the ladder at {address}; {shown_path(path)} says so.")
    say("Next: siurell submit")


@app.command(rich_help_panel="Your bot")
def logout() -> None:
    """Forget the ladder elsewhere: commands mean the arena of this machine again."""
    from ladder.cli.logins import remove_login

    if not remove_login():
        raise CommandError(
            "You are logged in nowhere.", next_step="siurell login HOST:PORT", reason="NO_LOGIN"
        )
    say("You are logged out; the token is forgotten here, and still valid at the ladder.")


def _token(file: str | None) -> str:
    """The token, from where no other user can see it."""
    from ladder.cli.logins import LADDER_TOKEN

    if file is not None:
        token = token_in(file)
    elif not (token := os.environ.get(LADDER_TOKEN, "").strip()) and sys.stdin.isatty():
        token = typer.prompt("Token", hide_input=True, err=True).strip()
    if not is_token(token):
        raise CommandError(
            "There is no token: an operator of the ladder gives you one, a single word.",
            next_step="siurell login HOST:PORT --token-file FILE",
            reason="NO_TOKEN",
        )
    return token
