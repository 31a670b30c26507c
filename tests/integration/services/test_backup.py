"""A backup is the arena at one moment, and what is restored of it is proved."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO

import pytest
from siurell.errors import LadderError
from siurell.match.profiles import clock_of
from sqlmodel import select

from ladder.domain.batch import Batch, FolderBot, MatchOrder, Report
from ladder.domain.bot_files import BotFile
from ladder.domain.seasons import Season
from ladder.domain.tournaments.admission import create
from ladder.domain.tournaments.entrants import ranked
from ladder.domain.tournaments.events import BlockReported, Played, RoundReplayed
from ladder.domain.tournaments.progress import blocks_due, next_event
from ladder.domain.tournaments.settings import Format, Settings
from ladder.services.arena import Arena, open_arena
from ladder.services.backup import BackedUp, backup
from ladder.services.backup_restore import Restored, restore
from ladder.services.bots import bot_logs, show_bot
from ladder.services.builds import keep_build
from ladder.services.leaderboard import leaderboard
from ladder.services.line_ups import spoilt_bots
from ladder.services.matches import list_matches, replay_path
from ladder.services.report import report
from ladder.services.rerate import rerate
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.services.tournaments import (
    StoredTournament,
    append,
    audit_of,
    create_tournament,
    seed_for,
    tournament_named,
)
from ladder.store.home import Home
from ladder.store.tables import BlockRow, TournamentMatchRow

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]


@contextmanager
def unseen(_total: int) -> Iterator[Callable[[], None]]:
    """No progress is shown."""
    yield lambda: None


@pytest.fixture
def batch(arena: Arena, enter: Enter, draw: Draw, tmp_path: Path) -> Batch:
    """Two blocks to be played by a shipped bot and one in a folder."""
    enter("ann")
    folder = tmp_path / "bob"
    (folder / "parts").mkdir(parents=True)
    (folder / "siurell.toml").write_text('name = "bob"\ngames = ["finca"]\ncommand = ["./run"]\n')
    (folder / "run").write_text("#!/bin/sh\n")
    (folder / "run").chmod(0o755)
    (folder / "parts" / "weights").write_bytes(bytes(range(256)))
    set_checked(arena, submit(arena, folder).id, True, "fine")
    drawn = draw(blocks=2)
    assert drawn is not None
    return drawn


@pytest.fixture
def played(arena: Arena, batch: Batch, told: Told, aborted: Callable) -> Batch:
    """One match was called off, the first block is played, and the second half played."""
    report(arena, told(batch.orders[3], aborted(batch.orders[3])))
    for order in batch.orders[:3]:
        report(arena, told(order))
    return batch


@pytest.fixture
def folder(arena: Arena, played: Batch, tmp_path: Path) -> Path:
    backup(arena, tmp_path / "backup", unseen)
    return tmp_path / "backup"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "other")


def test_backup__restored_is_the_same_arena(
    arena: Arena, season: Season, played: Batch, home: Home, tmp_path: Path
) -> None:
    done = backup(arena, tmp_path / "backup", unseen)
    size = sum(path.stat().st_size for path in done.folder.rglob("*") if path.is_file())
    assert done == BackedUp(tmp_path / "backup", 4, 1, 4, 8, size, ())
    back = restore(home, done.folder, unseen)
    assert (back.matches, back.versions, back.void, back.equal) == (3, 1, 1, True)
    with open_arena(home) as other:
        assert leaderboard(other, season) == leaderboard(arena, season)
        assert rerate(other, season).matches == 3
        first = played.orders[0].match_id
        assert replay_path(other, first).read_bytes() == replay_path(arena, first).read_bytes()
        logs = sorted(log.text for log in bot_logs(other, "bob").logs if log.text)
        place = [entrant.label for entrant in played.entrants].index("bob@1")
        seats = [order.seating.index(place) for order in played.orders[:3]]
        assert logs == sorted(f"hello from {seat}" for seat in seats)
        assert {line.state.value for line in list_matches(other)} == {"reported", "void"}
    (version,) = home.versions.iterdir()
    assert (version / "run").stat().st_mode & 0o777 == 0o700
    assert home.database.stat().st_mode & 0o777 == 0o600
    assert {path.name for path in home.path.iterdir()} == {
        "siurell.sqlite", "versions", "builds", "replays", "logs", ".ladder.lock",
    }  # fmt: skip


def test_backup__holds_what_was_built(arena: Arena, home: Home, tmp_path: Path) -> None:
    """A version that was built plays in the arena that is restored as it does here."""
    source = tmp_path / "made"
    source.mkdir()
    (source / "siurell.toml").write_text('name = "made"\ngames = ["finca"]\nbuild = ["make"]\n')
    version = submit(arena, source)
    files = [
        BotFile("siurell.toml", (source / "siurell.toml").read_bytes()),
        BotFile("bot.py", b"1"),
    ]
    built = keep_build(arena, version, files)
    set_checked(arena, version.id, True, "fine")
    done = backup(arena, tmp_path / "backup", unseen)
    assert (done.versions, done.spoilt) == (1, ())
    assert restore(home, done.folder, unseen).versions == 1
    assert isinstance(built.source, FolderBot)
    with open_arena(home) as other:
        (restored,) = show_bot(other, "made").versions
        assert restored.source == replace(
            built.source, folder=home.versions / built.source.folder.name
        )
        assert spoilt_bots(other) == []
    shutil.rmtree(arena.home.versions / built.source.folder.name)
    assert spoilt_bots(arena) == ["made@1"]


def test_backup__is_for_its_owner_alone_and_lists_what_sha256sum_lists(folder: Path) -> None:
    """It holds the seeds of what is not played yet."""
    assert folder.stat().st_mode & 0o777 == 0o700
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert all(path.stat().st_mode & 0o077 == 0 for path in files)
    listed = [line.split("  ", 1)[1] for line in (folder / "SHA256SUMS").read_text().splitlines()]
    assert sorted([*listed, "SHA256SUMS"]) == sorted(
        path.relative_to(folder).as_posix() for path in files
    )


def test_restore__plays_no_seed_that_waited_in_the_backup(
    arena: Arena, season: Season, batch: Batch, draw: Draw, told: Told, home: Home, tmp_path: Path
) -> None:
    """A replay of the block may have been shown since the backup was made."""
    report(arena, told(batch.orders[0]))
    made = backup(arena, tmp_path / "backup", unseen)
    restore(home, made.folder, unseen)
    with open_arena(home) as other, other.db.read() as session:
        waiting = [line for line in list_matches(other) if line.state.value == "queued"]
        assert len(waiting) == 2
        seeds = {block.seed for block in session.exec(select(BlockRow)).all()}
    assert len(seeds & {order.seed for order in batch.orders}) == 1


def a_cup(arena: Arena, format_: Format) -> StoredTournament:
    """A tournament of four."""
    terms = create("cup", Settings(format_), ranked([(str(one), f"b{one}@1") for one in range(4)]))
    blitz = clock_of("blitz")
    return create_tournament(arena, terms, game="finca", options={}, time=blitz, author="ada")


@pytest.mark.parametrize("format_", [Format.SWISS, Format.GAUNTLET])
def test_restore__plays_no_seed_of_a_tournament_that_waited(
    arena: Arena, home: Home, tmp_path: Path, format_: Format
) -> None:
    """Reported blocks stay as they are, but where another is to be played with the same seed."""
    one = a_cup(arena, format_)
    paired = next_event(one.state)
    assert paired is not None
    append(arena, one.id, paired, known=1)
    first, *others = blocks_due(tournament_named(arena, "cup").state)
    played = BlockReported(first.key, first.line_up, (Played((1, 2), (9, 7)),) * 2)
    old = {seed_for(arena, one.id, block.seed) for block in (first, *others)}
    append(arena, one.id, played, known=2)
    backup(arena, tmp_path / "with-cup", unseen)
    restore(home, tmp_path / "with-cup", unseen)
    with open_arena(home) as other:
        state = tournament_named(other, "cup").state
        again = blocks_due(state)
        assert again
        assert old.isdisjoint({seed_for(other, one.id, block.seed) for block in again})
        lines = [(line.author, type(line.event)) for line in audit_of(other, one.id)][3:]
        if format_ is Format.SWISS:
            assert lines == []
            assert seed_for(other, one.id, first.seed) in old
            assert [block.key for block in again] == [block.key for block in others]
        else:
            assert lines == [("ladder restore", RoundReplayed)]
            assert [block.line_up for block in again] == [first.line_up] + [
                block.line_up for block in others
            ]


def test_backup__while_matches_are_reported(
    arena: Arena, season: Season, enter: Enter, draw: Draw, told: Told, tmp_path: Path
) -> None:
    """Each of them is the arena at one moment: what is reported has its replay, and re-rates."""
    for name in ("ann", "bob"):
        enter(name)
    batches = [draw(blocks=4) for _ in range(4)]
    orders: list[MatchOrder] = [order for one in batches if one for order in one.orders]
    reported, failed = threading.Event(), []

    def play() -> None:
        try:
            for order in orders:
                report(arena, told(order))
                reported.set()
        except Exception as error:
            failed.append(error)
            raise

    ladder = threading.Thread(target=play)
    ladder.start()
    assert reported.wait(30)
    made = [backup(arena, tmp_path / f"backup-{number}", unseen) for number in range(3)]
    ladder.join(60)
    assert not ladder.is_alive() and not failed
    for number, one in enumerate(made):
        back = restore(Home(tmp_path / f"home-{number}"), one.folder, unseen)
        assert back.equal
        assert back.matches == one.replays


def test_backup__holds_the_replays_of_tournaments(arena: Arena, home: Home, tmp_path: Path) -> None:
    one = a_cup(arena, Format.SWISS)
    with arena.db.write() as session:
        told = {"seats": ["ann"], "placements": [1], "scores": [40], "causes": ["game_rules"]}
        match = {"match": "r1-p1", "digest": "d" * 64, "worker": "w1", "ended_at": arena.now()}
        session.add(TournamentMatchRow(tournament_id=one.id, **match, **told))
    replays = arena.home.path / "tournaments" / str(one.id)
    replays.mkdir(parents=True)
    (replays / "r1-p1.siu.gz").write_bytes(b"replay")
    (replays / "r1-p2.siu.gz").write_bytes(b"of no row yet")
    restore(home, backup(arena, tmp_path / "backup", unseen).folder, unseen)
    (there,) = (home.path / "tournaments" / str(one.id)).iterdir()
    assert (there.name, there.read_bytes()) == ("r1-p1.siu.gz", b"replay")


def test_backup__while_files_are_purged_leaves_them_out(
    arena: Arena, batch: Batch, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file may go at any moment: before it is opened, or while it is copied."""
    for order in batch.orders:
        report(arena, told(order))
    replays = sorted(arena.home.replays.iterdir())
    copied = shutil.copyfileobj

    def purged(source: IO[bytes], target: IO[bytes]) -> None:
        copied(source, target)
        for replay in replays:
            replay.unlink(missing_ok=True)

    monkeypatch.setattr(shutil, "copyfileobj", purged)
    assert len(replays) > 1
    assert backup(arena, tmp_path / "backup", unseen).replays == 1
    restored = Home(tmp_path / "restored")
    assert restore(restored, tmp_path / "backup", unseen).equal
    assert len(list(restored.replays.iterdir())) == 1


