"""The sandbox `container`: what holds is tried by the probe and the attacks; here are its ends.

Skipped where no engine has the bots' image (`make images` builds it).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from siurell.errors import LadderError

from ladder.worker.sandbox import BotProcess, Limits, container_engine
from ladder.worker.sandbox.base import MARKER, Ending
from ladder.worker.sandbox.container import ContainerSandbox
from ladder.worker.sandbox.container_engine import Engine, find_engine
from ladder.worker.sandbox.probe import probe
from ladder.worker.sandbox.tree import process_facts, session_processes

pytestmark = pytest.mark.process

WITHIN_S = 120
A_WORKER = """
import asyncio, sys
from pathlib import Path
from ladder.worker.sandbox import Limits
from ladder.worker.sandbox.container import ContainerSandbox

async def work():
    environment = {"SIURELL_SESSION": sys.argv[2], "PATH": "/usr/bin:/bin"}
    bot = await ContainerSandbox().start(
        (sys.executable, "bot.py"),
        folder=Path(sys.argv[1]), environment=environment, limits=Limits(),
    )
    print(bot.pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(work())
"""


class Cell:
    """Starts Python programs in containers and ends them all in the end."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self.engine = engine
        self.folder = folder
        self.sandbox = ContainerSandbox(engine)
        self.marker = "none-yet"
        self.started: list[BotProcess] = []

    async def start(self, program: str, *, limits: Limits | None = None, **more: str) -> BotProcess:
        (self.folder / "bot.py").write_text(program)
        self.marker = secrets.token_hex(16)
        bot = await self.sandbox.start(
            (sys.executable, "bot.py"),
            folder=self.folder,
            environment={MARKER: self.marker, "PATH": os.defpath, **more},
            limits=limits or Limits(),
        )
        self.started.append(bot)
        return bot

    async def containers(self) -> str:
        """The containers of the last bot."""
        name = f"name=siurell-{self.marker}"
        return await self.engine.ask("ps", "--all", "--quiet", "--filter", name)

    async def expect_nothing_left(self) -> None:
        """See that the last bot is gone whole, soon."""
        async with asyncio.timeout(WITHIN_S):
            while await self.containers() or session_processes(self.marker, None):
                await asyncio.sleep(0.1)
        assert [path.name for path in self.folder.parent.iterdir()] == ["bot"]


@pytest.fixture(scope="module")
def engine() -> Engine:
    try:
        return find_engine()
    except LadderError as error:
        pytest.skip(str(error))


@pytest_asyncio.fixture
async def cell(engine, tmp_path: Path) -> AsyncIterator[Cell]:
    folder = tmp_path / "session" / "bot"
    folder.mkdir(parents=True)
    cell = Cell(engine, folder)
    yield cell
    for bot in cell.started:
        await bot.kill()
    await cell.expect_nothing_left()


async def end_of(bot: BotProcess) -> Ending:
    async with asyncio.timeout(WITHIN_S):
        return await bot.wait()


async def test_probe__holds_all_of_it(engine) -> None:
    seen = await probe(ContainerSandbox(engine))
    assert [guarantee.name for guarantee in seen.guarantees if not guarantee.holds] == []
    assert seen.safe


async def test_end__exit_code_and_signal_are_its_own(cell) -> None:
    ending = await end_of(await cell.start("print('here'); raise SystemExit(7)"))
    assert (ending.exit_code, ending.signal, ending.lost) == (7, None, False)
    assert cell.started[-1].take_log() == "here\n"
    ending = await end_of(await cell.start("import os; os.kill(os.getpid(), 11)"))
    assert (ending.exit_code, ending.signal) == (None, signal.SIGSEGV)


async def test_end__for_memory_is_told(cell) -> None:
    bot = await cell.start(
        "x = bytearray(b'x' * (200 << 20))", limits=Limits(memory_bytes=64 << 20)
    )
    ending = await end_of(bot)
    assert (ending.signal, ending.oom) == (signal.SIGKILL, True)
    assert ending.detail == "It used more than 64 MiB of memory."


async def test_output__without_end_ends_the_bot(cell) -> None:
    limits = Limits(output_bytes=1 << 20)
    ending = await end_of(await cell.start("while True: print('x' * 1000)", limits=limits))
    assert ending.detail == f"It wrote more than {1 << 20} bytes."


async def test_pause__it_stands_with_all_that_it_started(cell, until) -> None:
    bot = await cell.start("import os, time; os.fork()\nwhile True: time.sleep(0.01)")

    def states() -> set[str]:
        facts = map(process_facts, session_processes(cell.marker, None))
        inside = [one for one in facts if one is not None and one.pid >= bot.pid]
        return {one.state for one in inside if one.parent != os.getpid()}

    await until(lambda: len(session_processes(cell.marker, None)) >= 4, WITHIN_S)
    bot.pause()
    await until(lambda: states() == {"T"}, WITHIN_S)
    bot.resume()
    await until(lambda: bool(states()) and "T" not in states(), WITHIN_S)


async def test_secret__neither_the_engine_nor_a_list_of_processes_tells_it(cell) -> None:
    secret = secrets.token_hex(16)
    bot = await cell.start(
        "import os, time; print(os.environ['SIURELL_TOKEN'], flush=True); time.sleep(60)",
        SIURELL_TOKEN=secret,
    )
    async with asyncio.timeout(WITHIN_S):
        while not (said := bot.take_log()):
            await asyncio.sleep(0.05)
    assert said == f"{secret}\n"
    [container] = (await cell.containers()).split()
    told = await cell.engine.ask("inspect", container)
    assert cell.marker in told
    assert secret not in told
    words = b"".join(file.read_bytes() for file in _command_lines())
    assert secret.encode() not in words


async def test_engine__that_fails_is_nobodys_fault(cell) -> None:
    bot = await cell.start("import time; time.sleep(60)")
    os.kill(bot._child.pid, signal.SIGKILL)
    ending = await end_of(bot)
    assert ending.lost
    assert "container engine failed" in ending.detail


async def test_start__that_is_called_off_leaves_nothing(cell) -> None:
    starting = asyncio.create_task(cell.start("import time; time.sleep(60)"))
    async with asyncio.timeout(WITHIN_S):
        while not session_processes(cell.marker, None):
            await asyncio.sleep(0.01)
        starting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await starting
    await cell.expect_nothing_left()


async def test_start__an_image_that_is_not_there(cell, engine) -> None:
    cell.sandbox = ContainerSandbox(Engine(engine.program, "localhost/siurell-none:none"))
    with pytest.raises(LadderError, match="The container cannot be set up"):
        await cell.start("pass")


async def test_worker__that_is_killed_takes_its_bots_with_it(cell) -> None:
    (cell.folder / "bot.py").write_text("import time; time.sleep(600)")
    cell.marker = secrets.token_hex(16)
    worker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", A_WORKER, str(cell.folder), cell.marker),
        stdout=asyncio.subprocess.PIPE,
    )
    assert worker.stdout is not None
    try:
        async with asyncio.timeout(WITHIN_S):
            first = int(await worker.stdout.readline())
    finally:
        worker.kill()
        await worker.wait()
    async with asyncio.timeout(WITHIN_S):
        while await cell.containers() or session_processes(cell.marker, None):
            await asyncio.sleep(0.1)
    facts = process_facts(first)
    assert facts is None or not facts.alive
    # What lay beside the bot's folder goes with the run's scratch, which another run removes.
    for left in cell.folder.parent.glob("engine-*"):
        (left / "seccomp.json").unlink()
        left.rmdir()


