"""What a bot sees under bubblewrap: a read-only system, its folder, scratch places, one socket."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Final

import google.protobuf
import grpc
import siurell
from siurell.client.login import ADDRESS

from ladder.worker.sandbox.base import Limits

BOT: Final = "/bot"
HOME: Final = "/home/bot"
TMP: Final = "/tmp"
SEAT: Final = "/run/siurell/seat"
"""Where a bot finds its folder (to read), its home and scratch (to write), and its socket."""
WRITABLE: Final = (HOME, TMP, "/dev/shm")
"""The places where it may write, each with a size of its own."""

_LIBRARIES: Final = (siurell, grpc, google.protobuf)
_SHARED: Final = ("site-packages", "dist-packages")
_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
_ALWAYS_THERE: Final = ("/usr",)
_IF_THERE: Final = (
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
)
SYSTEM: Final = (*_ALWAYS_THERE, *_IF_THERE)
"""What every bot may read of the system."""


def mounts(
    folder: Path,
    socket: Path | None,
    limits: Limits,
    passwd_fd: int,
    *,
    counted_by_process: bool = False,
) -> list[str]:
    """The words for bubblewrap that make the bot's file system, read-only but for its scratch.

    ``passwd_fd`` is a file to read `/etc/passwd` from. ``counted_by_process``: a bot's memory is
    what its processes are seen to hold.
    """
    size = str(limits.scratch_bytes)
    words: list[str] = []
    for path in _ALWAYS_THERE:
        words += ["--ro-bind", path, path]
    for path in _IF_THERE:
        words += _way_to(Path(path))
        if Path(path).is_symlink():
            words += ["--symlink", str(Path(path).readlink()), path]
        else:
            words += ["--ro-bind-try", path, path]
    # The first process is bubblewrap's own and has none of the bot's limits. Without root it is of
    # the same user, so a bot that sees it could make it do what it may not do itself.
    words += ["--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1", "--dev", "/dev"]
    if counted_by_process:
        # A mapping of /dev/zero is memory that stays when it is let go of; /dev/full has none.
        words += ["--dev-bind", "/dev/full", "/dev/zero"]
    words += [*_way_to(Path("/etc/passwd")), "--perms", "0644"]
    words += ["--ro-bind-data", str(passwd_fd), "/etc/passwd"]
    words += ["--ro-bind", str(folder), BOT]
    for place in WRITABLE:
        words += [*_way_to(Path(place)), "--perms", "1777", "--size", size, "--tmpfs", place]
    # After the scratch places: an interpreter may lie below one of them.
    for kept in interpreters():
        words += [*_way_to(kept), "--ro-bind", str(kept), str(kept)]
    if socket is not None:
        # The folder, not the file: a restarted referee makes a new socket in place of the old one.
        of_seat = Path(SEAT).parent
        words += [*_way_to(of_seat), "--ro-bind", str(socket.parent), str(of_seat)]
    return [*words, "--remount-ro", "/dev", "--remount-ro", "/"]


def packages() -> list[Path]:
    """Where the packages that a Python bot needs lie by themselves, as in a checkout."""
    homes = {_home_of(module) for module in _LIBRARIES}
    return sorted(home for home in homes if home.name not in _SHARED)


def interpreters() -> list[Path]:
    """The folders that a Python bot needs to read besides the system's, the widest only."""
    libraries = [_home_of(module) for module in _LIBRARIES]
    wanted: list[Path] = []
    for place in (Path(sys.prefix), Path(sys.base_prefix), *libraries):
        wanted += [place, place.resolve()]
    kept: list[Path] = []
    for place in sorted(set(wanted), key=lambda path: len(path.parts)):
        if not any(place.is_relative_to(other) for other in [*map(Path, _ALWAYS_THERE), *kept]):
            kept.append(place)
    return kept


def _home_of(module: ModuleType) -> Path:
    """Where a library lies, with what it needs itself; of a checkout the library alone."""
    package = Path(str(module.__file__)).parent
    for folder in package.parents:
        if folder.name in _SHARED:
            return folder
    return package


def _way_to(place: Path) -> list[str]:
    """The folders above a place, for every user to pass: bubblewrap keeps its own to itself."""
    above = [parent for parent in reversed(place.parents) if parent != parent.parent]
    return [word for parent in above for word in ("--perms", "0755", "--dir", str(parent))]


def inside(environment: Mapping[str, str], socket: Path | None) -> dict[str, str]:
    """The environment as it is to be inside."""
    changed = {"PATH": path_inside(), "HOME": HOME, "TMPDIR": TMP}
    if socket is not None:
        changed[ADDRESS] = f"unix:{Path(SEAT).parent / socket.name}"
    return {**environment, **changed}


def path_inside() -> str:
    """Where a bot's programs are looked for: with the interpreter for bots, and in the system."""
    return f"{Path(sys.executable).parent}:{_PATH}"
