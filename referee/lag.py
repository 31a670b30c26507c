"""How late this process is: what its clocks must not hold against a bot.

A beat every few milliseconds sees how much later than planned it comes. An event loop that was
busy, or a process that was not given its core, is late by that much with everything else too.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

_PERIOD: Final = 0.01
_BEATS: Final = 5
_NOISE_US: Final = 2_000
"""An idle loop wakes up to a millisecond late, since it waits in whole ones."""


class LoopLag:
    """The lag of the loop it was made in; it beats while `start` outnumbers `stop`."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._users = 0
        self._handle: asyncio.TimerHandle | None = None
        self._due = 0.0
        self._late: deque[float] = deque(maxlen=_BEATS)

    def start(self) -> None:
        """Somebody is interested."""
        self._users += 1
        if self._handle is None:
            self._late.clear()
            self._schedule()

    def stop(self) -> None:
        """Somebody is not interested any more."""
        self._users -= 1
        if self._users == 0 and self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def recent_us(self) -> int:
        """How late the loop was at worst in the last moments, now included; 0 when on time."""
        if self._handle is None:
            return 0
        late = max(self._loop.time() - self._due, *self._late, 0.0)
        late_us = int(late * 1e6)
        return late_us if late_us > _NOISE_US else 0

    def _schedule(self) -> None:
        self._due = self._loop.time() + _PERIOD
        self._handle = self._loop.call_at(self._due, self._beat)

    def _beat(self) -> None:
        self._late.append(self._loop.time() - self._due)
        self._schedule()
