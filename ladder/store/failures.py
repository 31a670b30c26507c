"""What the disk and SQLite complain about, said to a person."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from siurell.errors import LadderError
from sqlalchemy.exc import DatabaseError

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_REFUSED = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_NO_ROOM_BYTES: Final = 1 << 16
"""With less than this SQLite cannot even open a database, and calls that an error of the disk."""


@contextmanager
def storage_errors(place: Path) -> Iterator[None]:
    """Turn errors of the disk and of SQLite into a `LadderError` that names the place."""
    try:
        yield
    except DatabaseError as error:
        told = _of_database(error.orig, place)
        if told is None:
            raise
        raise told from error
    except sqlite3.Error as error:
        told = _of_database(error, place)
        if told is None:
            raise
        raise told from error
    except OSError as error:
        raise _of_system(error, place) from error


def _of_database(error: BaseException | None, place: Path) -> LadderError | None:
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN")) and _without_room(place):
        name = "SQLITE_FULL"
    for prefix, (reason, sentence) in _SQLITE.items():
        if name.startswith(prefix):
            return LadderError(sentence.format(place=place), reason=reason)
    if name == "SQLITE_ERROR" and str(error).startswith(_LACKS):
        reason, sentence = _SQLITE["SQLITE_CORRUPT"]
        return LadderError(sentence.format(place=place), reason=reason)
    return None


_LACKS = ("no such table", "no such column")
"""Our own queries are tested against the schema, so somebody has changed the tables."""


_SQLITE = {
    "SQLITE_FULL": (
        "DISK_FULL",
        "The disk that holds {place} is full; nothing was changed. Free some space and try again.",
    ),
    "SQLITE_READONLY": (
        "READ_ONLY",
        "{place} cannot be written; nothing was changed. "
        "Make it writable or point SIURELL_HOME to another folder.",
    ),
    "SQLITE_CANTOPEN": (
        "READ_ONLY",
        "The database in {place} cannot be opened for writing. "
        "Make the folder writable or point SIURELL_HOME to another one.",
    ),
    "SQLITE_BUSY": (
        "BUSY",
        "Another command has been writing to {place} for too long; nothing was changed. "
        "Try again when it is done.",
    ),
    "SQLITE_LOCKED": (
        "BUSY",
        "Another command has been writing to {place} for too long; nothing was changed. "
        "Try again when it is done.",
    ),
    "SQLITE_IOERR": (
        "DISK_ERROR",
        "The disk that holds {place} reports an error; look at its health and free space.",
    ),
    "SQLITE_CORRUPT": (
        "DAMAGED",
        "The database in {place} is damaged; put back a copy, or move the folder away.",
    ),
    "SQLITE_NOTADB": (
        "DAMAGED",
        "The file of the database in {place} is no database; put back a copy, or move it away.",
    ),
}


def _without_room(place: Path) -> bool:
    try:
        return shutil.disk_usage(place).free < _NO_ROOM_BYTES
    except OSError:
        return False


def _of_system(error: OSError, place: Path) -> LadderError:
    if error.errno in _FULL:
        reason, sentence = _SQLITE["SQLITE_FULL"]
        return LadderError(sentence.format(place=place), reason=reason)
    if error.errno in _REFUSED:
        reason, sentence = _SQLITE["SQLITE_READONLY"]
        return LadderError(sentence.format(place=place), reason=reason)
    told = error.strerror or type(error).__name__
    return LadderError(
        f"{place} cannot be used: {told}. Point SIURELL_HOME to a folder of your own.",
        reason="BAD_HOME",
    )
