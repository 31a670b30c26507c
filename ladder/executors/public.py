"""The public referee of a ladder: whom it lets in comes from the store, who is there goes there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ladder.domain.batch import AdmittedBot
from ladder.domain.presence import REFRESH_S
from ladder.executors.base import BotOffline, BotOnline, OnExecutorEvent, PublicOpen
from ladder.services.arena import Arena
from ladder.services.presence import set_presence
from ladder.services.remote import admitted_bots
from ladder.worker.public import PublicReferee
from ladder.worker.public_door import PublicDoor
from ladder.worker.tasks import undisturbed

LOOK_EVERY_S: Final = 1.0
"""How soon a token that was replaced is dead, and a new bot can log in."""


@dataclass(frozen=True, slots=True)
class Public:
    """A public referee and what looks after it."""

    referee: PublicReferee
    keeping: asyncio.Task[None]

    def raise_failure(self) -> None:
        """Raise why nobody looks after it any more, if that is so."""
        self.referee.raise_failure()
        if self.keeping.done():
            self.keeping.result()


@asynccontextmanager
async def public_referee(
    door: PublicDoor | None,
    arena: Arena,
    worker: str,
    scratch: Path,
    tell: OnExecutorEvent,
) -> AsyncIterator[Public | None]:
    """A worker's public referee, looked after while the block runs; None without a door."""
    if door is None:
        yield None
        return
    changed = asyncio.Event()
    async with PublicReferee(door, scratch, changed.set) as public:
        keeper = _Keeper(arena, worker, public, tell)
        await keeper.admit()
        tell(PublicOpen(public.address))
        keeping = asyncio.create_task(keeper.keep(changed))
        try:
            yield Public(public, keeping)
        finally:
            keeping.cancel()
            await undisturbed(asyncio.wait({keeping}))
            await undisturbed(asyncio.to_thread(set_presence, arena, worker, {}))


class _Keeper:
    """Keeps store and referee of one mind."""

    def __init__(
        self, arena: Arena, worker: str, public: PublicReferee, tell: OnExecutorEvent
    ) -> None:
        self._arena = arena
        self._worker = worker
        self._public = public
        self._tell = tell
        self._names: dict[str, str] = {}
        self._told: set[str] = set()

    async def admit(self) -> None:
        """Let in whom the store names."""
        bots: tuple[AdmittedBot, ...] = await asyncio.to_thread(admitted_bots, self._arena)
        self._names = {bot.bot_id: bot.label for bot in bots}
        await self._public.admit(bots)

    async def keep(self, changed: asyncio.Event) -> None:
        """Write down who comes and goes, and look whether others are to be let in."""
        loop = asyncio.get_running_loop()
        written = loop.time()
        await self._write()
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY_S):
                    await changed.wait()
            if changed.is_set() or loop.time() - written >= REFRESH_S:
                changed.clear()
                await self._write()
                written = loop.time()
            await self.admit()

    async def _write(self) -> None:
        online = self._public.online()
        await asyncio.to_thread(set_presence, self._arena, self._worker, online)
        for bot in online.keys() - self._told:
            self._tell(BotOnline(self._names.get(bot, bot), online[bot].slots))
        for bot in self._told - online.keys():
            self._tell(BotOffline(self._names.get(bot, bot)))
        self._told = set(online)
