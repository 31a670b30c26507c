"""What a bot may use, by the kind of program that it is (`runtime` in its manifest)."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from ladder.domain.batch import FolderBot
from ladder.domain.runtimes import RUNTIMES
from ladder.worker.launcher import Door, launch
from ladder.worker.sandbox import Limits, Sandbox
from ladder.worker.sandbox.bwrap import BwrapSandbox
from ladder.worker.sandbox.none import NoSandbox
from ladder.worker.sandbox.profiles import PROFILES, limits_for
from ladder.worker.scratch import Scratch

SH = """#!/bin/sh
while read -r word kind most rest; do
    case "$word $kind" in "Max address") echo ${rest%% *};; "Max processes") echo "$most";; esac
done < /proc/self/limits
"""
RESERVE = """
import mmap
NO_RESERVE = 0x4000
try:
    mmap.mmap(-1, 16 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE)
    print("reserved")
except OSError:
    print("refused")
"""


@pytest.fixture(params=[NoSandbox, BwrapSandbox])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return request.param()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot's folder with a program in sh, as one in any language is, and one in Python."""
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "run").write_text(SH)
    (folder / "run").chmod(0o755)
    (folder / "bot.py").write_text(RESERVE)
    return folder


async def say(sandbox: Sandbox, bot: FolderBot) -> str:
    """What a bot writes that is started as the worker starts it."""
    async with Scratch() as scratch:
        seat = scratch.folder / "door" / "seat"
        seat.parent.mkdir()
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(seat))
            launched = await launch(
                bot,
                Door(f"unix:{seat}", "secret-token"),
                sandbox=sandbox,
                limits=Limits(),
                scratch=scratch.folder,
            )
            try:
                async with asyncio.timeout(30):
                    await launched.process.wait()
                return launched.take_log().strip()
            finally:
                await launched.remove()


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_limits__are_those_of_the_runtime_and_never_above_the_operators(runtime: str) -> None:
    """Pitfall 4: addresses have a limit for the one kind of program only that bears it."""
    generous = limits_for(runtime, Limits(processes=10_000))
    assert generous.processes == PROFILES[runtime].processes
    assert (generous.address_bytes is None) == (runtime != "python")
    strict = limits_for(runtime, Limits(processes=8, memory_bytes=1 << 20, address_bytes=1 << 30))
    assert (strict.processes, strict.memory_bytes, strict.address_bytes) == (8, 1 << 20, 1 << 30)


@pytest.mark.process
@pytest.mark.parametrize("runtime", RUNTIMES)
async def test_runtime__a_program_in_any_language_has_its_limits(sandbox, folder, runtime) -> None:
    """Pitfall 4: what holds the memory of the whole bot needs no limit on addresses."""
    profile = PROFILES[runtime]
    processes, addresses = (await say(sandbox, FolderBot(folder, ("./run",), runtime))).split()
    if sandbox.name == "none":
        most = profile.address_bytes
        assert addresses == ("unlimited" if most is None else str(most))
    else:
        assert (addresses, processes) == ("unlimited", str(profile.processes))


@pytest.mark.process
@pytest.mark.parametrize("runtime", ["python", "java"])
async def test_runtime__reserving_addresses_as_virtual_machines_do(
    sandbox, folder, runtime
) -> None:
    """Pitfall 4: 16 GiB are reserved and never used."""
    told = await say(sandbox, FolderBot(folder, ("python", "bot.py"), runtime))
    held_by_addresses = sandbox.name == "none" and runtime == "python"
    assert told == ("refused" if held_by_addresses else "reserved")
