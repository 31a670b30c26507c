"""Migrations make the tables that the models say, and keep what is there."""

from __future__ import annotations

import re
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from siurell.errors import LadderError
from sqlalchemy import Engine, create_engine, inspect
from sqlmodel import select

from ladder.domain.suspension import SuspensionRule
from ladder.services.seasons import season_of
from ladder.store.database import Database
from ladder.store.home import Home
from ladder.store.schema import HEAD, MIGRATIONS, current_revision, known_revisions, upgrade
from ladder.store.tables import (
    AttemptRow,
    BatchRow,
    BotRow,
    MatchRow,
    OwnerRow,
    RatingSetRow,
    Row,
    SeasonRow,
    StandingRow,
    SuspensionRow,
    VersionRow,
)

TABLES = set(Row.metadata.tables)


def migrated(path: Path, revision: str = "head") -> Engine:
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        upgrade(connection, revision)
    return engine


def take_back(engine: Engine, revision: str) -> None:
    """Undo all migrations above one."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)


def constraints(engine: Engine) -> dict[str, list[tuple[str, str]]]:
    """All CHECKs by table, without the differences of white space."""
    found = inspect(engine)
    return {
        table: sorted(
            (str(check["name"]), re.sub(r"\s+", " ", check["sqltext"]))
            for check in found.get_check_constraints(table)
        )
        for table in TABLES
    }


def test_migrations__make_what_the_models_say(tmp_path: Path) -> None:
    engine = migrated(tmp_path / "migrated.sqlite")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Row.metadata) == []
    made = create_engine(f"sqlite:///{tmp_path / 'made.sqlite'}")
    Row.metadata.create_all(made)
    assert constraints(engine) == constraints(made)


def test_migrations__end_at_the_head_that_the_code_names() -> None:
    assert known_revisions()[-1] == HEAD
    assert (MIGRATIONS / "script.py.mako").is_file()


@pytest.mark.parametrize("revision", [None, *known_revisions()])
def test_open__brings_every_older_database_up_to_date(home: Home, revision: str | None) -> None:
    if revision is not None:
        migrated(home.database, revision).dispose()
    with Database.open(home) as db, db.read() as session:
        assert set(inspect(session.connection()).get_table_names()) == {*TABLES, "alembic_version"}
    assert current_revision(create_engine(f"sqlite:///{home.database}")) == HEAD


def rewrite_revision(home: Home, revision: str) -> None:
    connection = sqlite3.connect(home.database)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.close()


def test_open__refuses_a_newer_database_and_leaves_it_alone(home: Home) -> None:
    Database.open(home).close()
    rewrite_revision(home, "9999")
    before = home.database.read_bytes()
    with pytest.raises(LadderError, match="is of a newer Siurell") as caught:
        Database.open(home)
    assert caught.value.reason == "NEWER_DATABASE"
    assert home.database.read_bytes() == before


@pytest.mark.parametrize("content", [b"this is no database at all, but it is long enough" * 40])
def test_open__refuses_a_file_that_is_no_database(home: Home, content: bytes) -> None:
    home.database.write_bytes(content)
    with pytest.raises(LadderError, match="is no database") as caught:
        Database.open(home)
    assert caught.value.reason == "DAMAGED"
    assert home.database.read_bytes() == content


def test_open__refuses_a_database_of_another_program(home: Home) -> None:
    connection = sqlite3.connect(home.database)
    connection.execute('CREATE TABLE "match" (anything TEXT)')
    connection.close()
    with pytest.raises(LadderError, match="is not of Siurell") as caught:
        Database.open(home)
    assert caught.value.reason == "FOREIGN_DATABASE"
    engine = create_engine(f"sqlite:///{home.database}")
    assert inspect(engine).get_table_names() == ["match"]


def test_migration__keeps_a_copy_of_the_file_before_it(home: Home) -> None:
    migrated(home.database, "0001").dispose()
    Database.open(home).close()
    (copy,) = home.path.glob(f"*.before-{HEAD}.sqlite")
    assert current_revision(create_engine(f"sqlite:///{copy}")) == "0001"


def test_migration__keeps_a_copy_for_its_owner_alone(home: Home) -> None:
    """It holds seeds and hashes of tokens, and the folder may be one that was there before."""
    migrated(home.database, "0001").dispose()
    home.path.chmod(0o755)
    Database.open(home).close()
    (copy,) = home.path.glob(f"*.before-{HEAD}.sqlite")
    assert copy.stat().st_mode & 0o777 == 0o600


def test_migration__without_room_for_the_copy_leaves_nothing_of_it(home: Home) -> None:
    migrated(home.database, "0001").dispose()
    size = home.database.stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, hard))
    try:
        with pytest.raises(LadderError):
            Database.open(home)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert current_revision(create_engine(f"sqlite:///{home.database}")) == "0001"
    assert [path.name for path in home.path.glob("*.before-*")] == []
    assert list(home.path.glob(".tmp-*")) == []
    Database.open(home).close()


OPEN = """
import sys
from pathlib import Path
from ladder.store.database import Database
from ladder.store.home import Home
sys.stdin.readline()
Database.open(Home(Path(sys.argv[1]))).close()
"""


@pytest.mark.process
def test_open__by_several_processes_at_once_migrates_once(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, str(home.path)], stdin=subprocess.PIPE, text=True
        )
        for _ in range(5)
    ]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    assert [racer.wait(60) for racer in racers] == [0] * 5
    with Database.open(home) as db, db.read() as session:
        assert session.connection().exec_driver_sql(
            "SELECT version_num FROM alembic_version"
        ).all() == [(HEAD,)]


OLD_ROWS = """
INSERT INTO season (id, name, game, options, seat_counts, time, startup_us, mu, sigma, beta, tau,
    draw_probability, created_at)
  VALUES (1, 'finca', 'finca', '{}', '[2]', '10s', 1, 25, 8, 4, 0.1, 0.1, '2030-01-01 00:00:00');
