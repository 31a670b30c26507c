"""One `PlaySeat` stream, used from plain code: the event loop runs only while we wait.

So a bot's own code never runs inside a running loop, and may start one of its own.
"""

from __future__ import annotations

import asyncio
from typing import Final

import grpc

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

_OPTIONS: Final = (
    ("grpc.enable_http_proxy", 0),
    ("grpc.enable_retries", 0),
    ("grpc.service_config_disable_resolution", 1),
    ("grpc.use_local_subchannel_pool", 1),
)
_TCP_OPTIONS: Final = (
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.http2.ping_timeout_ms", 20_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
)

_Call = grpc.aio.StreamStreamCall[pb.PlaySeatRequest, pb.PlaySeatResponse]


class StreamBroken(RemoteProtocolError):
    """The stream is gone, or never stood; another one may be tried."""

    reason = "STREAM_BROKEN"


class Connection:
    """A stream to the referee. `close` it, whatever happened."""

    def __init__(self, address: str) -> None:
        self._loop = asyncio.new_event_loop()
        try:
            self._channel, self._call = self._loop.run_until_complete(_open(address))
        except BaseException:
            self._loop.close()
            raise

    def exchange(self, request: pb.PlaySeatRequest | None) -> pb.PlaySeatResponse | None:
        """Send, if there is something to send, and wait for the next message; None at the end.

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


async def _open(address: str) -> tuple[grpc.aio.Channel, _Call]:
    options = _OPTIONS if address.startswith("unix:") else _OPTIONS + _TCP_OPTIONS
    channel = grpc.aio.insecure_channel(address, options=options)
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
