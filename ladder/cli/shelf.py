"""Where the replays of matches played by `siurell play` lie, and which one is the last."""

from __future__ import annotations

import os
from pathlib import Path

SUFFIX = ".siu.gz"
KEPT = 200
_LAST = "last"


class Shelf:
    """A folder of replays. Without a folder of its own, a series goes to ``plays`` in the arena.

    The arena's folder keeps the newest few hundred; a folder that was named keeps everything.
    """

    def __init__(self, home: Path, named: Path | None = None) -> None:
        self.plays = home / "plays"
        self.folder = named if named is not None else self.plays
        self._named = named is not None

    def open(self) -> None:
        """Make the folders; an `OSError` says what is in the way."""
        self.plays.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self._named:
            self._prune()

    def put(self, match_id: str, data: bytes) -> Path:
        """Keep a replay, whole or not at all; it is now the last one."""
        path = self.folder / f"{match_id}{SUFFIX}"
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            draft.write_bytes(data)
            draft.rename(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        (self.plays / _LAST).write_text(str(path.resolve()), encoding="utf-8")
        return path

    def last(self) -> Path | None:
        """The replay that was kept last, if it is still there."""
        try:
            path = Path((self.plays / _LAST).read_text(encoding="utf-8"))
        except OSError:
            return None
        return path if path.is_file() else None

    def _prune(self) -> None:
        replays = sorted(
            self.plays.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True
        )
        for path in replays[KEPT:]:
            path.unlink(missing_ok=True)
