"""When the referee's process is to end: asked politely, asked again, or left alone by its owner."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading


class Ending:
    """SIGTERM or Ctrl-C: soon, after what runs; a second one, or the end of stdin: now."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._soon = asyncio.Event()
        self._now = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._on_signal)

    def with_stdin(self) -> None:
        """End now when stdin does: whoever held the other end is gone."""
        threading.Thread(target=self._drain_stdin, name="stdin", daemon=True).start()

    async def asked(self) -> None:
        """Wait until there is a reason to end."""
        await self._soon.wait()

    async def unless_now(self, work: asyncio.Task[None]) -> None:
        """Wait for the work, but not when it has to end now."""
        now = asyncio.create_task(self._now.wait())
        await asyncio.wait((work, now), return_when=asyncio.FIRST_COMPLETED)
        for task in (work, now):
            task.cancel()

    def _on_signal(self) -> None:
        if self._soon.is_set():
            self._now.set()
        self._soon.set()

    def _end_now(self) -> None:
        self._now.set()
        self._soon.set()

    def _drain_stdin(self) -> None:
        while os.read(sys.stdin.fileno(), 4096):
            pass
        self._loop.call_soon_threadsafe(self._end_now)
