"""Running work side by side and to its end, whatever is cancelled meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Iterable
from typing import TypeVar

T = TypeVar("T")
Work = Coroutine[None, None, None]


async def run_all(work: Iterable[Work]) -> None:
    """Run all at once; the first error ends the others and is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            for one in work:
                group.create_task(one)
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None


async def finish_all(work: Iterable[Awaitable[None]]) -> None:
    """Run all at once and each to its end, then raise the first error if there was one."""
    for result in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result


async def undisturbed(work: Awaitable[T]) -> T:
    """Do work to its end even while being cancelled, and be cancelled only then."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as error:
            cancelled = error
        except Exception:
            break
    if cancelled is not None:
        raise cancelled
    return task.result()