def test_backup__does_not_write_over_anything(arena: Arena, folder: Path, tmp_path: Path) -> None:
    before = sorted(path.name for path in tmp_path.iterdir())
    for target in (folder, folder / "backup.json"):
        with pytest.raises(LadderError) as told:
            backup(arena, target, unseen)
        assert told.value.reason == "FILE_EXISTS"
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_backup__tells_of_a_bot_whose_content_was_changed(
    arena: Arena, played: Batch, home: Home, tmp_path: Path
) -> None:
    (version,) = arena.home.versions.iterdir()
    (version / "run").write_text("something else")
    made = backup(arena, tmp_path / "backup", unseen)
    assert made.spoilt == ("bob@1",) and made.versions == 0
    assert restore(home, made.folder, unseen).equal


def test_backup__on_a_full_disk_leaves_nothing(
    arena: Arena, played: Batch, tmp_path: Path, files_up_to: Callable
) -> None:
    with files_up_to(20_000), pytest.raises(LadderError) as told:
        backup(arena, tmp_path / "backup", unseen)
    assert told.value.reason in ("DISK_FULL", "DISK_ERROR")
    assert not [path for path in tmp_path.iterdir() if path.name not in ("home", "bob")]


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def first(folder: Path) -> Path:
    return next(path for path in sorted(folder.rglob("*")) if path.is_file())


