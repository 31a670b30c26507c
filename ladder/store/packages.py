"""Reading a submitted bot, a folder or an archive, without trusting it.

The result is a list of plain files in memory, small enough by the limits below. Nothing that a
submission names is ever used as a path outside of a fresh folder: no links, no absolute names, no
names that climb, no special files.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from siurell.errors import LadderError

from ladder.domain.bot_files import (
    MAX_NAME_LENGTH,
    SUBMITTED,
    BotFile,
    Bounds,
    FileCollector,
    refused,
    shown,
)
from ladder.domain.ignored import IGNORED
from ladder.domain.manifest import MANIFEST, missing_manifest


def read_folder(folder: Path, bounds: Bounds = SUBMITTED) -> list[BotFile]:
    """The files of a bot's folder (`LadderError` with the reason when it cannot be one)."""
    collector = FileCollector(str(folder), bounds)
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
