"""What this process holds of the machine: processes, files, sockets, folders, cgroups."""

from __future__ import annotations

import gc
import os
from dataclasses import dataclass, fields
from pathlib import Path

_CGROUPS = Path("/sys/fs/cgroup")
_OURS = f"siurell-{os.getpid()}-"
"""How the names of cgroups begin that a worker in this process makes."""


@dataclass(frozen=True)
class Held:
    """Numbers of things. ``processes`` are those that descend from us, or carry our mark."""

    processes: int
    files: int
    sockets: int
    folders: int
    cgroups: int

    def beside(self, later: Held) -> str:
        """Both in a line."""
        return ", ".join(
            f"{one.name} {getattr(self, one.name)} -> {getattr(later, one.name)}"
            for one in fields(self)
        )


def held(mark: str, scratch: Path) -> Held:
    """What is held now. ``mark`` stands in the environment of all that we start."""
    gc.collect()
    files = _files(os.getpid())
    sockets = sum(name.startswith("socket:") for name in files)
    return Held(
        processes=len(_processes(mark)),
        files=len(files) - sockets,
        sockets=sockets,
        folders=sum(1 for _ in scratch.rglob("*")),
        cgroups=sum(path.name.startswith(_OURS) for path in _CGROUPS.glob("**/*")),
    )


def open_files(pid: int) -> int:
    """How many files and sockets a process has open; 0 when it is gone."""
    return len(_files(pid))


def children(mark: str, words: str) -> list[int]:
    """Our processes with these words in their command lines."""
    found = []
    for pid in _processes(mark):
        try:
            line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ")
        except OSError:
            continue
        if words.encode() in line:
            found.append(pid)
    return found


def _files(pid: int) -> list[str]:
    found = []
    try:
        for entry in os.scandir(f"/proc/{pid}/fd"):
            try:
                found.append(str(Path(entry.path).readlink()))
            except OSError:
                continue
    except OSError:
        return []
    return found


def _processes(mark: str) -> set[int]:
    parents: dict[int, int] = {}
    marked: set[int] = set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        pid = int(entry.name)
        try:
            fields_of = (entry / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            parents[pid] = int(fields_of[1])
            if mark.encode() in (entry / "environ").read_bytes():
                marked.add(pid)
        except OSError:
            continue
    us = os.getpid()
    return {pid for pid in parents if pid != us and (pid in marked or _descends(pid, us, parents))}


def _descends(pid: int, ancestor: int, parents: dict[int, int]) -> bool:
    while pid > 1:
        pid = parents.get(pid, 0)
        if pid == ancestor:
            return True
    return False
