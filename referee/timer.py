"""One timer that is moved rather than made anew for each question."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timer:
    """Calls back at a time, nanoseconds of the loop's clock, that may be moved at will.

    Moving it later costs nothing: what was scheduled wakes up too early once, and goes to sleep
    again.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, callback: Callable[[int], None]) -> None:
        self._loop = loop
        self._callback = callback
        self._at_ns: int | None = None
        self._handle: asyncio.TimerHandle | None = None
        self._handle_ns = 0

    def set(self, at_ns: int | None) -> None:
        """Call back at this time, or not at all; whatever was set before is forgotten."""
        self._at_ns = at_ns
        if at_ns is None or (self._handle is not None and self._handle_ns <= at_ns):
            return
        self.cancel_handle()
        self._schedule(at_ns)

    def close(self) -> None:
        """Never call back again."""
        self._at_ns = None
        self.cancel_handle()

    def cancel_handle(self) -> None:
        """Forget what is scheduled in the loop."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _schedule(self, at_ns: int) -> None:
        self._handle_ns = at_ns
        self._handle = self._loop.call_at(at_ns / 1e9, self._fire)

    def _fire(self) -> None:
        self._handle = None
        at_ns = self._at_ns
        if at_ns is None:
            return
        if at_ns > self._handle_ns:
            self._schedule(at_ns)
            return
        self._at_ns = None
        self._callback(at_ns)
