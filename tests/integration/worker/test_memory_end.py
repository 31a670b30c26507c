"""Whether memory ended a bot is a fact of its ending, not a guess from a signal."""

from __future__ import annotations

import asyncio

import pytest

from ladder.worker.sandbox import Limits

pytestmark = pytest.mark.process

MIB = 1 << 20
GREEDY = "held = []\nwhile True: held.append(bytearray(b'x' * (8 << 20)))\n"
KILLED = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"


async def ended(jail, program: str):
    process = await jail.start(program, limits=Limits(memory_bytes=96 * MIB))
    async with asyncio.timeout(30):
        ending = await process.wait()
    await process.kill()
    assert process.ending.oom is ending.oom
    return ending


async def test_ending__of_a_bot_that_took_too_much_memory_says_so(jail) -> None:
    ending = await ended(jail, GREEDY)
    assert ending.oom
    assert ending.detail == "It used more than 96 MiB of memory."
    assert not ending.lost


async def test_ending__by_the_same_signal_for_another_reason_does_not(jail) -> None:
    ending = await ended(jail, KILLED)
    assert (ending.signal, ending.oom) == (9, False)
