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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ladder.worker.sandbox.base import MARKER

KILL_WITHIN_S: Final = 3.0
"""How long killing a session's processes may take: they may start new ones meanwhile."""

_PROC: Final = "/proc"
_PAUSE_S: Final = 0.002
_PREFIX: Final = f"{MARKER}=".encode()


@dataclass(frozen=True, slots=True)
class ProcessFacts:
    """One line of the process table. ``started``: clock ticks since the machine came up."""

    pid: int
    state: str
    parent: int
    started: int

    @property
    def alive(self) -> bool:
        """Whether it still runs: an ended process that nobody has waited for does not."""
        return self.state not in "ZX"


def process_facts(pid: int) -> ProcessFacts | None:
    """What the kernel says of a process; None when there is none."""
    line = _read(pid, "stat")
    if line is None:
        return None
    # The name of the program stands in brackets and may hold anything, brackets too.
    fields = line[line.rindex(b")") + 2 :].split()
    return ProcessFacts(pid, fields[0].decode(), int(fields[1]), int(fields[19]))


def session_processes(marker: str, leader: int | None) -> list[int]:
    """Ids of the living processes of a session; `leader` is the process that was started."""
    return find_sessions({marker: leader})[marker]


def find_sessions(sessions: Mapping[str, int | None]) -> dict[str, list[int]]:
    """The living processes of several sessions, given as markers with their leaders."""
    leaders = {leader: marker for marker, leader in sessions.items() if leader is not None}
    found: dict[str, set[int]] = {marker: set() for marker in sessions}
    others: list[int] = []
    for pid in _process_ids():
        marker = _marker_of(pid) or _by_leader(pid, leaders)
        if marker in found:
            found[marker].add(pid)
        elif marker is None:
            others.append(pid)
    if any(found.values()):
        _add_children(found, others)
    return {
        marker: sorted(pid for pid in pids if pid != os.getpid() and _is_alive(pid))
        for marker, pids in found.items()
    }


async def kill_session(marker: str, leader: int | None) -> bool:
    """Kill all processes of a session; False when some are still there after the time for it."""
    return await Reaper().clear(marker, leader)


@dataclass(slots=True)
class _Wanted:
    leader: int | None
    until: float
    done: asyncio.Future[bool]


class Reaper:
    """Kills sessions; those that come together share the looks at the process table."""

    def __init__(self) -> None:
        self._wanted: dict[str, _Wanted] = {}
        self._work: asyncio.Task[None] | None = None

    async def clear(self, marker: str, leader: int | None) -> bool:
        """Kill all processes of a session; False when some are still there after the time."""
        if marker not in self._wanted:
            done = asyncio.get_running_loop().create_future()
            self._wanted[marker] = _Wanted(leader, time.monotonic() + KILL_WITHIN_S, done)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run())
        return await asyncio.shield(self._wanted[marker].done)

    async def _run(self) -> None:
        try:
            while self._wanted:
                sessions = {marker: wanted.leader for marker, wanted in self._wanted.items()}
                found = await _find_aside(sessions)
                for marker, pids in found.items():
                    self._kill(marker, pids)
                if any(found.values()):
                    await asyncio.sleep(_PAUSE_S)
        finally:
            for wanted in self._wanted.values():
                wanted.done.cancel()
            self._wanted.clear()

    def _kill(self, marker: str, pids: Iterable[int]) -> None:
        wanted = self._wanted[marker]
        left = False
        for pid in pids:
            left = True
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not left or time.monotonic() > wanted.until:
            del self._wanted[marker]
            wanted.done.set_result(not left)


async def _find_aside(sessions: Mapping[str, int | None]) -> dict[str, list[int]]:
    try:
        return await asyncio.to_thread(find_sessions, sessions)
    except RuntimeError:
        # No thread can be started, perhaps because of what is to be killed here.
        return find_sessions(sessions)


def _process_ids() -> list[int]:
    try:
        names = os.listdir(_PROC)  # noqa: PTH208 - ten times as fast as with paths
    except OSError:
        return []
    return [int(name) for name in names if name.isdigit()]


def _read(pid: int, name: str) -> bytes | None:
    try:
        return Path(f"{_PROC}/{pid}/{name}").read_bytes()
    except OSError:
        return None


def _marker_of(pid: int) -> str | None:
    """The marker in the environment that a process was started with; None without one."""
    environment = _read(pid, "environ")
    if environment is None or _PREFIX not in environment:
        return None
    for entry in environment.split(b"\0"):
        if entry.startswith(_PREFIX):
            return entry[len(_PREFIX) :].decode("ascii", "replace")
    return None


def _by_leader(pid: int, leaders: Mapping[int, str]) -> str | None:
    """The session of a process without a marker, by its process group and session id."""
    try:
        return leaders.get(os.getsid(pid)) or leaders.get(os.getpgid(pid))
    except OSError:
        return None


def _add_children(found: Mapping[str, set[int]], others: Iterable[int]) -> None:
    """Add what has no marker of its own and was started by a process that was found."""
    parents = {pid: facts.parent for pid in others if (facts := process_facts(pid)) is not None}
    for pids in found.values():
        while more := {p for p, parent in parents.items() if parent in pids and p not in pids}:
            pids |= more


def _is_alive(pid: int) -> bool:
    facts = process_facts(pid)
    return facts is not None and facts.alive
