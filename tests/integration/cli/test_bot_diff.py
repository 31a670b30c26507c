"""`siurell bot diff`: what changed from one version to another, in a table and a sentence."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.domain.batch import Report, ShippedBot
from ladder.services.arena import Arena, open_arena
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home


def enter(arena: Arena, name: str, shipped: str) -> None:
    set_checked(arena, submit(arena, ShippedBot(shipped), name=name).id, True, "fine")


def play(arena: Arena, season: str, batches: int, best: str) -> None:
    """Matches that `best` wins, and nobody else in particular."""
    rng = random.Random(season + best)
    for _ in range(batches):
        seasons = [season_named(arena, season)]
        batch = next_batch(arena, seasons, worker="w", rng=rng, max_blocks=1)
        assert batch is not None
        for order in batch.orders:
            labels = [batch.entrants[place].label for place in order.seating]
            scores = [100 if label == best else rng.randint(20, 80) for label in labels]
            seats = tuple(
                SeatResult(1 + sum(other > score for other in scores), score, Cause.GAME_RULES)
                for score in scores
            )
            now = datetime.now(UTC)
            result = MatchResult(seats, 10, 9)
            report(
                arena,
                Report(order.match_id, order.attempt, result, b"x", "d" * 64, "w", now, now),
            )


@pytest.fixture
def two_versions(cli) -> None:
    with open_arena(Home(cli.home).create()) as arena:
        for name in ("ann", "bob", "cat"):
            enter(arena, name, "random")
        for best, shipped in (("nobody", None), ("ann@2", "greedy")):
            if shipped is not None:
                enter(arena, "ann", shipped)
            play(arena, "finca", 40, best)
            play(arena, "la_granja-solo", 10, best)


def test_bot_diff__tells_in_a_sentence_whether_it_is_beyond_chance(cli, two_versions: None) -> None:
    result = cli("bot", "diff", "ann")
    assert result.exit_code == 0, result.output
    text = result.stdout
    assert text.startswith("ann: @1 and @2\n")
    assert all(len(line) <= 80 for line in text.splitlines())
    flat = " ".join(text.split())
    assert "Against 2 opponents that both met @2 gets +0." in flat
    assert "of the point a match (+0." in flat and "blocks): better, beyond chance." in flat
    assert "points a match" in flat
    assert "Of twenty such differences one is beyond chance by chance." in flat
    assert text.endswith("Next: siurell compare ann@2 ann@1 --pool BOT,BOT\n")


def test_bot_diff__for_a_program(cli, two_versions: None) -> None:
    found = cli.json("bot", "diff", "ann", "@1", "ann@2")
    assert (found["bot"], found["old"], found["new"]) == ("ann", 1, 2)
    finca, alone = found["seasons"]
    assert (finca["season"], finca["alone"], alone["alone"]) == ("finca", False, True)
    told = finca["difference"]
    assert told["verdict"] == "better" and told["interval"][0] > 0
    assert [one["opponent"] for one in told["opponents"]] == ["bob@1", "cat@1"]
    assert finca["new"]["causes"] == {"game_rules": finca["new"]["matches"]}
    assert finca["new"]["wins"]["mean"] == 1.0 and finca["new"]["rating"]["sigma"] < 8
    assert alone["new"]["solo"]["rounds"] == 10 and alone["new"]["rating"] is None


def test_bot_diff__before_anything_was_played(cli) -> None:
    assert cli("submit", "random").exit_code == 0
    assert "is one version, and two are compared" in cli.refused("bot", "diff", "random")
    assert cli("submit", "greedy", "--name", "random").exit_code == 0
    result = cli("bot", "diff", "random")
    assert "Neither has played a rated match yet." in result.stdout
    for word in ("x", "@", "greedy@1", "1" * 12, "²"):
        assert "is no version of random" in cli.refused("bot", "diff", "random", word)
    assert "has no version 9" in cli.refused("bot", "diff", "random", "9")
    assert "There is no bot" in cli.refused("bot", "diff", "nobody")
