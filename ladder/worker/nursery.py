"""Warm starts: Python bots are forked by a process that has imported what they need.

A start from nothing costs a bot more processor time than a whole match, nearly all of it imports.
A bot whose start is not of the plainest kind, and any bot when something is wrong with the
nursery, is started from nothing; nobody else needs to know which way it was.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final

from siurell.client.login import ADDRESS, TOKEN

from ladder.worker.child import Child, Sink
from ladder.worker.sandbox.base import MARKER
from ladder.worker.tasks import undisturbed

START_WITHIN_S: Final = 20.0
"""How long the process of a nursery may take until it can fork."""
FORK_WITHIN_S: Final = 5.0
"""How long it may take to fork a bot."""
STOP_WITHIN_S: Final = 2.0
"""How long it may take to end."""

_PROGRAM: Final = Path(__file__).with_name("nursery_process.py")
_OF_A_SESSION: Final = frozenset((MARKER, ADDRESS, TOKEN, "HOME", "TMPDIR"))
"""What differs in the environments of two bots; in all else a fork is as its nursery."""
_WORD_BYTES: Final = 64


class Nursery:
    """Forks bots while it is open. Its process is started for the first bot that fits."""

    def __init__(self) -> None:
        self._users = 0
        self._usable = False
        self._starting: asyncio.Task[_Process] | None = None

    def open(self) -> None:
        """Be ready to fork; to be closed as often as opened."""
        self._users += 1
        if self._users == 1:
            self._usable = True

    async def close(self) -> None:
        """End its process with the last who had opened it."""
        self._users -= 1
        if self._users == 0:
            await undisturbed(self._give_up())

    async def fork(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        limits: Mapping[int, int],
        outputs: tuple[Sink, Sink],
    ) -> Child | None:
        """A bot's process that runs the command; None when it has to be started from nothing.

        ``limits`` are those of `resource`, by their numbers; ``outputs`` take in what it writes
        to stdout and stderr.
        """
        if not self._usable or not _is_plain(command):
            return None
        try:
            process = await self._process(environment)
            if not process.suits(environment):
                return None
            request = {
                "words": command[1:],
                "folder": str(folder),
                "environment": dict(environment),
                "limits": list(limits.items()),
            }
            return await process.fork(json.dumps(request).encode(), outputs)
        except OSError:
            await undisturbed(self._give_up())
            return None

    async def _process(self, environment: Mapping[str, str]) -> _Process:
        if self._starting is None:
            self._starting = asyncio.create_task(_Process.start(environment))
        return await asyncio.shield(self._starting)

    async def _give_up(self) -> None:
        """End its process; what was wrong with one may be wrong with the next."""
        self._usable = False
        starting, self._starting = self._starting, None
        if starting is None:
            return
        starting.cancel()
        await asyncio.wait({starting})
        if not starting.cancelled() and starting.exception() is None:
            await starting.result().stop()


class _Process:
    """The process of a nursery."""

    def __init__(self, child: Child, control: socket.socket, environment: Mapping[str, str]):
        self._child = child
        self._control = control
        self._environment = environment

    @classmethod
    async def start(cls, environment: Mapping[str, str]) -> _Process:
        """Start it for bots with such an environment (`OSError` when it cannot fork)."""
        shared = _shared(environment)
        own = {**shared, MARKER: secrets.token_hex(16), "HOME": os.devnull}
        control, theirs = _socket_pair()
        with theirs:
            child = Child.start(
                [sys.executable, str(_PROGRAM), str(theirs.fileno()), MARKER],
                folder=Path("/"),
                environment=own,
                stdout=_ignore,
                stderr=_ignore,
                keep=[theirs.fileno()],
            )
        process = cls(child, control, own)
        try:
            await _hear(control, START_WITHIN_S)
        except BaseException:
            await undisturbed(process.stop())
            raise
        return process

    def suits(self, environment: Mapping[str, str]) -> bool:
        """Whether a bot with this environment may be forked here."""
        same = _shared(environment) == _shared(self._environment)
        return same and len(environment[MARKER]) == len(self._environment[MARKER])

    async def fork(self, request: bytes, outputs: tuple[Sink, Sink]) -> Child | None:
        """Fork a bot; None when it has to be started from nothing (`OSError`: nothing works)."""
        with ExitStack() as ours:
            line, theirs = _socket_pair()
            ours.enter_context(line)
            pipes: list[IO[bytes]] = []
            with theirs, ExitStack() as given:
                files = []
                for _ in outputs:
                    end, start = os.pipe()
                    given.callback(os.close, start)
                    pipes.append(ours.enter_context(os.fdopen(end, "rb", buffering=0)))
                    files.append(start)
                socket.send_fds(self._control, [request], [*files, theirs.fileno()])
            word, _, number = (await _hear(line, FORK_WITHIN_S)).partition(" ")
            if word != "pid":
                return None
            ours.pop_all()
        child = Child(int(number), zip(pipes, outputs, strict=True))
        asyncio.get_running_loop().add_reader(line, _on_line, line, child)
        return child

    async def stop(self) -> None:
        """End it and all that it forked. Doing so twice is no error."""
        self._control.close()
        await self._child.ended_within(STOP_WITHIN_S)
        self._child.signal(signal.SIGKILL)
        await self._child.ended_within(STOP_WITHIN_S)
        self._child.close()


def _is_plain(command: Sequence[str]) -> bool:
    """Whether a command is `python FILE.py …` or `python -m siurell.bots NAME`."""
    interpreter, *words = command
    if interpreter != sys.executable or not words:
        return False
    if words[0].startswith("-"):
        return words[:2] == ["-m", "siurell.bots"]
    return words[0].endswith(".py") and not words[0].startswith("/")


def _shared(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name not in _OF_A_SESSION}


def _socket_pair() -> tuple[socket.socket, socket.socket]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    return ours, theirs


async def _hear(line: socket.socket, within_s: float) -> str:
    """The next word (`OSError` when there is none in time)."""
    async with asyncio.timeout(within_s):
        data = await asyncio.get_running_loop().sock_recv(line, _WORD_BYTES)
    if not data:
        raise ConnectionError("the nursery has ended")
    return data.decode()


def _on_line(line: socket.socket, child: Child) -> None:
    """What a nursery says of a bot: how it ended. An end of the line is the nursery's own."""
    try:
        data = line.recv(_WORD_BYTES)
    except BlockingIOError:
        return
    except OSError:
        data = b""
    asyncio.get_running_loop().remove_reader(line)
    if data:
        child.set_ended(int(data.split()[1]))
    else:
        child.set_lost()
    line.close()


def _ignore(data: bytes) -> None:
    pass
