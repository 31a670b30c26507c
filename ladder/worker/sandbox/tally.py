"""Adding up what a bot holds, for where no memory cgroup can be made.

Counted are the pages of its processes and the tables for them, the files in its scratch places,
which lie in memory too, and what its sockets may hold in the kernel. Calls that take memory
elsewhere are refused by the filter of system calls.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from ladder.worker.sandbox.tree import process_facts

_KIB: Final = 1 << 10
_TABLES: Final = (b"VmPTE:",)
_COUNTED: Final = (b"RssAnon:", b"RssShmem:", b"VmSwap:", *_TABLES)
_PARTS: Final = (b"Pss_Anon:", b"Pss_Shmem:", b"SwapPss:")
_INODE_BYTES: Final = 2 * _KIB
"""What an empty file takes: its own place, a name of up to 255 bytes, what is attached to it."""
_SOCKET_BYTES: Final = 512 * _KIB
_TCP_BYTES: Final = 4096 * _KIB
"""What waits in a socket is in no process; so each counts for what it can hold."""


def processes_of(namespace: str) -> list[int]:
    """Ids of the living processes of a pid namespace, as they are called here."""
    ids = [int(entry.name) for entry in os.scandir("/proc") if entry.name.isdigit()]
    found = [pid for pid in ids if pid_namespace(pid) == namespace]
    return [pid for pid in found if (facts := process_facts(pid)) is not None and facts.alive]


def pid_namespace(pid: int) -> str | None:
    """The pid namespace of a process, as the kernel writes it; None when it is gone."""
    try:
        return str(Path(f"/proc/{pid}/ns/pid").readlink())
    except OSError:
        return None


def held_in_namespaces(first: int, namespace: str, places: tuple[str, ...], limit: int) -> int:
    """Bytes that a bot in namespaces of its own holds; ``first``: its first process.

    ``namespace`` is that of its processes, ``places`` are where it may write.
    """
    held = held_by_processes(processes_of(namespace), limit) + held_by_sockets(first)
    return held + held_by_files(first, places)


def held_by_tree(processes: Iterable[int], limit: int) -> int:
    """Bytes that these processes hold, which share the machine's network with all others."""
    there = list(processes)
    return held_by_processes(there, limit) + sum(map(_sockets, there)) * _SOCKET_BYTES


def held_by_processes(processes: Iterable[int], limit: int) -> int:
    """Bytes that processes hold, their programs and libraries aside.

    What they share counts for each, which is found out quickly, unless that would be more than the
    limit: then each has its part of it.
    """
    processes = list(processes)
    held = sum(_bytes(pid, "status", _COUNTED) for pid in processes)
    if held <= limit:
        return held
    return sum(
        _bytes(pid, "smaps_rollup", _PARTS) + _bytes(pid, "status", _TABLES) for pid in processes
    )


def _sockets(pid: int) -> int:
    """How many sockets a process has open."""
    found = 0
    with contextlib.suppress(OSError):
        for file in os.scandir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                found += str(Path(file.path).readlink()).startswith("socket:")
    return found


def _bytes(pid: int, name: str, kinds: tuple[bytes, ...]) -> int:
    """The sum of some lines of what the kernel tells of a process."""
    try:
        lines = Path(f"/proc/{pid}/{name}").read_bytes().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * _KIB for line in lines if line.startswith(kinds))


def held_by_files(first: int, places: tuple[str, ...]) -> int:
    """Bytes that the files in scratch places hold, seen by the bot's first process."""
    root = Path(f"/proc/{first}/root")
    total = 0
    with contextlib.suppress(OSError):
        # Before it has a root of its own, these places are those of the machine.
        if root.stat().st_dev == Path("/").stat().st_dev:
            return 0
        for place in places:
            facts = os.statvfs(f"{root}{place}")
            total += (facts.f_blocks - facts.f_bfree) * facts.f_frsize
            total += (facts.f_files - facts.f_ffree) * _INODE_BYTES
    return total


def held_by_sockets(first: int) -> int:
    """Bytes that the sockets in the bot's network namespace may hold."""
    total = 0
    for name in ("sockstat", "sockstat6"):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{first}/net/{name}").read_bytes().splitlines():
                kind, _, number, *_ = line.split()
                if kind == b"sockets:":
                    total += int(number) * _SOCKET_BYTES
                elif kind.startswith(b"TCP"):
                    total += int(number) * _TCP_BYTES
    return total
