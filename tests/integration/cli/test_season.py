"""`siurell season`: to a file, into another arena, and what is refused."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.domain.batch import Report, ShippedBot
from ladder.services.arena import open_arena
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home


@pytest.fixture
def played(cli) -> None:
    """A season of three blocks, of the last of which one match is missing."""
    with open_arena(Home(cli.home).create()) as arena:
        for name in ("ann", "bob"):
            set_checked(arena, submit(arena, ShippedBot("random"), name=name).id, True, "fine")
        season = season_named(arena, "finca")
        batch = next_batch(arena, [season], worker="w", rng=Random(1), max_blocks=3)
        assert batch is not None
        for order in batch.orders[:-1]:
            seats = (SeatResult(1, 40, Cause.GAME_RULES), SeatResult(2, 0, Cause.CRASH, 1))
            then = datetime.now(UTC)
            made = MatchResult(seats, 9, 9)
            report(arena, Report(order.match_id, 1, made, b"x", "d" * 64, "w", then, then, ()))


def test_season__goes_to_a_file_and_into_another_arena(cli, played) -> None:
    table = cli.json("leaderboard", "finca")
    said = cli("season", "export", "finca", "--output", "finca.jsonl").stdout
    assert "finca.jsonl: finca, 6 matches of 2 versions, " in said
    assert "1 of them are not played yet; they are void in the file." in said
    assert cli.json("season", "export", "finca", "--output", "x.jsonl")["unfinished"] == 1
    cli.home = cli.desk / "elsewhere"
    said = cli("season", "import", "finca.jsonl").stdout
    assert said == (
        "finca: 6 matches of 2 bots, 2 versions new here.\n"
        "Its table was computed again from the log and is the same, bit for bit.\n"
        "Next: siurell leaderboard finca\n"
    )
    assert cli.json("leaderboard", "finca") == table
    assert cli.json("rerate", "--check")["equal"]
    assert "was purged, or is lost" in cli.refused("replay", "show", "m_1")


def test_season__is_refused_with_a_sentence(cli, played) -> None:
    assert "There is no season `chess`" in cli.refused("season", "export", "chess", "-o", "x")
    cli("season", "export", "finca", "--output", "finca.jsonl")
    assert "already; nothing was written" in cli.refused(
        "season", "export", "finca", "--output", "finca.jsonl"
    )
    assert "refuses nowhere" in cli.refused("season", "import", "nowhere")
    assert "played in this arena already" in cli.refused("season", "import", "finca.jsonl")
    cli.home = cli.desk / "elsewhere"
    file = Path("finca.jsonl")
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:-2]))
    assert "it was cut. Nothing was changed" in cli.refused("season", "import", "finca.jsonl")
    first = json.loads(lines[0])
    file.write_text("".join([json.dumps(first | {"format": 7}) + "\n", *lines[1:]]))
    assert "has format 7, and this Siurell reads up to 2" in cli.refused(
        "season", "import", "finca.jsonl"
    )
    assert not cli.home.exists()


def test_season__is_not_taken_in_while_a_ladder_runs(cli, played) -> None:
    cli("season", "export", "finca", "--output", "finca.jsonl")
    cli.home = cli.desk / "elsewhere"
    with Home(cli.home).create().lock("ladder"):
        assert "Another `siurell ladder run`" in cli.refused("season", "import", "finca.jsonl")


def test_backup__is_made_and_put_back(cli, played) -> None:
    table = cli.json("leaderboard", "finca")
    said = cli("ladder", "backup", "kept").stdout
    assert said.startswith("kept: 6 matches, 0 stored versions, ")
    assert (
        "5 replays, 0 logs.\nNext, to put it back: siurell --home FOLDER ladder restore kept"
        in (said)
    )
    assert "something at kept already" in cli.refused("ladder", "backup", "kept")
    assert "There is an arena in" in cli.refused("ladder", "restore", "kept")
    cli.home = cli.desk / "elsewhere"
    assert "is no backup of an arena" in cli.refused("ladder", "restore", "nowhere")
    said = cli("ladder", "restore", "kept").stdout
    assert "5 rated matches, 0 stored versions; 7 files as backed up.\n1 match of blocks" in said
    assert said.endswith(
        "All tables are as the log gives them, bit for bit.\nNext: siurell leaderboard\n"
    )
    assert cli.json("leaderboard", "finca") == table


def test_stats__tell_what_common_seeds_buy(cli, played) -> None:
    said = cli("stats", "variance").stdout
    line = next(line for line in said.splitlines() if line.startswith("finca"))
    assert line.split() == ["finca", "2", "2", "0.3333", "0.0000", "0.00", "-"]
    assert "a block is worth so many unrelated matches" in said
    assert said.endswith("Next: siurell leaderboard\n")
    assert max(map(len, said.splitlines())) <= 80
    (found,) = cli.json("stats", "variance", "finca")
    assert (found["formats"][0]["blocks"], found["left_out"]) == (2, 0)
    assert "There is no season" in cli.refused("stats", "variance", "chess")


def test_stats__before_anything_was_played(cli) -> None:
    assert cli("stats", "variance").stdout == (
        "No block has been played to its end yet.\nNext: siurell ladder run --blocks 20\n"
    )
