"""The folder of the session sockets: a given one, or one of its own that is removed at the end.

A referee that is killed cannot remove its own. Each holds a lock in its folder while it lives; the
next one that makes such a folder removes those whose lock nobody holds.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Final

from referee.config import RefereeError

PREFIX: Final = "siu-"
"""Short: a socket's path may have 107 bytes."""
_LOCK: Final = "lock"
_LOOKED_INTO: Final = 0o066
"""Others may pass through, if the host lets them: each session has a closed folder of its own."""


class SocketFolder:
    """A folder that is open to nobody else (`RefereeError` when it cannot be had)."""

    def __init__(self, wanted: Path | None) -> None:
        self._lock: int | None = None
        if wanted is None:
            sweep()
            self.path, self._lock = _make_own()
        else:
            _take(wanted)
            self.path = wanted

    def close(self) -> None:
        """Remove it, if it is its own. Doing so twice is no error."""
        lock, self._lock = self._lock, None
        if lock is not None:
            shutil.rmtree(self.path, ignore_errors=True)
            os.close(lock)


def sweep() -> None:
    """Remove the folders of referees of this user that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            facts = folder.lstat()
            if stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.geteuid():
                _remove_if_dead(folder)


def _remove_if_dead(folder: Path) -> None:
    """Without a lock it is none of ours; with one that is held, its referee lives (`OSError`)."""
    lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


def _make_own() -> tuple[Path, int]:
    """A new folder, and its lock, which is held from the first moment that others see it."""
    temporary = Path(tempfile.gettempdir())
    name = f"{PREFIX}{secrets.token_hex(4)}"
    waiting = temporary / f".{name}"
    try:
        waiting.mkdir(mode=0o700)
        lock = os.open(waiting / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return waiting.rename(temporary / name), lock
    except OSError as error:
        raise RefereeError(
            f"No folder can be made in {temporary}: {error.strerror}; set TMPDIR to another."
        ) from error


def _take(wanted: Path) -> None:
    try:
        wanted.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise RefereeError(f"The folder {wanted} cannot be made: {error.strerror}.") from error
    if wanted.stat().st_mode & _LOOKED_INTO:
        raise RefereeError(f"{wanted} is open to other users: `chmod 700 {wanted}`.")
