"""A container for each bot: what an operator of many machines already runs and watches.

The engine (podman or docker) makes it from the bots' image, without a network, read-only, without
rights, with our filter of system calls; as root each bot is a user of its own. The kernel counts
memory and processes of all of it together. It ends with its first process, and is removed by a
program that outlives this one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import shutil
import signal
import sys
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from siurell.errors import LadderError

from ladder.worker.child import Child, Sink
from ladder.worker.sandbox.base import MARKER, BotProcess, Ending, Limits, Sandbox
from ladder.worker.sandbox.bwrap_line import Init
from ladder.worker.sandbox.container_engine import Engine, Remover, engine_environment, find_engine
from ladder.worker.sandbox.container_memory import ContainerMemory
from ladder.worker.sandbox.container_seccomp import write_profile
from ladder.worker.sandbox.container_words import BOT, inside, running, word_to_begin
from ladder.worker.sandbox.process import Listener, RunningBot, cannot_start, find_program
from ladder.worker.sandbox.slots import Slot, hand_over_bot
from ladder.worker.sandbox.tally import pid_namespace
from ladder.worker.sandbox.tree import process_facts, session_processes
from ladder.worker.tasks import undisturbed

_THERE_WITHIN_S: Final = 60.0
"""How long an engine may take to set a container up, on a machine that has no time for it."""
_SEEN_WITHIN_S: Final = 20.0
"""How long the engine may take to see that a container has ended."""
_WATCH_EVERY_S: Final = 0.2
_SIGNALLED: Final = 128
_PYTHON: Final = "python3"
_ENGINE_FAILED: Final = "The container engine failed; the bot's log says how."


class ContainerSandbox(Sandbox):
    """Runs bots in containers. Whether this machine lets it, the probe finds out."""

    def __init__(self, engine: Engine | None = None) -> None:
        self._engine = engine or find_engine()
        self._as_root = os.geteuid() == 0
        self._engine.sweep()

    @property
    def name(self) -> str:
        """The word for it in settings and reports."""
        return "container"

    async def start(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        limits: Limits,
        socket: Path | None = None,
    ) -> BotProcess:
        """Start a command in a folder, which it sees as `/bot` and cannot change."""
        wanted = _Wanted(
            _command(command, folder, environment),
            folder,
            inside(environment, socket),
            limits,
            socket,
            Slot.take() if self._as_root else None,
        )
        starting = _Starting(self._engine, wanted)
        try:
            return await starting.run()
        except BaseException:
            await undisturbed(starting.undo())
            raise


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A bot to start. ``environment`` is that of the inside."""

    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str]
    limits: Limits
    socket: Path | None
    slot: Slot | None

    @property
    def container(self) -> str:
        """The name of its container."""
        return f"siurell-{self.environment[MARKER]}"

    @property
    def place(self) -> Path:
        """A folder for what the engine reads and leaves, beside the bot's own."""
        return self.folder.parent / f"engine-{self.environment[MARKER]}"

    @property
    def profile(self) -> Path:
        """The file with the filter of system calls."""
        return self.place / "seccomp.json"


class _Starting:
    """A bot that is being started, and what has been taken for it so far."""

    def __init__(self, engine: Engine, wanted: _Wanted) -> None:
        self.engine = engine
        self.wanted = wanted
        self.remover: Remover | None = None
        self._child: Child | None = None

    async def run(self) -> _Bot:
        wanted = self.wanted
        if wanted.slot is not None:
            hand_over_bot(wanted.folder, wanted.socket, wanted.slot.uid)
        self.remover = Remover(self.engine, wanted.container)
        listener = Listener(wanted.limits)
        threshold = _Threshold(listener.sinks[0])
        wanted.place.mkdir(mode=0o700)
        write_profile(wanted.profile, platform.machine())
        child = self._child = self._start(threshold.take_in, listener.sinks[1])
        await _first_of(child.wait(), threshold.passed.wait(), within_s=_THERE_WITHIN_S)
        first = await self._first() if threshold.passed.is_set() else None
        if first is None:
            child.drain()
            raise LadderError(
                f"The container cannot be set up: {listener.output.last_lines().strip()}",
                reason="NO_PROCESS",
            )
        bot = _Bot(child, listener, first, self)
        listener.follow(bot)
        child.say(word_to_begin(wanted.environment))
        return bot

    async def undo(self) -> None:
        """End what was started, and give back what was taken. Doing so twice is no error."""
        if self._child is not None:
            self._child.signal(signal.SIGKILL)
        if self.remover is not None:
            await self.remover.remove()
        if self._child is not None:
            await self._child.ended_within(_SEEN_WITHIN_S)
            self._child.close()
        shutil.rmtree(self.wanted.place, ignore_errors=True)
        if self.wanted.slot is not None:
            self.wanted.slot.close()

    def _start(self, stdout: Sink, stderr: Sink) -> Child:
        wanted = self.wanted
        user = os.geteuid() if wanted.slot is None else wanted.slot.uid
        words = running(
            self.engine,
            wanted.container,
            wanted.profile,
            folder=wanted.folder,
            environment=wanted.environment,
            limits=wanted.limits,
            socket=wanted.socket,
            user=user,
        )
        try:
            return Child.start(
                [*_with_parent(), *words, *wanted.command],
                folder=wanted.place,
                environment={**engine_environment(), MARKER: wanted.environment[MARKER]},
                stdout=stdout,
                stderr=stderr,
                stdin=True,
            )
        except OSError as error:
            raise cannot_start(self.engine.program, error) from error

    async def _first(self) -> Init | None:
        """The first process of the container: the one of the session that is not among ours."""
        marker = self.wanted.environment[MARKER]
        ours = pid_namespace(os.getpid())
        for pid in await asyncio.to_thread(session_processes, marker, None):
            namespace = pid_namespace(pid)
            if namespace is not None and namespace != ours:
                with contextlib.suppress(ProcessLookupError):
                    return Init(pid)
        return None


