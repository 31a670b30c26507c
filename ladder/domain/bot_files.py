"""The files of a bot as plain values, and what may be among them: a submission, or what it built.

Nothing that a bot names is ever used as a path outside of a fresh folder: no links, no absolute
names, no names that climb, no special files; and all of it is small enough by some bounds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from siurell.errors import LadderError

MAX_NAME_LENGTH: Final = 200
MAX_PART_BYTES: Final = 255
"""No file system takes a longer name of one file or folder."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most that a bot may consist of."""

    size: int
    files: int


SUBMITTED: Final = Bounds(size=10 << 20, files=1_000)
"""What is submitted."""
BUILT: Final = Bounds(size=32 << 20, files=2_000)
"""The same with all that its build made."""


@dataclass(frozen=True, slots=True)
class BotFile:
    """One file: its name relative to the bot's folder, with ``/``, and what it holds."""

    name: str
    data: bytes
    executable: bool = False


class FileCollector:
    """Takes the files of a bot one by one and watches the bounds."""

    def __init__(self, what: str, bounds: Bounds = SUBMITTED) -> None:
        self._what = what
        self._bounds = bounds
        self._files: dict[str, BotFile] = {}
        self._folders: set[str] = set()
        self._bytes = 0

    @property
    def room(self) -> int:
        """How many more bytes may come."""
        return self._bounds.size - self._bytes

    def add(self, name: str, data: bytes, executable: bool) -> None:
        """Take a file (`LadderError` when its name is no good or a limit is passed)."""
        check_file_name(self._what, name)
        self._check_place(name)
        self._bytes += len(data)
        if self._bytes > self._bounds.size:
            raise too_large(self._what, self._bounds)
        if len(self._files) >= self._bounds.files:
            raise LadderError(
                f"{self._what} holds more than {self._bounds.files:,} files, the limit for a bot; "
                "leave out what it does not need.",
                reason="TOO_MANY_FILES",
            )
        self._files[name] = BotFile(name, data, executable)

    def _check_place(self, name: str) -> None:
        """Refuse a name that is there already, as a file or as a folder of files."""
        if name in self._files:
            raise refused(self._what, f"it holds two files called `{shown(name)}`")
        above = [parent.as_posix() for parent in PurePosixPath(name).parents][:-1]
        for folder in above:
            if folder in self._files:
                raise refused(self._what, f"`{shown(folder)}` is both a file and a folder in it")
        if name in self._folders:
            raise refused(self._what, f"`{shown(name)}` is both a file and a folder in it")
        self._folders.update(above)

    def files(self) -> list[BotFile]:
        """All files in the order of their names."""
        return [self._files[name] for name in sorted(self._files)]


def content_digest(files: Sequence[BotFile]) -> str:
    """SHA-256 over names, executable marks and bytes: the address of the content."""
    digest = hashlib.sha256(b"siurell/version/1\n")
    for file in sorted(files, key=lambda file: file.name):
        name = file.name.encode()
        digest.update(f"{len(name)} {int(file.executable)} {len(file.data)}\n".encode())
        digest.update(name)
        digest.update(file.data)
    return digest.hexdigest()


def check_file_name(what: str, name: str) -> None:
    """Raise `LadderError` unless the name stays inside the folder and is a sound one."""
    parts = name.split("/")
    if name.startswith("/") or "\\" in name or ".." in parts or ":" in parts[0]:
        raise refused(what, f"the name `{shown(name)}` leads out of the bot's folder")
    sound = name.isprintable() and "" not in parts and "." not in parts
    # Names that cannot be printed cannot always be encoded either.
    if not sound or len(name) > MAX_NAME_LENGTH or max(map(_octets, parts)) > MAX_PART_BYTES:
        raise refused(what, f"the name `{shown(name)}` is not a sound file name")


def _octets(part: str) -> int:
    return len(part.encode())


def shown(name: str) -> str:
    """A name as it may be printed."""
    return ascii(name)[1:-1][:80]


def refused(what: str, why: str) -> LadderError:
    """The error for files that do not look harmless."""
    return LadderError(f"{what} is refused: {why}; remove it and try again.", reason="UNSAFE")


def too_large(what: str, bounds: Bounds = SUBMITTED) -> LadderError:
    """The error for a bot above the limit of bytes."""
    return LadderError(
        f"{what} holds more than {bounds.size >> 20} MiB, the limit for a bot; "
        "leave out what it does not need.",
        reason="TOO_LARGE",
    )
