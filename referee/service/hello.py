"""The first message of a stream, which has to come soon, whoever opened it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Final, TypeVar

import grpc

from referee.serving.refusal import Refusal

HELLO_SECONDS: Final = 10.0
"""How long a stream may stay silent before its hello."""

_Message = TypeVar("_Message")


async def first_message(coming: Awaitable[_Message], wanted: str) -> _Message:
    """The message that is coming; ``wanted`` says what to do, to who does not send it in time.

    Raises `Refusal` with reason ``NO_HELLO``.
    """
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            return await coming
    except TimeoutError:
        raise Refusal(
            grpc.StatusCode.DEADLINE_EXCEEDED,
            "NO_HELLO",
            f"No hello came within {HELLO_SECONDS:g} seconds: {wanted}.",
        ) from None
