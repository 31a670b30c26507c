"""The journal of a match: an opening line, then the lines of its replay, written before acting.

The opening says what a restarted referee needs to take the match up: the seed, the sessions of the
seats and how they play. So the file is readable by its owner only. It is not synced to the disk: a
killed process loses nothing, and after a power cut a match is no contest anyway.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from siurell.replay.format import JOURNAL, line
from siurell.replay.write import ReplayWriter

from referee.setup import MatchSetup

SUFFIX: Final = ".jsonl"
"""How the name of a journal ends whose match may be taken up."""

KEPT: Final = ".kept"
"""How it ends when the host has the result, and journals are kept."""

BROKEN: Final = ".broken"
"""How it ends when the match broke by a fault of ours: for the inquest, and never taken up."""


class Journal(Protocol):
    """Where the lines of a match go."""

    @property
    def lasts(self) -> bool:
        """Whether it is there for another process."""

    def write(self, lines: Sequence[str]) -> None:
        """Write lines (`OSError` when it cannot be done)."""

    def finish(self, lines: Sequence[str]) -> None:
        """The match is over and its replay is whole; `lines` are its last."""

    def abandon(self) -> None:
        """The match broke: keep what is there."""

    def forget(self) -> None:
        """The host has the result of the finished match."""


class NoJournal:
    """Writes nothing."""

    lasts = False

    def write(self, lines: Sequence[str]) -> None:
        """Do nothing."""

    def finish(self, lines: Sequence[str]) -> None:
        """Do nothing."""

    def abandon(self) -> None:
        """Do nothing."""

    def forget(self) -> None:
        """Do nothing."""


class FileJournal:
    """One file for one match; ``file`` is None when it is complete."""

    lasts = True

    def __init__(self, path: Path, file: int | None, *, keep: bool) -> None:
        self._path = path
        self._keep = keep
        self._file: int | None = file

    @classmethod
    def create(cls, path: Path, lines: Sequence[str], *, keep: bool) -> FileJournal:
        """A new file with these lines (`FileExistsError`: two matches never share one)."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
        journal = cls(path, os.open(path, flags, 0o600), keep=keep)
        try:
            journal.write(lines)
        except OSError:
            journal._close()
            path.unlink(missing_ok=True)
            raise
        return journal

    @classmethod
    def take_up(cls, path: Path, size: int, *, keep: bool) -> FileJournal:
        """Write on in a file, from this size on."""
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC)
        os.ftruncate(file, size)
        return cls(path, file, keep=keep)

    def write(self, lines: Sequence[str]) -> None:
        """Write lines in one go, so that a kill leaves whole ones."""
        assert self._file is not None
        data = "".join(f"{line}\n" for line in lines).encode()
        while data:
            data = data[os.write(self._file, data) :]

    def finish(self, lines: Sequence[str]) -> None:
        """Write the end and close the file; it stays until the host has the result."""
        try:
            self.write(lines)
        finally:
            self._close()

    def abandon(self) -> None:
        """Close the file and leave it under another name."""
        self._close()
        with contextlib.suppress(OSError):
            self._path.rename(self._path.with_suffix(BROKEN))

    def forget(self) -> None:
        """Remove the file or, where journals are kept, set it aside; while it runs, do nothing."""
        if self._file is not None:
            return
        with contextlib.suppress(FileNotFoundError):
            if self._keep:
                self._path.rename(self._path.with_suffix(KEPT))
            else:
                self._path.unlink()

    def _close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            os.close(file)


def opening_lines(setup: MatchSetup, session_ids: Sequence[str]) -> tuple[str, str]:
    """The first two lines of a journal: its own, and the header of the replay."""
    opening = line(
        {
            "siurell": JOURNAL,
            "seed": setup.seed.hex(),
            "sessions": list(session_ids),
            "named": setup.named,
            "ponder_off": setup.ponder_off,
        }
    )
    writer = ReplayWriter(setup.config, setup.game.rules_version, setup.commitment)
    return opening, writer.header_line()
