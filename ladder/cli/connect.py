"""`siurell connect`: a bot on this machine plays rated matches at a referee elsewhere."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from siurell.wire.limits import MAX_SLOTS

from ladder.cli.app import app
from ladder.cli.failure import STOPPED, CommandError
from ladder.cli.output import say

if TYPE_CHECKING:
    from siurell.client.channel import Address
    from siurell.errors import LocalProtocolError

TOKEN = "SIURELL_TOKEN"
STDIN = "-"
_TOKEN_BYTES = 4096


@app.command(rich_help_panel="Your bot")
def connect(
    to: Annotated[
        str, typer.Option("--to", metavar="HOST:PORT", help="Where the ladder takes remote bots.")
    ],
    bot: Annotated[str, typer.Argument(help="A bot's folder, or a shipped bot.")] = ".",
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

    host, colon, port = to.removeprefix(TLS).rpartition(":")
    if not (host and colon and port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 1 << 16):
        raise CommandError(
            f"`{to}` is no address of a referee: it is written HOST:PORT.",
            next_step="siurell connect --to referee.example.org:7443",
            reason="BAD_ADDRESS",
        )
    if not plain:
        return Address(f"{TLS}{host}:{port}", certificate)
    if not _of_this_machine(host):
        raise CommandError(
            f"Without TLS everybody on the way to {host} could read the bot's token.",
            next_step="the same without --plain",
            reason="NO_TLS",
        )
    return Address(f"{host}:{port}")


def _of_this_machine(host: str) -> bool:
    return host.strip("[]") in ("localhost", "::1") or host.startswith("127.")


def _in_our_words(error: LocalProtocolError, address: Address) -> LocalProtocolError | CommandError:
    """What stands in the way, with the option of this command that helps, if one does."""
    if error.reason == "SPEAKS_TLS":
        return CommandError(
            f"The referee at {address.target} speaks TLS.",
            next_step="the same without --plain",
            reason=error.reason,
        )
    if error.reason == "NO_TLS" and _of_this_machine(address.target.rpartition(":")[0]):
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
    token = environ.pop(TOKEN, "")
    if file == STDIN:
        token = sys.stdin.read(_TOKEN_BYTES)
    elif file is not None:
        token = read_private(Path(file))
    token = token.strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise CommandError(
            "There is no token: it is what `siurell bot remote` gave out, one word.",
            next_step="siurell connect --token-file FILE --to HOST:PORT",
            reason="NO_TOKEN",
        )
    return token


def read_private(path: Path) -> str:
    """The token in a file, which has to be its owner's alone (`CommandError`)."""
    with path.open(encoding="ascii", errors="replace") as file:
        if os.fstat(file.fileno()).st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise CommandError(
                f"Other users of this machine can read the token in {path}.",
                next_step=f"chmod 600 {path}, then the same again",
                reason="OPEN_TOKEN",
            )
        return file.read(_TOKEN_BYTES)
