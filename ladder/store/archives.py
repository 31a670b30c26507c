"""Reading a bot from a `.zip` or `.tar.gz`, without unpacking anything to the disk."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from siurell.errors import LadderError

from ladder.domain.bot_files import (
    SUBMITTED,
    BotFile,
    FileCollector,
    refused,
    shown,
    too_large,
)
from ladder.domain.ignored import is_ignored
from ladder.store.packages import with_manifest_on_top

SUFFIXES = (".zip", ".tar.gz", ".tgz")

MAX_PACKED = 2 * SUBMITTED.size
_MAX_MEMBERS = 10 * SUBMITTED.files
# A tar holds headers, padding and members that are left out besides the files that count.
_MAX_UNPACKED = 8 * SUBMITTED.size

_BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    gzip.BadGzipFile,
    UnicodeDecodeError,
    ValueError,
)


def is_archive(path: Path) -> bool:
    """Whether the name says that it is an archive that can be read."""
    return path.name.lower().endswith(SUFFIXES)


def read_archive(path: Path) -> list[BotFile]:
    """The files of an archive (`LadderError` with the reason when it cannot be a bot)."""
    try:
        with path.open("rb") as file:
            packed = file.read(MAX_PACKED + 1)
    except OSError as error:
        raise LadderError(
            f"{path} cannot be read: {error.strerror or type(error).__name__}.",
            reason="UNREADABLE",
        ) from None
    return unpack(packed, str(path), zipped=path.name.lower().endswith(".zip"))


def unpack(packed: bytes, what: str, *, zipped: bool = False) -> list[BotFile]:
    """The files of an archive in memory, called ``what`` in errors (`LadderError`)."""
    if len(packed) > MAX_PACKED:
        raise too_large(what)
    collector = FileCollector(what)
    read = _read_zip if zipped else _read_tar
    try:
        read(packed, collector, what)
    except _BROKEN as error:
        raise LadderError(
            f"{what} is no whole {'/'.join(SUFFIXES)} archive ({type(error).__name__}); "
            "pack it again.",
            reason="BROKEN_ARCHIVE",
        ) from None
    return with_manifest_on_top(collector.files(), what)


def pack(files: Sequence[BotFile]) -> bytes:
    """A gzipped tar of the files, the same for the same files."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for file in files:
            member = tarfile.TarInfo(file.name)
            member.size, member.mode = len(file.data), 0o755 if file.executable else 0o644
            archive.addfile(member, io.BytesIO(file.data))
    return gzip.compress(plain.getvalue(), mtime=0)


def _read_zip(packed: bytes, collector: FileCollector, what: str) -> None:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        members = archive.infolist()
        _check_count(len(members), what)
        for member in members:
            name = member.filename
            if member.is_dir() or is_ignored(name):
                continue
            mode = member.external_attr >> 16
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
                raise refused(what, f"`{shown(name)}` is a link or a special file")
            with archive.open(member) as file:
                collector.add(name, file.read(collector.room + 1), bool(mode & stat.S_IXUSR))


def _read_tar(packed: bytes, collector: FileCollector, what: str) -> None:
    with (
        gzip.open(io.BytesIO(packed)) as plain,
        tarfile.open(fileobj=_Bounded(plain, what), mode="r|") as archive,
    ):
        for count, member in enumerate(archive, start=1):
            _check_count(count, what)
            name = member.name.removeprefix("./")
            if member.isdir() or is_ignored(name):
                continue
            file = archive.extractfile(member) if member.isreg() else None
            if file is None:
                raise refused(what, f"`{shown(name)}` is a link or a special file")
            collector.add(name, file.read(collector.room + 1), bool(member.mode & stat.S_IXUSR))


def _check_count(members: int, what: str) -> None:
    if members > _MAX_MEMBERS:
        raise LadderError(
            f"{what} holds more than {_MAX_MEMBERS:,} entries; leave out what the bot does not "
            "need.",
            reason="TOO_MANY_FILES",
        )


class _Bounded(io.RawIOBase):
    """A stream that refuses to give more than a bot's archive can sensibly hold."""

    def __init__(self, source: IO[bytes] | gzip.GzipFile, what: str) -> None:
        super().__init__()
        self._source = source
        self._what = what
        self._left = _MAX_UNPACKED

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._source.read(size if size >= 0 else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise too_large(self._what)
        return data
