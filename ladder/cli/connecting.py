"""What `siurell connect` does until it is stopped, and what it prints meanwhile."""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Self

from siurell.client.channel import Address

from ladder.cli.output import duration, note, say, visible
from ladder.domain.batch import HostedBot
from ladder.worker.builds import ready_source
from ladder.worker.remote.bot import Workshop
from ladder.worker.remote.relay import MatchBegan, MatchLost, MatchOver, Noticed
from ladder.worker.remote.seat import Offline, Online, RemoteSeat, SeatEvent, Way
from ladder.worker.sandbox.base import Limits
from ladder.worker.sandbox.choice import choose
from ladder.worker.scratch import Scratch
from ladder.worker.tasks import run_all


async def play_remotely(
    source: HostedBot, address: Address, token: str, *, matches: int, sandbox: str | None
) -> bool:
    """Play so many matches at a time; True after Ctrl-C, False when the referee ended it.

    Raises `SiurellError` when the bot is not built or does not start, or the referee refuses it.
    """
    teller = _Teller(matches)
    chosen = (await choose(sandbox)).sandbox
    run = secrets.token_hex(8)
    async with Scratch() as scratch, chosen:
        ready = await ready_source(source, chosen, scratch.folder)
        workshop = Workshop(ready, chosen, Limits(), scratch.folder)
        seats = [
            RemoteSeat(Way(address, token, run, slot), workshop, teller.teller_of(slot, address))
            for slot in range(matches)
        ]
        playing = asyncio.ensure_future(run_all(seat.run() for seat in seats))
        with _Stopping(seats, playing) as stopping:
            await asyncio.wait({playing})
        if not playing.cancelled():
            playing.result()
    return stopping.asked


class _Stopping:
    """Ctrl-C or SIGTERM ends the seats after their matches; a second one ends them at once."""

    def __init__(self, seats: Sequence[RemoteSeat], playing: asyncio.Future[None]) -> None:
        self._seats = seats
        self._playing = playing
        self.asked = False

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._stop)
        return self

    def __exit__(self, *error: object) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().remove_signal_handler(number)

    def _stop(self) -> None:
        if self.asked:
            self._playing.cancel()
            return
        self.asked = True
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
    match event:
        case Online(again):
            return f"Online {'again ' * again}at {address.target}; Ctrl-C ends."
        case Offline(why, pause_s):
            return f"The line broke ({why}); trying again in {pause_s:g} s."
        case MatchBegan():
            return ""
        case MatchLost(began):
            return f"{began.match_id}  {began.game}  its end came while the line was broken."
        case Noticed(text):
            # It comes from elsewhere: one line, and nothing that a terminal obeys.
            return visible(text) or "It is paired again."
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
