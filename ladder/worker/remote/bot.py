"""The author's bot: its process, started as the ladder would, and its line to us."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import grpc
from siurell.errors import LadderError
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.limits import MAX_WIRE_BYTES

from ladder.domain.batch import HostedBot
from ladder.worker.launcher import Door, LaunchedBot, launch
from ladder.worker.sandbox.base import Ending, Limits, Sandbox
from ladder.worker.scratch import remove_tree

HELLO_WITHIN_S: Final = 10.0
"""How long the bot may take to say hello after it was started."""

_SERVICE: Final = pb.DESCRIPTOR.services_by_name["RefereeService"].full_name
_STOP_S: Final = 0.5
_OPTIONS: Final = (
    ("grpc.max_receive_message_length", MAX_WIRE_BYTES),
    ("grpc.max_concurrent_streams", 4),
)

Context = grpc.aio.ServicerContext[pb.PlaySeatRequest, pb.PlaySeatResponse]


@dataclass(frozen=True, slots=True)
class Workshop:
    """How bots are run here."""

    source: HostedBot
    sandbox: Sandbox
    limits: Limits
    scratch: Path


class OwnBot:
    """One bot. `start` it; `send` to it; what it says goes to ``said``, its end to ``ended``.

    ``back`` is told when it opens another line.
    """

    def __init__(
        self,
        workshop: Workshop,
        said: Callable[[pb.PlaySeatRequest], None],
        back: Callable[[], None],
        ended: Callable[[str], None],
    ) -> None:
        self._workshop = workshop
        self._said = said
        self._back = back
        self._ended = ended
        self._token = secrets.token_urlsafe(24)
        self._folder = workshop.scratch / f"own-{secrets.token_hex(6)}"
        self._server: grpc.aio.Server | None = None
        self._launched: LaunchedBot | None = None
        self._watching: asyncio.Task[None] | None = None
        self._line: Context | None = None
        self._hello: asyncio.Future[pb.Hello] | None = None

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._launched is not None and self._launched.process.ending is None

    async def start(self) -> pb.Hello:
        """Start it, in place of the one before; its hello (`LadderError` when none comes)."""
        await self._end_process()
        self._line = None
        self._hello = asyncio.get_running_loop().create_future()
        work = self._workshop
        door = Door(await self._address(), self._token)
        self._launched = await launch(
            work.source, door, sandbox=work.sandbox, limits=work.limits, scratch=work.scratch
        )
        ending = asyncio.create_task(self._launched.process.wait())
        first: set[asyncio.Future[Any]] = {ending, self._hello}
        try:
            await asyncio.wait(first, timeout=HELLO_WITHIN_S, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ending.cancel()
        if not self._hello.done():
            sentence = _why_no_hello(self._launched)
            await self._end_process()
            raise LadderError(sentence, reason="NO_HELLO")
        self._watching = asyncio.create_task(self._watch(self._launched))
        return self._hello.result()

    async def send(self, message: pb.PlaySeatResponse) -> None:
        """Say something to it, if it is there."""
        if self._line is not None:
            try:
                await self._line.write(message)
            except (grpc.RpcError, grpc.aio.UsageError, asyncio.InvalidStateError):
                self._line = None

    async def stop(self) -> None:
        """End it with all that it started, and its door."""
        await self._end_process()
        if self._server is not None:
            await self._server.stop(_STOP_S)
            remove_tree(self._folder)

    async def _end_process(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None
        if self._launched is not None:
            await self._launched.remove()
            self._launched = None

    async def _watch(self, launched: LaunchedBot) -> None:
        ending = await launched.process.wait()
        self._ended(_told(ending, launched))

    async def _address(self) -> str:
        """Where it connects: one door for all of its lives."""
        address = f"unix:{self._folder / 'seat'}"
        if self._server is None:
            self._folder.mkdir(mode=0o700)
            self._server = grpc.aio.server(options=_OPTIONS)
            handler = grpc.stream_stream_rpc_method_handler(
                self._play, pb.PlaySeatRequest.FromString, pb.PlaySeatResponse.SerializeToString
            )
            table = {"PlaySeat": handler}
            self._server.add_generic_rpc_handlers(
                (grpc.method_handlers_generic_handler(_SERVICE, table),)
            )
            self._server.add_insecure_port(address)
            await self._server.start()
        return address

    async def _play(self, _requests: object, context: Context) -> None:
        """One line of the bot; the newest has its word."""
        first: Any = await context.read()
        if first is grpc.aio.EOF or not hmac.compare_digest(
            first.hello.token.encode(), self._token.encode()
        ):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "This door is for another bot.")
        self._line = context
        if self._hello is not None and not self._hello.done():
            self._hello.set_result(first.hello)
        else:
            self._back()
        while self._line is context:
            message: Any = await context.read()
            if message is grpc.aio.EOF:
                break
            self._said(message)


def _told(ending: Ending, launched: LaunchedBot) -> str:
    why = ending.detail or f"The bot's process ended with {_how(ending)}."
    return f"{launched.process.last_lines()}\n{why}".lstrip()


def _how(ending: Ending) -> str:
    return f"exit code {ending.exit_code}" if ending.signal is None else f"signal {ending.signal}"


def _why_no_hello(launched: LaunchedBot) -> str:
    """Why a bot cannot play, with what it wrote last; one that ended well may have no `run`."""
    ending, wrote = launched.process.ending, launched.process.last_lines()
    if ending is None:
        sentence = (
            f"The bot runs, and did not come to play within {HELLO_WITHIN_S:g} s: `MyBot.run()`"
            " has to be reached by then."
        )
    else:
        sentence = f"The bot ended before it was ready, with {_how(ending)}."
        if ending.detail:
            sentence = f"The bot ended before it was ready. {ending.detail}"
        elif ending.exit_code == 0:
            sentence += " Does its program end with `MyBot.run()`?"
    return f"{sentence}\n{wrote}" if wrote else sentence
