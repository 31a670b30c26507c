"""The line to a ladder elsewhere: one channel, and what is shown with every call.

It has a loop of its own; every call has a deadline. What goes wrong is raised as it is on the
ladder's own machine: a `LadderError` with the same word and the same sentence.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import grpc
from google.protobuf.message import Message
from siurell.client.channel import Address, open_channel
from siurell.errors import SiurellError
from siurell.v1 import ladder_service_pb2 as pb
from siurell.v1.ladder_service_pb2_grpc import LadderServiceStub

from ladder.api.failures import changing, error_of
from ladder.api.metadata import PROTOCOL, PROTOCOL_VERSION, TOKEN

ANSWER_WITHIN_S: Final = 30.0
"""How long a call waits for its answer."""

T = TypeVar("T")


class Line:
    """A line to the ladder at an address, as the owner of a token. Use it as a context manager."""

    def __init__(self, address: Address, token: str) -> None:
        self.address = address
        self.metadata = ((TOKEN, token), (PROTOCOL, str(PROTOCOL_VERSION)))
        self._runner = asyncio.Runner()
        self._channel: grpc.aio.Channel | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._channel is not None:
            self._runner.run(self._channel.close(None))
        self._runner.close()

    @property
    def channel(self) -> grpc.aio.Channel:
        """The channel, made in the running loop."""
        if self._channel is None:
            self._channel = open_channel(self.address)
        return self._channel

    def call(self, stub: Callable[[Any], Any], method: str, request: Message) -> Any:
        """The answer to a unary call; ``stub`` is the generated class of its service."""

        async def called() -> Any:
            return await getattr(stub(self.channel), method)(
                request, timeout=ANSWER_WITHIN_S, metadata=self.metadata
            )

        return self.run(called())

    def change(self, stub: Callable[[Any], Any], method: str, request: Message, tells: str) -> Any:
        """The answer to a call that changes something.

        ``tells``: the command that says whether it did, for whom no answer comes.
        """
        with changing(tells):
            return self.call(stub, method, request)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do it in our loop; what the ladder refuses is a `LadderError`."""
        try:
            return self._runner.run(work)
        except grpc.aio.AioRpcError as error:
            raise self._runner.run(self._error_of(error)) from None

    async def _error_of(self, error: grpc.aio.AioRpcError) -> SiurellError:
        release = None
        if error.code() is grpc.StatusCode.UNIMPLEMENTED:
            release = await self._release()
        return await error_of(error, self.address, release)

    async def _release(self) -> str | None:
        """The release of the ladder at the other end; None when there is no ladder."""
        stub = LadderServiceStub(self.channel)
        try:
            answer = await stub.WhoAmI(
                pb.WhoAmIRequest(), timeout=ANSWER_WITHIN_S, metadata=self.metadata
            )
        except grpc.aio.AioRpcError:
            return None
        return str(answer.release)
