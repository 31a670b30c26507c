"""What all sandboxes do alike with a bot they have started: listen to it, and end it whole."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import shutil
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from siurell.errors import LadderError

from ladder.worker.child import Child, Sink
from ladder.worker.sandbox.base import BotProcess, Ending, Limits
from ladder.worker.sandbox.output import Output
from ladder.worker.sandbox.pausing import pause_tree, resume_tree

_END_WITHIN_S: Final = 2.0
"""How long the kernel may take to end a killed process."""

_STAND_AGAIN_S: Final = 0.005
"""How soon a bot is stopped again whose processes were too quick for it."""

FAULTS_OF_COMMAND: Final = (errno.ENOENT, errno.EACCES, errno.ENOEXEC)


class RunningBot(BotProcess):
    """A child process and all that it started; ``end_all`` ends these, and so the child."""

    def __init__(
        self, child: Child, output: Output, end_all: Callable[[], Awaitable[object]]
    ) -> None:
        self._child = child
        self._output = output
        self._end_all = end_all
        self._detail = ""
        self._killing: asyncio.Task[None] | None = None
        self._paused = False
        self._again: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int:
        """The process id of the command."""
        return self._child.pid

    @property
    def ending(self) -> Ending | None:
        """How it ended; None while it runs."""
        code = self._child.returncode
        if code is None:
            return None
        if code < 0:
            return Ending(None, -code, self._detail, lost=self._child.lost)
        return Ending(code, None, self._detail)

    async def wait(self) -> Ending:
        """Wait until the command has ended; its children may still be there."""
        await self._child.wait()
        assert self.ending is not None
        return self.ending

    def stop(self, detail: str) -> None:
        """End it from outside of a coroutine, once, and remember why."""
        if self._killing is None:
            self._detail = detail
            self._killing = asyncio.get_running_loop().create_task(self._kill())

    async def kill(self) -> None:
        """End the command and all that it started. Doing so twice is no error."""
        self.stop(self._detail)
        assert self._killing is not None
        await asyncio.shield(self._killing)

    async def _kill(self) -> None:
        await self._end_all()
        await self._child.ended_within(_END_WITHIN_S)
        self._child.signal(signal.SIGKILL)
        self._child.drain()
        self._child.close()

    def pause(self) -> None:
        """Let the command and all that it started stand still; twice is no error."""
        self._paused = True
        self.see_that_it_stands()

    def resume(self) -> None:
        """Let them go on."""
        self._paused = False
        if self._child.returncode is None:
            resume_tree(self._first)

    def see_that_it_stands(self) -> None:
        """Stop what was not there to be stopped, or woke, if it is to stand still."""
        if self._paused and self._child.returncode is None:
            stands = pause_tree(self._first, sparing=self._spared)
            if not stands and self._again is None:
                self._again = asyncio.get_running_loop().call_later(
                    _STAND_AGAIN_S, self._stop_again
                )

    def _stop_again(self) -> None:
        self._again = None
        self.see_that_it_stands()

    @property
    def _first(self) -> int:
        """The process with which all that the bot does begins."""
        return self._child.pid

    @property
    def _spared(self) -> int | None:
        """A process of ours among them, which never stands still."""
        return None

    def take_log(self) -> str:
        """What it wrote since the last call: head and tail. The allowance begins anew."""
        self._child.drain()
        return self._output.take()

    def last_lines(self) -> str:
        """The last lines it wrote to stderr."""
        self._child.drain()
        return self._output.last_lines()


class Listener:
    """Takes in what a bot writes, and ends a bot that writes too much."""

    def __init__(self, limits: Limits) -> None:
        self.output = Output(limits)
        self._most = limits.output_bytes
        self._process: RunningBot | None = None

    @property
    def sinks(self) -> tuple[Sink, Sink]:
        """Where stdout and stderr go."""
        return (lambda data: self._take_in(data, False), lambda data: self._take_in(data, True))

    def follow(self, process: RunningBot) -> None:
        """The process whose output it is."""
        self._process = process

    def _take_in(self, data: bytes, stderr: bool) -> None:
        self.output.add(data, stderr=stderr)
        if self._process is not None and self.output.too_much:
            self._process.stop(f"It wrote more than {self._most} bytes.")


def find_program(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> str:
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


def cannot_start(name: str, error: OSError) -> LadderError:
    """What to say of a command that could not be started."""
    reason = "CANNOT_START" if error.errno in FAULTS_OF_COMMAND else "NO_PROCESS"
    return LadderError(f"`{name}` cannot be started: {error.strerror}.", reason=reason)


def limits_of(limits: Limits) -> dict[int, int]:
    """The limits of one process as the kernel knows them."""
    wanted = {
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_CORE: 0,
    }
    if limits.cpu_s is not None:
        wanted[resource.RLIMIT_CPU] = limits.cpu_s
    return wanted
