"""User ids for bots: each runs as a user of its own, who owns nothing on this machine.

Only root can hand them out. A slot is held by a lock on a file, so that two workers on one machine
never give the same one to two bots, and a killed worker gives its slots back.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final, Self

from siurell.errors import LadderError

FIRST_UID: Final = 61_500
SLOTS: Final = 400
"""So many bots may run at once on a machine; the ids lie outside of those that systems give."""

_FOLDER: Final = Path("/run/siurell-slots")


class Slot:
    """A user id that nobody else uses. Held until it is closed, or the process ends."""

    def __init__(self, uid: int, lock: int) -> None:
        self.uid = uid
        self._lock: int | None = lock

    @classmethod
    def take(cls) -> Self:
        """A free slot (`LadderError` when there is none)."""
        _FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
        for uid in range(FIRST_UID, FIRST_UID + SLOTS):
            lock = os.open(_FOLDER / str(uid), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(lock)
                continue
            return cls(uid, lock)
        raise LadderError(
            f"{SLOTS} bots run on this machine already; try again when some have ended.",
            reason="NO_SLOT",
        )

    def close(self) -> None:
        """Give it back. Doing so twice is no error."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def hand_over_bot(folder: Path, socket: Path | None, uid: int) -> None:
    """Let a slot's user have a bot's folder and its socket; walls keep everybody else away."""
    hand_over(folder, uid)
    if socket is not None:
        os.chown(socket, uid, uid)
        socket.parent.chmod(0o755)


def hand_over(folder: Path, uid: int) -> None:
    """Make a folder with all in it a slot's. Follows no link."""
    for parent, folders, files in os.walk(folder):
        for name in [".", *folders, *files]:
            os.chown(Path(parent, name), uid, uid, follow_symlinks=False)
