"""`siurell connect`: a bot on this machine plays rated matches at a referee elsewhere."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import stat
import sys
from collections.abc import Callable, MutableMapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ladder.cli.app import app
from ladder.cli.failure import STOPPED, CommandError
from ladder.cli.output import duration, note, say

if TYPE_CHECKING:
    from siurell.client.channel import Address

    from ladder.domain.batch import HostedBot
    from ladder.worker.remote.relay import MatchOver
    from ladder.worker.remote.seat import RemoteSeat, SeatEvent

TOKEN = "SIURELL_TOKEN"
STDIN = "-"
_TOKEN_BYTES = 4096
_MOST_MATCHES = 8


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
        int, typer.Option(min=1, max=_MOST_MATCHES, help="So many matches at a time.")
    ] = 1,
    sandbox: Annotated[
        str | None, typer.Option(help="What your bot runs in (else: as `siurell play` does).")
    ] = None,
) -> None:
    """Let a bot play on this machine, at a ladder elsewhere, until Ctrl-C.

    The token is that of `siurell bot remote`; it never stands in the command. Ctrl-C lets the match
    in play come to its end, a second one leaves it.
    """
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from ladder.cli.lineup import bot_source

    address = _address(to, certificate, plain=plain)
    token = _token(token_file, os.environ)
    source = bot_source(bot, Path())
    asyncio.run(_connect(source, address, token, matches, sandbox, _Teller(matches)))
    say("Disconnected.")
    raise typer.Exit(STOPPED)


async def _connect(
    source: HostedBot,
    address: Address,
    token: str,
    matches: int,
    sandbox: str | None,
    teller: _Teller,
) -> None:
    from ladder.worker.remote.bot import Workshop
    from ladder.worker.remote.seat import RemoteSeat, Way
    from ladder.worker.sandbox.base import Limits
    from ladder.worker.sandbox.choice import choose
    from ladder.worker.scratch import Scratch
    from ladder.worker.tasks import run_all

    chosen = (await choose(sandbox)).sandbox
    run = secrets.token_hex(8)
    async with Scratch() as scratch, chosen:
        workshop = Workshop(source, chosen, Limits(), scratch.folder)
        seats = [
            RemoteSeat(Way(address, token, run, slot), workshop, teller.teller_of(slot, address))
            for slot in range(matches)
        ]
        playing = asyncio.ensure_future(run_all(seat.run() for seat in seats))
        with _stopping(seats, playing):
            await asyncio.wait({playing})
        if not playing.cancelled():
            playing.result()


class _stopping:  # noqa: N801 - used as a function
    """Ctrl-C or SIGTERM ends the seats after their matches; a second one ends them at once."""

    def __init__(self, seats: Sequence[RemoteSeat], playing: asyncio.Future[None]) -> None:
        self._seats = seats
        self._playing = playing
        self._asked = False

    def __enter__(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._stop)

    def __exit__(self, *error: object) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().remove_signal_handler(number)

    def _stop(self) -> None:
        if self._asked:
            self._playing.cancel()
            return
        self._asked = True
        names = [seat.playing for seat in self._seats if seat.playing is not None]
        if names:
            note(f"Finishing {', '.join(names)} first; Ctrl-C again leaves it.")
        for seat in self._seats:
            seat.finish()


class _Teller:
    """Prints what happens, a line each; several seats are told apart by a number."""

    def __init__(self, matches: int) -> None:
        self._many = matches > 1

    def teller_of(self, slot: int, address: Address) -> Callable[[SeatEvent], None]:
        """What prints the events of one seat."""
        mark = f"[{slot + 1}] " if self._many else ""

        def tell(event: SeatEvent) -> None:
            line = _line(event, address)
            if line:
                say(f"{mark}{line}")
                sys.stdout.flush()

        return tell


def _line(event: SeatEvent, address: Address) -> str:
    from ladder.worker.remote.relay import MatchBegan, MatchLost
    from ladder.worker.remote.seat import Offline, Online

    match event:
        case Online(again):
            return f"Online {'again ' * again}at {address.target}; Ctrl-C ends."
        case Offline(why, pause_s):
            return f"The line broke ({why}); trying again in {pause_s:g} s."
        case MatchBegan():
            return ""
        case MatchLost(began):
            return f"{began.match_id}  {began.game}  its end came while the line was broken."
        case over:
            return _over(over)


def _over(over: MatchOver) -> str:
    began, result = over.began, over.result
    where = f"seat {began.seat} of {began.seats}"
    spent = f"{over.decisions} decisions, the slowest charged {duration(over.slowest_us)}"
    if result is not None and not over.detail:
        place = f"{result.placement}. of {began.seats}" if began.seats > 1 else "alone"
        return f"{began.match_id}  {began.game}  {where}: {place}, {result.score} points; {spent}"
    why = f" ({over.detail})" if over.detail else ""
    return f"{began.match_id}  {began.game}  {where}: {over.cause.value}{why}; {spent}"


def _address(to: str, certificate: Path | None, *, plain: bool) -> Address:
    from siurell.client.channel import TLS, Address

    host, colon, port = to.removeprefix(TLS).rpartition(":")
    if not (host and colon and port.isascii() and port.isdecimal() and 0 < int(port) < 1 << 16):
        raise CommandError(
            f"`{to}` is no address of a referee: it is written HOST:PORT.",
            next_step="siurell connect --to referee.example.org:7443",
            reason="BAD_ADDRESS",
        )
    if not plain:
        return Address(f"{TLS}{host}:{port}", certificate)
    if host.strip("[]") not in ("localhost", "::1") and not host.startswith("127."):
        raise CommandError(
            f"Without TLS everybody on the way to {host} could read the bot's token.",
            next_step="the same without --plain",
            reason="NO_TLS",
        )
    return Address(f"{host}:{port}")


def _token(file: str | None, environ: MutableMapping[str, str]) -> str:
    """The token, from where no other user can see it."""
    token = environ.pop(TOKEN, "")
    if file == STDIN:
        token = sys.stdin.read(_TOKEN_BYTES)
    elif file is not None:
        token = _read_private(Path(file))
    token = token.strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise CommandError(
            "There is no token: it is what `siurell bot remote` gave out, one word.",
            next_step="siurell connect --token-file FILE --to HOST:PORT",
            reason="NO_TOKEN",
        )
    return token


def _read_private(path: Path) -> str:
    with path.open(encoding="ascii", errors="replace") as file:
        if os.fstat(file.fileno()).st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise CommandError(
                f"Other users of this machine can read the token in {path}.",
                next_step=f"chmod 600 {path}, then the same again",
                reason="OPEN_TOKEN",
            )
        return file.read(_TOKEN_BYTES)
