"""Where the replays of matches played by `siurell play` lie, and which one is the last."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from siurell.replay.format import SUFFIX

from ladder.domain.batch import SeatLog

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

    def put(self, match_id: str, data: bytes, logs: Sequence[SeatLog] = ()) -> Path:
        """Keep a replay, whole or not at all; it is now the last one. What bots wrote, beside it.

        Nothing is kept for a bot that wrote nothing.
        """
        path = self.folder / f"{match_id}{SUFFIX}"
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            draft.write_bytes(data)
            draft.rename(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        for log in logs:
            beside = log_beside(path, log.seat)
            if log.text:
                beside.write_text(log.text, encoding="utf-8")
            else:
                beside.unlink(missing_ok=True)
        (self.plays / _LAST).write_bytes(os.fsencode(path.resolve()))
        return path

    def last(self) -> Path | None:
        """The replay that was kept last, if it is still there."""
        try:
            path = Path(os.fsdecode((self.plays / _LAST).read_bytes()))
        except OSError:
            return None
        return path if path.is_file() else None

    def find(self, match_id: str) -> Path | None:
        """The replay of a match that was kept in the arena's own folder, if it is still there."""
        path = self.plays / f"{match_id}{SUFFIX}"
        return path if path.parent == self.plays and path.is_file() else None

    def word(self, replay: Path) -> str:
        """What `siurell replay show` takes for a replay: its match, or its path elsewhere."""
        return replay.name.removesuffix(SUFFIX) if replay.parent == self.plays else str(replay)

    def _prune(self) -> None:
        replays = sorted(self.plays.glob(f"*{SUFFIX}"), key=_written_at, reverse=True)
        for path in replays[KEPT:]:
            path.unlink(missing_ok=True)
            for log in self.plays.glob(log_beside(path, "*").name):
                log.unlink(missing_ok=True)


def log_beside(replay: Path, seat: int | str) -> Path:
    """Where the log of a seat lies: beside the replay of its match."""
    return replay.with_name(f"{replay.name.removesuffix(SUFFIX)}-seat{seat}.log")


def _written_at(path: Path) -> float:
    """When a file was written; long ago when another command has just removed it."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
