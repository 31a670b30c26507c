"""Finding all processes of a bot's session, also those that left its process group.

Every process of a session carries the session's marker in its environment and hands it on to what
it starts. Together with the process group, the session id and the line of parents, that finds
daemons too; a process that wiped its environment and lost its parent is found by none of these.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ladder.worker.sandbox.base import MARKER

PROC: Final = Path("/proc")
KILL_WITHIN_S: Final = 3.0
"""How long killing a session's processes may take: they may start new ones meanwhile."""
_PAUSE_S: Final = 0.002


@dataclass(frozen=True, slots=True)
class ProcessFacts:
    """One line of the process table. ``started``: clock ticks since the machine came up."""

    pid: int
    state: str
    parent: int
    group: int
    session: int
    started: int

    @property
    def alive(self) -> bool:
        """Whether it still runs: an ended process that nobody has waited for does not."""
        return self.state not in "ZX"


def process_facts(pid: int) -> ProcessFacts | None:
    """What the kernel says of a process; None when there is none."""
    try:
        line = (PROC / str(pid) / "stat").read_text("utf-8", "replace")
    except OSError:
        return None
    # The name of the program stands in brackets and may hold anything, brackets too.
    fields = line[line.rindex(")") + 2 :].split()
    return ProcessFacts(
        pid, fields[0], int(fields[1]), int(fields[2]), int(fields[3]), int(fields[19])
    )


def session_processes(marker: str, leader: int | None) -> list[int]:
    """Ids of the living processes of a session; `leader` is the process that was started."""
    table = {facts.pid: facts for facts in _all_processes() if facts.alive}
    found = {pid for pid, facts in table.items() if _belongs(facts, marker, leader)}
    while more := {p for p, f in table.items() if f.parent in found and p not in found}:
        found |= more
    found.discard(os.getpid())
    return sorted(found)


async def kill_session(marker: str, leader: int | None) -> bool:
    """Kill all processes of a session; False when some are still there after the time for it."""
    end = time.monotonic() + KILL_WITHIN_S
    while found := session_processes(marker, leader):
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if time.monotonic() > end:
            return False
        await asyncio.sleep(_PAUSE_S)
    return True


def _all_processes() -> Iterator[ProcessFacts]:
    if not PROC.is_dir():
        return
    for entry in PROC.iterdir():
        if entry.name.isdigit() and (facts := process_facts(int(entry.name))) is not None:
            yield facts


def _belongs(facts: ProcessFacts, marker: str, leader: int | None) -> bool:
    marked = _marker_of(facts.pid)
    if marked is not None:
        return marked == marker
    return leader is not None and leader in (facts.group, facts.session)


def _marker_of(pid: int) -> str | None:
    """The marker in the environment that a process was started with; None without one."""
    try:
        environment = (PROC / str(pid) / "environ").read_bytes()
    except OSError:
        return None
    prefix = f"{MARKER}=".encode()
    for entry in environment.split(b"\0"):
        if entry.startswith(prefix):
            return entry[len(prefix) :].decode("ascii", "replace")
    return None
