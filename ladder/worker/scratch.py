"""Temporary folders of one run, and clearing up after runs that were killed.

All runs of a user lie in one folder, each in a folder of its own with a lock that its process
holds. A run whose lock nobody holds is dead: the next run ends what is left of its processes and
removes its folder.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import stat
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from siurell.errors import LadderError

from ladder.worker.sandbox.tree import kill_session, process_facts

_LOCK: Final = "lock"
_RECORDS: Final = "processes"
_UNFINISHED_S: Final = 600
_LONGEST_BASE: Final = 40
"""A unix socket's path may have 107 bytes, and the sockets lie in these folders."""
_BASE_OF_ROOT: Final = 0o711
"""Bots that are users of their own pass through it; each run's folder is closed, unless opened."""


class Scratch:
    """The temporary folder of one run: an async context manager. It is removed at the end."""

    def __init__(self, base: Path | None = None) -> None:
        self._base = base or _default_base()
        self.folder = self._base / f"run-{secrets.token_hex(4)}"
        self._lock: int | None = None

    async def __aenter__(self) -> Self:
        """Clear up after dead runs, then make the folder."""
        _make_private(self._base)
        await sweep(self._base)
        # A run is seen by others only once its lock is held.
        waiting = self._base / f"new-{self.folder.name}"
        waiting.mkdir(mode=0o700)
        (waiting / _RECORDS).mkdir()
        self._lock = os.open(waiting / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        waiting.rename(self.folder)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the folder."""
        remove_tree(self.folder)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def record_process(scratch: Path, marker: str, pid: int | None = None) -> None:
    """Note down a session's process, so that the next run can end it if this one is killed.

    Without a number, as long as it is only being started, it will be found by its marker.
    """
    facts = None if pid is None else process_facts(pid)
    entry = {"pid": pid, "started": facts.started if facts else None}
    folder = scratch / _RECORDS
    folder.mkdir(exist_ok=True)
    (folder / marker).write_text(json.dumps(entry), "ascii")


def forget_process(scratch: Path, marker: str) -> None:
    """Strike out a process that has ended with all that it started."""
    (scratch / _RECORDS / marker).unlink(missing_ok=True)


async def sweep(base: Path) -> int:
    """End the processes of dead runs and remove their folders; answers how many runs."""
    dead = 0
    _remove_unfinished(base)
    for run in sorted(base.glob("run-*")):
        lock = _take_lock(run)
        if lock is None:
            continue
        try:
            for record in sorted((run / _RECORDS).glob("*")):
                await kill_session(record.name, _recorded_pid(record))
            remove_tree(run)
            dead += 1
        finally:
            os.close(lock)
    return dead


def _remove_unfinished(base: Path) -> None:
    """Remove folders of runs that were killed while they made them, which takes no time."""
    for waiting in base.glob("new-run-*"):
        try:
            age_s = time.time() - waiting.lstat().st_mtime
        except OSError:
            continue
        if age_s > _UNFINISHED_S:
            remove_tree(waiting)


def remove_tree(folder: Path) -> None:
    """Remove a folder with all in it, whatever a bot made of it. Follows no link.

    Folders within folders are moved up to the top before they are emptied: so it makes no
    difference how deep they lie, and no path becomes too long. Permissions that were taken away
    are given back. What cannot be removed all the same stays, without an error.
    """
    while _remove_a_level(folder):
        pass
    _done(os.unlink if folder.is_symlink() else os.rmdir, folder)


def _remove_a_level(top: Path) -> bool:
    """Remove what lies in the folder, but move up what lies two levels down; whether it helped."""
    helped = False
    for entry in _entries(top):
        if not entry.is_dir(follow_symlinks=False):
            helped |= _done(os.unlink, entry.path)
            continue
        for inner in _entries(Path(entry.path)):
            if inner.is_dir(follow_symlinks=False):
                _done(os.chmod, inner.path, stat.S_IRWXU)
                helped |= _done(os.rename, inner.path, top / secrets.token_hex(8))
            else:
                helped |= _done(os.unlink, inner.path)
        helped |= _done(os.rmdir, entry.path)
    return helped


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    """What lies in a folder, which is made ours to write first; nothing when it is none."""
    try:
        if not stat.S_ISDIR(folder.lstat().st_mode):
            return []
        folder.chmod(stat.S_IRWXU)
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _done(step: Callable[..., None], *words: object) -> bool:
    try:
        step(*words)
    except OSError:
        return False
    return True


def _take_lock(run: Path) -> int | None:
    """The lock of a dead run; None when its process lives or another one is clearing it up."""
    try:
        lock = os.open(run / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def _recorded_pid(record: Path) -> int | None:
    """The recorded process id, if it is still that of the process that was recorded."""
    try:
        entry = json.loads(record.read_text("ascii"))
    except (OSError, ValueError):
        return None
    facts = None if entry["pid"] is None else process_facts(entry["pid"])
    return entry["pid"] if facts is not None and facts.started == entry["started"] else None


def _default_base() -> Path:
    folder = Path(tempfile.gettempdir())
    if len(str(folder)) > _LONGEST_BASE:
        folder = Path("/tmp")
    return folder / f"siurell-{os.getuid()}"


def own_base() -> Path:
    """The folder of all runs of this user, which nobody else writes in (`LadderError`)."""
    base = _default_base()
    _make_private(base)
    return base


def _make_private(base: Path) -> None:
    """Make the folder of all runs: nobody else lists it or writes in it, root's bots pass through.

    Raises `LadderError` when there is something of another user in its place.
    """
    base.mkdir(mode=0o700, parents=True, exist_ok=True)
    facts = base.lstat()
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid():
        raise LadderError(
            f"{base} belongs to somebody else; set TMPDIR to a folder of your own.",
            reason="BAD_SCRATCH",
        )
    base.chmod(_BASE_OF_ROOT if os.geteuid() == 0 else stat.S_IRWXU)
