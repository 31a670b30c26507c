"""What the tests of the worker's parts share."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from ladder.worker import nursery
from ladder.worker.sandbox import BotProcess, Limits
from ladder.worker.sandbox.base import MARKER
from ladder.worker.sandbox.bwrap import BwrapSandbox
from ladder.worker.sandbox.none import NoSandbox
from ladder.worker.sandbox.tree import process_facts, session_processes


class Runner:
    """Starts Python programs in the sandbox `none` and ends them all in the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.marker = os.urandom(16).hex()
        self.sandbox = NoSandbox()
        self.started: list[BotProcess] = []

    async def start(self, program: str, *words: str, limits: Limits | None = None) -> BotProcess:
        name = f"program{len(self.started)}.py"
        (self.folder / name).write_text(program)
        return await self.start_command((sys.executable, name, *words), limits=limits)

    async def start_command(
        self, command: tuple[str, ...], *, limits: Limits | None = None, **variables: str
    ) -> BotProcess:
        process = await self.sandbox.start(
            command,
            folder=self.folder,
            environment={"PATH": os.defpath, MARKER: self.marker, **variables},
            limits=limits or Limits(),
        )
        self.started.append(process)
        return process

    def living(self) -> list[int]:
        return session_processes(self.marker, None)


@pytest_asyncio.fixture
async def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Runner]:
    """Starts programs from nothing, as long as its sandbox is not entered."""
    # A nursery that is slow because the machine is busy is none that has failed.
    for limit in ("START_WITHIN_S", "FORK_WITHIN_S"):
        monkeypatch.setattr(nursery, limit, 60.0)
    folder = tmp_path / "bot"
    folder.mkdir()
    runner = Runner(folder)
    yield runner
    for process in runner.started:
        await process.kill()


@pytest.fixture
def forked_by() -> Callable[[BotProcess], int | None]:
    """What a process was forked by; None when it was started from nothing."""

    def find(process: BotProcess) -> int | None:
        facts = process_facts(process.pid)
        assert facts is not None, "its process id is not given back before its end is known"
        return None if facts.parent == os.getpid() else facts.parent

    return find


@pytest.fixture
def until() -> Callable[[Callable[[], bool]], object]:
    """Wait until something is so, with a deadline."""

    async def wait(condition: Callable[[], bool], within_s: float = 60.0) -> None:
        end = time.monotonic() + within_s
        while not condition():
            assert time.monotonic() < end, "it did not come about in time"
            await asyncio.sleep(0.01)

    return wait


class Jail:
    """Starts Python programs under bubblewrap and ends them all in the end."""

    def __init__(self, folder: Path, *, cgroups: bool) -> None:
        self.folder = folder
        self.sandbox = BwrapSandbox()
        if not cgroups:
            self.sandbox._tree = None
        self.started: list[BotProcess] = []

    async def start(
        self, program: str, *words: str, limits: Limits | None = None, seat: Path | None = None
    ) -> BotProcess:
        (self.folder / "bot.py").write_text(program)
        process = await self.sandbox.start(
            (sys.executable, "bot.py", *words),
            folder=self.folder,
            environment={MARKER: secrets.token_hex(16), "PATH": os.defpath, "LANG": "C.UTF-8"},
            limits=limits or Limits(),
            socket=seat,
        )
        self.started.append(process)
        return process

    async def say(self, program: str, *words: str, seat: Path | None = None) -> list[str]:
        """Run a program to its end; the lines it wrote."""
        process = await self.start(program, *words, seat=seat)
        async with asyncio.timeout(30):
            await process.wait()
        lines = process.take_log().splitlines()
        await process.kill()
        return lines


@pytest_asyncio.fixture(params=["cgroups", "tally"])
async def jail(request, tmp_path: Path) -> AsyncIterator[Jail]:
    folder = tmp_path / "session" / "bot"
    folder.mkdir(parents=True)
    jail = Jail(folder, cgroups=request.param == "cgroups")
    yield jail
    for process in jail.started:
        await process.kill()
