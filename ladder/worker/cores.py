"""The cores that the bots of a match are held to: no other match on this machine has them.

A core is held by a lock on a file, so that two commands never give the same one to two matches,
and one that is killed gives its cores back. A bot is held to its core from outside; inside of a
sandbox the call that would undo it is refused.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ladder.worker.load import processor_quota
from ladder.worker.sandbox.pausing import tree_of

_ROUNDS: Final = 16
"""So often at most is looked for what was started meanwhile."""


def usable_cores() -> int:
    """How many matches may have a core of their own here, at least one.

    It is the cores that this process may run on, and no more than its control group may use.
    """
    cores = len(os.sched_getaffinity(0))
    quota = processor_quota()
    return cores if quota is None else max(1, min(cores, int(quota)))


@contextlib.contextmanager
def hold_cores(count: int, folder: Path | None = None) -> Iterator[tuple[int, ...]]:
    """That many cores that nobody else holds; none at all when there are not so many left."""
    place = folder or Path(tempfile.gettempdir(), f"siurell-cores-{os.getuid()}")
    with contextlib.ExitStack() as locks:
        cores: list[int] = []
        with contextlib.suppress(OSError):
            place.mkdir(mode=0o700, exist_ok=True)
            if place.lstat().st_uid == os.getuid():
                _take(count, place, locks, cores)
        if len(cores) < count:
            # Another match may do with fewer.
            locks.close()
            cores = []
        yield tuple(cores)


def _take(count: int, folder: Path, locks: contextlib.ExitStack, cores: list[int]) -> None:
    """Lock up to that many free cores (`OSError` where no lock can be had)."""
    for core in sorted(os.sched_getaffinity(0)):
        if len(cores) == count:
            return
        flags = os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
        lock = os.open(folder / str(core), flags, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
        else:
            locks.callback(os.close, lock)
            cores.append(core)


def hold_tree(pid: int, core: int) -> bool:
    """Hold a process, with all that it has started, to a core; whether that could be done.

    What it starts later is held as well. It is looked again until nothing was to be done: who was
    not yet held may have started another meanwhile.
    """
    for _ in range(_ROUNDS):
        try:
            if not _hold_those_who_are_not(pid, {core}):
                return True
        except OSError:
            return False
    return False


def _hold_those_who_are_not(pid: int, cores: set[int]) -> int:
    """Hold every thread that is not held yet; how many there were."""
    found = 0
    for thread in _threads(pid):
        with contextlib.suppress(ProcessLookupError):
            if os.sched_getaffinity(thread) != cores:
                os.sched_setaffinity(thread, cores)
                found += 1
    return found


def _threads(pid: int) -> list[int]:
    found: list[int] = []
    for process in tree_of(pid):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            found += [int(thread.name) for thread in Path(f"/proc/{process}/task").iterdir()]
    return found
