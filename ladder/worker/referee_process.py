"""The referee of a worker: a process of its own, and the line to it.

It ends by itself when its standard input ends, that is with this process, however this process
ends. One that has died is started again on request, in the same folder: it goes on from its
journals, and the bots find it at the sockets that they know.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

import grpc
from siurell.errors import LadderError
from siurell.match.lag import LAG_PERCENT
from siurell.v1 import referee_service_pb2_grpc as pb_grpc
from siurell.wire.metadata import REASON

from ladder.worker.child import Child
from ladder.worker.public_door import PublicDoor
from ladder.worker.sandbox.base import MARKER
from ladder.worker.sandbox.output import HeadAndTail
from ladder.worker.sandbox.tree import kill_session
from ladder.worker.scratch import Scratch, forget_process, record_process, remove_tree
from ladder.worker.tasks import undisturbed

HOST_TOKEN_VARIABLE: Final = "SIURELL_HOST_TOKEN"
HOST_TOKEN_KEY: Final = "siurell-host-token"

SERVE_WITHIN_S: Final = 30.0
"""How long a referee may take until it serves."""
STOP_WITHIN_S: Final = 2.0
"""How long it may take to end after its input has ended."""
DEAD_WITHIN_S: Final = 1.0
"""How long after a broken line its end is waited for, before it is taken to live."""
CALL_TRIES: Final = 5
"""How often a call is made that the referee dies under."""
_BROKEN: Final = frozenset(
    (
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.UNKNOWN,
    )
)
"""How a call ends whose referee died; `INTERNAL`, as gRPC says, when it did so while we wrote."""

REFUSED: Final = 2
"""The exit code of a referee that said in a sentence why it cannot be started."""

_CLOSE_S: Final = 1.0
_LOG_HEAD: Final = 4 << 10
_LOG_TAIL: Final = 32 << 10
_FIRST_LINE_BYTES: Final = 4096
_RECEIVE_BYTES: Final = 64 << 20
"""A replay may be large; it comes from our own referee."""


T = TypeVar("T")


def is_broken(error: grpc.aio.AioRpcError) -> bool:
    """Whether a call ended since its referee died, or is about to: another one may do it."""
    if error.code() is grpc.StatusCode.INTERNAL:
        # What a referee that lives has failed in, it gives a reason for.
        return REASON not in dict(error.trailing_metadata() or ())
    return error.code() in _BROKEN


class RefereeProcess:
    """One referee: an async context manager. `stub` and `metadata` are what calls are made with.

    ``scratch`` is where its folder is made, with sockets and journals; without it the referee gets
    a place of its own. ``lag_percent`` is what it is told of its own lag (`siurell.match.lag`).
    With ``public`` it lets remote bots in there.
    """

    def __init__(
        self,
        scratch: Path | None = None,
        *,
        lag_percent: int = LAG_PERCENT,
        public: PublicDoor | None = None,
    ) -> None:
        self._given = scratch
        self._public = public
        self._lag_percent = lag_percent
        self._own = AsyncExitStack()
        self._folder: Path | None = None
        self._running: _Running | None = None
        self._starting = asyncio.Lock()
        self.tcp = ""
        """Where remote bots connect, once it has been started; the same for all its lives."""

    @property
    def shared(self) -> bool:
        """Whether others play here too, so that it is not ended for the sake of one match."""
        return self._public is not None

    async def __aenter__(self) -> Self:
        """Start it; `LadderError` with its last words when it does not serve in time."""
        if self._given is None:
            scratch = await self._own.enter_async_context(Scratch())
            self._given = scratch.folder
        try:
            await self.ensure()
        except BaseException:
            await self._own.aclose()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it."""
        try:
            await undisturbed(self.stop())
        finally:
            await self._own.aclose()

    @property
    def pid(self) -> int | None:
        """Its process id; None while it is stopped."""
        return self._running.child.pid if self._running else None

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._running is not None and self._running.child.returncode is None

    @property
    def stub(self) -> pb_grpc.RefereeServiceAsyncStub:
        """What its calls are made with."""
        return self._current().stub

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What every call of a host carries."""
        return ((HOST_TOKEN_KEY, self._current().token),)

    @property
    def last_words(self) -> str:
        """What it logged: head and tail."""
        return self._running.log.text() if self._running else ""

    async def ensure(self) -> bool:
        """See to it that it runs; True when it had to be started.

        One that died is started where it was, and goes on with its sessions and matches.
        """
        async with self._starting:
            if self.alive:
                return False
            await self._end_process()
            assert self._given is not None
            if self._folder is None:
                self._folder = self._given / f"r-{secrets.token_hex(3)}"
                self._folder.mkdir(mode=0o700)
            arguments = ["--lag-percent", str(self._lag_percent)]
            if self._public is not None:
                arguments += self._public.arguments(self.tcp)
            self._running = await _Running.start(self._given, self._folder, arguments)
            self.tcp = self._running.tcp
            return True

    async def recover(self) -> bool:
        """After a line broke: as `ensure`, but it may be dying only now."""
        running = self._running
        if running is not None:
            await running.child.ended_within(DEAD_WITHIN_S)
        return await self.ensure()

    async def unbroken(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do work that calls the referee, again when it dies meanwhile: it may be done twice."""
        for _ in range(CALL_TRIES - 1):
            try:
                return await work()
            except grpc.aio.AioRpcError as error:
                if not is_broken(error):
                    raise
            await self.recover()
        return await work()

    async def stop(self) -> None:
        """End it for good, with all that it knows. Doing so twice is no error."""
        async with self._starting:
            await self._end_process()
            folder, self._folder = self._folder, None
            if folder is not None:
                remove_tree(folder)

    async def _end_process(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            await running.stop()

    def _current(self) -> _Running:
        if self._running is None:
            raise LadderError("The referee is not running.", reason="NO_REFEREE")
        return self._running


class _Running:
    """One process of a referee."""

    def __init__(self, scratch: Path, folder: Path, arguments: Sequence[str]) -> None:
        self.tcp = ""
        self._scratch = scratch
        self.folder = folder
        self._arguments = arguments
        self._marker = secrets.token_hex(16)
        self.token = secrets.token_urlsafe(32)
        self.log = HeadAndTail(_LOG_HEAD, _LOG_TAIL)
        self._first_line = bytearray()
        self._line_there = asyncio.Event()
        self.stub: pb_grpc.RefereeServiceAsyncStub
        self._child: Child | None = None
        self._channel: grpc.aio.Channel | None = None

    @property
    def child(self) -> Child:
        assert self._child is not None
        return self._child

    @classmethod
    async def start(cls, scratch: Path, folder: Path, arguments: Sequence[str]) -> _Running:
        running = cls(scratch, folder, arguments)
        try:
            await running._start()
        except BaseException:
            await undisturbed(running.stop())
            raise
        return running

    async def _start(self) -> None:
        control = f"unix:{self.folder / 'control'}"
        self._child = Child.start(
            [
                sys.executable,
                "-m",
                "referee",
                "--control",
                control,
                "--stdin-bound",
                "--sockets",
                str(self.folder),
                "--journals",
                str(self.folder / "journals"),
                *self._arguments,
            ],
            environment=self._environment(),
            stdout=self._on_stdout,
            stderr=self.log.add,
            stdin=True,
        )
        record_process(self._scratch, self._marker, self.child.pid)
        address = await self._serving()
        self._channel = grpc.aio.insecure_channel(
            address, options=[("grpc.max_receive_message_length", _RECEIVE_BYTES)]
        )
        self.stub = pb_grpc.RefereeServiceStub(self._channel)

    def _environment(self) -> Mapping[str, str]:
        return {**os.environ, HOST_TOKEN_VARIABLE: self.token, MARKER: self._marker}

    def _on_stdout(self, data: bytes) -> None:
        if not self._line_there.is_set():
            self._first_line += data
            if b"\n" in self._first_line or len(self._first_line) > _FIRST_LINE_BYTES:
                self._line_there.set()

    async def _serving(self) -> str:
        """Wait for the line that says where it serves."""
        line = asyncio.ensure_future(self._line_there.wait())
        ended = asyncio.ensure_future(self.child.wait())
        try:
            await asyncio.wait(
                {line, ended}, timeout=SERVE_WITHIN_S, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            line.cancel()
            ended.cancel()
        said = _serving_line(bytes(self._first_line))
        address = said.get("control")
        if not isinstance(address, str):
            raise self._did_not_start()
        self.tcp = str(said.get("tcp") or "")
        return address

    def _did_not_start(self) -> LadderError:
        """Its own sentence, when it said why; else all that it wrote."""
        wrote = self.log.text().strip()
        said = [line for line in wrote.splitlines() if line and not line.startswith("{")]
        if self.child.returncode == REFUSED and len(said) == 1:
            return LadderError(said[0], reason="NOT_SERVING")
        return LadderError(
            f"The referee did not start; its last words were: {wrote or 'none'}",
            reason="NO_REFEREE",
        )

    async def stop(self) -> None:
        if self._channel is not None:
            # What a dead referee was asked ends by itself; to cancel it would cancel who asks.
            await self._channel.close(None if self.child.returncode is None else _CLOSE_S)
        if self._child is not None:
            await self._stop_child()
        forget_process(self._scratch, self._marker)

    async def _stop_child(self) -> None:
        self.child.close_stdin()
        await self.child.ended_within(STOP_WITHIN_S)
        self.child.signal(signal.SIGKILL)
        await kill_session(self._marker, self.child.pid)
        await self.child.ended_within(STOP_WITHIN_S)
        self.child.close()


def _serving_line(first_line: bytes) -> dict[str, object]:
    """What a referee writes when it serves; nothing when it wrote something else."""
    try:
        said = json.loads(first_line.partition(b"\n")[0])
    except ValueError:
        return {}
    return said if isinstance(said, dict) and said.get("event") == "serving" else {}
