"""What holds for every call of a service of ours: by when, how errors look, what is logged.

Other services of a server (health, reflection) pass untouched.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import structlog
from siurell.errors import SiurellError
from siurell.wire.metadata import REASON

from referee.serving.refusal import Refusal, bad_argument

_log = structlog.get_logger()

Behaviour = Callable[[Any, Any], Awaitable[Any]]


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
        return _rewrapped(handler, lambda behaviour: self.wrap(method, handler, behaviour))

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

    def wrap(self, method: str, handler: Any, behaviour: Behaviour) -> Behaviour:
        """Turn what is raised into a status."""

        async def said(request: Any, context: Any) -> Any:
            try:
                return await behaviour(request, context)
            except Refusal as error:
                refusal = error
            except SiurellError as error:
                refusal = bad_argument(error.reason, str(error))
            except (grpc.aio.AbortError, asyncio.CancelledError):
                raise
            except Exception:
                _log.exception("call_failed", method=method)
                refusal = Refusal(
                    grpc.StatusCode.INTERNAL, "BUG", "The server failed; its log says why."
                )
            await context.abort(
                refusal.code, str(refusal), trailing_metadata=((REASON, refusal.reason),)
            )
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


def _rewrapped(handler: Any, wrap: Callable[[Behaviour], Behaviour]) -> Any:
    make, behaviour = grpc.unary_unary_rpc_method_handler, handler.unary_unary
    if handler.request_streaming and handler.response_streaming:
        make, behaviour = grpc.stream_stream_rpc_method_handler, handler.stream_stream
    elif handler.response_streaming:
        make, behaviour = grpc.unary_stream_rpc_method_handler, handler.unary_stream
    elif handler.request_streaming:
        make, behaviour = grpc.stream_unary_rpc_method_handler, handler.stream_unary
    return make(wrap(behaviour), handler.request_deserializer, handler.response_serializer)
