"""One login of a bot: what goes out on it, in order, and how it ends."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from referee.prompt import Prompt
from referee.serving.refusal import Refusal

_log = structlog.get_logger()

_FLUSH_SECONDS: Final = 1.0
"""How long the last messages of a stream may take before it is ended all the same."""

Written = Callable[[], None]


class SeatStream:
    """Messages out, without anybody waiting for a bot that does not read."""

    def __init__(self, write: Callable[[bytes], Awaitable[None]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._write = write
        self._queue: deque[tuple[bytes, Written | None]] = deque()
        self._flushing = False
        self._prompt: Prompt | None = None
        self._end: asyncio.Future[Refusal | None] = self._loop.create_future()
        self._flushed = asyncio.Event()

    def send(self, data: bytes, written: Written | None = None) -> None:
        """Send a message; ``written`` is called when it has left this process."""
        if self._end.done():
            return
        self._queue.append((data, written))
        if not self._flushing:
            self._flushing = True
            self._flushed.clear()
            self._prompt = Prompt(self._loop, self._flush(), self._flush_done)

    def end(self, refusal: Refusal | None = None) -> None:
        """End the stream, well or by a refusal. The first end counts."""
        if not self._end.done():
            self._end.set_result(refusal)

    @property
    def ending(self) -> bool:
        """Whether nothing more is read from the stream or sent on it."""
        return self._end.done()

    async def ended(self) -> Refusal | None:
        """Wait for the end, and until what was sent before it is out or out of time."""
        refusal = await asyncio.shield(self._end)
        if self._flushing:
            try:
                async with asyncio.timeout(_FLUSH_SECONDS):
                    await self._flushed.wait()
            except TimeoutError:
                _log.info("stream_ended_unread")
        return refusal

    def drop(self) -> None:
        """The line is gone: whatever was not sent never will be."""
        self.end()
        self._queue.clear()
        if self._flushing and self._prompt is not None:
            self._prompt.drop()

    async def _flush(self) -> None:
        try:
            while self._queue:
                data, written = self._queue.popleft()
                await self._write(data)
                if written is not None:
                    written()
        except Exception as error:
            # The line broke; the reading side finds out and says so.
            self._queue.clear()
            _log.info("write_failed", error=type(error).__name__)

    def _flush_done(self) -> None:
        self._flushing = False
        self._flushed.set()
