"""What a bot may reach under Landlock; run by `test_landlock.py`, which gives it its sandbox.

It shares file system, process numbers and network with the machine; so what it must not have is
refused here where elsewhere it is not there at all.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from ladder.worker.sandbox import Limits
from ladder.worker.sandbox.base import MARKER
from ladder.worker.sandbox.landlock import LandlockSandbox
from ladder.worker.sandbox.pausing import tree_of
from ladder.worker.sandbox.tree import process_facts

pytestmark = [pytest.mark.process, pytest.mark.asyncio(loop_scope="module")]

REFUSED = {"EACCES", "EPERM", "ENOENT", "EROFS", "EXDEV", "EAFNOSUPPORT", "refused", "absent"}
NOT_REFUSED = {
    "steer_the_first_process",
    "kill_the_first_process",
    "signal_the_referee_by_a_file",
    "have_rights",
    "call_as_another_machine",
    "make_calls_that_no_player_needs",
    "probe_it_all",
}
"""Attacks whose outcome is told in other words."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def said(ring, listeners, expect_sound, tmp_path_factory) -> dict[str, Any]:
    """What the attacker told; it and the sound bot played to the end."""
    database = tmp_path_factory.mktemp("ladder") / "ladder.db"
    database.write_bytes(b"SQLite format 3")
    sound = ring.sound()
    prober = ring.bot(
        "prober",
        database=str(database),
        sources=[str(sound.folder / "bot.py"), str(sound.folder / "sound.py"), "/bot/../bot.py"],
        scratch=str(ring.scratch),
        referee=ring.referee.pid,
        control=str(ring.referee._running.folder / "control"),
        port=listeners["port"],
        abstract=listeners["name"],
    )
    match = await ring.play([prober, sound], clock="300s")
    expect_sound(match, 0, 1)
    return match.said(0)


def outcomes(told: object) -> set[str]:
    """All that an attack came to."""
    if isinstance(told, dict):
        return {one for value in told.values() for one in outcomes(value)}
    if isinstance(told, list):
        return {one for value in told for one in outcomes(value)}
    return {str(told)}


async def test_all_attacks__are_refused(said) -> None:
    """F17, pitfall 7: files, sockets, processes, the kernel's settings, the ways to be root."""
    assert len(said) > 35
    for attack in said.keys() - NOT_REFUSED:
        assert outcomes(said[attack]) <= REFUSED, attack


async def test_first_process__tells_and_does_nothing(said) -> None:
    """Of processes there is to see that they are there, and nothing in them."""
    steering = said["steer_the_first_process"]
    assert {steering[name] for name in ("root", "cwd", "exe")} == {"EACCES"}


async def test_referee__lives(said, ring) -> None:
    """A file for a process leads to no signal that a number would not lead to."""
    assert said["kill_the_referee"] == "EPERM"
    facts = process_facts(ring.referee.pid)
    assert facts is not None
    assert facts.alive


async def test_rights__there_are_none(said) -> None:
    """Pitfall 1: a bot is never root, and cannot become it."""
    rights = dict(said["have_rights"])
    assert (rights.pop("NoNewPrivs"), rights.pop("Seccomp")) == (1, 2)
    assert set(rights.values()) == {0}


async def test_calls__the_same_are_refused(said) -> None:
    """Pitfalls 5 and 6: under the filter of the other sandboxes."""
    calls = dict(said["make_calls_that_no_player_needs"])
    assert calls.pop("clone3") == "ENOSYS"
    assert set(calls.values()) == {"EPERM"}
    assert said["take_back_the_processors"] == "EPERM"
    assert said["call_as_another_machine"] == {"32 bits": -signal.SIGSYS, "x32": "ENOSYS"}


WORKER = """
import asyncio, os, sys
from pathlib import Path
from ladder.worker.sandbox.base import Limits, MARKER
from ladder.worker.sandbox.landlock import LandlockSandbox
async def main():
    bot = await LandlockSandbox().start((sys.executable, 'bot.py'),
        folder=Path(sys.argv[1]), limits=Limits(),
        environment={MARKER: 'k' * 32, 'PATH': os.defpath})
    while not (said := bot.take_log()): await asyncio.sleep(0.01)
    print(said, flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""
LEAVES_A_DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execve(sys.executable, [sys.executable, '-c', 'import time; time.sleep(600)'], {})
    os._exit(0)
print(os.getuid(), flush=True)
time.sleep(600)
"""


async def test_worker__that_is_killed_takes_all_of_its_bots_along(tmp_path, processes_as) -> None:
    """Pitfalls 3 and 14: a daemon without tie or mark too, though no namespace ends with it."""
    folder = tmp_path / "session" / "bot"
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text(LEAVES_A_DAEMON)
    worker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", WORKER, str(folder)), stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(60):
        assert worker.stdout is not None
        uid = int(await worker.stdout.readline())
        while len(processes_as(uid)) < 2:
            await asyncio.sleep(0.01)
        worker.kill()
        await worker.wait()
        while processes_as(uid):
            await asyncio.sleep(0.01)
    assert uid != os.getuid()


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


def switches(pid: int) -> list[str]:
    """How often a process gave the processor back: as long as it stands, not once."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return [line for line in lines if "ctxt_switches" in line]


async def test_pause__all_of_a_bot_stands_and_its_warden_does_not(tmp_path) -> None:
    """Pitfalls 13 and 14: the warden has to see the end of the worker at any moment."""
    folder = tmp_path / "session" / "bot"
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text(WAKING_CHILD)
    bot = await LandlockSandbox().start(
        (sys.executable, "bot.py"),
        folder=folder,
        environment={MARKER: "p" * 32, "PATH": os.defpath},
        limits=Limits(),
    )
    try:
        async with asyncio.timeout(60):
            while not bot.take_log():
                await asyncio.sleep(0.01)
            bot.pause()
            [main, *_] = tree_of(bot.pid)[1:]
            before = None
            while before != (before := switches(main)):
                await asyncio.sleep(0.3)
            warden = process_facts(bot.pid)
            assert warden is not None
            assert warden.state != "T"
            bot.resume()
            while switches(main) == before:
                await asyncio.sleep(0.01)
    finally:
        await bot.kill()
    assert process_facts(main) is None


async def test_network__nobody_was_called(said, listeners) -> None:
    """No socket but unix ones, and of these none without a file."""
    assert said["connect_to_an_abstract_socket"] == "EPERM"
    for name in ("tcp", "abstract"):
        with pytest.raises(BlockingIOError):
            listeners[name].accept()
