"""One seat at a referee elsewhere: the line there, looked for again whenever it breaks."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import grpc
from siurell.client.channel import Address, open_channel, why_not
from siurell.errors import LadderError, SiurellError
from siurell.v1 import referee_service_pb2 as pb
from siurell.v1 import referee_service_pb2_grpc as pb_grpc
from siurell.wire.metadata import LET_IN, REASON

from ladder.worker.remote.bot import OwnBot, Workshop
from ladder.worker.remote.relay import Relay, Told
from ladder.worker.tasks import undisturbed

ANSWER_WITHIN_S: Final = 15.0
"""How long a referee may take to take us in, or to say no."""
SETTLE_S: Final = 3.0
"""After so long a match that the referee has not named again is over."""
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 30.0
STOOD_S: Final = 5.0
"""A line that stood so long was a good one: the next pause is short again."""

_CLOSE_S: Final = 1.0
_BROKEN: Final = frozenset(
    (
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.DEADLINE_EXCEEDED,
    )
)


@dataclass(frozen=True, slots=True)
class Online:
    """The line stands, for the first time or ``again``."""

    again: bool


@dataclass(frozen=True, slots=True)
class Offline:
    """The line broke; it is looked for again in ``pause_s`` seconds."""

    why: str
    pause_s: float


SeatEvent = Online | Offline | Told
OnSeatEvent = Callable[[SeatEvent], None]


@dataclass(frozen=True, slots=True)
class Way:
    """Where to play and as whom. ``run`` is the same for all seats of one start."""

    address: Address
    token: str = field(repr=False)
    run: str
    slot: int = 0


class _LineBroken(SiurellError):
    """The line is gone, or never stood."""

    reason = "LINE_BROKEN"


class RemoteSeat:
    """Plays match after match. `run` it; `finish` lets it end after the match in play."""

    def __init__(self, way: Way, workshop: Workshop, tell: OnSeatEvent) -> None:
        self._way = way
        self._tell = tell
        self._up: asyncio.Queue[pb.PlaySeatRequest] | None = None
        self._down: asyncio.Queue[pb.PlaySeatResponse] = asyncio.Queue()
        self._relay = Relay(self._down.put_nowait, self._say, self._told)
        self._bot = OwnBot(
            workshop, self._relay.bot_said, self._relay.bot_is_back, self._relay.bot_ended
        )
        self._hello = pb.Hello()
        self._finishing = False
        self._stopping = asyncio.Event()
        self._stood = False
        self._pause = FIRST_PAUSE_S

    @property
    def playing(self) -> str | None:
        """The match that is being played, if any."""
        return self._relay.playing

    def finish(self) -> None:
        """End when there is no match in play."""
        self._finishing = True
        self._stop_if_free()

    async def run(self) -> None:
        """Play until the referee ends the session, or `finish`.

        Raises `SiurellError` when the bot does not start, the referee refuses it, or cannot be
        reached the first time.
        """
        feeding: asyncio.Task[None] | None = None
        try:
            self._hello = await self._bot.start()
            feeding = asyncio.create_task(self._feed_bot())
            playing = asyncio.create_task(self._play())
            stopping = asyncio.create_task(self._stopping.wait())
            try:
                await asyncio.wait(
                    {playing, stopping, feeding}, return_when=asyncio.FIRST_COMPLETED
                )
                for task in (playing, feeding):
                    if task.done():
                        task.result()
            finally:
                playing.cancel()
                stopping.cancel()
                await asyncio.gather(playing, stopping, return_exceptions=True)
        finally:
            # Another seat that fails meanwhile cancels this one.
            await undisturbed(self._end(feeding))

    async def _end(self, feeding: asyncio.Task[None] | None) -> None:
        if feeding is not None:
            feeding.cancel()
            await asyncio.gather(feeding, return_exceptions=True)
        await self._bot.stop()

    # ----------------------------------------------------------------------------------- the line

    async def _play(self) -> None:
        while True:
            began = time.monotonic()
            try:
                return await self._play_on_a_line()
            except _LineBroken as error:
                await self._look_into(error)
                if time.monotonic() - began >= STOOD_S:
                    self._pause = FIRST_PAUSE_S
                self._tell(Offline(str(error), self._pause))
            # Bots that lost the same referee must not all come back at one moment.
            await asyncio.sleep(self._pause * random.uniform(0.75, 1.25))
            self._pause = min(2 * self._pause, LONGEST_PAUSE_S)

    async def _look_into(self, broken: _LineBroken) -> None:
        """Raise what would be no better the next time, or at the very first time."""
        address = self._way.address
        error = await why_not(address)
        if error is not None:
            raise error
        if not self._stood:
            raise LadderError(
                f"No referee can be reached at {address.target} ({broken}): is the ladder running,"
                " and open to remote bots there?",
                reason="UNREACHABLE",
            )

    async def _play_on_a_line(self) -> None:
        channel = open_channel(self._way.address)
        try:
            stub: pb_grpc.RefereeServiceAsyncStub = pb_grpc.RefereeServiceStub(channel)
            call = stub.PlaySeat()
            try:
                await self._converse(call)
            except grpc.aio.AioRpcError:
                raise await _said_no(call) from None
            finally:
                self._up = None
                call.cancel()
        finally:
            await channel.close(_CLOSE_S)

    async def _converse(self, call: Any) -> None:
        hello = pb.Hello()
        hello.CopyFrom(self._hello)
        hello.token, hello.slot, hello.run = self._way.token, self._way.slot, self._way.run
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                await _write(call, pb.PlaySeatRequest(hello=hello))
                let_in = LET_IN in dict(await call.initial_metadata())
                if not let_in:
                    await call.code()
        except TimeoutError:
            raise _LineBroken("no answer") from None
        if not let_in:
            raise await _said_no(call)
        self._up = asyncio.Queue()
        self._tell(Online(self._stood))
        self._stood = True
        self._relay.line_stands()
        settling = asyncio.get_running_loop().call_later(SETTLE_S, self._settle)
        writing = asyncio.create_task(_write_all(call, self._up))
        try:
            while (message := await call.read()) is not grpc.aio.EOF:
                self._relay.referee_said(message)
        finally:
            settling.cancel()
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    def _settle(self) -> None:
        self._relay.settle()
        self._stop_if_free()

    def _say(self, message: pb.PlaySeatRequest) -> None:
        """Say it to the referee; without a line it is said by the relay when there is one."""
        if self._up is not None:
            self._up.put_nowait(message)

    def _told(self, event: Told) -> None:
        self._tell(event)
        self._stop_if_free()

    def _stop_if_free(self) -> None:
        if self._finishing and self.playing is None:
            self._stopping.set()

    # ------------------------------------------------------------------------------------ the bot

    async def _feed_bot(self) -> None:
        while True:
            message = await self._down.get()
            if message.WhichOneof("message") == "welcome" and not self._bot.alive:
                try:
                    await self._bot.start()
                except LadderError as error:
                    self._relay.bot_ended(str(error))
                    continue
            await self._bot.send(message)


async def _write_all(call: Any, queue: asyncio.Queue[pb.PlaySeatRequest]) -> None:
    while True:
        await _write(call, await queue.get())


async def _write(call: Any, message: pb.PlaySeatRequest) -> None:
    """Write; that the line has ended is said by the read that follows, with its reason."""
    with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
        await call.write(message)


async def _said_no(call: Any) -> SiurellError:
    """What an ended call means. What no referee said is for the makers of gRPC, and not told."""
    code = await call.code()
    said = REASON in dict(await call.trailing_metadata())
    if code in _BROKEN or code is grpc.StatusCode.OK:
        why = (await call.details()).rstrip(".") if said else "the connection failed"
        return _LineBroken(why)
    return LadderError(await call.details() or code.name, reason="REFUSED")
