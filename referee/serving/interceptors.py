"""What holds for every call of a service of ours: by when, how errors look, what is logged.

Other services of a server (health, reflection) pass untouched.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import grpc
import structlog
from google.protobuf.message import DecodeError
from siurell.errors import SiurellError
from siurell.wire.metadata import REASON

from referee.serving.refusal import Refusal, bad_argument

_log = structlog.get_logger()

Behaviour = Callable[[Any, Any], Awaitable[Any]]

SAY_WITHIN_S: Final = 5.0
"""A refusal that the caller does not take is left to gRPC after so long."""

MOST_TOLD_BYTES: Final = 2_000
"""A caller is told no more in a sentence: it may repeat what was sent, and clients refuse much.

On the wire a byte may become three, and a client takes 8 KiB.
"""


class Interceptor(grpc.aio.ServerInterceptor):
    """Wraps the behaviour of every method of one service, unary or not."""

    def __init__(self, service: str) -> None:
        self._prefix = f"/{service}/"

    async def intercept_service(self, continuation: Any, handler_call_details: Any) -> Any:
        """Let the call pass, wrapped."""
        handler = await continuation(handler_call_details)
        method: str = handler_call_details.method
        if handler is None or not method.startswith(self._prefix):
            return handler
        return _rewrapped(
            handler,
            lambda behaviour: self.wrap(method, handler, behaviour),
            self.reader(handler),
        )

    def reader(self, handler: Any) -> Any:
        """What makes a message of bytes."""
        return handler.request_deserializer

    def wrap(self, method: str, handler: Any, behaviour: Behaviour) -> Behaviour:
        """The behaviour with ours around it."""
        raise NotImplementedError


class LogCalls(Interceptor):
    """One line for every call, with its status."""

    def wrap(self, method: str, handler: Any, behaviour: Behaviour) -> Behaviour:
        """Log the call when it is over."""
        name = method.rpartition("/")[2]

        async def logged(request: Any, context: Any) -> Any:
            began = time.monotonic()
            try:
                return await behaviour(request, context)
            finally:
                code = context.code()
                spent_ms = round((time.monotonic() - began) * 1000)
                status = getattr(code, "name", "OK")
                _log.info("call", method=name, status=status, spent_ms=spent_ms)

        return logged


class SayErrors(Interceptor):
    """Errors become canonical codes with a reason; what is a bug of ours is logged and not told."""

    def reader(self, handler: Any) -> Any:
        """Let a request that is no message come as one that cannot be read.

        gRPC would end the call itself, with an exception of ours as its words. In a stream it
        raises what is raised here where the next message is read.
        """
        read = handler.request_deserializer
        if handler.request_streaming:
            return read

        def reading(data: bytes) -> Any:
            try:
                return read(data)
            except DecodeError:
                return _UNREADABLE

        return reading

    def wrap(self, method: str, handler: Any, behaviour: Behaviour) -> Behaviour:
        """Turn what is raised into a status."""

        async def said(request: Any, context: Any) -> Any:
            try:
                if request is _UNREADABLE:
                    raise DecodeError
                return await behaviour(request, context)
            except Refusal as error:
                refusal = error
            except DecodeError:
                refusal = bad_argument(
                    "BAD_MESSAGE",
                    "What was sent is no message of this call: use the same release of Siurell on"
                    " both sides.",
                )
            except SiurellError as error:
                refusal = bad_argument(error.reason, str(error))
            except (grpc.aio.AbortError, asyncio.CancelledError):
                raise
            except Exception:
                _log.exception("call_failed", method=method)
                refusal = Refusal(
                    grpc.StatusCode.INTERNAL, "BUG", "The server failed; its log says why."
                )
            await _end(context, refusal)
            return None

        return said


class NeedDeadline(Interceptor):
    """A unary call says by when it wants its answer."""

    def wrap(self, method: str, handler: Any, behaviour: Behaviour) -> Behaviour:
        """Refuse a unary call without a deadline."""
        if handler.request_streaming or handler.response_streaming:
            return behaviour

        async def limited(request: Any, context: Any) -> Any:
            if context.time_remaining() is None:
                raise bad_argument("NO_DEADLINE", "Set a deadline for the call.")
            return await behaviour(request, context)

        return limited


_UNREADABLE: Final = object()
"""A request that is no message."""


async def _end(context: Any, refusal: Refusal) -> None:
    try:
        async with asyncio.timeout(SAY_WITHIN_S):
            await context.abort(
                refusal.code, _told(refusal), trailing_metadata=((REASON, refusal.reason),)
            )
    except TimeoutError:
        # It waits behind what the caller does not read, and goes out without us.
        raise grpc.aio.AbortError from None


def _told(refusal: Refusal) -> str:
    data = str(refusal).encode("utf-8", "replace")
    if len(data) <= MOST_TOLD_BYTES:
        return str(refusal)
    return data[:MOST_TOLD_BYTES].decode("utf-8", "ignore") + "…"


def _rewrapped(handler: Any, wrap: Callable[[Behaviour], Behaviour], read: Any) -> Any:
    make, behaviour = grpc.unary_unary_rpc_method_handler, handler.unary_unary
    if handler.request_streaming and handler.response_streaming:
        make, behaviour = grpc.stream_stream_rpc_method_handler, handler.stream_stream
    elif handler.response_streaming:
        make, behaviour = grpc.unary_stream_rpc_method_handler, handler.unary_stream
    elif handler.request_streaming:
        make, behaviour = grpc.stream_unary_rpc_method_handler, handler.stream_unary
    return make(wrap(behaviour), read, handler.response_serializer)
