"""Submitting bots: what becomes a version, what is refused, and which version plays."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from siurell.bots import SHIPPED
from siurell.errors import LadderError
from siurell.games.registry import games
from sqlmodel import select

from ladder.domain.batch import FolderBot, ShippedBot
from ladder.domain.states import VersionState
from ladder.services.arena import Arena
from ladder.services.bots import list_bots, show_bot
from ladder.services.submit import VersionInfo, pending, set_checked, stuck, submit
from ladder.store.tables import BotRow, VersionRow

MakeBot = Callable[..., Path]


def nothing_kept(arena: Arena) -> bool:
    with arena.db.read() as session:
        rows = [*session.exec(select(BotRow)).all(), *session.exec(select(VersionRow)).all()]
    return not rows and not list(arena.home.versions.iterdir())


def test_submit__a_folder_becomes_a_pending_version(arena: Arena, make_bot: MakeBot) -> None:
    version = submit(arena, make_bot())
    assert (version.label, version.state, version.known) == ("mybot@1", VersionState.PENDING, False)
    assert version.games == ("finca",)
    folder = arena.home.versions / version.digest
    assert version.source == FolderBot(folder, ("python", "bot.py"))
    assert (folder / "bot.py").read_text() == "print()\n"
    assert pending(arena) == [version]


def test_submit__changes_of_the_folder_afterwards_do_not_matter(
    arena: Arena, make_bot: MakeBot
) -> None:
    folder = make_bot()
    version = submit(arena, folder)
    shutil.rmtree(folder)
    assert (arena.home.versions / version.digest / "bot.py").is_file()


@pytest.mark.parametrize("suffix", ["zip", "gztar"])
def test_submit__an_archive_is_the_same_version_as_its_folder(
    arena: Arena, make_bot: MakeBot, tmp_path: Path, suffix: str
) -> None:
    folder = make_bot()
    first = submit(arena, folder)
    archive = shutil.make_archive(str(tmp_path / "packed"), suffix, folder.parent, folder.name)
    again = submit(arena, Path(archive))
    assert (again.id, again.number, again.known) == (first.id, 1, True)


def test_submit__other_content_is_the_next_version(arena: Arena, make_bot: MakeBot) -> None:
    first = submit(arena, make_bot())
    second = submit(arena, make_bot(code="print(2)\n"))
    assert (second.number, second.known) == (2, False)
    assert second.digest != first.digest
    assert pending(arena) == [first, second]


def test_submit__the_same_content_under_another_name_is_another_bot(
    arena: Arena, make_bot: MakeBot
) -> None:
    folder = make_bot()
    first, second = submit(arena, folder), submit(arena, folder, name="twin")
    assert (second.label, second.known) == ("twin@1", False)
    assert first.digest == second.digest
    assert len(list(arena.home.versions.iterdir())) == 1


def test_submit__upper_and_lower_case_name_the_same_bot(arena: Arena, make_bot: MakeBot) -> None:
    submit(arena, make_bot("MyBot"))
    assert submit(arena, make_bot(code="2"), name="mybot").label == "MyBot@2"


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_submit__a_shipped_bot(arena: Arena, name: str) -> None:
    version = submit(arena, ShippedBot(name))
    assert (version.label, version.source) == (f"{name}@1", ShippedBot(name))
    assert version.games == tuple(sorted(game.name for game in games()))
    assert submit(arena, ShippedBot(name)).known


def test_submit__shipped_bots_that_are_not_there_or_whose_name_is_taken(
    arena: Arena, make_bot: MakeBot
) -> None:
    with pytest.raises(LadderError, match="no shipped bot `deepblue`; there is random") as caught:
        submit(arena, ShippedBot("deepblue"))
    assert caught.value.reason == "UNKNOWN_BOT"
    with pytest.raises(LadderError, match="name of a bot that comes with Siurell") as caught:
        submit(arena, make_bot("Greedy"))
    assert caught.value.reason == "NAME_TAKEN"
    assert list_bots(arena) == []


def no_folder(folder: Path) -> Path:
    return folder / "nowhere"


def plain_file(folder: Path) -> Path:
    return folder / "bot.py"


def no_manifest(folder: Path) -> Path:
    (folder / "siurell.toml").unlink()
    return folder


def bad_manifest(folder: Path) -> Path:
    (folder / "siurell.toml").write_text("name = 3")
    return folder


def no_entry(folder: Path) -> Path:
    (folder / "bot.py").unlink()
    return folder


def link_out(folder: Path) -> Path:
    (folder / "link").symlink_to("/etc/hostname")
    return folder


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (no_folder, "NO_SUCH_FOLDER"),
        (plain_file, "NO_MANIFEST"),
        (no_manifest, "NO_MANIFEST"),
        (bad_manifest, "BAD_MANIFEST"),
        (no_entry, "NO_ENTRY"),
        (link_out, "UNSAFE"),
    ],
)
def test_submit__what_is_no_bot_is_refused_and_nothing_is_kept(
    arena: Arena, make_bot: MakeBot, spoil: Callable[[Path], Path], reason: str
) -> None:
    with pytest.raises(LadderError) as caught:
        submit(arena, spoil(make_bot()))
    assert caught.value.reason == reason
    assert nothing_kept(arena)


def test_submit__a_bad_name_is_refused_and_nothing_is_kept(arena: Arena, make_bot: MakeBot) -> None:
    with pytest.raises(LadderError, match="1 to 40 ASCII letters"):
        submit(arena, make_bot(), name="../mine")
    assert nothing_kept(arena)


def test_submit__on_a_full_disk_leaves_nothing_half_written(
    arena: Arena, make_bot: MakeBot, files_up_to: Callable[[int], AbstractContextManager[None]]
) -> None:
    folder = make_bot(data="x" * 200_000)
    with files_up_to(100_000), pytest.raises(LadderError, match="is full") as caught:
        submit(arena, folder)
    assert caught.value.reason == "DISK_FULL"
    assert nothing_kept(arena)
    assert submit(arena, folder).number == 1


def test_check__active_or_rejected_with_its_report(arena: Arena, make_bot: MakeBot) -> None:
    good, bad = submit(arena, make_bot("good")), submit(arena, make_bot("bad"))
    active = set_checked(arena, good.id, True, "all fine")
    rejected = set_checked(arena, bad.id, False, "does not start")
    assert (active.state, active.check_report) == (VersionState.ACTIVE, "all fine")
    assert (rejected.state, rejected.check_report) == (VersionState.REJECTED, "does not start")
    assert active.checked_at == arena.now()
    assert pending(arena) == []


def test_check__of_a_version_that_does_not_wait_is_refused(arena: Arena, make_bot: MakeBot) -> None:
    version = submit(arena, make_bot())
    set_checked(arena, version.id, True, "fine")
    for ok in (True, False):
        with pytest.raises(LadderError, match="is active and waits for no check") as caught:
            set_checked(arena, version.id, ok, "again")
        assert caught.value.reason == "WRONG_STATE"
    with pytest.raises(LadderError, match="no version 99"):
        set_checked(arena, 99, True, "")


def active_of(arena: Arena, name: str) -> list[int]:
    return [v.number for v in show_bot(arena, name).versions if v.state is VersionState.ACTIVE]


def test_versions__the_newest_checked_one_plays(arena: Arena, make_bot: MakeBot) -> None:
    first = submit(arena, make_bot())
    set_checked(arena, first.id, True, "")
    second = submit(arena, make_bot(code="2"))
    assert active_of(arena, "mybot") == [1]
    set_checked(arena, second.id, True, "")
    assert active_of(arena, "mybot") == [2]
    third = submit(arena, make_bot(code="3"))
    set_checked(arena, third.id, False, "")
    assert active_of(arena, "mybot") == [2]


def test_versions__a_slow_check_of_an_older_one_does_not_win(
    arena: Arena, make_bot: MakeBot
) -> None:
    slow, quick = submit(arena, make_bot()), submit(arena, make_bot(code="2"))
    set_checked(arena, quick.id, True, "")
    assert set_checked(arena, slow.id, True, "").state is VersionState.RETIRED
    assert active_of(arena, "mybot") == [2]


def test_versions__submitting_old_content_again_brings_it_back(
    arena: Arena, make_bot: MakeBot
) -> None:
    folder = make_bot()
    versions: list[VersionInfo] = [submit(arena, folder), submit(arena, make_bot(code="2"))]
    for version in versions:
        set_checked(arena, version.id, True, "")
    again = submit(arena, folder)
    assert (again.id, again.state, again.known) == (versions[0].id, VersionState.PENDING, True)
    assert active_of(arena, "mybot") == [2]
    set_checked(arena, again.id, True, "")
    assert active_of(arena, "mybot") == [1]


def test_versions__a_rejected_one_may_be_checked_again(arena: Arena, make_bot: MakeBot) -> None:
    folder = make_bot()
    version = submit(arena, folder)
    set_checked(arena, version.id, False, "no module named numpy")
    again = submit(arena, folder)
    assert (again.id, again.state, again.check_report) == (version.id, VersionState.PENDING, "")


def test_stuck__a_version_whose_check_nobody_makes_raises_an_alarm(
    arena: Arena, clock, make_bot: MakeBot
) -> None:
    """H13: each state has its time, and what waits too long is told, with what ends it."""
    waiting = submit(arena, make_bot())
    assert (waiting.state, waiting.submitted_at, waiting.checked_at) == (
        VersionState.PENDING,
        clock(),
        None,
    )
    assert stuck(arena) == []
    clock.move(minutes=29)
    assert stuck(arena) == []
    clock.move(minutes=1)
    [alarming] = stuck(arena)
    assert alarming.label == waiting.label
    assert f"{waiting.label} waits for its check since 01 Jan 00:00 UTC" in alarming.waits
    checked = set_checked(arena, waiting.id, False, "it does not start")
    assert checked.checked_at == clock()
    assert stuck(arena) == []
    clock.move(minutes=1)
    again = submit(arena, make_bot())
    assert (again.label, again.submitted_at, again.checked_at) == (waiting.label, clock(), None)
