"""Bringing a database to the schema of this version, by the migrations in this package.

The usual case, a database that is up to date, costs one query and loads no migration. A migration
runs in one transaction under a lock between processes, after a copy of the file was made.
"""

from __future__ import annotations

from pathlib import Path

from siurell.errors import LadderError
from sqlalchemy import Connection, Engine, inspect, text

from ladder.store.files import temporary_beside
from ladder.store.home import Home
from ladder.store.locks import AlreadyHeld, file_lock
from ladder.store.snapshot import copy_database

HEAD = "0012"
"""The newest migration; a test compares it with the files."""

MIGRATIONS = Path(__file__).parent / "migrations"
_WAIT_S = 60.0


def prepare_schema(engine: Engine, home: Home) -> None:
    """Bring the database up to date (`LadderError` when a newer Siurell made it)."""
    if is_current(engine):
        return
    try:
        with file_lock(home.path / ".migrate.lock", wait_s=_WAIT_S):
            _migrate(engine, home)
    except AlreadyHeld as error:
        raise LadderError(
            f"Process {error.pid or 'unknown'} has been migrating {home.database} for more than "
            f"{_WAIT_S:.0f} s; try again when it is done.",
            reason="BUSY",
        ) from None


def is_current(engine: Engine) -> bool:
    """Whether the database stands at the schema of this version."""
    return current_revision(engine) == HEAD


def current_revision(engine: Engine) -> str | None:
    """The revision that the database stands at; None before the first migration."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        row = connection.execute(text("SELECT version_num FROM alembic_version")).first()
        return str(row[0]) if row else None


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations up to a revision inside the connection's transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def known_revisions() -> list[str]:
    """All revisions of this version of Siurell, oldest first."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    return [script.revision for script in scripts.walk_revisions()][::-1]


def _migrate(engine: Engine, home: Home) -> None:
    revision = current_revision(engine)
    if revision == HEAD:
        return
    if revision is not None:
        if revision not in known_revisions():
            raise LadderError(
                f"The database {home.database} is of a newer Siurell (schema {revision}; this one "
                f"knows up to {HEAD}); install that version, or point SIURELL_HOME to another "
                "folder.",
                reason="NEWER_DATABASE",
            )
        _keep_copy(home.database, home.database.with_suffix(f".before-{HEAD}.sqlite"))
    elif _has_tables(engine):
        raise LadderError(
            f"{home.database} is not of Siurell; move it away, or point SIURELL_HOME to another "
            "folder.",
            reason="FOREIGN_DATABASE",
        )
    elif any(home.replays.iterdir()):
        raise LadderError(
            f"The database of {home.path} is gone, and the replays of its matches are still there; "
            "put back a copy of it, or move the folder away.",
            reason="NO_DATABASE",
        )
    with engine.connect() as connection:
        # SQLite can only rebuild a table that others refer to while it does not look at them, and
        # it hears this only outside of a transaction.
        connection.connection.cursor().execute("PRAGMA foreign_keys = OFF")
        with connection.begin():
            upgrade(connection)
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise AssertionError("a migration left rows that refer to nothing")
    engine.dispose()


def _has_tables(engine: Engine) -> bool:
    with engine.connect() as connection:
        return bool(inspect(connection).get_table_names())


def _keep_copy(database: Path, target: Path) -> None:
    """Copy the file as it is, for its owner alone, whole or not at all."""
    draft = temporary_beside(target)
    try:
        copy_database(database, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
