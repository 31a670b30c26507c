"""Reading a submitted bot, a folder or an archive, without trusting it.

The result is a list of plain files in memory, small enough by the limits below. Nothing that a
submission names is ever used as a path outside of a fresh folder: no links, no absolute names, no
names that climb, no special files.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from siurell.errors import LadderError

from ladder.domain.ignored import IGNORED
from ladder.domain.manifest import MANIFEST, missing_manifest

MAX_BYTES = 10 * 1024 * 1024
MAX_FILES = 1_000
MAX_NAME_LENGTH = 200
MAX_PART_BYTES = 255
"""No file system takes a longer name of one file or folder."""


@dataclass(frozen=True, slots=True)
class BotFile:
    """One file: its name relative to the bot's folder, with ``/``, and what it holds."""

    name: str
    data: bytes
    executable: bool = False


class FileCollector:
    """Takes the files of a submission one by one and watches the limits."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._files: dict[str, BotFile] = {}
        self._folders: set[str] = set()
        self._bytes = 0

    @property
    def room(self) -> int:
        """How many more bytes may come."""
        return MAX_BYTES - self._bytes

    def add(self, name: str, data: bytes, executable: bool) -> None:
        """Take a file (`LadderError` when its name is no good or a limit is passed)."""
        check_file_name(self._what, name)
        self._check_place(name)
        self._bytes += len(data)
        if self._bytes > MAX_BYTES:
            raise too_large(self._what)
        if len(self._files) >= MAX_FILES:
            raise LadderError(
                f"{self._what} holds more than {MAX_FILES:,} files, the limit for a bot; "
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


def read_folder(folder: Path) -> list[BotFile]:
    """The files of a bot's folder (`LadderError` with the reason when it cannot be one)."""
    collector = FileCollector(str(folder))
    try:
        for path, name in _walk(folder, folder, ""):
            collector.add(name, *_read(path, folder, collector))
    except OSError as error:
        told = error.strerror or type(error).__name__
        raise LadderError(
            f"{error.filename or folder} cannot be read: {told}. Make it readable and try again.",
            reason="UNREADABLE",
        ) from None
    return with_manifest_on_top(collector.files(), str(folder))


def with_manifest_on_top(files: list[BotFile], what: str) -> list[BotFile]:
    """The files with the one folder taken away in which an archive often wraps them."""
    names = {file.name for file in files}
    if MANIFEST in names:
        return files
    tops = {name.split("/", 1)[0] for name in names}
    if len(tops) == 1:
        (top,) = tops
        if f"{top}/{MANIFEST}" in names:
            cut = len(top) + 1
            return [BotFile(file.name[cut:], file.data, file.executable) for file in files]
    raise missing_manifest(what)


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
    """The error for a submission that does not look harmless."""
    return LadderError(f"{what} is refused: {why}; remove it and try again.", reason="UNSAFE")


def too_large(what: str) -> LadderError:
    """The error for a submission above the limit of bytes."""
    return LadderError(
        f"{what} holds more than {MAX_BYTES // (1024 * 1024)} MiB, the limit for a bot; "
        "leave out what it does not need.",
        reason="TOO_LARGE",
    )


def _walk(root: Path, folder: Path, prefix: str) -> Iterator[tuple[Path, str]]:
    for entry in sorted(_entries(folder), key=lambda entry: entry.name):
        if entry.name in IGNORED:
            continue
        name = prefix + entry.name
        if len(name) > MAX_NAME_LENGTH:
            raise refused(str(root), f"the name `{shown(name)}` is not a sound file name")
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(root, Path(entry.path), f"{name}/")
        else:
            yield Path(entry.path), name


def _entries(folder: Path) -> Iterable[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return list(entries)


def _read(path: Path, root: Path, collector: FileCollector) -> tuple[bytes, bool]:
    """What a file holds and whether it is executable; a link has to stay inside the folder."""
    what, name = str(root), path.name
    if path.is_symlink():
        # realpath, since Path.resolve raises at a link that leads to itself.
        target = Path(os.path.realpath(path))
        if not target.is_relative_to(os.path.realpath(root)):
            raise refused(what, f"the link `{shown(name)}` points out of the bot's folder")
        path = target
    # Without O_NONBLOCK opening a named pipe waits for a writer for ever.
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            raise refused(what, f"`{shown(name)}` is neither a file nor a folder")
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(collector.room + 1), bool(mode & stat.S_IXUSR)
    finally:
        os.close(handle)
