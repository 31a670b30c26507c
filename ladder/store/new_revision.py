"""Write a new migration from the difference between the tables and the migrations.

For developers, in a checkout: ``python -m ladder.store.new_revision 0002 "Say what changes"``.
Read the file before committing it (CHECKs are not compared), then set `ladder.store.schema.HEAD`.
"""

from __future__ import annotations

import sys

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from ladder.store.schema import MIGRATIONS, known_revisions, upgrade


def main() -> None:
    """Compare the tables with a database that has all migrations, and write the file."""
    revision, message = sys.argv[1:]
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with create_engine("sqlite://").connect() as connection:
        if known_revisions():
            upgrade(connection)
        config.attributes["connection"] = connection
        command.revision(config, message=message, autogenerate=True, rev_id=revision)


if __name__ == "__main__":
    main()
