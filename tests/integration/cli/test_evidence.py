"""What `match show` says of a fault: all that is known of it (complaints F10, F12, F15, T01)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult

from ladder.domain.batch import Report, ShippedBot
from ladder.domain.load import MachineLoad
from ladder.domain.states import MAX_ABORTS
from ladder.services.arena import open_arena
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home

LATE = Evidence(asked_us=1_200_000, received_us=None, charged_us=500_000, limit_us=500_000)
FELL = Evidence(
    asked_us=2_000_000, received_us=2_003_000, charged_us=3_000, limit_us=500_000, exit_code=None,
    signal=9, stderr="almost done", detail="It used more than 96 MiB of memory.", oom=True,
)  # fmt: skip


@pytest.fixture
def played(cli) -> Callable[..., str]:
    """Report the matches of a block in each of which seat 0 ended so; the name of the first."""

    def _played(cause: Cause, evidence: Evidence, load: MachineLoad | None = None) -> str:
        with open_arena(Home(cli.home).create()) as arena:
            for name in ("ann", "bob"):
                version = submit(arena, ShippedBot("random"), name=name)
                set_checked(arena, version.id, True, "fine")
            season = season_named(arena, "finca")
            batch = next_batch(arena, [season], worker="w", rng=Random(1), max_blocks=1)
            assert batch is not None
            now = datetime.now(UTC)
            seats = (
                SeatResult(2, 0, cause, 1, evidence),
                SeatResult(1, 9, Cause.GAME_RULES),
            )
            for order in batch.orders:
                told = Report(
                    order.match_id, order.attempt, MatchResult(seats, 10, 9), b"x", "d" * 64, "w",
                    now, now, load=load,
                )  # fmt: skip
                report(arena, told)
            return batch.orders[0].match_id

    return _played


def shown(cli, match: str) -> str:
    return " ".join(cli("match", "show", match).stdout.split())


def test_f15__a_loss_by_time_says_how_long_it_took_and_what_was_allowed(cli, played) -> None:
    """F15: the fault record needs elapsed and limit."""
    match = played(Cause.TIMEOUT, LATE)
    said = shown(cli, match)
    assert "It was asked 1.2 s into the match, and no answer came." in said
    assert "It was charged 500 ms, of at most 500 ms." in said
    evidence = cli.json("match", "show", match)["seats"][0]["evidence"]
    assert (evidence["charged_us"], evidence["limit_us"]) == (500_000, 500_000)


def test_f12__a_crash_says_signal_memory_clock_and_last_words(cli, played) -> None:
    """F12: exit code, signal and last stderr are always attached."""
    match = played(Cause.CRASH, FELL)
    said = shown(cli, match)
    for words in (
        "signal 9",
        "more than 96 MiB of memory",
        "almost done",
        "its process ended 3 ms later",
    ):
        assert words in said
    evidence = cli.json("match", "show", match)["seats"][0]["evidence"]
    assert (evidence["oom"], evidence["signal"], evidence["stderr"]) == (True, 9, "almost done")


def test_t01__a_loss_by_time_stands_beside_what_the_machine_did(cli, played) -> None:
    """T01: host load, steal and throttling are recorded with each time loss."""
    load = MachineLoad(2, 1.5, 9.0, 0.125, 3, 250_000)
    match = played(Cause.TIMEOUT, LATE, load)
    said = shown(cli, match)
    assert "machine meanwhile: load 1.5 to 9.0 on 2 cores, 12.5 % stolen" in said
    assert "throttled 3 times, for 250 ms; it may have been the machine that was slow" in said
    assert cli.json("match", "show", match)["load"] == load.as_json()


def test_f10__match_show_says_how_far_an_attempt_came(cli) -> None:
    """F10: what was played of a match that was called off, and how long it took."""
    began = datetime(2030, 1, 1, tzinfo=UTC)
    with open_arena(Home(cli.home).create()) as arena:
        for name in ("ann", "bob"):
            version = submit(arena, ShippedBot("random"), name=name)
            set_checked(arena, version.id, True, "fine")
        season = season_named(arena, "finca")
        for _ in range(MAX_ABORTS):
            batch = next_batch(arena, [season], worker="w", rng=Random(1), max_blocks=1)
            assert batch is not None
            for order in batch.orders:
                seats = (SeatResult(0, 0, Cause.ABORTED),) * 2
                result = MatchResult(seats, 17, 9, reason="The match was not over after 6 s.")
                told = Report(
                    order.match_id, order.attempt, result, b"what was played", "d" * 64, "w",
                    began, began + timedelta(seconds=6), sandbox="cage: files, end",
                )  # fmt: skip
                report(arena, told)
    said = shown(cli, "m_1")
    assert "attempt 3: aborted after 6.0 s, 17 decisions: The match was not over after 6 s." in said
    paths = [attempt["replay"] for attempt in cli.json("match", "show", "m_1")["attempts"]]
    assert [Path(path).read_bytes() for path in paths] == [b"what was played"] * MAX_ABORTS
    assert said.count("what was played: ") == MAX_ABORTS
    assert "held by cage: files, end" in said


def test_match_show__without_a_loss_by_time_says_nothing_of_the_machine(cli, played) -> None:
    assert "machine" not in shown(cli, played(Cause.CRASH, FELL))
