"""Starting a coroutine within the caller's own turn: a task would wait for the loop's next round.

A question is written while a bot's clock is about to start, so a round of the loop before each
write is a fifth of what the referee takes for a decision.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Prompt:
    """A coroutine that has begun; ``on_done`` is called when it has ended, whatever it awaits.

    The coroutine must not raise, since nobody waits for it.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        work: Coroutine[Any, None, None],
        on_done: Callable[[], None],
    ) -> None:
        self._loop = loop
        self._work = work
        self._on_done = on_done
        self._dropped = False
        self._step(None)

    def drop(self) -> None:
        """End it where it waits; ``on_done`` is not called any more."""
        self._dropped = True
        self._work.close()

    def _step(self, _awaited: object) -> None:
        if self._dropped:
            return
        try:
            awaited = self._work.send(None)
        except StopIteration:
            self._on_done()
            return
        if awaited is None:
            self._loop.call_soon(self._step, None)
            return
        # What a task does with a future that it is handed.
        awaited._asyncio_future_blocking = False
        awaited.add_done_callback(self._step)