DAMAGE: dict[str, Callable[[Path], object]] = {
    "a replay was changed": lambda folder: flip(first(folder / "replays")),
    "the database was changed": lambda folder: flip(folder / "siurell.sqlite"),
    "a bot was changed": lambda folder: flip(first(folder / "versions")),
    "a log is gone": lambda folder: first(folder / "logs").unlink(),
    "the database is gone": lambda folder: (folder / "siurell.sqlite").unlink(),
    "the list is gone": lambda folder: (folder / "SHA256SUMS").unlink(),
    "the list is empty": lambda folder: (folder / "SHA256SUMS").write_text(""),
    "a file too many": lambda folder: (folder / "replays" / "m_9.siu.gz").write_text("x"),
    "a link": lambda folder: (folder / "replays" / "x").symlink_to("/etc/passwd"),
    "a name that leads out": lambda folder: (folder / "SHA256SUMS").write_text(
        f"{'0' * 64}  ../../x\n"
    ),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_restore__of_a_damaged_backup(folder: Path, home: Home, what: str) -> None:
    DAMAGE[what](folder)
    with pytest.raises(LadderError) as told:
        restore(home, folder, unseen)
    assert told.value.reason == "DAMAGED_BACKUP"
    assert not home.database.exists()
    assert not home.path.exists() or not [
        path for path in home.path.rglob("*") if path.is_file() and path.name != ".ladder.lock"
    ]


def test_restore__of_what_is_no_backup(home: Home, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(LadderError) as told:
        restore(home, tmp_path, unseen)
    assert told.value.reason == "NO_BACKUP"
    about = json.loads((folder / "backup.json").read_text())
    (folder / "backup.json").write_text(json.dumps(about | {"format": 2}))
    with pytest.raises(LadderError) as told:
        restore(home, folder, unseen)
    assert told.value.reason == "OTHER_FORMAT"


def test_restore__into_an_arena_that_is_there(arena: Arena, folder: Path, home: Home) -> None:
    with pytest.raises(LadderError) as told:
        restore(arena.home, folder, unseen)
    assert told.value.reason == "NOT_EMPTY"
    home.create()
    (home.replays / "m_1.siu.gz").write_text("")
    with pytest.raises(LadderError) as told:
        restore(home, folder, unseen)
    assert told.value.reason == "NOT_EMPTY"


def test_restore__leaves_the_backup_as_it_was(folder: Path, home: Home, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "kept")
    assert isinstance(restore(home, folder, unseen), Restored)
    for path in (tmp_path / "kept").rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (folder / path.relative_to(tmp_path / "kept")).read_bytes()
    assert restore(Home(tmp_path / "again"), folder, unseen).equal
