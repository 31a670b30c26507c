"""The database of an arena: SQLite, for several processes and threads at once.

There are two ways in. `Database.write` begins IMMEDIATE, so that a transaction which reads and
then writes waits for its turn instead of failing or losing an update; `Database.read` begins
plainly, sees one consistent state and never waits for a writer (WAL). Keep write transactions
short: no match is played inside one.
"""

from __future__ import annotations

import copy
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session

from ladder.store.failures import storage_errors
from ladder.store.home import Home
from ladder.store.schema import is_current, prepare_schema

BUSY_TIMEOUT_MS = 30_000


class Database:
    """An open database. Use `open`; close it, or use it as a context manager."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._first: Callable[[Session], None] | None = None
        self._reader = _engine(path, "BEGIN")
        self._writer = _engine(path, "BEGIN IMMEDIATE")

    @classmethod
    def open(cls, home: Home) -> Database:
        """Open the database of a home, made or brought up to date where needed.

        Raises `LadderError` when it is of a newer Siurell, or when the folder cannot be used.
        """
        home.create()
        with storage_errors(home.path):
            if not home.database.exists():
                _create_private(home.database)
            database = cls(home.database)
            try:
                # Asked as a reader: a writer at work is no reason to wait.
                if not is_current(database._reader):
                    prepare_schema(database._writer, home)
            except BaseException:
                database.close()
                raise
        return database

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that only reads."""
        with storage_errors(self._path.parent), Session(self._reader) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session of one transaction: committed at the end, rolled back by an error."""
        with storage_errors(self._path.parent), Session(self._writer) as session, session.begin():
            session.connection()
            if self._first is not None:
                self._first(session)
            yield session

    def looking_first(self, look: Callable[[Session], None]) -> Database:
        """The same database, every `write` of which begins with a look that may raise."""
        same = copy.copy(self)
        same._first = look
        return same

    def close(self) -> None:
        """Close all connections."""
        self._reader.dispose()
        self._writer.dispose()

    def __enter__(self) -> Database:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _create_private(path: Path) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _engine(path: Path, begin: str) -> Engine:
    # Not as text: a path may hold what means something in the address of a database.
    # What an error says of a statement may end in a log, and seeds are among its values.
    engine = create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        assert isinstance(connection, sqlite3.Connection)
        # The driver's own BEGIN comes too late and is deferred; ours comes from the begin event.
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout = {BUSY_TIMEOUT_MS}",
            "journal_mode = WAL",
            "synchronous = NORMAL",
            "foreign_keys = ON",
        ):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
