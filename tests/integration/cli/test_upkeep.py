"""What an operator looks after: old files, submissions that wait, the rule of suspension."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.cli.findings import submitted
from ladder.domain.batch import Report, SeatLog, ShippedBot
from ladder.domain.bot_files import BotFile
from ladder.services.arena import Arena, open_arena
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import STUCK_AFTER, set_checked, submit
from ladder.store.home import Home

AGO = timedelta(days=40)


@pytest.fixture
def old(cli) -> list[str]:
    """A block that ended 40 days ago, after its first match had been called off once."""
    with open_arena(Home(cli.home).create()) as arena:
        for name in ("ann", "bob"):
            set_checked(arena, submit(arena, ShippedBot("random"), name=name).id, True, "fine")
        called_off = False
        for _ in range(2):
            season = season_named(arena, "finca")
            batch = next_batch(arena, [season], worker="w", rng=Random(1), max_blocks=1)
            assert batch is not None
            for order in batch.orders:
                aborted = not called_off
                cause = Cause.ABORTED if aborted else Cause.GAME_RULES
                seats = tuple(SeatResult(0 if aborted else 1, 0, cause) for _ in order.seating)
                result = MatchResult(seats, 9, 9, reason="The host went." if aborted else "")
                logs = tuple(SeatLog(seat, f"try {order.attempt}\n") for seat in (0, 1))
                then = datetime.now(UTC) - AGO
                report(
                    arena,
                    Report(
                        order.match_id, order.attempt, result, b"x" * 2000, "d" * 64, "w",
                        then, then, logs,
                    ),
                )  # fmt: skip
                called_off = True
        return [order.match_id for order in batch.orders]


def test_purge__is_looked_at_first_and_then_done(cli, old) -> None:
    """H16: purge with a dry run."""
    looked = cli("ladder", "purge", "--older-than", 30, "--dry-run").stdout
    assert "Would remove 3 replays and 6 logs of 2 matches, 6 KiB; 0 bytes stay." in looked
    assert looked.endswith("Next: siurell ladder purge --older-than 30\n")
    assert (
        "Would remove 0 replays" in cli("ladder", "purge", "--older-than", 50, "--dry-run").stdout
    )
    cli.json("match", "show", old[0])
    done = cli.json("ladder", "purge", "--older-than", 30)
    assert (done["replays"], done["logs"], done["matches"], done["dry_run"]) == (3, 6, 2, False)
    assert list((cli.home / "replays").iterdir()) == []
    assert "it was purged, or is lost" in cli.refused("replay", "show", old[0])
    assert len(cli.json("match", "list")) == 2
    assert cli.json("match", "show", old[0])["digest"] == "d" * 64
    assert "Removed 0 replays" in cli("ladder", "purge", "--older-than", 30).stdout


def test_purge__wants_to_know_how_old(cli) -> None:
    assert "--older-than" in cli.refused("ladder", "purge")
    assert "--older-than" in cli.refused("ladder", "purge", "--older-than", "-1")


def test_purge__by_size(cli, old) -> None:
    """H16: so much may stay."""
    looked = cli("ladder", "purge", "--keep-bytes", "5k", "--dry-run").stdout
    assert looked.startswith("Would remove 1 replay and 2 logs of 1 match, ")
    assert looked.endswith("Next: siurell ladder purge --keep-bytes 5k\n")
    assert cli.json("ladder", "purge", "--keep-bytes", "1G")["matches"] == 0
    assert cli.json("ladder", "purge", "--keep-bytes", "5000")["matches"] == 1
    assert cli.json("ladder", "purge", "--keep-bytes", "0")["bytes_kept"] == 0
    assert "is no size" in cli.refused("ladder", "purge", "--keep-bytes", "much")


def test_logs__of_attempts_that_were_called_off(cli, old) -> None:
    """F12: what a bot wrote before a match was called off is told too."""
    first = min(old, key=lambda name: int(name[2:]))
    said = cli("bot", "logs", "ann", "--match", first).stdout
    assert "attempt 1\n   Called off: The host went.\ntry 1\n" in said
    assert said.index("try 1") < said.index("game_rules\ntry 2")
    assert cli("bot", "logs", "ann", "--match", first, "--output", "x").exit_code == 0
    assert (cli.desk / "x").read_text() == "try 1\ntry 2\n"


@pytest.fixture
def waiting(cli) -> Callable[[timedelta], None]:
    """Submit a bot some time ago, and be interrupted before its check."""

    def _waiting(ago: timedelta) -> None:
        with open_arena(Home(cli.home).create()) as arena:
            then = Arena(arena.home, arena.db, lambda: datetime.now(UTC) - ago)
            submit(then, ShippedBot("random"), name="ann")

    return _waiting


def test_stuck__is_told_by_the_list_of_bots_and_the_doctor(cli, waiting) -> None:
    """H13: a submission that nobody checks is no secret."""
    waiting(STUCK_AFTER)
    said = " ".join(cli("bot", "list").stdout.split())
    assert "ann@1 waits for its check since" in said
    assert "Submit it again" in said
    detail = cli.json("bot", "show", "ann")["versions"][0]
    assert detail["state"] == "pending"
    assert detail["submitted_at"] and detail["checked_at"] is None
    found = submitted(Home(cli.home))
    assert found.state == "note"
    assert "ann@1 waits" in found.more[0]


def test_stuck__a_submission_of_now_is_being_checked(cli, waiting) -> None:
    waiting(timedelta(0))
    assert "waits for" not in cli("bot", "list").stdout


def test_waiting__what_cannot_be_checked_keeps_nobody_else_from_playing(cli) -> None:
    """As in an arena that was restored from a backup without that content."""
    files = [BotFile("siurell.toml", b'name = "mine"\ngames = ["finca"]\n')]
    files.append(BotFile("bot.py", b"print()\n"))
    with open_arena(Home(cli.home).create()) as arena:
        mine = submit(arena, files)
        submit(arena, ShippedBot("greedy"))
        shutil.rmtree(arena.home.versions / mine.digest)
    said = " ".join(cli("ladder", "run", "--blocks", "1", "--unsafe-no-sandbox").stderr.split())
    assert "mine@1 could not be checked: Its content is gone or was changed; submit it" in said
    assert "greedy@1 was still to be checked: it is active now." in said
    assert "there is only greedy" in said


@pytest.mark.parametrize("text", ["", "50", "50/20/8", "half"])
def test_suspend__a_rule_that_is_none(cli, old, text) -> None:
    assert "PERCENT/FEWEST/WINDOW" in cli.refused("ladder", "run", "--suspend", text)
