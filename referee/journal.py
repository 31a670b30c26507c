"""The journal of a running match: the lines of its replay, plain, written before acting on them.

It is readable by its owner only. It is not synced to the disk: a killed process loses nothing, and
after a power cut a match is no contest anyway.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol


class Journal(Protocol):
    """Where the lines of a match go."""

    def write(self, lines: Sequence[str]) -> None:
        """Write lines (`OSError` when it cannot be done)."""

    def finish(self, lines: Sequence[str]) -> None:
        """The match is over and its replay is whole; `lines` are its last."""

    def abandon(self) -> None:
        """The match broke: keep what is there."""


class NoJournal:
    """Writes nothing."""

    def write(self, lines: Sequence[str]) -> None:
        """Do nothing."""

    def finish(self, lines: Sequence[str]) -> None:
        """Do nothing."""

    def abandon(self) -> None:
        """Do nothing."""


class FileJournal:
    """One file for one match. It must not exist yet: two matches never share one."""

    def __init__(self, path: Path, *, keep: bool) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
        self._path = path
        self._keep = keep
        self._file = os.open(path, flags, 0o600)

    def write(self, lines: Sequence[str]) -> None:
        """Write lines in one go, so that a kill leaves whole ones."""
        data = "".join(f"{line}\n" for line in lines).encode()
        while data:
            data = data[os.write(self._file, data) :]

    def finish(self, lines: Sequence[str]) -> None:
        """Close the file; it becomes a whole replay or, since the host has one, goes away."""
        try:
            if self._keep:
                self.write(lines)
            else:
                self._path.unlink(missing_ok=True)
        finally:
            os.close(self._file)

    def abandon(self) -> None:
        """Close the file and leave it."""
        os.close(self._file)
