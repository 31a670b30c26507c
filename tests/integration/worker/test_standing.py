"""A bot that is to stand still does, whatever its processes do to each other."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ladder.worker.sandbox import Limits
from ladder.worker.sandbox.pausing import tree_of

pytestmark = pytest.mark.process

WITHIN_S = 30
STANDS_S = 0.3

WAKING_CHILD = """
import os, signal, time
top = os.getpid()
if os.fork() == 0:
    os.setsid()
    while True:
        os.kill(top, signal.SIGCONT)
        time.sleep(0.0005)
print("begun", flush=True)
while True: time.sleep(0.0005)
"""
CHAIN = """
import os, signal, time
top = os.getpid()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
if os.fork() == 0:
    while True:
        try:
            if os.fork(): os._exit(0)
        except OSError:
            time.sleep(0.0001)
            continue
        os.kill(top, signal.SIGCONT)
print("begun", flush=True)
while True: time.sleep(0.0005)
"""


def switches(pid: int) -> list[str]:
    """How often a process gave the processor back: as long as it stands, not once."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return [line for line in lines if "ctxt_switches" in line]


@pytest.mark.parametrize("program", [WAKING_CHILD, CHAIN], ids=["a child", "a chain"])
async def test_pause__all_of_a_bot_stands_soon(jail, program: str) -> None:
    """Pitfall 13: also where a chain of short-lived processes runs away from who stops it."""
    bot = await jail.start(program, limits=Limits(processes=16))
    async with asyncio.timeout(WITHIN_S):
        while not bot.take_log():
            await asyncio.sleep(0.01)
        bot.pause()
        [main, *_] = tree_of(bot._first)[1:]
        before = None
        while before != (before := (tree_of(bot._first), switches(main))):
            await asyncio.sleep(STANDS_S)
        bot.resume()
        while switches(main) == before[1]:
            await asyncio.sleep(0.01)
    assert bot.ending is None
