"""A bot whose memory is held or watched, and which may be a user of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from ladder.worker.child import Child
from ladder.worker.sandbox.base import Ending, Limits
from ladder.worker.sandbox.memory import MemoryAccount
from ladder.worker.sandbox.process import Listener, RunningBot
from ladder.worker.sandbox.slots import Slot

_WATCH_EVERY_S: Final = 0.2


class WatchedBot(RunningBot):
    """Ends when it uses too much; gives back what was taken for it when it has been ended."""

    def __init__(
        self,
        child: Child,
        listener: Listener,
        end_all: Callable[[], Awaitable[object]],
        *,
        account: MemoryAccount,
        slot: Slot | None,
        limits: Limits,
    ) -> None:
        super().__init__(child, listener.output, end_all)
        self._account = account
        self._slot = slot
        self._memory = f"It used more than {limits.memory_bytes >> 20} MiB of memory."
        self._too_much = False
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    @property
    def ending(self) -> Ending | None:
        """How it ended; for its memory also when the kernel saw that before we did."""
        ending = super().ending
        if ending is None:
            return None
        self._look_at_memory()
        detail = ending.detail or (self._memory if self._too_much else "")
        return replace(ending, detail=detail, oom=self._too_much)

    async def _overuse(self) -> str:
        """Why it has to end, if it uses more than it may; else empty."""
        self._look_at_memory()
        return self._memory if self._too_much else ""

    def _look_at_memory(self) -> None:
        self._too_much = self._too_much or self._account.overdrawn()

    async def _watch(self) -> None:
        while self.ending is None:
            if why := await self._overuse():
                self.stop(why)
                return
            self.see_that_it_stands()
            await asyncio.sleep(_WATCH_EVERY_S)

    async def _kill(self) -> None:
        self._watching.cancel()
        await super()._kill()
        # Their last process has been waited for: a cgroup can be removed only then.
        self._look_at_memory()
        await self._account.close_when_empty()
        if self._slot is not None:
            self._slot.close()