async def test_sweep__what_a_worker_left_that_is_gone(cell, engine) -> None:
    ended = await asyncio.create_subprocess_exec("true")
    await ended.wait()
    key, _, ours = container_engine.worker_label().partition("=")
    theirs = f"{ours.partition('-')[0]}-{ended.pid}-1"
    names = {owner: f"siurell-{secrets.token_hex(16)}" for owner in (ours, theirs)}
    try:
        for owner, name in names.items():
            words = ("--network=none", "--ulimit=nofile=64", "--ulimit=nproc=64", "--pull=never")
            named = ("--name", name, "--label", f"{key}={owner}")
            assert await engine.ask("create", *words, *named, engine.image, "true")
        ContainerSandbox(engine)
        listed = await engine.ask("ps", "--all", "--format", "{{.Names}}")
        assert names[ours] in listed
        assert names[theirs] not in listed
    finally:
        for name in names.values():
            await engine.ask("rm", "--force", name)


async def test_seat__is_the_one_socket_it_reaches(cell, tmp_path: Path) -> None:
    folder = tmp_path / "seat"
    folder.mkdir()
    (cell.folder / "bot.py").write_text(
        "import os, socket\n"
        "line = socket.socket(socket.AF_UNIX)\n"
        "line.connect(os.environ['SIURELL_ADDRESS'].removeprefix('unix:'))\n"
        "line.sendall(b'here')\n"
    )
    cell.marker = secrets.token_hex(16)
    with socket.socket(socket.AF_UNIX) as seat:
        seat.bind(str(folder / "seat"))
        seat.listen()
        seat.setblocking(False)
        bot = await cell.sandbox.start(
            ("python", "bot.py"),
            folder=cell.folder,
            environment={MARKER: cell.marker, "PATH": os.defpath},
            limits=Limits(),
            socket=folder / "seat",
        )
        cell.started.append(bot)
        async with asyncio.timeout(WITHIN_S):
            loop = asyncio.get_running_loop()
            line, _ = await loop.sock_accept(seat)
            with line:
                assert await loop.sock_recv(line, 16) == b"here"


def test_engine__where_there_is_none(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LadderError, match=r"There is no container engine: install `podman`"):
        find_engine()


def test_engine__without_the_image(monkeypatch, tmp_path) -> None:
    (tmp_path / "podman").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "podman").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}")
    monkeypatch.setenv("SIURELL_BOT_IMAGE", "localhost/none:none")
    with pytest.raises(LadderError, match=r"has the image localhost/none:none: build it by `make"):
        find_engine()


def _command_lines() -> list[Path]:
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and (entry / "cmdline").read_bytes():
                found.append(entry / "cmdline")
    return found
