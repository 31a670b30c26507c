"""Playing alone, and seasons of several games, from the command line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

import pytest
from siurell.games.registry import games
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.domain.batch import Batch, MatchOrder, Report
from ladder.services.arena import open_arena
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import all_seasons, season_named
from ladder.store.home import Home

GAME = next(game for game in games() if game.min_seats == 1)
SOLO = f"{GAME.name}-solo"


def test_play__one_bot_alone_has_a_score_and_a_grade(cli) -> None:
    said = cli("play", GAME.name, "greedy", "--seed", 7, "--no-boards").stdout
    assert said.startswith(f"{GAME.name}: greedy alone\n")
    result = cli.json("replay", "show", "last")["result"]
    lines = said.splitlines()
    (score,) = [line for line in lines if line.endswith(" points")]
    assert score.split() == ["greedy", str(result["scores"][0]), "points"]
    assert f"decisions, {result['grade']}" in said
    assert "decisions hold" in cli("replay", "verify").stdout
    assert f"{GAME.name}: greedy alone" in cli("replay", "show", "last").stdout


def test_play__several_bots_alone_on_the_same_seeds(cli) -> None:
    found = cli.json("play", GAME.name, "greedy", "random", "--seats", 1, "--games", 4)
    assert found["seats"] == 1
    assert [match["seats"] for match in found["matches"]] == [["greedy"], ["random"]] * 2
    seeds = [cli.json("replay", "show", m["replay"])["seed"] for m in found["matches"]]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    best, worst = found["bots"]
    scores = {name: [] for name in ("greedy", "random")}
    for match in found["matches"]:
        scores[match["seats"][0]] += match["scores"]
        assert match["grade"] in best["grades"] | worst["grades"]
    assert best["mean_score"] == sum(scores["greedy"]) / 2
    assert best["lead"] == -worst["lead"] == (sum(scores["greedy"]) - sum(scores["random"])) / 4
    assert (best["matches"], best["rounds"], sum(best["grades"].values())) == (2, 2, 2)
    assert best["lead_interval"][0] <= best["lead"] <= best["lead_interval"][1]


def test_play__the_table_of_bots_that_play_alone(cli) -> None:
    said = cli("play", GAME.name, "greedy", "random", "--seats", 1, "--seed", 1).stdout
    assert f"{GAME.name}: 2 matches, clock 10s+50ms/500ms (blitz), alone" in said
    assert max(len(line) for line in said.splitlines() if "Replays: " not in line) <= 80
    for word in ("points (95 %)", "lead (95 %)", "slowest", "errors", "--seed 1"):
        assert word in said
    assert "wins" not in said and "by seat" not in said


def test_play__a_bot_without_a_match_has_no_slowest_decision(cli) -> None:
    bots = ("greedy", "random", "random")
    said = cli("play", GAME.name, *bots, "--seats", 1, "--games", 2).stdout
    (line,) = [line for line in said.splitlines() if line.startswith("random#2")]
    assert line.split() == ["random#2", "0", "-", "-", "-", "-"]


def test_play__the_seats_that_are_left_over_go_to_random(cli) -> None:
    found = cli.json("play", GAME.name, "greedy", "--seats", 3)
    assert found["matches"][0]["seats"] == ["greedy", "random#1", "random#2"]


@pytest.mark.process
def test_play__a_bot_in_its_own_folder_alone(cli, monkeypatch) -> None:
    assert cli("new", "mybot", "--game", GAME.name).exit_code == 0
    monkeypatch.chdir(cli.desk / "mybot")
    said = cli.refused("play", "--seats", 9)
    assert f"{GAME.name} is for {GAME.min_seats} to {GAME.max_seats} seats, not 9" in said
    found = cli.json("play", "--seats", 1)
    assert found["matches"][0]["seats"] == ["mybot"]
    assert found["matches"][0]["causes"] == ["game_rules"]


def reported(cli, season: str, rounds: int = 1) -> list[str]:
    """Have matches of a season made up and reported; their ids."""
    rng = Random("made up")
    with open_arena(Home(cli.home)) as arena:
        batch = next_batch(
            arena, [season_named(arena, season)], worker="w", rng=rng, max_blocks=rounds
        )
        assert batch is not None
        for order in batch.orders:
            report(arena, made_up(batch, order))
        return [order.match_id for order in batch.orders]


def made_up(batch: Batch, order: MatchOrder) -> Report:
    """A report: who stands later in the line-up has more points."""
    now = datetime.now(UTC)
    seats = [
        SeatResult(
            len(order.seating) - sum(other < place for other in order.seating),
            10 * place,
            Cause.GAME_RULES,
        )
        for place in order.seating
    ]
    result = MatchResult(tuple(seats), 50, 40, "farmer" if batch.seats == 1 else "")
    return Report(order.match_id, order.attempt, result, b"x", "d" * 64, "w", now, now)


@pytest.fixture
def bots(cli) -> Callable[..., list[str]]:
    for bot in ("random", "greedy", "search"):
        cli("submit", bot)
    return lambda season, rounds=1: reported(cli, season, rounds)


def test_submit__names_the_seasons_that_the_bot_enters(cli) -> None:
    said = cli("submit", "random").stdout
    with open_arena(Home(cli.home)) as arena:
        names = [season.name for season in all_seasons(arena)]
    assert f"random@1 plays on the ladder from now on: {', '.join(names)}." in said


def test_leaderboard__of_a_solo_season(cli, bots) -> None:
    bots(SOLO, 2)
    said = cli("leaderboard", SOLO).stdout
    assert said.startswith(f"{SOLO}: 3 bots, 6 matches")
    assert [line.split()[:3] for line in said.splitlines()[3:6]] == [
        ["1", "search@1", "+10.0?"],
        ["2", "greedy@1", "0.0?"],
        ["3", "random@1", "-10.0?"],
    ]
    rows = cli.json("leaderboard", SOLO)
    assert [(row["season"], row["bot"], row["lead"], row["rounds"]) for row in rows] == [
        (SOLO, "search", 10, 2),
        (SOLO, "greedy", 0, 2),
        (SOLO, "random", -10, 2),
    ]


def test_leaderboard__shows_every_season_that_has_been_played(cli, bots) -> None:
    assert cli("leaderboard").stdout.startswith("finca: 3 bots ")
    bots("finca")
    assert SOLO not in cli("leaderboard").stdout
    bots(SOLO)
    said = cli("leaderboard").stdout
    assert said.index("finca: 3 bots, 2 matches") < said.index(f"{SOLO}: 3 bots, 3 matches")
    assert f"Next: siurell leaderboard {SOLO}\n" in said
    assert [row["season"] for row in cli.json("leaderboard")] == ["finca"] * 3 + [SOLO] * 3
    assert {row["season"] for row in cli.json("leaderboard", "finca")} == {"finca"}


def test_leaderboard__of_several_seasons_is_short(cli, bots) -> None:
    for number in range(4):
        cli("submit", "random", "--name", f"more-{number}")
    bots("finca")
    assert "finca: 7 bots, 2 matches" in cli("leaderboard").stdout
    bots(SOLO)
    said = cli("leaderboard").stdout
    assert f"{SOLO}: the best 5 of 7, 7 matches" in said
    assert "more-3@1" in cli("leaderboard", SOLO).stdout


def test_match_show__of_a_solo_match_tells_its_grade_and_its_round(cli, bots) -> None:
    first, *_ = bots(SOLO)
    said = cli("match", "show", first).stdout
    assert f"{first}: {SOLO}, 1 seat, clock" in said
    assert "farmer" in said
    assert "round of 3 bots, mean 10.0: -10.0" in said
    facts = cli.json("match", "show", first)
    assert facts["round"] == {"bots": 3, "mean": 10.0, "lead": -10.0, "given_up": False}


def test_match_list__names_the_seasons_where_there_are_several(cli, bots) -> None:
    bots(SOLO)
    assert SOLO not in cli("match", "list").stdout
    assert "search@1 20, farmer" in cli("match", "list").stdout
    bots("finca")
    said = cli("match", "list").stdout
    assert SOLO in said and "finca" in said
    assert max(map(len, said.splitlines())) <= 80
    assert len(cli.json("match", "list", "--season", SOLO)) == 3


def test_bot_show__tells_ratings_and_leads(cli, bots) -> None:
    bots(SOLO, 2)
    said = cli("bot", "show", "search").stdout
    assert "+10.0 +- 0.0" in said
    (line,) = cli.json("bot", "show", "search")["seasons"]
    assert (line["season"], line["rating"], line["solo"]["lead"]) == (SOLO, None, 10)


def test_rerate__all_seasons_or_one(cli, bots) -> None:
    bots(SOLO)
    bots("finca")
    assert "Equal, bit for bit: 5 matches, 5 rated versions." in cli("rerate").stdout
    assert "Equal, bit for bit: 3 matches, 3 rated versions." in cli("rerate", SOLO).stdout
    found = cli.json("rerate")
    assert found["equal"]
    assert found["seasons"][SOLO]["matches"] == 3


def test_ladder_run__a_season_with_too_few_bots_is_refused(cli) -> None:
    cli("submit", "greedy")
    said = cli.refused("ladder", "run", "--season", SOLO)
    assert f"needs two bots for {SOLO}, and there is only greedy" in said
    assert "Next: siurell submit random" in said


def test_games__name_their_seasons(cli) -> None:
    assert f"{GAME.name}, {SOLO}" in cli("games").stdout
    assert cli.json("games")[0]["seasons"] == ["finca"]
