"""Landlock: for machines where no namespaces can be made, such as inside of many containers.

The kernel keeps a bot to the files of the system, its folder (read-only) and its scratch; a filter
of system calls leaves it no sockets but unix ones; a process of ours holds all that it starts
together. As root each bot becomes a user of its own first, and never runs as root. What this does
not hold, the probe says: a bot sees that other processes are there, and of sockets with a path only
their modes keep it away, so a plain user's own ones are open to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import resource
import signal
import stat
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from siurell.errors import LadderError

from ladder.worker.child import Child
from ladder.worker.sandbox.base import MARKER, BotProcess, Limits, Sandbox
from ladder.worker.sandbox.bwrap_view import SYSTEM, interpreters, packages, path_inside
from ladder.worker.sandbox.disk import held_on_disk
from ladder.worker.sandbox.landlock_rules import (
    CHANGE,
    READ,
    READ_DIR,
    RUN,
    WRITE_FILE,
    Ruleset,
    usable_version,
    version_here,
)
from ladder.worker.sandbox.memory import (
    MemoryAccount,
    Tally,
    memory_tree,
    new_account,
    sweep_cgroups,
)
from ladder.worker.sandbox.pausing import tree_of
from ladder.worker.sandbox.process import (
    FAULTS_OF_COMMAND,
    Listener,
    cannot_start,
    find_program,
    limits_of,
)
from ladder.worker.sandbox.seccomp import filter_file
from ladder.worker.sandbox.slots import Slot, hand_over
from ladder.worker.sandbox.tally import held_by_tree
from ladder.worker.sandbox.tree import kill_session
from ladder.worker.sandbox.watched import WatchedBot

_WARDEN: Final = Path(__file__).with_name("landlock_warden.py")
_DEVICES: Final = ("/dev/full", "/dev/random", "/dev/urandom")
_ZEROS: Final = "/dev/zero"
_KERNEL: Final = ("/proc/cpuinfo", "/proc/meminfo", "/proc/stat")
_SCRATCH: Final = ("home", "tmp")
_SET_UP_WITHIN_S: Final = 10.0
_GONE_WITHIN_S: Final = 10.0
_CHUNK: Final = 4096
_PASS: Final = stat.S_IXGRP | stat.S_IXOTH


class LandlockSandbox(Sandbox):
    """Runs bots under Landlock. What of it holds on this machine, the probe finds out."""

    def __init__(self) -> None:
        """Raises `LadderError` where the kernel has none, or one that is too old."""
        self._version = usable_version(version_here())
        self._tree = memory_tree()
        self._as_root = os.geteuid() == 0
        sweep_cgroups(self._tree)

    @property
    def name(self) -> str:
        """The word for it in settings and reports."""
        return "landlock"

    async def start(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        limits: Limits,
        socket: Path | None = None,
    ) -> BotProcess:
        """Start a command in a folder, which it cannot change; its scratch lies beside that."""
        program = find_program(command, folder, environment)
        scratch = [folder.parent / name for name in _SCRATCH]
        for place in scratch:
            place.mkdir(exist_ok=True)
        with ExitStack() as undo:
            account = new_account(self._tree, environment[MARKER], limits.memory_bytes)
            undo.callback(account.close)
            slot = Slot.take() if self._as_root else None
            if slot is not None:
                undo.callback(slot.close)
                _hand_over(folder.parent, socket, slot.uid)
            inside = {"HOME": str(scratch[0]), "TMPDIR": str(scratch[1]), "PATH": path_inside()}
            wanted = _Wanted(
                (str(program), *command[1:]),
                folder,
                {**environment, **inside},
                limits,
                scratch,
                account,
                slot,
            )
            bot = await self._run(wanted)
            undo.pop_all()
        return bot

    async def _run(self, wanted: _Wanted) -> BotProcess:
        listener = Listener(wanted.limits)
        with ExitStack() as undo:
            said, told = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
            undo.callback(os.close, said)
            try:
                child = self._start(wanted, listener, told)
            finally:
                os.close(told)
            with ExitStack() as failed:
                failed.callback(child.close)
                failed.callback(child.signal, signal.SIGKILL)
                failed.callback(child.close_stdin)
                _expect_nothing(await _all_of(said), wanted, listener)
                failed.pop_all()
        return _Bot(child, listener, wanted)

    def _start(self, wanted: _Wanted, listener: Listener, told: int) -> Child:
        with ExitStack() as ours:
            rules = ours.enter_context(Ruleset(self._version))
            _lay_down(rules, wanted)
            filtering = filter_file(
                counted_by_process=isinstance(wanted.account, Tally), no_namespaces=True
            )
            ours.callback(os.close, filtering)
            request = os.memfd_create("siurell-request", os.MFD_CLOEXEC)
            ours.callback(os.close, request)
            os.write(request, wanted.request(rules.fd, filtering))
            try:
                return Child.start(
                    [sys.executable, "-I", "-S", str(_WARDEN), str(request), str(told)],
                    folder=Path("/"),
                    environment={MARKER: wanted.environment[MARKER]},
                    stdout=listener.sinks[0],
                    stderr=listener.sinks[1],
                    stdin=True,
                    keep=[request, told, rules.fd, filtering],
                )
            except OSError as error:
                raise cannot_start(wanted.command[0], error) from error


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A bot to start, and what was taken for it. ``scratch``: where it may write."""

    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str]
    limits: Limits
    scratch: Sequence[Path]
    account: MemoryAccount
    slot: Slot | None

    def request(self, rules: int, filtering: int) -> bytes:
        """What the warden reads; ``rules`` and ``filtering`` are its open files."""
        limits = limits_of(self.limits)
        limits[resource.RLIMIT_FSIZE] = min(self.limits.file_bytes, self.limits.scratch_bytes)
        limits[resource.RLIMIT_NPROC] = self.limits.processes
        if self.slot is None:
            # The kernel counts what the user has already.
            limits[resource.RLIMIT_NPROC] += _processes_of(os.getuid())
        return json.dumps(
            {
                "command": self.command,
                "folder": str(self.folder),
                "environment": dict(self.environment),
                "limits": list(limits.items()),
                "user": None if self.slot is None else self.slot.uid,
                "counted": None if self.account.joining is None else str(self.account.joining),
                "rules": rules,
                "filter": filtering,
            }
        ).encode()