INSERT INTO bot (id, name, "key", created_at) VALUES (1, 'ann', 'ann', '2030-01-01 00:00:00');
INSERT INTO version (id, bot_id, number, digest, command, submission, state, check_report,
    submitted_at) VALUES (1, 1, 1, '{digest}', '[]', 1, 'active', '', '2030-01-01 00:00:00');
INSERT INTO batch (id, season_id, seats, issues, created_at)
  VALUES (1, 1, 2, 1, '2030-01-01 00:00:00');
INSERT INTO block (id, batch_id, seed) VALUES (1, 1, x'{seed}');
INSERT INTO "match" (id, season_id, block_id, rotation, state, attempt, aborts, digest, decisions,
    turns, grade, reason, rating_kept) VALUES (1, 1, 1, 0, 'queued', 2, 1, '', 0, 0, '', '', 0);
INSERT INTO attempt (match_id, number, state, worker, issued_at, detail)
  VALUES (1, 1, 'aborted', 'w1', '2030-01-01 00:00:00', 'called off');
"""

REPORTED = """
INSERT INTO "match" (id, season_id, block_id, rotation, state, attempt, aborts, report_no, digest,
    decisions, turns, grade, reason, rating_kept)
  VALUES (2, 1, 1, 1, 'reported', 1, 0, 1, 'd', 9, 3, '', '', 0);
INSERT INTO match_seat (match_id, seat, version_id, cause, placement, evidence, mu_before,
    sigma_before, mu_after, sigma_after) VALUES (2, 0, 1, 'game_rules', 1, '{}', 25, 8, 26, 7);
