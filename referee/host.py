"""The host's line to its match: what the match tells, and what happens when nobody listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from siurell.match.result import Cause, MatchResult
from siurell.replay.write import FinishedReplay

from referee.pacing import ContinueSeat, PauseSeat


@dataclass(frozen=True, slots=True)
class Attached:
    """The line stands."""


@dataclass(frozen=True, slots=True)
class SeatOut:
    """A seat has forfeited."""

    seat: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over."""

    result: MatchResult
    replay: FinishedReplay


HostNews = Attached | SeatOut | ContinueSeat | PauseSeat | Finished


class HostLine:
    """One match's line. A host that comes back is told everything again; the newest one has it."""

    def __init__(
        self, patience: float, on_broken: Callable[[], None], first_patience: float | None = None
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._patience = patience
        self._on_broken = on_broken
        self._news: list[HostNews] = [Attached()]
        self._changed = asyncio.Event()
        self._lines = 0
        first = patience if first_patience is None else first_patience
        self._broken = self._loop.call_later(first, on_broken)

    def tell(self, news: HostNews) -> None:
        """Say something to the host, now or when it is back."""
        self._news.append(news)
        self._changed.set()
        if isinstance(news, Finished):
            self._broken.cancel()

    def attach(self) -> int:
        """A host is there; the number of its line, to be given back to `detach`."""
        self._broken.cancel()
        self._lines += 1
        self._changed.set()
        return self._lines

    def detach(self, line: int) -> None:
        """The host's line is gone; if it is not back in time the match is called off."""
        if line == self._lines and not isinstance(self._news[-1], Finished):
            self._broken = self._wait_for_host()

    async def news(self, line: int) -> AsyncIterator[HostNews]:
        """All that there is to say on this line: until the match is over or a newer line stands."""
        told = 0
        while line == self._lines:
            while told < len(self._news):
                news = self._news[told]
                told += 1
                yield news
                if isinstance(news, Finished):
                    return
            self._changed.clear()
            await self._changed.wait()

    def close(self) -> None:
        """Wait for nobody any more."""
        self._broken.cancel()

    def _wait_for_host(self) -> asyncio.TimerHandle:
        return self._loop.call_later(self._patience, self._on_broken)
