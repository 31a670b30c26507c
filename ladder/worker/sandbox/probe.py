"""What a sandbox really holds back on this machine: found out by a program that runs inside it.

A guarantee is named only after it was seen. What a machine allows differs by kernel, container and
settings, so neither the name of a sandbox nor the presence of its program says anything.

Around the program lies what it must not reach: files, a process, sockets. All of that is ours, and
is taken away again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from siurell.errors import LadderError

from ladder.worker.sandbox.base import MARKER, Ending, Limits, Sandbox
from ladder.worker.sandbox.guarantees import Probe, seen
from ladder.worker.scratch import Scratch

_WITHIN_S: Final = 15.0
_INSIDE: Final = Path(__file__).with_name("probe_inside.py")
_LIMITS: Final = Limits(memory_bytes=256 << 20, scratch_bytes=8 << 20, processes=24)
_PIECES: Final = 40
"""So many MiB are more than fits in all scratch places together."""
_SECRET: Final = "of the operator"
_FOR_ALL: Final = stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO


async def probe(sandbox: Sandbox) -> Probe:
    """Run the program inside and look at what it could do."""
    token = secrets.token_hex(16)
    try:
        async with Scratch() as scratch:
            with _surroundings(scratch.folder, token) as targets:
                held = await _look_around(sandbox, scratch.folder / "first", targets)
                if not held["room"] and held["calls"]:
                    held["room"] = await _fills(sandbox, scratch.folder / "second", targets)
                held["writes"] &= held.pop("room") and _is_as_before(Path(targets["secret"]))
    except LadderError as error:
        return Probe(sandbox.name, (), str(error))
    finally:
        _end_what_is_left(token)
    return seen(sandbox.name, frozenset(name for name, holds in held.items() if holds is True))


@contextlib.contextmanager
def _surroundings(folder: Path, token: str) -> Iterator[dict[str, Any]]:
    """What a bot must not reach, by the names that the program inside knows it by."""
    outside = folder / "outside"
    outside.mkdir()
    secret = outside / "secret"
    secret.write_text(_SECRET, "ascii")
    with ExitStack() as stack:
        sockets: list[str] = []
        for name, mode in (("own", stat.S_IRWXU), ("open", _FOR_ALL)):
            sockets.append(str(outside / name))
            stack.enter_context(_listening(sockets[-1]))
            Path(sockets[-1]).chmod(mode)
        abstract = f"siurell-probe-{token}"
        stack.enter_context(_listening(f"\0{abstract}"))
        decoy = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", "input()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        stack.callback(decoy.wait)
        stack.callback(decoy.kill)
        assert decoy.stdin is not None
        stack.enter_context(decoy.stdin)
        yield {
            "token": token,
            "secret": str(secret),
            "own": sockets[0],
            "open": sockets[1],
            "abstract": abstract,
            "decoy": decoy.pid,
            "processes": _LIMITS.processes,
        }


@contextlib.contextmanager
def _listening(name: str) -> Iterator[None]:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(name)
        listener.listen()
        yield


async def _look_around(sandbox: Sandbox, session: Path, targets: dict[str, Any]) -> dict[str, bool]:
    """What the program says of itself, with what is seen of it from outside."""
    ending, said = await _run_inside(sandbox, session, {**targets, "fill": 0})
    try:
        held: dict[str, bool] = json.loads(said.splitlines()[0])
    except (ValueError, IndexError):
        raise LadderError(
            f"Nothing runs in the sandbox `{sandbox.name}`: {said.strip() or ending}",
            reason="NO_SANDBOX",
        ) from None
    held["end"] = not _processes_with(targets["token"])
    # The last thing it does is to take more memory than it may have.
    held["memory"] = ending is not None and ending.signal is not None
    return held


async def _fills(sandbox: Sandbox, session: Path, targets: dict[str, Any]) -> bool:
    """Whether a bot is ended that writes more than fits in a scratch without a size."""
    ending, _ = await _run_inside(sandbox, session, {**targets, "fill": _PIECES})
    return ending is not None and ending.signal is not None


async def _run_inside(
    sandbox: Sandbox, session: Path, targets: dict[str, Any]
) -> tuple[Ending | None, str]:
    """How the program ended, and what it said."""
    folder = session / "bot"
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text(_INSIDE.read_text("utf-8"), "utf-8")
    process = await sandbox.start(
        [sys.executable, "bot.py", targets["token"], json.dumps(targets)],
        folder=folder,
        environment={MARKER: secrets.token_hex(16), "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"},
        limits=_LIMITS,
    )
    try:
        ending = await _ending_of(process.wait())
        return ending, process.take_log()
    finally:
        await process.kill()


def _is_as_before(secret: Path) -> bool:
    try:
        return secret.read_text("ascii") == _SECRET
    except OSError:
        return False


async def _ending_of(waiting: Any) -> Ending | None:
    try:
        async with asyncio.timeout(_WITHIN_S):
            ending: Ending = await waiting
    except TimeoutError:
        return None
    return ending


def _processes_with(token: str) -> list[int]:
    """The processes that have a word in their command: all of the program, whatever it wiped."""
    found = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if token.encode() in Path(entry.path, "cmdline").read_bytes():
                    found.append(int(entry.name))
    return found


def _end_what_is_left(token: str) -> None:
    """What a sandbox did not end, and what it was that we wanted to know."""
    for pid in _processes_with(token):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
