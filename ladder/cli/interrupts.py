"""Ctrl-C: when it ends what is done, and where it waits since half of something would be worse."""

from __future__ import annotations

import signal
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


async def until_stopped(work: Coroutine[object, object, None]) -> bool:
    """Do the work until it is done, or until Ctrl-C or SIGTERM; whether it was done."""
    import asyncio

    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    for number in _SIGNALS:
        loop.add_signal_handler(number, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        return False
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)
    return True


@contextmanager
def held() -> Iterator[None]:
    """Within this block interrupts wait; at its end they do what they would have done.

    Only for the main thread and for work that is over in a moment.
    """
    waiting: list[int] = []

    def wait(number: int, frame: FrameType | None) -> None:
        waiting.append(number)

    before = {number: signal.signal(number, wait) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for came in waiting[:1]:
            signal.raise_signal(came)


@contextmanager
def deaf_children() -> Iterator[None]:
    """Processes that are started within this block never hear Ctrl-C; we do, at its end.

    A terminal sends it to all, and theirs would come while they can only complain of it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