class _Bot(RunningBot):
    """A bot in its container; its child is the engine's command line, which stays as long."""

    def __init__(self, child: Child, listener: Listener, init: Init, started: _Starting) -> None:
        super().__init__(child, listener.output, init.end)
        limit = started.wanted.limits.memory_bytes
        self._init = init
        self._started = started
        self._memory = ContainerMemory(init.pid, limit)
        self._too_much = f"It used more than {limit >> 20} MiB of memory."
        self._overdrawn = False
        self._lost = False
        self._known = asyncio.Event()
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    @property
    def pid(self) -> int:
        """The first process of its container."""
        return self._init.pid

    @property
    def ending(self) -> Ending | None:
        """How it ended, as soon as all of it is known: a signal is told by a code above 128."""
        ending = super().ending if self._known.is_set() else None
        if ending is None:
            return None
        if self._lost:
            return replace(ending, detail=_ENGINE_FAILED, lost=True)
        if self._overdrawn:
            ending = replace(ending, detail=ending.detail or self._too_much, oom=True)
        code = ending.exit_code
        if code is None or code <= _SIGNALLED:
            return ending
        return replace(ending, exit_code=None, signal=code - _SIGNALLED)

    async def wait(self) -> Ending:
        """Wait until the command has ended, and how is known."""
        await self._known.wait()
        assert self.ending is not None
        return self.ending

    @property
    def _first(self) -> int:
        return self._init.pid

    async def _watch(self) -> None:
        try:
            while self._child.returncode is None:
                if self._memory.overdrawn():
                    self._overdrawn = True
                    self.stop(self._too_much)
                    return
                self.see_that_it_stands()
                await self._child.ended_within(_WATCH_EVERY_S)
            if self._killing is None:
                self._lost = _lives(self._init.pid) or self._child.returncode < 0
                self._overdrawn = await self._ended_for_memory()
        finally:
            await self._child.wait()
            self._known.set()

    async def _ended_for_memory(self) -> bool:
        """Whether the engine saw the kernel end it for its memory, before we did.

        Some versions of podman say so by an empty file in their working folder alone.
        """
        wanted = self._started.wanted
        if (wanted.place / "oom").exists():
            return True
        words = ("inspect", "--format", "{{.State.OOMKilled}}", wanted.container)
        return await self._started.engine.ask(*words) == "true"

    async def _kill(self) -> None:
        await self._init.end()
        await self._child.ended_within(_SEEN_WITHIN_S)
        self._child.drain()
        await self._started.undo()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_THERE_WITHIN_S):
                await asyncio.shield(self._watching)


class _Threshold:
    """Where a bot's output goes in; the first line is that of the container's first process."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self.passed = asyncio.Event()
        """Whether the container is there."""

    def take_in(self, data: bytes) -> None:
        """Take in what came next."""
        if not self.passed.is_set():
            _, line, data = data.partition(b"\n")
            if line:
                self.passed.set()
        if data:
            self._sink(data)


async def _first_of(*waits: Awaitable[object], within_s: float) -> None:
    """Wait for the first of some things, as long as that may take."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, timeout=within_s, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


def _command(
    command: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> tuple[str, ...]:
    """The command as it is inside: our interpreter is the image's, a program of it stays."""
    first = command[0]
    if first == sys.executable:
        return (_PYTHON, *command[1:])
    if "/" in first:
        program = Path(find_program(command, folder, environment))
        if program.is_relative_to(folder):
            first = str(Path(BOT, program.relative_to(folder)))
    return (first, *command[1:])


def _lives(pid: int) -> bool:
    facts = process_facts(pid)
    return facts is not None and facts.alive


def _with_parent() -> list[str]:
    """Let the engine's command line end with this process, where the machine can."""
    setpriv = shutil.which("setpriv")
    return [] if setpriv is None else [setpriv, "--pdeathsig=KILL", "--"]
