"""Old replays and logs go, and nothing that is counted changes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from siurell.match.result import Cause, MatchResult

from ladder.domain.batch import Batch, Report
from ladder.domain.bot_files import BotFile, content_digest
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.audit import audit_log
from ladder.services.bots import bot_logs, show_bot
from ladder.services.builds import keep_build
from ladder.services.leaderboard import leaderboard
from ladder.services.matches import list_matches, show_match
from ladder.services.purge import purge
from ladder.services.report import report
from ladder.services.rerate import rerate
from ladder.services.submit import VersionInfo, submit
from ladder.store.versions import store_version

purging = sys.modules["ladder.services.purge"]
"""The module, whose name is that of its function."""

MONTH = timedelta(days=30)


@pytest.fixture
def played(
    arena: Arena,
    clock,
    enter: Callable[..., VersionInfo],
    draw: Callable[..., Batch | None],
    told: Callable[..., Report],
    result_of: Callable[..., MatchResult],
) -> list[str]:
    """A block that was played 40 days ago, and one of 20 days ago that is half played."""
    for name in ("ann", "bob"):
        enter(name)
    names = []
    for number in range(2):
        batch = draw()
        assert batch is not None
        for order in batch.orders[: 1 if number == 1 else 2]:
            result = result_of((2, 1), {0: Cause.CRASH})
            report(arena, told(order, result))
            names.append(order.match_id)
        clock.move(days=20)
    return names


def files(arena: Arena) -> list[str]:
    folders = (arena.home.replays, arena.home.logs)
    return sorted(path.name for folder in folders for path in folder.iterdir())


def totals(arena: Arena, season: Season) -> tuple:
    matches = [show_match(arena, line.match_id) for line in list_matches(arena)]
    return (
        leaderboard(arena, season),
        show_bot(arena, "ann"),
        [(one.line, one.digest, one.report_no, one.time) for one in matches],
    )


def test_purge__of_old_matches_keeps_what_is_counted(
    arena: Arena, season: Season, played: list[str]
) -> None:
    """H16: old replays and logs go, totals stay, and it can be looked at before."""
    before, there = totals(arena, season), files(arena)
    assert len(there) > 5
    looked = purge(arena, MONTH, dry_run=True)
    assert files(arena) == there
    done = purge(arena, MONTH, dry_run=False)
    assert (looked.dry_run, done.dry_run) == (True, False)
    assert (looked.matches, looked.replays, looked.logs) == (done.matches, done.replays, done.logs)
    assert (done.matches, done.replays) == (2, 2)
    assert done.bytes_removed > 0
    gone = {name for name in there if name not in files(arena)}
    assert {name.partition(".")[0] for name in gone} == set(played[:2])
    assert totals(arena, season) == before
    assert rerate(arena, season).equal
    assert purge(arena, MONTH, dry_run=False).matches == 0
    assert bot_logs(arena, "ann").logs


def test_purge__two_at_once_count_each_file_once(
    arena: Arena, played: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one removes what this one has just chosen."""
    chosen, other = purging._chosen, []

    def meanwhile(*words) -> object:
        found = chosen(*words)
        monkeypatch.setattr(purging, "_chosen", chosen)
        other.append(purge(arena, MONTH, dry_run=False))
        return found

    monkeypatch.setattr(purging, "_chosen", meanwhile)
    this = purge(arena, MONTH, dry_run=False)
    assert (other[0].replays, this.replays) == (2, 0)
    assert (this.matches, this.logs, this.bytes_removed) == (0, 0, 0)
    assert [line.action for line in audit_log(arena, subject="arena")] == ["arena.purge"]


def test_purge__keeps_what_is_sealed_however_old(arena: Arena, played: list[str]) -> None:
    half_played = played[2]
    assert show_match(arena, half_played).line.sealed
    purge(arena, timedelta(0), dry_run=False)
    left = {name.partition(".")[0] for name in files(arena)}
    assert left == {half_played}


def test_purge__leaves_alone_what_is_no_file_of_a_match(arena: Arena, played: list[str]) -> None:
    mine = arena.home.replays / "mine.siu.gz"
    mine.write_text("")
    (arena.home.logs / "m_1.folder").mkdir()
    purge(arena, timedelta(0), dry_run=False)
    assert mine.exists()
    assert (arena.home.logs / "m_1.folder").is_dir()


def test_purge__by_size_takes_the_oldest_first(
    arena: Arena,
    season: Season,
    draw: Callable[..., Batch | None],
    played: list[str],
    told: Callable[..., Report],
) -> None:
    """H16: so much may stay, and what is older than the rest goes."""
    later = draw()
    assert later is not None
    orders = [order for order in later.orders if order.match_id not in played]
    for order in orders:
        report(arena, told(order))
    before = totals(arena, season)
    whole = purge(arena, keep_bytes=1 << 40, dry_run=False)
    assert whole.matches == 0
    one_less = whole.bytes_kept - 1
    assert purge(arena, keep_bytes=one_less, dry_run=True).matches == 1
    done = purge(arena, keep_bytes=one_less, dry_run=False)
    assert done.matches == 1 and done.bytes_kept <= one_less
    left = {name.partition(".")[0] for name in files(arena)}
    assert played[0] not in left and played[1] in left
    assert totals(arena, season) == before
    # By age and by size at once: the age goes first, and what is sealed stays.
    both = purge(arena, MONTH, keep_bytes=0, dry_run=False)
    left = {name.partition(".")[0] for name in files(arena)}
    sealed = {name for name in left if show_match(arena, name).line.sealed}
    assert left == sealed
    assert both.bytes_kept == sum(
        path.stat().st_size
        for folder in (arena.home.replays, arena.home.logs)
        for path in folder.iterdir()
    )


def test_purge__takes_contents_that_no_version_has(arena: Arena) -> None:
    """Such as of a submission that was killed before its commit, or a build that was replaced."""
    manifest = b'name = "made"\ngames = ["finca"]\nbuild = ["make"]\n'

    def files(program: bytes) -> list[BotFile]:
        return [BotFile("siurell.toml", manifest), BotFile("bot.py", program)]

    version = submit(arena, files(b"submitted"))
    for built in (b"replaced", b"built"):
        keep_build(arena, version, files(built))
    for stored in (b"killed", b"fresh"):
        store_version(arena.home, content_digest(files(stored)), files(stored))
    place = {
        word: arena.home.versions / content_digest(files(word))
        for word in (b"submitted", b"replaced", b"built", b"killed", b"fresh")
    }
    for folder in set(place.values()) - {place[b"fresh"]}:
        os.utime(folder, (0, 0))

    looked = purge(arena, MONTH, dry_run=True)
    assert looked.contents == 2 and all(folder.is_dir() for folder in place.values())
    assert purge(arena, MONTH, dry_run=False) == replace(looked, dry_run=False)
    kept = {place[b"submitted"], place[b"built"], place[b"fresh"]}
    assert set(arena.home.versions.iterdir()) == kept
    line = audit_log(arena, subject="arena")[0]
    assert line.detail == {"files": 0, "contents": 2, "bytes": looked.bytes_removed}
    assert looked.bytes_removed == 2 * len(manifest) + len(b"replaced" + b"killed")
    assert purge(arena, keep_bytes=0, dry_run=False).contents == 0
