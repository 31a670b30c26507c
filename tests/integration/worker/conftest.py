"""What the tests of the worker's parts share."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from ladder.worker.sandbox import BotProcess, Limits
from ladder.worker.sandbox.base import MARKER
from ladder.worker.sandbox.none import NoSandbox
from ladder.worker.sandbox.tree import session_processes


class Runner:
    """Starts Python programs in the sandbox `none` and ends them all in the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.marker = os.urandom(16).hex()
        self.started: list[BotProcess] = []

    async def start(self, program: str, *words: str, limits: Limits | None = None) -> BotProcess:
        command = (sys.executable, "-c", program, *words)
        return await self.start_command(command, limits=limits)

    async def start_command(
        self, command: tuple[str, ...], *, limits: Limits | None = None
    ) -> BotProcess:
        process = await NoSandbox().start(
            command,
            folder=self.folder,
            environment={"PATH": os.defpath, MARKER: self.marker},
            limits=limits or Limits(),
        )
        self.started.append(process)
        return process

    def living(self) -> list[int]:
        return session_processes(self.marker, None)


@pytest_asyncio.fixture
async def runner(tmp_path: Path) -> AsyncIterator[Runner]:
    runner = Runner(tmp_path)
    yield runner
    for process in runner.started:
        await process.kill()


@pytest.fixture
def until() -> Callable[[Callable[[], bool]], object]:
    """Wait until something is so, with a deadline."""

    async def wait(condition: Callable[[], bool], within_s: float = 10.0) -> None:
        end = time.monotonic() + within_s
        while not condition():
            assert time.monotonic() < end, "it did not come about in time"
            await asyncio.sleep(0.01)

    return wait
