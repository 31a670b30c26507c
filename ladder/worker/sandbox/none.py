"""No sandbox: bots run as ordinary processes of this user, with limits. For one's own bots only."""

from __future__ import annotations

import contextlib
import resource
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from ladder.worker.child import Child, Sink
from ladder.worker.nursery import Nursery
from ladder.worker.sandbox.base import MARKER, BotProcess, Limits, Sandbox
from ladder.worker.sandbox.process import (
    Listener,
    RunningBot,
    cannot_start,
    find_program,
    limits_of,
)
from ladder.worker.sandbox.tree import Reaper

_PROBE_WITHIN_S: Final = 5.0


_NAMES: Final = {
    resource.RLIMIT_AS: "as",
    resource.RLIMIT_CORE: "core",
    resource.RLIMIT_CPU: "cpu",
    resource.RLIMIT_FSIZE: "fsize",
    resource.RLIMIT_NOFILE: "nofile",
}


class NoSandbox(Sandbox):
    """Own process group, resource limits, output caps, the whole tree ended. Nothing is hidden."""

    def __init__(self) -> None:
        self._die_with_parent = _setpriv()
        self._prlimit = shutil.which("prlimit")
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

    async def start(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        limits: Limits,
        socket: Path | None = None,
    ) -> BotProcess:
        """Start a command in a folder. It reaches the socket as it reaches everything."""
        program = find_program(command, folder, environment)
        listener = Listener(limits)
        try:
            child = await self._start(
                (program, *command[1:]), folder, environment, _limits(limits), listener.sinks
            )
        except OSError as error:
            raise cannot_start(command[0], error) from error

        async def end_all() -> None:
            child.signal(signal.SIGKILL)
            await self._reaper.clear(environment[MARKER], child.pid)

        process = RunningBot(child, listener.output, end_all)
        listener.follow(process)
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
                [*self._die_with_parent, *self._limiting(limits), *command],
                folder=folder,
                environment=environment,
                stdout=outputs[0],
                stderr=outputs[1],
            )
            if self._prlimit is None:
                _limit(child.pid, limits)
        return child

    def _limiting(self, limits: Mapping[int, int]) -> list[str]:
        """The words that limit a process before anything of the bot runs, where there are any."""
        if self._prlimit is None:
            return []
        words = [f"--{_NAMES[kind]}={_lowered(kind, most)}" for kind, most in limits.items()]
        return [self._prlimit, *words, "--"]


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


def _limits(limits: Limits) -> dict[int, int]:
    """The limits of each process, with that on addresses: there is none on memory as a whole."""
    wanted = limits_of(limits)
    if limits.address_bytes is not None:
        wanted[resource.RLIMIT_AS] = limits.address_bytes
    return wanted


def _lowered(kind: int, most: int) -> int:
    """No more than this process may have itself."""
    _, hard = resource.getrlimit(kind)
    return most if hard == resource.RLIM_INFINITY else min(most, hard)


def _limit(pid: int, wanted: Mapping[int, int]) -> None:
    """Set the limits of a process that has just been started, from outside of it."""
    for kind, value in wanted.items():
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(pid, kind, (_lowered(kind, value),) * 2)
