"""Files that appear whole or not at all: written under a temporary name, then renamed.

A killed process leaves at most a file whose name begins with `TEMPORARY`; `sweep` removes old ones.
A kill loses nothing that was renamed; nothing is promised for a power cut but that the digest in
the database tells a damaged file.
"""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

TEMPORARY = ".tmp-"
_OLD_S = 3600.0


class StagedFiles:
    """Files that are written, but not in their places yet.

    As a context manager it removes on leaving what was not published.
    """

    def __init__(self) -> None:
        self._staged: list[tuple[Path, Path]] = []

    def add(self, target: Path, data: bytes) -> None:
        """Write the file under a temporary name beside its place."""
        staged = temporary_beside(target)
        self._staged.append((staged, target))
        staged.write_bytes(data)

    def publish(self) -> None:
        """Put all files in their places."""
        while self._staged:
            staged, target = self._staged[-1]
            staged.replace(target)
            self._staged.pop()

    def __enter__(self) -> StagedFiles:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for staged, _ in self._staged:
            staged.unlink(missing_ok=True)


def temporary_beside(target: Path) -> Path:
    """A fresh temporary name in the folder of the target."""
    return target.with_name(f"{TEMPORARY}{secrets.token_hex(8)}")


def text_if_there(path: Path) -> str:
    """What a file holds; nothing where there is none, as when it is purged in this moment."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, IsADirectoryError):
        return ""


def sweep(folders: Iterable[Path]) -> None:
    """Remove what killed processes left under temporary names more than an hour ago.

    What is younger belongs to processes that live: it may be gone by the time it is looked at.
    """
    limit = time.time() - _OLD_S
    for folder in folders:
        for path in folder.glob(f"{TEMPORARY}*"):
            with suppress(FileNotFoundError):
                if path.lstat().st_mtime < limit:
                    _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink()
