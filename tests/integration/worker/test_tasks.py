"""Work side by side, and work that must be brought to its end."""

from __future__ import annotations

import asyncio

import pytest

from ladder.worker.tasks import finish_all, run_all, undisturbed


async def test_undisturbed__cancelled_twice_while_working():
    go_on = asyncio.Event()
    done = []

    async def work() -> str:
        await go_on.wait()
        done.append(True)
        return "result"

    task = asyncio.create_task(undisturbed(work()))
    for _ in range(2):
        await asyncio.sleep(0)
        task.cancel()
    await asyncio.sleep(0)
    assert not task.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert done == [True]


async def test_undisturbed__result_and_error():
    async def answer() -> int:
        return 7

    async def fail() -> None:
        raise ZeroDivisionError

    assert await undisturbed(answer()) == 7
    with pytest.raises(ZeroDivisionError):
        await undisturbed(fail())


async def test_run_all__first_error_ends_the_others_and_comes_as_it_is():
    ended = []

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    async def fail() -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await run_all([wait(), fail()])
    assert ended == [True]


async def test_finish_all__all_are_done_before_an_error_is_raised():
    done = []

    async def work() -> None:
        await asyncio.sleep(0)
        done.append(True)

    async def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await finish_all([fail(), work()])
    assert done == [True]
