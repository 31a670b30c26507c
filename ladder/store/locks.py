"""Locks between processes: a file and `flock`, let go by the system when its holder dies."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from siurell.errors import LadderError

ASKED_S = 0.1
"""Longer than anybody takes to ask whether a lock is held."""

_POLL_S = 0.02


class AlreadyHeld(LadderError):
    """Another process holds the lock; ``pid`` is what it wrote down, 0 when unknown."""

    reason = "LOCKED"

    def __init__(self, path: Path, pid: int) -> None:
        super().__init__(f"{path} is held by process {pid or 'unknown'}.")
        self.pid = pid


@contextmanager
def file_lock(path: Path, *, wait_s: float = 0.0) -> Iterator[None]:
    """Hold the lock; raise `AlreadyHeld` when another process still does after ``wait_s``."""
    with path.open("a+", encoding="ascii") as file:
        _acquire(file, path, time.monotonic() + wait_s)
        file.seek(0)
        file.truncate()
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def is_held(path: Path) -> bool:
    """Whether somebody holds the lock now.

    Asking takes hold of it for a moment, beside others who ask: who wants it waits `ASKED_S`.
    """
    try:
        with path.open("r", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def _acquire(file: IO[str], path: Path, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                file.seek(0)
                text = file.read(20).strip()
                raise AlreadyHeld(path, int(text) if text.isdigit() else 0) from None
            time.sleep(_POLL_S)
        else:
            return
