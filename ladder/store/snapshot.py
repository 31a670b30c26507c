"""A copy of an arena's database at one moment, taken while others read and write it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from siurell.errors import LadderError

from ladder.store.failures import storage_errors

_WAIT_S = 30.0


def copy_database(source: Path, target: Path) -> None:
    """Copy the database as it is now into a new file that stands for itself.

    All in one step: writers go on meanwhile (WAL), and what they commit is not in the copy.
    """
    with storage_errors(target.parent):
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with (
            closing(sqlite3.connect(source, timeout=_WAIT_S)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
        close_up(target)


def close_up(database: Path) -> None:
    """Leave nothing of a database, which nobody uses, in files beside it."""
    with storage_errors(database.parent), closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").close()


def check_database(database: Path) -> None:
    """Raise `LadderError` unless the file is a whole database whose rows fit each other."""
    with storage_errors(database.parent), closing(sqlite3.connect(database)) as connection:
        sound = connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
        whole = connection.execute("PRAGMA foreign_key_check").fetchone() is None
    if not (sound and whole):
        raise LadderError(
            f"The database {database} is damaged; put back another copy.", reason="DAMAGED"
        )
