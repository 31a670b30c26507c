"""The home: private folders, its lock, and disks that say no."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace

import pytest
from siurell.errors import LadderError
from sqlmodel import select

from ladder.store import failures
from ladder.store.database import Database
from ladder.store.failures import storage_errors
from ladder.store.home import Home
from ladder.store.tables import CounterRow


def test_home__is_named_by_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SIURELL_HOME", str(tmp_path / "here"))
    assert Home.from_environment().path == tmp_path / "here"
    monkeypatch.delenv("SIURELL_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert Home.from_environment().path == tmp_path / "data" / "siurell"


def test_home__is_for_its_owner_only(home: Home) -> None:
    """Seeds lie in the database."""
    Database.open(home).close()
    for path in (home.path, home.versions, home.replays, home.logs):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    assert stat.S_IMODE(home.database.stat().st_mode) == 0o600


def test_lock__a_second_holder_is_refused_and_told_who_holds_it(home: Home) -> None:
    told = rf"Another `siurell ladder run` \(process {os.getpid()}\)"
    with home.lock("ladder"), pytest.raises(LadderError, match=told), home.lock("ladder"):
        pass
    with home.lock("ladder"):
        pass


def test_lock__is_seen_by_whoever_asks_and_only_while_it_is_held(home: Home) -> None:
    assert not home.is_locked("ladder")
    with home.lock("ladder"):
        assert home.is_locked("ladder")
        assert not home.is_locked("season")
    assert not home.is_locked("ladder")


HOLD = """
import sys
from pathlib import Path
from ladder.store.home import Home
with Home(Path(sys.argv[1])).lock("ladder"):
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.process
def test_lock__is_let_go_when_its_holder_is_killed(home: Home) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(home.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    assert home.is_locked("ladder")
    with pytest.raises(LadderError, match=f"process {holder.pid}"), home.lock("ladder"):
        pass
    holder.send_signal(signal.SIGKILL)
    holder.wait(30)
    holder.stdout.close()
    assert not home.is_locked("ladder")
    with home.lock("ladder"):
        pass


def test_read_only__a_folder_that_cannot_be_made(
    stranger: Callable[[], AbstractContextManager[None]],
) -> None:
    with tempfile.TemporaryDirectory() as outer:
        Path(outer).chmod(0o555)
        with stranger(), pytest.raises(LadderError, match="cannot be written") as caught:
            Home(Path(outer) / "home").create()
        assert caught.value.reason == "READ_ONLY"


def change(home: Home) -> None:
    with Database.open(home) as db, db.write() as session:
        session.add(CounterRow(name="m", value=1))


def test_read_only__a_database_is_refused_and_unchanged(
    stranger: Callable[[], AbstractContextManager[None]],
) -> None:
    with tempfile.TemporaryDirectory() as outer:
        Path(outer).chmod(0o755)
        home = Home(Path(outer) / "home")
        with Database.open(home) as db, db.write() as session:
            session.add(CounterRow(name="n", value=1))
        for path in [home.path, *home.path.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        with stranger(), pytest.raises(LadderError, match="SIURELL_HOME") as caught:
            change(home)
        assert caught.value.reason == "READ_ONLY"


def test_home__in_the_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "home"):
        with pytest.raises(LadderError, match="cannot be used") as caught:
            Home(path).create()
        assert caught.value.reason == "BAD_HOME"


def test_full_disk__a_write_changes_nothing_and_says_so(home: Home) -> None:
    with Database.open(home) as db:
        with pytest.raises(LadderError, match="is full") as caught, db.write() as session:
            session.connection().exec_driver_sql("PRAGMA max_page_count = 1")
            session.add_all(CounterRow(name=f"{n:0100}", value=n) for n in range(2_000))
        assert caught.value.reason == "DISK_FULL"
        with db.read() as session:
            assert session.exec(select(CounterRow)).all() == []


def test_full_disk__without_any_room_is_no_fault_of_the_disk(
    monkeypatch: pytest.MonkeyPatch, home: Home
) -> None:
    """SQLite says an error of the disk when it cannot make its files at all."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_WRITE"
    for free, reason in ((0, "DISK_FULL"), (1 << 30, "DISK_ERROR")):
        usage = SimpleNamespace(free=free)
        monkeypatch.setattr(failures.shutil, "disk_usage", lambda path, usage=usage: usage)
        with pytest.raises(LadderError) as caught, storage_errors(home.path):
            raise error
        assert caught.value.reason == reason


def test_home__of_a_user_who_does_not_exist(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SIURELL_HOME", "~/arena")
    assert Home.from_environment().path == tmp_path / "arena"
    monkeypatch.setenv("SIURELL_HOME", "~nobody-of-this-name/arena")
    with pytest.raises(LadderError, match="no user of that name") as caught:
        Home.from_environment()
    assert caught.value.reason == "BAD_HOME"
