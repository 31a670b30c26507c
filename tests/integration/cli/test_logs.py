"""The author's log of a match: shown, and written to a file (complaint F12)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

import pytest
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult

from ladder.domain.batch import Report, SeatLog, ShippedBot
from ladder.services.arena import open_arena
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home

TEXT = "Traceback ...\nValueError: señor\n[5000 bytes left out]\nthe end\n"


@pytest.fixture
def played(cli) -> Callable[[int], list[str]]:
    """Report so many of the two matches of a block in which `ann` crashed; their names."""

    def _played(matches: int) -> list[str]:
        with open_arena(Home(cli.home).create()) as arena:
            for name in ("ann", "bob", "cid"):
                version = submit(arena, ShippedBot("random"), name=name)
                set_checked(arena, version.id, name != "cid", "fine")
            season = season_named(arena, "finca")
            batch = next_batch(arena, [season], worker="w", rng=Random(1), max_blocks=1)
            assert batch is not None
            for order in batch.orders[:matches]:
                labels = [batch.entrants[place].label for place in order.seating]
                ann = labels.index("ann@1")
                crashed = SeatResult(2, 0, Cause.CRASH, 1, Evidence(exit_code=1))
                seats = [SeatResult(1, 9, Cause.GAME_RULES)] * 2
                seats[ann] = crashed
                now = datetime.now(UTC)
                told = Report(
                    order.match_id, order.attempt, MatchResult(tuple(seats), 10, 9), b"x",
                    "d" * 64, "w", now, now, logs=(SeatLog(ann, TEXT),),
                )  # fmt: skip
                report(arena, told)
            return [order.match_id for order in batch.orders]

    return _played


def test_f12__the_log_of_a_match_is_written_to_a_file(cli, played) -> None:
    """F12: no crash is without its log."""
    first, _ = played(2)
    done = cli("bot", "logs", "ann", "--match", first, "--output", "ann.log")
    assert done.exit_code == 0, done.output
    assert (cli.desk / "ann.log").read_text(encoding="utf-8") == TEXT
    assert f"What ann wrote in {first} is in ann.log" in done.stderr
    assert "Traceback" not in done.stdout


def test_logs__of_one_match_alone(cli, played) -> None:
    first, second = played(2)
    said = cli("bot", "logs", "ann", "--match", first).stdout
    assert f"-- {first}, seat" in said
    assert second not in said
    assert "ValueError: señor" in said
    [log] = cli.json("bot", "logs", "ann", "--match", second)["logs"]
    assert (log["match_id"], log["text"]) == (second, TEXT)


def test_logs__a_file_that_is_there_is_left_alone(cli, played) -> None:
    first, _ = played(2)
    (cli.desk / "ann.log").write_text("mine")
    refused = cli.refused("bot", "logs", "ann", "--match", first, "--output", "ann.log")
    assert "There is a file ann.log already" in refused
    assert (cli.desk / "ann.log").read_text() == "mine"


def test_logs__of_a_sealed_match_stay_shut(cli, played) -> None:
    first, _ = played(1)
    assert "are sealed" in cli.refused("bot", "logs", "ann", "--match", first, "--output", "x")
    assert not (cli.desk / "x").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ann", "--output", "x"), "say of which"),
        (("ann", "--match", "m_99"), "There is no match `m_99`"),
        (("ann", "--match", "nonsense"), "names no match"),
        (("cid", "--match", "m_1"), "cid has no log of m_1"),
    ],
)
def test_logs__of_what_is_not_there(cli, played, words, said) -> None:
    played(2)
    assert said in cli.refused("bot", "logs", *words)
