"""How late this process is: what its clocks must not hold against a bot.

A beat every few milliseconds sees how much later than planned it comes. An event loop that was
busy, or a process that was not given its core, is late by that much with everything else too; and
where other threads of this process than the loop's had to wait for a core, the kernel tells.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import deque
from operator import itemgetter
from typing import Final

from referee.runqueue import RunQueue

_PERIOD: Final = 0.005
_NOISE: Final = 0.002
"""An idle loop wakes up to a millisecond late, since it waits in whole ones."""

_ROUNDS: Final = 3
"""An answer that comes in the middle of one round of the loop is heard in the next but one."""

_NS: Final = 1_000_000_000
_WOKE: Final = itemgetter(0)


class LoopLag:
    """The lag of the loop it was made in; it beats while `start` outnumbers `stop`."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._users = 0
        self._handle: asyncio.TimerHandle | None = None
        self._due = 0.0
        self._queue = RunQueue()
        self._waited = 0.0
        """What threads have waited for a core since the last beat, as far as it was read."""
        self._rounds: deque[float] = deque(maxlen=_ROUNDS - 1)
        """How late the last beats were."""
        self._worst: list[tuple[float, float]] = []
        """When beats came, and for how long what they hear may have waited: each for longer than
        all that came after it."""

    def start(self) -> None:
        """Somebody is interested."""
        self._users += 1
        if self._handle is None:
            self._worst.clear()
            self._rounds.clear()
            self._waited = 0.0
            self._queue.open()
            self._schedule()

    def stop(self) -> None:
        """Somebody is not interested any more."""
        self._users -= 1
        if self._users == 0 and self._handle is not None:
            self._handle.cancel()
            self._handle = None
            self._queue.close()

    def since_us(self, since_ns: int) -> int:
        """The longest that something may have waited for us since then; 0 when we were on time.

        ``since_ns`` is on the loop's clock; what came before it does not count.
        """
        if self._handle is None:
            return 0
        since, now = since_ns / _NS, self._loop.time()
        if now - since > _PERIOD:
            self._waited += self._queue.waited()
        beats = self._worst[bisect_left(self._worst, since, key=_WOKE) :]
        last = (now, sum(self._rounds) + self._late(now))
        worst = max(min(late, woke - since) for woke, late in (*beats, last))
        return int(worst * 1e6) if worst > _NOISE else 0

    def _schedule(self) -> None:
        self._due = self._loop.time() + _PERIOD
        self._handle = self._loop.call_at(self._due, self._beat)

    def _beat(self) -> None:
        now = self._loop.time()
        self._waited += self._queue.waited()
        late = self._late(now)
        self._waited = 0.0
        held_up = sum(self._rounds) + late
        if held_up:
            while self._worst and self._worst[-1][1] <= held_up:
                self._worst.pop()
            self._worst.append((now, held_up))
        self._rounds.append(late)
        self._schedule()

    def _late(self, now: float) -> float:
        """How late this round of the loop is, or its threads; 0 when they are on time."""
        late = max(now - self._due, self._waited)
        return late if late > _NOISE else 0.0
