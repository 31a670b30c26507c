"""Several writers lose nothing, readers wait for nobody, constraints hold."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from siurell.errors import LadderError
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from ladder.store.database import Database
from ladder.store.home import Home
from ladder.store.tables import BlockRow, CounterRow, MatchRow, SeatRow, StandingRow


@pytest.fixture
def db(home: Home) -> Iterator[Database]:
    with Database.open(home) as db:
        yield db


@pytest.mark.parametrize(
    "name", ["a?mode=ro", "per%20cent", "sharp#1", "at@host:1", "mit Luft é", "new\nline", "*"]
)
def test_open__the_folder_of_the_home_may_have_any_name(tmp_path: Path, name: str) -> None:
    home = Home(tmp_path / name)
    with Database.open(home) as db, db.write() as session:
        session.add(CounterRow(name="n", value=7))
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]
    with Database.open(home) as db, db.read() as session:
        assert session.get_one(CounterRow, "n").value == 7
    assert home.database.stat().st_size > 0


def test_write__read_modify_write_of_many_threads_loses_nothing(db: Database) -> None:
    with db.write() as session:
        session.add(CounterRow(name="n", value=0))

    def add() -> None:
        for _ in range(25):
            with db.write() as session:
                row = session.get_one(CounterRow, "n")
                row.value += 1
                session.add(row)

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    with db.read() as session:
        assert session.get_one(CounterRow, "n").value == 100


def test_read__does_not_wait_for_an_open_writer_and_sees_one_state(db: Database) -> None:
    with db.write() as writing:
        writing.add(CounterRow(name="n", value=1))
        writing.flush()
        with db.read() as reading:
            assert reading.get(CounterRow, "n") is None
    with db.read() as reading:
        assert reading.get_one(CounterRow, "n").value == 1


def test_read__keeps_its_state_while_others_write(db: Database) -> None:
    with db.write() as writing:
        writing.add(CounterRow(name="n", value=1))
    with db.read() as reading:
        assert reading.exec(select(CounterRow.value)).all() == [1]
        with db.write() as writing:
            row = writing.get_one(CounterRow, "n")
            row.value = 2
            writing.add(row)
        assert reading.exec(select(CounterRow.value)).all() == [1]


def test_write__an_error_rolls_everything_back(db: Database) -> None:
    with pytest.raises(LadderError, match="no"), db.write() as session:
        session.add(CounterRow(name="n", value=1))
        session.flush()
        raise LadderError("no")
    with db.read() as session:
        assert session.get(CounterRow, "n") is None


def test_write__a_second_writer_that_waits_too_long_gets_a_sentence(
    home: Home, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.store.database.BUSY_TIMEOUT_MS", 50)
    told = "Another command has been writing"
    with Database.open(home) as impatient, db.write():
        with pytest.raises(LadderError, match=told) as caught, impatient.write():
            pass
        assert caught.value.reason == "BUSY"


@pytest.mark.parametrize(
    "row",
    [
        CounterRow(name="n", value=-1),
        StandingRow(season_id=1, version_id=1, mu=25.0, sigma=0.0),
        StandingRow(season_id=1, version_id=1, mu=25.0, sigma=1.0, matches=1, wins=13),
        StandingRow(season_id=1, version_id=1, mu=25.0, sigma=1.0, matches=1, faults=2),
        BlockRow(batch_id=1, seed=b"too short"),
        MatchRow(season_id=1, block_id=1, rotation=0, state="lost"),
        MatchRow(season_id=1, block_id=1, rotation=0, state="reported"),
        MatchRow(season_id=1, block_id=1, rotation=0, state="running"),
        MatchRow(season_id=1, block_id=1, rotation=0, state="queued", attempt=0),
        SeatRow(match_id=1, seat=0, version_id=1, cause="bad luck", placement=1),
        SeatRow(match_id=1, seat=0, version_id=1, cause="crash"),
        SeatRow(match_id=1, seat=0, version_id=1, mu_before=25.0),
    ],
    ids=lambda row: type(row).__name__,
)
def test_constraints__refuse_a_row_that_makes_no_sense(db: Database, row: object) -> None:
    """Table models do not validate, so the database has to."""
    with pytest.raises(IntegrityError, match="CHECK constraint failed"), db.write() as session:
        session.connection().exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        session.add(row)


def test_constraints__no_two_blocks_share_a_seed(db: Database) -> None:
    """S11."""
    told = r"UNIQUE constraint failed: block\.seed"
    with pytest.raises(IntegrityError, match=told), db.write() as session:
        session.connection().exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        session.add_all(BlockRow(batch_id=1, seed=b"s" * 32) for _ in range(2))


def test_constraints__foreign_keys_hold(db: Database) -> None:
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), db.write() as session:
        session.add(BlockRow(batch_id=77, seed=b"s" * 32))


def test_open__does_not_wait_for_a_writer(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladder.store.database.BUSY_TIMEOUT_MS", 1)
    with Database.open(home) as first, first.write() as writing:
        writing.add(CounterRow(name="n", value=1))
        writing.flush()
        with Database.open(home) as second, second.read() as reading:
            assert reading.get(CounterRow, "n") is None


def test_open__without_the_database_of_its_replays(home: Home) -> None:
    (home.replays / "m_1.siu.gz").write_bytes(b"a replay")
    with pytest.raises(LadderError, match="put back a copy") as caught, Database.open(home):
        pass
    assert caught.value.reason == "NO_DATABASE"
    assert (home.replays / "m_1.siu.gz").read_bytes() == b"a replay"
    (home.replays / "m_1.siu.gz").unlink()
    with Database.open(home):
        pass


@pytest.mark.parametrize(
    "change", ["DROP TABLE counter", "ALTER TABLE counter RENAME COLUMN value TO other"]
)
def test_read__tables_that_somebody_has_changed(home: Home, change: str) -> None:
    with Database.open(home) as db:
        with sqlite3.connect(home.database) as other:
            other.execute(change)
        other.close()
        with pytest.raises(LadderError, match="damaged") as caught, db.read() as session:
            session.get(CounterRow, "n")
    assert caught.value.reason == "DAMAGED"
