"""How long the threads of this process waited for a core: time in which it could do nothing.

An answer passes several threads of gRPC before the event loop hears of it, and each of them may be
kept waiting where the loop is not. The kernel counts that for every thread (``schedstat``); where
it does not tell, it is 0.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

_LOOK_EVERY: Final = 50
"""After so many readings it is looked for new threads."""

_BYTES: Final = 64
_NS: Final = 1_000_000_000


class RunQueue:
    """The waiting of this process's threads. It reads nothing until it is opened."""

    def __init__(self, threads: Path = Path("/proc/self/task")) -> None:
        self._threads = threads
        self._files: dict[str, int] = {}
        self._waited_ns: dict[str, int] = {}
        self._readings = 0

    def open(self) -> None:
        """Begin to count from now on."""
        self._readings = 0
        self.waited()

    def close(self) -> None:
        """Count no more. Doing so twice is no error."""
        for name in list(self._files):
            self._forget(name)

    def waited(self) -> float:
        """The seconds that all threads together have waited since the last call."""
        if self._readings % _LOOK_EVERY == 0:
            self._look()
        self._readings += 1
        more = 0
        for name in list(self._files):
            now = _waited_ns(self._files[name])
            if now is None:
                self._forget(name)
            else:
                more += now - self._waited_ns[name]
                self._waited_ns[name] = now
        return more / _NS

    def _look(self) -> None:
        """Know the threads that there are now; of a new one what it has waited so far is past."""
        with contextlib.suppress(OSError):
            for thread in self._threads.iterdir():
                if thread.name not in self._files:
                    self._know(thread)

    def _know(self, thread: Path) -> None:
        with contextlib.suppress(OSError):
            self._files[thread.name] = file = os.open(
                thread / "schedstat", os.O_RDONLY | os.O_CLOEXEC
            )
            self._waited_ns[thread.name] = _waited_ns(file) or 0

    def _forget(self, name: str) -> None:
        os.close(self._files.pop(name))
        del self._waited_ns[name]


def _waited_ns(file: int) -> int | None:
    """What a thread has waited in all; None of one that is gone, or where it is not told."""
    try:
        return int(os.pread(file, _BYTES, 0).split()[1])
    except (OSError, IndexError, ValueError):
        return None