"""


def with_rows(home: Home, revision: str, more: str = "") -> None:
    """A database as it was at a revision, with a season, a bot and a match that was called off."""
    migrated(home.database, revision).dispose()
    connection = sqlite3.connect(home.database)
    connection.executescript(OLD_ROWS.replace("{digest}", "d" * 64).replace("{seed}", "5a" * 32))
    connection.executescript(more)
    connection.close()


def test_migration_0003__keeps_the_rows_and_gives_old_seasons_the_usual_rule(home: Home) -> None:
    with_rows(home, "0002")
    with Database.open(home) as db, db.read() as session:
        season = season_of(session.get_one(SeasonRow, 1))
        attempt = session.get_one(AttemptRow, (1, 1))
        match = session.get_one(MatchRow, 1)
        assert season.suspension == SuspensionRule(20, 8, 50)
        assert (attempt.detail, attempt.started_at, attempt.decisions) == ("called off", None, 0)
        assert (attempt.digest, match.load, match.attempt) == ("", None, 2)
        assert session.exec(select(SuspensionRow)).all() == []


def test_migration_0004__says_of_no_old_attempt_that_its_referee_was_late(home: Home) -> None:
    with_rows(home, "0003")
    with Database.open(home) as db, db.read() as session:
        attempt = session.get_one(AttemptRow, (1, 1))
        assert (attempt.detail, attempt.lagged, attempt.load) == ("called off", False, None)


def test_migration_0008__old_seasons_are_open_and_rated_by_their_first_set(home: Home) -> None:
    with_rows(home, "0007", REPORTED)
    with Database.open(home) as db, db.read() as session:
        season = session.get_one(SeasonRow, 1)
        assert (season.state, season.weight, season.rating_set) == ("open", 1, 1)
        assert (season.opens_at, season.closes_at, season.own_opponents) == (None, None, False)
        assert season.draws == 1
        rating_set = session.get_one(RatingSetRow, (1, 1))
        assert (rating_set.mu, rating_set.tau, rating_set.author) == (25, 0.1, "")
        assert session.get_one(MatchRow, 1).rating_set is None
        assert session.get_one(MatchRow, 2).rating_set == 1


def test_migration_0008__can_be_taken_back(home: Home) -> None:
    engine = migrated(home.database)
    take_back(engine, "0007")
    found = inspect(engine)
    assert not {"rating_set", "closing_entrant"} & set(found.get_table_names())
    assert "state" not in {column["name"] for column in found.get_columns("season")}
    assert "rating_set" not in {column["name"] for column in found.get_columns("match")}


def test_migration_0010__old_matches_are_rated_and_nobody_asked_for_them(home: Home) -> None:
    with_rows(home, "0002")
    with Database.open(home) as db, db.read() as session:
        batch, match = session.get_one(BatchRow, 1), session.get_one(MatchRow, 1)
        assert (batch.rated, batch.requested_by, match.rated) == (True, None, True)


def test_migration_0011__counts_what_was_reported(home: Home) -> None:
    with_rows(home, "0007", REPORTED)
    with Database.open(home) as db, db.read() as session:
        assert session.get_one(SeasonRow, 1).reported == 1


def test_migration_0003__can_be_taken_back(home: Home) -> None:
    engine = migrated(home.database)
    take_back(engine, "0002")
    found = inspect(engine)
    assert "suspension" not in found.get_table_names()
    assert "load" not in {column["name"] for column in found.get_columns("match")}
    assert current_revision(engine) == "0002"


def test_migration_0009__leaves_old_bots_to_nobody_and_old_standings_where_they_began(
    home: Home,
) -> None:
    with_rows(home, "0007", "INSERT INTO standing VALUES (1, 1, 26.5, 3.25, 4, 24, 1, 1)")
    with Database.open(home) as db, db.read() as session:
        standing = session.get_one(StandingRow, (1, 1))
        assert session.get_one(BotRow, 1).owner_id is None
        assert session.get_one(VersionRow, 1).note == ""
        assert (standing.mu, standing.sigma, standing.parent_id) == (26.5, 3.25, None)
        assert session.exec(select(OwnerRow)).all() == []


@pytest.mark.parametrize("revision", known_revisions()[:-1])
def test_migrations__can_be_taken_back_to_each_before(tmp_path: Path, revision: str) -> None:
    engine = migrated(tmp_path / "moved.sqlite")
    take_back(engine, revision)
    assert current_revision(engine) == revision
    straight = inspect(migrated(tmp_path / "straight.sqlite", revision))
    assert sorted(inspect(engine).get_table_names()) == sorted(straight.get_table_names())
    for table in straight.get_table_names():
        names = [column["name"] for column in inspect(engine).get_columns(table)]
        assert names == [column["name"] for column in straight.get_columns(table)]
