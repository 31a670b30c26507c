"""Stopping a process with all that it started, and letting it go on."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import Final

_ROUNDS: Final = 32
"""So often at most is looked for what was started meanwhile; a fork bomb is not waited for."""


def tree_of(pid: int) -> list[int]:
    """A process and all its descendants that are there now, parents first."""
    found, at = [pid], 0
    while at < len(found):
        found += _children(found[at])
        at += 1
    return found


def pause_tree(pid: int, *, sparing: int | None = None) -> bool:
    """Stop a process with all that it started, but for one that is spared. Twice is no error.

    All of them are stopped again until nothing has changed in between: one that still ran may have
    started another, or woken one that had been stopped. False when there was no end to that.
    """
    known: list[int] = []
    for _ in range(_ROUNDS):
        there = tree_of(pid)
        for one in there:
            if one != sparing:
                _send(one, signal.SIGSTOP)
        if there == known:
            return True
        known = there
    return False


def resume_tree(pid: int) -> None:
    """Let it go on, its children first."""
    for one in reversed(tree_of(pid)):
        _send(one, signal.SIGCONT)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.scandir(f"/proc/{pid}/task"):
            text = Path(thread.path, "children").read_bytes()
            found += [int(child) for child in text.split()]
    return found


def _send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
