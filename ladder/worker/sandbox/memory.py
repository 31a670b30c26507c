"""The memory of a bot as a whole: held by the kernel where it lets us, watched by us elsewhere.

A limit on one process does not hold a bot that starts eight. A memory cgroup counts them together,
files in memory too; making one needs root, or a machine that hands us a part of its tree. Without
it, what the bot holds is added up a few times a second: it may then go beyond its limit for a
moment before it is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Final

from ladder.worker.sandbox.tree import process_facts

_TREE: Final = Path("/sys/fs/cgroup")
_PREFIX: Final = "siurell-"
_EMPTY_WITHIN_S: Final = 10.0
_PAUSE_S: Final = 0.02
_LEFT: Final[set[Path]] = set()
"""Cgroups of ours that could not be removed yet, such as that of a start that was broken off.

Of the process, whose number they have in their names: they outlive the account and the sandbox that
made them, and whatever makes the next one here removes them.
"""
_TCP_SHARE: Final = 8
"""The part of its memory that a bot may have in TCP sockets, which version 1 counts apart."""


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
    def close(self) -> bool:
        """Forget the bot; False while something of it is left. Doing so twice is no error."""

    async def close_when_empty(self) -> None:
        """Forget the bot, whose end the kernel may take a moment to see."""
        end = time.monotonic() + _EMPTY_WITHIN_S
        while not self.close() and time.monotonic() < end:
            await asyncio.sleep(_PAUSE_S)


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
                with contextlib.suppress(OSError):
                    _write(folder / "memory.kmem.tcp.limit_in_bytes", limit // _TCP_SHARE)
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

    def close(self) -> bool:
        """Remove it; one that still has a process stays until the next one is made."""
        _LEFT.add(self._folder)
        _remove_left()
        return self._folder not in _LEFT


class Tally(MemoryAccount):
    """Adds up what a bot holds; for where no cgroup can be made."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held: Callable[[int], int] | None = None

    def follow(self, held: Callable[[int], int]) -> None:
        """What the bot holds, in bytes, is told by this, which is given the limit."""
        self._held = held

    @property
    def joining(self) -> None:
        """Nothing to join."""
        return None

    def overdrawn(self) -> bool:
        """Whether it holds more than the limit now."""
        return self._held is not None and self._held(self._limit) > self._limit

    def close(self) -> bool:
        """Count nothing any more."""
        self._held = None
        return True


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
    _remove_left()
    return Cgroup(tree / f"{_PREFIX}{os.getpid()}-{marker[:16]}", limit)


def _remove_left() -> None:
    for folder in tuple(_LEFT):
        with contextlib.suppress(OSError):
            folder.rmdir()
        if not folder.exists():
            _LEFT.discard(folder)


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
