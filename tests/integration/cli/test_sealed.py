"""While a match of its block is to be played, nothing tells of a seed or of what was seen by it."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from siurell.games.registry import games
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from ladder.cli.failure import exit_code_of
from ladder.domain.batch import Batch, MatchOrder, Report, SeatLog, ShippedBot
from ladder.services.arena import open_arena
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home
from ladder.store.tables import BlockRow

GAME = games()[0].name
SEEN = "the third tile is an orange"
COMMANDS = (
    ("match", "list"),
    ("match", "show", "m_1"),
    ("match", "show", "m_2"),
    ("bot", "list"),
    ("bot", "show", "ann"),
    ("bot", "logs", "ann"),
    ("bot", "logs", "ann", "--errors"),
    ("leaderboard",),
    ("leaderboard", GAME),
)


def report_of(order: MatchOrder, *, aborted: bool = False) -> Report:
    """A match in which a bot wrote down what it saw, and failed."""
    now = datetime.now(UTC)
    saw = Evidence(exit_code=3, stderr=SEEN, detail=f"The answer `{SEEN}` was refused.")
    seats = (
        (SeatResult(0, 0, Cause.ABORTED),) * 2
        if aborted
        else (SeatResult(2, 0, Cause.CRASH, 1, saw), SeatResult(1, 9, Cause.GAME_RULES))
    )
    result = MatchResult(seats, 10, 9, reason="The host went away." if aborted else "")
    logs = (SeatLog(0, SEEN), SeatLog(1, SEEN))
    return Report(order.match_id, order.attempt, result, b"x", "d" * 64, "w", now, now, logs)


@pytest.fixture
def batch(cli) -> Batch:
    """A block of two matches: the second is reported, the first was called off once."""
    with open_arena(Home(cli.home).create()) as arena:
        for name in ("ann", "bob"):
            set_checked(arena, submit(arena, ShippedBot("random"), name=name).id, True, "fine")
        season = season_named(arena, GAME)
        batch = next_batch(arena, [season], worker="w", rng=random.Random(1), max_blocks=1)
        assert batch is not None
        first, second = batch.orders
        report(arena, report_of(second))
        report(arena, report_of(first, aborted=True))
        return batch


def everything_said(cli) -> str:
    return "".join(cli(*words).output + cli(*words, "--json").output for words in COMMANDS)


def test_sealed__no_command_tells_the_seed_or_what_a_bot_saw(cli, batch) -> None:
    """H05: the seed is in no page, and neither are the words of who played by it."""
    said = everything_said(cli)
    assert "crash" in said
    assert batch.orders[0].seed.hex() not in said
    assert SEEN not in said
    with open_arena(Home(cli.home)) as arena:
        season = season_named(arena, GAME)
        again = next_batch(arena, [season], worker="w", rng=random.Random(1), max_blocks=1)
        assert [order.match_id for order in again.orders] == [batch.orders[0].match_id]
        report(arena, report_of(again.orders[0]))
    assert SEEN in everything_said(cli), "when all of it is played it is told"


def test_sealed__a_replay_is_refused_by_its_path_too(cli, batch) -> None:
    files = sorted((cli.home / "replays").iterdir())
    assert [path.name for path in files] == ["m_1.attempt-1.siu.gz", "m_2.siu.gz"]
    (cli.desk / "near").symlink_to(cli.home / "replays")
    for path in [*files, Path("near") / files[0].name]:
        for verb in ("show", "verify"):
            assert "is sealed until" in cli.refused("replay", verb, path)


def test_sealed__files_are_for_their_owner_alone(cli, batch) -> None:
    for folder in (cli.home, *(path for path in cli.home.rglob("*") if path.is_dir())):
        assert folder.stat().st_mode & 0o077 == 0


def test_sealed__an_error_of_the_database_tells_no_seed(cli, batch, tmp_path, monkeypatch) -> None:
    """What we did not foresee ends in a file with a traceback: it must not hold seeds."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    seed = batch.orders[0].seed

    def twice() -> None:
        with open_arena(Home(cli.home)) as arena, arena.db.write() as session:
            block = session.exec(select(BlockRow)).first()
            session.add(BlockRow(batch_id=block.batch_id, seed=block.seed))
            session.flush()

    with pytest.raises(IntegrityError):
        twice()
    assert exit_code_of(twice) == 1
    [kept] = tmp_path.glob("siurell-bug-*.txt")
    text = kept.read_text()
    assert "IntegrityError" in text
    for form in (seed.hex(), repr(seed)[2:-1], str(list(seed))):
        assert form not in text
    assert kept.stat().st_mode & 0o077 == 0


def test_sealed__orders_do_not_show_their_seed_when_printed(batch) -> None:
    shown = repr(batch)
    assert "seed" not in shown
    assert batch.orders[0].match_id in shown


def test_seal__is_of_no_file_that_is_not_the_ladders(cli) -> None:
    (cli.desk / "m_1.siu.gz").write_bytes(b"no replay")
    assert "This is no replay" in cli.refused("replay", "show", "m_1.siu.gz")