class _Bot(WatchedBot):
    """A bot under its warden."""

    def __init__(self, child: Child, listener: Listener, wanted: _Wanted) -> None:
        self._marker = wanted.environment[MARKER]
        self._scratch = wanted.scratch
        self._room = wanted.limits.scratch_bytes * len(wanted.scratch)
        super().__init__(
            child,
            listener,
            self._end_by_warden,
            account=wanted.account,
            slot=wanted.slot,
            limits=wanted.limits,
        )
        if isinstance(wanted.account, Tally):
            wanted.account.follow(lambda limit: held_by_tree(self._processes(), limit))
        listener.follow(self)

    def _processes(self) -> list[int]:
        """All that the bot consists of, the warden aside."""
        return tree_of(self._child.pid)[1:]

    @property
    def _spared(self) -> int:
        # It has to see the end of the worker at any moment.
        return self._child.pid

    async def _overuse(self) -> str:
        if why := await super()._overuse():
            return why
        held = await asyncio.to_thread(held_on_disk, self._scratch, self._processes(), self._room)
        if held > self._room:
            return f"It wrote more than {self._room >> 20} MiB of files."
        return ""

    async def _end_by_warden(self) -> None:
        """The warden ends all, and then itself; if it does not, whoever has the mark is ended."""
        self._child.close_stdin()
        if not await self._child.ended_within(_GONE_WITHIN_S):
            await kill_session(self._marker, self._child.pid)


def _lay_down(rules: Ruleset, wanted: _Wanted) -> None:
    """What the bot may do with which files."""
    rules.allow([*map(Path, SYSTEM), *interpreters(), wanted.folder], RUN)
    # To import a package, the folder in which it lies has to be looked through.
    rules.allow([package.parent for package in packages()], READ_DIR)
    rules.allow([Path(os.devnull)], READ | WRITE_FILE)
    rules.allow(map(Path, (*_DEVICES, *_KERNEL)), READ)
    if not isinstance(wanted.account, Tally):
        # A mapping of it is memory that stays when it is let go of.
        rules.allow([Path(_ZEROS)], READ)
    rules.allow(wanted.scratch, CHANGE)


def _expect_nothing(said: bytes, wanted: _Wanted, listener: Listener) -> None:
    """Raise `LadderError` if the warden said why there is no bot."""
    if not said:
        return
    try:
        told = json.loads(said)
    except ValueError:
        told = {"step": "", "errno": None, "why": listener.output.last_lines() or said.decode()}
    program = wanted.command[0]
    ours = not Path(program).is_relative_to(wanted.folder)
    if told["errno"] == errno.EACCES and told["step"] == "command" and wanted.slot and ours:
        raise LadderError(
            f"`{program}` is closed to other users, as who bots run here; install Siurell with an"
            " interpreter that every user may run.",
            reason="NO_PROCESS",
        )
    if told["step"] == "command" and told["errno"] in FAULTS_OF_COMMAND:
        raise cannot_start(program, OSError(told["errno"], os.strerror(told["errno"])))
    raise LadderError(f"The sandbox cannot be set up: {told['why']}", reason="NO_PROCESS")


async def _all_of(pipe: int) -> bytes:
    """All that is written to a pipe until its end, which is waited for so long."""
    loop = asyncio.get_running_loop()
    said = bytearray()
    ended = asyncio.Event()

    def read() -> None:
        data = os.read(pipe, _CHUNK)
        said.extend(data)
        if not data:
            ended.set()

    loop.add_reader(pipe, read)
    try:
        async with asyncio.timeout(_SET_UP_WITHIN_S):
            await ended.wait()
    except TimeoutError:
        return b"it took too long"
    finally:
        loop.remove_reader(pipe)
    return bytes(said)


def _hand_over(session: Path, socket: Path | None, uid: int) -> None:
    """Let the slot's user have the session and use its socket, and nobody else."""
    hand_over(session, uid)
    session.chmod(stat.S_IRWXU)
    _open_way_to(session)
    if socket is not None:
        os.chown(socket, uid, uid)
        _open_way_to(socket)


def _open_way_to(place: Path) -> None:
    """Let every user pass the folders above, if they are ours and temporary: nobody can look.

    Raises `LadderError` where others are closed.
    """
    temporary = _temporary_folders()
    for folder in place.resolve().parents:
        facts = folder.stat()
        if facts.st_mode & stat.S_IXOTH:
            continue
        if facts.st_uid != os.geteuid() or temporary.isdisjoint(folder.parents):
            raise LadderError(
                f"{folder} is closed to other users, as who bots run here; set TMPDIR to a folder"
                " that all may enter.",
                reason="NO_PROCESS",
            )
        folder.chmod(stat.S_IMODE(facts.st_mode) | _PASS)


def _temporary_folders() -> set[Path]:
    return {Path("/tmp"), Path(tempfile.gettempdir()).resolve()}


def _processes_of(uid: int) -> int:
    """How many processes and threads a user has."""
    found = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if entry.stat().st_uid == uid:
                    found += len(os.listdir(f"{entry.path}/task"))  # noqa: PTH208 - quicker
    return found
