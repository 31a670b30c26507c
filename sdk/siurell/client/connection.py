"""One `PlaySeat` stream, used from plain code: the event loop runs only while we wait.

So a bot's own code never runs inside a running loop, and may start one of its own.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import grpc

from siurell.client.channel import Address, open_channel, why_not
from siurell.errors import RemoteProtocolError
from siurell.v1 import referee_service_pb2 as pb
from siurell.v1 import referee_service_pb2_grpc as pb_grpc

_BROKEN: Final = frozenset(
    (
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.CANCELLED,
    )
)
"""Ends of a stream after which it is worth trying again; all others are the referee's word."""

_CLOSE_SECONDS: Final = 0.5

_Call = grpc.aio.StreamStreamCall[pb.PlaySeatRequest, pb.PlaySeatResponse]


class StreamBroken(RemoteProtocolError):
    """The stream is gone, or never stood; another one may be tried."""

    reason = "STREAM_BROKEN"


class Connection:
    """A stream to the referee. `close` it, whatever happened.

    ``roots`` is a file of certificates for an address ``tls://…`` (`siurell.client.channel`).
    """

    def __init__(self, address: str, roots: Path | None = None) -> None:
        self._loop = asyncio.new_event_loop()
        try:
            self._channel, self._call = self._loop.run_until_complete(
                _open(Address(address, roots))
            )
        except BaseException:
            self._loop.close()
            raise

    def exchange(self, request: pb.PlaySeatRequest | None) -> pb.PlaySeatResponse | None:
        """Send, if there is something to send, and wait for the next message; None at the end.

        A referee may say nothing for as long as others think. That it is gone is told by the end of
        its socket, and of one elsewhere by keepalive (`siurell.client.channel`), within a minute.

        Raises `StreamBroken` when the line failed and `RemoteProtocolError` when the referee
        refuses us; its sentence is in the error.
        """
        return self._loop.run_until_complete(_exchange(self._call, request))

    def close(self) -> None:
        """Let go of stream and channel at once: an open channel can keep a process from ending."""
        self._call.cancel()
        try:
            self._loop.run_until_complete(
                asyncio.wait_for(self._channel.close(), timeout=_CLOSE_SECONDS)
            )
        except TimeoutError:
            pass
        finally:
            self._loop.close()


def raise_what_stands_in_the_way(address: str, roots: Path | None) -> None:
    """Raise why no line can stand, such as a wrong certificate; else try again."""
    way = Address(address, roots)
    error = None if way.host_and_port is None else asyncio.run(why_not(way))
    if error is not None:
        raise error


async def _open(address: Address) -> tuple[grpc.aio.Channel, _Call]:
    channel = open_channel(address)
    stub: pb_grpc.RefereeServiceAsyncStub = pb_grpc.RefereeServiceStub(channel)
    return channel, stub.PlaySeat()


async def _exchange(call: _Call, request: pb.PlaySeatRequest | None) -> pb.PlaySeatResponse | None:
    try:
        if request is not None:
            await _write(call, request)
        answer = await call.read()
    except grpc.aio.AioRpcError as error:
        kind = StreamBroken if error.code() in _BROKEN else RemoteProtocolError
        raise kind(error.details() or error.code().name) from None
    return answer if isinstance(answer, pb.PlaySeatResponse) else None


async def _write(call: _Call, request: pb.PlaySeatRequest) -> None:
    """Write; that a stream has ended is said by the read that follows, with its reason."""
    try:
        await call.write(request)
    except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
        return
