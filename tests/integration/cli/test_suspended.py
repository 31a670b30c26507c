"""A suspended bot, as people see it (complaint R07)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

import pytest
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult

from ladder.domain.batch import Report
from ladder.services.arena import open_arena
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home


@pytest.fixture
def faults(cli) -> Callable[..., None]:
    """Enter `bad` and `good` and let `bad` crash in so many matches of a season."""

    def _faults(count: int, season: str = "finca") -> None:
        with open_arena(Home(cli.home).create()) as arena:
            from ladder.domain.batch import ShippedBot

            for name in ("bad", "good"):
                version = submit(arena, ShippedBot("random"), name=name)
                set_checked(arena, version.id, True, "fine")
            where = season_named(arena, season)
            while count > 0:
                batch = next_batch(arena, [where], worker="w", rng=Random(1), max_blocks=1)
                assert batch is not None
                for order in batch.orders:
                    labels = [batch.entrants[place].label for place in order.seating]
                    count -= "bad@1" in labels
                    seats = tuple(_seat(label == "bad@1", len(labels)) for label in labels)
                    now = datetime.now(UTC)
                    told = MatchResult(seats, 10, 9)
                    report(
                        arena,
                        Report(order.match_id, order.attempt, told, b"x", "d" * 64, "w", now, now),
                    )

    return _faults


def _seat(crashed: bool, seats: int) -> SeatResult:
    if not crashed:
        return SeatResult(1, 10, Cause.GAME_RULES)
    return SeatResult(min(2, seats), 0, Cause.CRASH, 1, Evidence(exit_code=1, detail="It fell."))


def test_leaderboard__marks_who_is_suspended_and_says_what_that_means(cli, faults) -> None:
    faults(8)
    said = cli("leaderboard", "finca").stdout
    assert "bad@1 !" in said
    assert "good@1 !" not in said
    assert "! suspended: it failed too often" in said
    assert max(map(len, said.splitlines())) <= 80
    rows = {row["bot"]: row["suspended"] for row in cli.json("leaderboard", "finca")}
    assert rows == {"bad": True, "good": False}


def test_leaderboard__of_a_solo_season_marks_it_too(cli, faults) -> None:
    faults(8, "farmini-solo")
    assert "bad@1 !" in cli("leaderboard", "farmini-solo").stdout
    assert "!" not in cli("leaderboard", "finca").stdout


def test_bot_show__says_why_it_does_not_play_and_what_to_do(cli, faults) -> None:
    faults(8)
    said = " ".join(cli("bot", "show", "bad").stdout.split())
    assert (
        "bad@1 is suspended in finca: 8 of its last 8 matches ended by an error of its own" in said
    )
    assert "siurell bot resume bad" in said
    assert "Next: siurell bot logs bad --errors" in said
    [found] = cli.json("bot", "show", "bad")["suspensions"]
    assert (found["season"], found["faults"], found["matches"]) == ("finca", 8, 8)
    assert "suspended" not in cli("bot", "show", "good").stdout


def test_bot_resume__lets_it_play_again(cli, faults) -> None:
    faults(8)
    assert "bad@1 plays again: finca." in cli("bot", "resume", "bad").stdout
    assert "!" not in cli("leaderboard", "finca").stdout
    assert "suspended" not in cli("bot", "show", "bad").stdout
    assert "is not suspended" in cli.refused("bot", "resume", "bad")
    assert "no bot `nobody`" in cli.refused("bot", "resume", "nobody")


def test_bot_resume__as_json(cli, faults) -> None:
    faults(8)
    [ended] = cli.json("bot", "resume", "BAD")
    assert ended["ended_at"] is not None


def test_ladder_run__refuses_with_the_bot_to_resume(cli, faults) -> None:
    faults(8)
    said = cli.refused("ladder", "run", "--season", "finca", "--blocks", "1")
    assert "there is only good. Suspended, since they failed too often: bad." in said
    assert "Next: siurell bot resume bad" in said


def test_submit__of_a_suspended_version_says_so(cli, faults) -> None:
    faults(8)
    said = cli("submit", "random", "--name", "bad").stdout
    assert "nothing changed" in said
    assert "bad@1 is suspended in finca" in said
