"""`siurell connect`: a bot on this machine plays rated matches at a referee elsewhere."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from siurell.wire.addresses import host_and_port, is_loopback
from siurell.wire.limits import MAX_SLOTS

from ladder.cli.app import app
from ladder.cli.failure import STOPPED, CommandError
from ladder.cli.output import say
from ladder.cli.token_file import is_token, token_in

if TYPE_CHECKING:
    from siurell.client.channel import Address
    from siurell.errors import LocalProtocolError

TOKEN = "SIURELL_TOKEN"


@app.command(rich_help_panel="Your bot")
def connect(
    to: Annotated[
        str, typer.Option("--to", metavar="HOST:PORT", help="Where the ladder takes remote bots.")
    ],
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="A bot's folder, or a shipped bot.")
    ] = ".",
    token_file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help=f"Where the bot's token is, a file of yours alone, or - (else: {TOKEN}).",
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The referee's certificate (else: one that this machine trusts)."
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Without TLS, to a referee on this machine.")
    ] = False,
    matches: Annotated[
        int, typer.Option(min=1, max=MAX_SLOTS, help="So many matches at a time.")
    ] = 1,
    sandbox: Annotated[
        str | None, typer.Option(help="What your bot runs in (else: as `siurell play` does).")
    ] = None,
) -> None:
    """Let a bot play on this machine, at a ladder elsewhere, until Ctrl-C.

    The token is that of `siurell bot remote`; it never stands in the command.
    Ctrl-C lets the match in play come to its end, a second one leaves it.
    """
    import asyncio

    from siurell.errors import LocalProtocolError

    from ladder.cli.connecting import play_remotely
    from ladder.cli.lineup import bot_source

    address = _address(to, certificate, plain=plain)
    token = _token(token_file, os.environ)
    source = bot_source(bot, Path())
    try:
        stopped = asyncio.run(
            play_remotely(source, address, token, matches=matches, sandbox=sandbox)
        )
    except LocalProtocolError as error:
        raise _in_our_words(error, address) from None
    if stopped:
        say("Disconnected.")
        raise typer.Exit(STOPPED)
    say("The referee has ended the session.")


def _address(to: str, certificate: Path | None, *, plain: bool) -> Address:
    from siurell.client.channel import TLS, Address

    target = to.removeprefix(TLS)
    where = host_and_port(target)
    if where is None or not where[1]:
        raise CommandError(
            f"`{to}` is no address of a referee: it is written HOST:PORT.",
            next_step="siurell connect --to referee.example.org:7443",
            reason="BAD_ADDRESS",
        )
    if not plain:
        return Address(f"{TLS}{target}", certificate)
    if not is_loopback(where[0]):
        raise CommandError(
            f"Without TLS everybody on the way to {where[0]} could read the bot's token.",
            next_step="the same without --plain",
            reason="NO_TLS",
        )
    return Address(target)


def _in_our_words(error: LocalProtocolError, address: Address) -> LocalProtocolError | CommandError:
    """What stands in the way, with the option of this command that helps, if one does."""
    if error.reason == "SPEAKS_TLS":
        return CommandError(
            f"The referee at {address.target} speaks TLS.",
            next_step="the same without --plain",
            reason=error.reason,
        )
    where = address.host_and_port
    if error.reason == "NO_TLS" and where is not None and is_loopback(where[0]):
        return CommandError(
            f"What listens at {address.target} does not speak TLS.",
            next_step="the same with --plain, if it is a ladder without TLS",
            reason=error.reason,
        )
    if error.reason == "BAD_CERTIFICATE" and address.roots is None:
        return CommandError(
            str(error), next_step="the same with --certificate FILE", reason=error.reason
        )
    return error


def _token(file: str | None, environ: MutableMapping[str, str]) -> str:
    """The token, from where no other user can see it."""
    token = environ.pop(TOKEN, "").strip()
    if file is not None:
        token = token_in(file)
    if not is_token(token):
        raise CommandError(
            "There is no token: it is what `siurell bot remote` gave out, one word.",
            next_step="siurell connect --token-file FILE --to HOST:PORT",
            reason="NO_TOKEN",
        )
    return token
