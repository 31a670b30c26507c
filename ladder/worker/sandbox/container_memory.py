"""Whether a bot in a container used more memory than it may: the kernel's own count of it.

The engine makes the container's cgroup and sets its limit. In version 1 the kernel ends single
processes of it while the others live on, so its count is looked at.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

_TREE: Final = Path("/sys/fs/cgroup")
_TCP_SHARE: Final = 8
"""The part of its memory that a bot may have in TCP sockets, which version 1 counts apart."""


class ContainerMemory:
    """The memory cgroup of a container, found by its first process."""

    def __init__(self, first: int, limit: int) -> None:
        self._events = _events(first)
        with contextlib.suppress(OSError):
            if self._events is not None and self._events.name == "memory.oom_control":
                tcp = self._events.with_name("memory.kmem.tcp.limit_in_bytes")
                tcp.write_text(str(limit // _TCP_SHARE), "ascii")

    def overdrawn(self) -> bool:
        """Whether the kernel has ended a process of it for its memory."""
        if self._events is None:
            return False
        try:
            words = self._events.read_text("ascii").split()
        except OSError:
            return False
        return "oom_kill" in words and words[words.index("oom_kill") + 1] != "0"


def _events(first: int) -> Path | None:
    """The file in which the kernel counts; None where it is not to be seen."""
    try:
        lines = Path(f"/proc/{first}/cgroup").read_text("ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        _, controllers, path = line.split(":", 2)
        name = "memory.oom_control" if controllers == "memory" else "memory.events"
        file = _TREE / controllers / path.lstrip("/") / name
        if controllers in ("", "memory") and file.is_file():
            return file
    return None
