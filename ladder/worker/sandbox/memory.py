"""The memory of a bot as a whole: held by the kernel where it lets us, watched by us elsewhere.

A limit on one process does not hold a bot that starts eight. A memory cgroup counts them together,
files in memory too; making one needs root, or a machine that hands us a part of its tree. Without
it the processes of the bot's own pid namespace are added up a few times a second: a bot may then
go beyond its limit for a moment before it is ended.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Final

from ladder.worker.sandbox.tree import process_facts

_TREE: Final = Path("/sys/fs/cgroup")
_PREFIX: Final = "siurell-"
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class MemoryAccount(ABC):
    """What one bot uses."""

    @property
    @abstractmethod
    def joining(self) -> Path | None:
        """The file in which a process enters its number to be counted; None when not needed."""

    @abstractmethod
    def overdrawn(self) -> bool:
        """Whether the bot used more than it may."""

    @abstractmethod
    def close(self) -> None:
        """Nothing of the bot is left: forget it. Doing so twice is no error."""


class Cgroup(MemoryAccount):
    """A memory cgroup of version 1 or 2."""

    def __init__(self, folder: Path, limit: int) -> None:
        folder.mkdir()
        self._folder = folder
        try:
            if (folder / "memory.max").exists():
                self._events = folder / "memory.events"
                _write(folder / "memory.max", limit)
                _write(folder / "memory.oom.group", 1)
                with contextlib.suppress(OSError):
                    _write(folder / "memory.swap.max", 0)
            else:
                self._events = folder / "memory.oom_control"
                _write(folder / "memory.limit_in_bytes", limit)
                with contextlib.suppress(OSError):
                    _write(folder / "memory.memsw.limit_in_bytes", limit)
        except OSError:
            folder.rmdir()
            raise

    @property
    def joining(self) -> Path:
        """Whoever enters a number here is counted with all that it starts from then on."""
        return self._folder / "cgroup.procs"

    def overdrawn(self) -> bool:
        """Whether the kernel has ended a process of it; the others of version 1 live on."""
        try:
            words = self._events.read_text("ascii").split()
        except OSError:
            return False
        return "oom_kill" in words and words[words.index("oom_kill") + 1] != "0"

    def close(self) -> None:
        """Remove it; one that still has a process stays, for a later sweep."""
        with contextlib.suppress(OSError):
            self._folder.rmdir()


class Tally(MemoryAccount):
    """Adds up the processes of a pid namespace; for where no cgroup can be made."""

    def __init__(self, limit: int) -> None:
        self.namespace: str | None = None
        """The pid namespace of the bot, as the kernel writes it; None until it is known."""
        self._limit = limit

    @property
    def joining(self) -> None:
        """Nothing to join."""
        return None

    def overdrawn(self) -> bool:
        """Whether they hold more than the limit now."""
        return self.namespace is not None and held_by(self.namespace) > self._limit

    def close(self) -> None:
        """Nothing to forget."""
        self.namespace = None


def processes_of(namespace: str) -> list[int]:
    """Ids of the living processes of a pid namespace, as they are called here."""
    ids = [int(entry.name) for entry in os.scandir("/proc") if entry.name.isdigit()]
    found = [pid for pid in ids if pid_namespace(pid) == namespace]
    return [pid for pid in found if (facts := process_facts(pid)) is not None and facts.alive]


def held_by(namespace: str) -> int:
    """Bytes that the processes of a pid namespace hold; what they share counts for each."""
    total = 0
    for pid in processes_of(namespace):
        with contextlib.suppress(OSError):
            total += int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * _PAGE
    return total


def pid_namespace(pid: int) -> str | None:
    """The pid namespace of a process, as the kernel writes it; None when it is gone."""
    try:
        return str(Path(f"/proc/{pid}/ns/pid").readlink())
    except OSError:
        return None


def memory_tree() -> Path | None:
    """The folder in which memory cgroups can be made by us; None when there is none.

    Found by making one and taking it away again.
    """
    for folder in _candidates():
        trial = folder / f"{_PREFIX}{os.getpid()}-trial-{secrets.token_hex(4)}"
        try:
            Cgroup(trial, 1 << 24).close()
        except OSError:
            continue
        return folder
    return None


def new_account(tree: Path | None, marker: str, limit: int) -> MemoryAccount:
    """An account for one bot; ``tree`` as `memory_tree` found it."""
    if tree is None:
        return Tally(limit)
    return Cgroup(tree / f"{_PREFIX}{os.getpid()}-{marker[:16]}", limit)


def sweep_cgroups(tree: Path | None) -> None:
    """Remove what killed workers left behind; each cgroup has its worker's number in its name."""
    if tree is None:
        return
    for folder in tree.glob(f"{_PREFIX}*-*"):
        worker = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if worker.isdigit() and process_facts(int(worker)) is None:
            with contextlib.suppress(OSError):
                folder.rmdir()


def _candidates() -> list[Path]:
    """Where our own cgroup lies, and the roots of the trees, which may be all that we see."""
    try:
        lines = Path("/proc/self/cgroup").read_text("ascii").splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers in ("", "memory"):
            mount = _TREE / controllers
            found += [mount / path.lstrip("/"), mount]
    return [folder for folder in found if folder.is_dir()]


def _write(file: Path, number: int) -> None:
    file.write_text(str(number), "ascii")
