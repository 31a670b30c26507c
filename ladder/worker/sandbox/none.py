"""No sandbox: bots run as ordinary processes of this user, with limits. For one's own bots only."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from siurell.errors import LadderError

from ladder.worker.child import Child, Sink
from ladder.worker.nursery import Nursery
from ladder.worker.sandbox.base import MARKER, BotProcess, Ending, Limits, Sandbox
from ladder.worker.sandbox.output import Output
from ladder.worker.sandbox.tree import Reaper

_END_WITHIN_S: Final = 2.0
"""How long the kernel may take to end a killed process."""

_PROBE_WITHIN_S: Final = 5.0
_FAULTS_OF_COMMAND: Final = (errno.ENOENT, errno.EACCES, errno.ENOEXEC)

MISSING: Final = (
    "bots can read every file that this user can read, the files of other bots among them",
    "bots can disturb other processes of this user",
    "bots can use the network",
    "the total memory and the number of processes of a bot are not limited",
    "bots share the processor cores",
    "a bot's daemon that wiped its environment may outlive its match",
)


class NoSandbox(Sandbox):
    """Own process group, resource limits, output caps, the whole tree ended. Nothing is hidden."""

    def __init__(self) -> None:
        self._die_with_parent = _setpriv()
        self._reaper = Reaper()
        self._nursery = Nursery()

    async def __aenter__(self) -> Self:
        """From now on Python bots may be started warm."""
        self._nursery.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End what starts them, if nobody else uses it; no bot may be running then."""
        await self._nursery.close()

    @property
    def name(self) -> str:
        """The word for it in settings and reports."""
        return "none"

    @property
    def missing(self) -> tuple[str, ...]:
        """What it does not guarantee."""
        return MISSING

    async def start(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        limits: Limits,
    ) -> BotProcess:
        """Start a command in a folder."""
        program = _find_program(command, folder, environment)
        output = Output(limits)
        process: _Process | None = None

        def take_in(data: bytes, stderr: bool) -> None:
            output.add(data, stderr=stderr)
            if process is not None and output.too_much:
                process.stop(f"It wrote more than {limits.output_bytes} bytes in one match.")

        outputs = (lambda data: take_in(data, False), lambda data: take_in(data, True))
        try:
            child = await self._start(
                (program, *command[1:]), folder, environment, _wanted(limits), outputs
            )
        except OSError as error:
            reason = "CANNOT_START" if error.errno in _FAULTS_OF_COMMAND else "NO_PROCESS"
            raise LadderError(
                f"`{command[0]}` cannot be started: {error.strerror}.", reason=reason
            ) from error
        process = _Process(child, output, environment[MARKER], self._reaper)
        return process

    async def _start(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        limits: Mapping[int, int],
        outputs: tuple[Sink, Sink],
    ) -> Child:
        """Fork the process, or else start it from nothing."""
        child = await self._nursery.fork(
            command, folder=folder, environment=environment, limits=limits, outputs=outputs
        )
        if child is None:
            child = Child.start(
                [*self._die_with_parent, *command],
                folder=folder,
                environment=environment,
                stdout=outputs[0],
                stderr=outputs[1],
            )
            _limit(child.pid, limits)
        return child


class _Process(BotProcess):
    def __init__(self, child: Child, output: Output, marker: str, reaper: Reaper) -> None:
        self._child = child
        self._output = output
        self._marker = marker
        self._reaper = reaper
        self._detail = ""
        self._killing: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def ending(self) -> Ending | None:
        code = self._child.returncode
        if code is None:
            return None
        if code < 0:
            return Ending(None, -code, self._detail, lost=self._child.lost)
        return Ending(code, None, self._detail)

    async def wait(self) -> Ending:
        await self._child.wait()
        assert self.ending is not None
        return self.ending

    def stop(self, detail: str) -> None:
        """End it from outside of a coroutine, once, and remember why."""
        if self._killing is None:
            self._detail = detail
            self._killing = asyncio.get_running_loop().create_task(self._kill())

    async def kill(self) -> None:
        self.stop(self._detail)
        assert self._killing is not None
        await asyncio.shield(self._killing)

    async def _kill(self) -> None:
        self._child.signal(signal.SIGKILL)
        await self._reaper.clear(self._marker, self.pid)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_WITHIN_S):
                await self._child.wait()
        self._child.drain()
        self._child.close()

    def take_log(self) -> str:
        self._child.drain()
        return self._output.take()

    def last_lines(self) -> str:
        self._child.drain()
        return self._output.last_lines()


def _find_program(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> str:
    """The program that a command names, looked up as the bot would look it up."""
    name = command[0]
    if "/" in name:
        inside = folder / name
        found = str(inside) if inside.is_file() and os.access(inside, os.X_OK) else None
    else:
        found = shutil.which(name, path=environment.get("PATH", os.defpath))
    if found is None:
        raise LadderError(
            f"There is no program `{name}`; correct `command` in siurell.toml.",
            reason="CANNOT_START",
        )
    return found


def _setpriv() -> tuple[str, ...]:
    """The prefix that ends a process with its parent; empty where the machine has none."""
    found = shutil.which("setpriv")
    if found is None:
        return ()
    prefix = (found, "--pdeathsig", "KILL", "--")
    try:
        probe = subprocess.run(
            [*prefix, "true"], capture_output=True, timeout=_PROBE_WITHIN_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return prefix if probe.returncode == 0 else ()


def _wanted(limits: Limits) -> dict[int, int]:
    """The limits as the kernel knows them."""
    wanted = {
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_CORE: 0,
    }
    if limits.cpu_s is not None:
        wanted[resource.RLIMIT_CPU] = limits.cpu_s
    return wanted


def _limit(pid: int, wanted: Mapping[int, int]) -> None:
    """Set the limits of a process that has just been started, from outside of it."""
    for kind, value in wanted.items():
        with contextlib.suppress(ProcessLookupError):
            _, hard = resource.prlimit(pid, kind)
            lowered = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.prlimit(pid, kind, (lowered, lowered))
