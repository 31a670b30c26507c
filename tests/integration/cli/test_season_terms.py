"""`siurell season`: made, listed, set, frozen, closed and opened by hand."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest
from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.domain.batch import Report, ShippedBot
from ladder.services.arena import open_arena
from ladder.services.report import report
from ladder.services.schedule import next_batch
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home


def play(cli, season: str, batches: int = 1) -> int:
    """Play so many batches with results of no meaning; how many there were."""
    rng = random.Random(1)
    with open_arena(Home(cli.home).create()) as arena:
        for played in range(batches):
            chosen = season_named(arena, season)
            batch = next_batch(arena, [chosen], worker="w", rng=rng, max_blocks=1)
            if batch is None:
                return played
            for order in batch.orders:
                then = datetime.now(UTC)
                seats = tuple(
                    SeatResult(place, 10, Cause.GAME_RULES)
                    for place in range(1, len(order.seating) + 1)
                )
                made = MatchResult(seats, 9, 9)
                report(
                    arena,
                    Report(
                        order.match_id, order.attempt, made, b"x", "d" * 64, "w", then, then, ()
                    ),
                )
    return batches


@pytest.fixture
def bots(cli) -> None:
    with open_arena(Home(cli.home).create()) as arena:
        for name in ("ann", "bob", "cid"):
            set_checked(arena, submit(arena, ShippedBot("random"), name=name).id, True, "fine")


def test_season__is_made_listed_and_shown(cli, bots) -> None:
    said = cli(
        *("season", "create", "sprint", "--game", "finca", "--seats", "2,3", "--time", "bullet"),
        *("--preset", "halite", "--tau", "0.1", "--weight", 4, "--closes", "2999-01-31 18:00"),
    ).stdout
    assert said == (
        "sprint: finca with 2, 3 seats, 2s+10ms/100ms, open.\n"
        "Next: siurell ladder run --season sprint\n"
    )
    assert play(cli, "sprint", 2) == 2
    (row,) = [one for one in cli.json("season", "list") if one["name"] == "sprint"]
    assert (row["seat_counts"], row["weight"], row["state"]) == ([2, 3], 4, "open")
    assert (row["bots"], row["closes_at"]) == (3, "2999-01-31T18:00:00+00:00")
    assert "sprint" in cli("season", "list").stdout
    said = cli("season", "show", "sprint").stdout
    assert "clock: 2s+10ms/100ms (bullet), 10s to start\n" in said
    assert "closes: 2999-01-31 18:00 UTC, with 10 blocks more for everybody\n" in said
    assert "meeting: not two bots of one owner\n" in said
    assert "tau 0.1, draws 0.001, since" in said.replace("\n  ", " ")
    shown = cli.json("season", "show", "sprint")
    assert shown["matches"] == row["matches"] > 0 and shown["in_flight"] == 0
    assert [one["params"]["tau"] for one in shown["rating_sets"]] == [0.1]


def test_season__of_every_game_is_open_and_weighs_one(cli) -> None:
    for season in cli.json("season", "list"):
        assert (season["state"], season["weight"], season["own_opponents"]) == ("open", 1, False)


def test_r06__other_rating_parameters_rate_the_log_again(cli, bots) -> None:
    """R06: what is shown is always by the parameters in force."""
    play(cli, "finca", 3)
    before = cli.json("leaderboard", "finca")
    said = cli("season", "set", "finca", "--tau", "0.3", "--draw-probability", "0.1").stdout
    assert "finca: changed rating parameters.\n" in said
    assert "rated again, by set 2 of its rating parameters.\n" in said
    assert cli.json("leaderboard", "finca") != before
    assert cli.json("rerate", "--check")["equal"]
    assert len(cli.json("season", "show", "finca")["rating_sets"]) == 2


def test_set__rating_parameters_of_a_long_log_not_while_the_ladder_runs(
    cli, bots, monkeypatch
) -> None:
    """A short log is rated again in a moment, in which the reports of a running ladder wait."""
    play(cli, "finca", 1)
    home = Home(cli.home).create()
    with home.lock("ladder"):
        assert "rated again" in cli("season", "set", "finca", "--tau", "0.3").stdout
        monkeypatch.setattr("ladder.services.short_logs.RATED_AGAIN_AT_ONCE", 1)
        table = cli.json("leaderboard", "finca")
        assert "While the ladder runs" in cli.refused("season", "set", "finca", "--tau", "0.4")
        assert "`siurell rerate --write finca`" in cli.refused("rerate", "--write", "finca")
        assert cli.json("rerate", "--check")["equal"]
        assert cli.json("leaderboard", "finca") == table
        assert cli.json("season", "show", "finca")["season"]["params"]["tau"] == 0.3
        assert cli("season", "set", "finca", "--weight", 2).exit_code == 0
        assert cli("season", "freeze", "finca").exit_code == 0
    assert "rated again" in cli("season", "set", "finca", "--tau", "0.4").stdout
    assert cli.json("rerate", "--write")["equal"]


def test_r21__a_season_is_closed_with_extra_blocks(cli, bots) -> None:
    """R21: everybody plays as many blocks more, then the table is final."""
    play(cli, "finca", 2)
    said = cli("season", "close", "finca", "--extra-blocks", 2).stdout
    assert said == (
        "The season finca is closing: everybody who is there plays 2 blocks more.\n"
        "Next: siurell ladder run --season finca\n"
    )
    assert (
        "6 blocks are owed yet: ann@1 2, bob@1 2, cid@1 2." in cli("season", "show", "finca").stdout
    )
    assert play(cli, "finca", 50) < 50
    shown = cli.json("season", "show", "finca")
    assert (shown["season"]["state"], shown["owed"]) == ("closed", {})
    assert "closed" in cli("season", "list").stdout
    assert "is closed already" in cli.refused("season", "close", "finca")
    assert "its table is final" in cli.refused("season", "set", "finca", "--weight", 2)
    said = cli.refused("season", "freeze", "finca")
    assert "cannot become frozen" in said and said.endswith("`siurell season show finca`.\n")
    assert "Next: " not in cli.refused("season", "set", "finca", "--opens", "soon")
    assert cli("season", "open", "finca").stdout.startswith("The season finca is open.\n")
    assert play(cli, "finca", 2) == 2


def test_freeze__and_open(cli, bots) -> None:
    assert cli("season", "freeze", "finca").stdout == (
        "The season finca is frozen: no new matches.\nNext: siurell season open finca\n"
    )
    assert play(cli, "finca") == 0
    assert cli.json("season", "open", "finca")["state"] == "open"
    assert play(cli, "finca") == 1


def test_ladder_run__of_a_season_at_rest_says_so(cli, bots) -> None:
    cli("season", "freeze", "finca")
    why = cli.refused("ladder", "run", "--season", "finca", "--blocks", 1)
    assert "The season finca is frozen, so there is nothing to play." in why
    assert "Next: siurell season open finca" in why


def test_ladder_run__of_a_closed_season_plays_what_was_asked_for(cli, bots) -> None:
    """A request waits for a ladder that runs, whatever that was started for."""
    assert cli("season", "close", "finca", "--extra-blocks", 0).exit_code == 0
    assert cli("match", "request", "finca", "ann", "bob", "--no-wait").exit_code == 0
    run = cli("ladder", "run", "--season", "finca", "--blocks", 1)
    assert run.exit_code == 0, run.output
    assert "finca is closed: no new matches of it are drawn." in run.stderr
    found = cli.json("match", "list")
    assert {(one["state"], one["rated"]) for one in found} == {("reported", False)}
    assert "nothing to play" in cli.refused("ladder", "run", "--season", "finca", "--blocks", 1)


def test_status__says_where_seasons_stand(cli, bots) -> None:
    assert "No match has been played yet." in cli("status").stdout
    assert "finca" not in cli("status").stdout
    play(cli, "finca")
    assert stands(cli, "finca") == "open"
    cli("season", "freeze", "finca")
    assert stands(cli, "finca") == "frozen"
    cli("season", "close", "finca", "--extra-blocks", 2)
    assert stands(cli, "finca") == "closing, 6 blocks owed"
    assert play(cli, "finca") == 1
    owed = cli.json("season", "show", "finca")["owed"]
    assert stands(cli, "finca") == f"closing, {sum(owed.values())} blocks owed"
    (season,) = [one for one in cli.json("status")["seasons"] if one["season"] == "finca"]
    assert (season["state"], season["owed"]) == ("closing", sum(owed.values()))
    cli("season", "close", "finca", "--extra-blocks", 0)
    assert stands(cli, "finca") == "closed"
    cli("season", "set", "farmini", "--opens", "2999-01-01")
    assert stands(cli, "farmini") == "opens 2999-01-01 00:00 UTC"


def stands(cli, season: str) -> str:
    """The state that `siurell status` tells of a season."""
    rows = [line.split() for line in cli("status").stdout.splitlines()]
    (row,) = [row for row in rows if row and row[0] == season]
    return " ".join(row[3:])


def test_leaderboard__says_where_a_season_stands(cli, bots) -> None:
    play(cli, "finca")
    assert "frozen" not in cli("leaderboard", "finca").stdout
    cli("season", "freeze", "finca")
    assert " matches, frozen " in cli("leaderboard", "finca").stdout
    cli("season", "close", "finca", "--extra-blocks", 0)
    assert ", closed" in cli("leaderboard", "finca").stdout


def test_opening__that_is_to_come(cli, bots) -> None:
    cli("season", "set", "finca", "--opens", "2999-01-01")
    assert "opens 2999-01-01 00:00 UTC" in cli("season", "show", "finca").stdout
    assert play(cli, "finca") == 0
    cli("season", "set", "finca", "--opens", "none")
    assert play(cli, "finca") == 1


CREATE = ("season", "create", "sprint", "--game", "finca")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("season", "create", "finca", "--game", "finca"), "There is a season finca already"),
        (("season", "create", "x y", "--game", "finca"), "cannot be its name"),
        (("season", "create", "sprint", "--game", "chess"), "chess"),
        ((*CREATE, "--seats", "1"), "1 seats are not possible"),
        ((*CREATE, "--seats", "two"), "are no numbers of seats"),
        ((*CREATE, "--preset", "elo"), "There are no rating parameters `elo`"),
        ((*CREATE, "--sigma", "0"), "sigma and beta are positive"),
        ((*CREATE, "--tau", "nan"), "finite"),
        ((*CREATE, "--weight", "1001"), "a weight is"),
        ((*CREATE, "--time", "180m"), "cannot be played"),
        ((*CREATE, "--time", "slow"), "There is no clock `slow`"),
        ((*CREATE, "--opens", "soon"), "is no time"),
        ((*CREATE, "--closes", "2001-01-01"), "is over"),
        ((*CREATE, "--option", "colour=red"), "colour"),
        (("season", "show", "chess"), "There is no season `chess`"),
        (("season", "freeze", "chess"), "There is no season `chess`"),
        (("season", "set", "finca"), "Nothing of the season finca"),
        (("season", "open", "finca"), "it is open already"),
        (("season", "set", "farmini-solo", "--tau", "1"), "no rating parameters to change"),
        (
            ("season", "create", "alone", "--game", "farmini", "--seats", "1", "--tau", "1"),
            "no rating parameters",
        ),
    ],
)
def test_season__is_refused_with_a_sentence(cli, words: tuple[str, ...], why: str) -> None:
    assert why in cli.refused(*words).replace("\n  ", " ")


def test_season__of_one_seat_is_played_alone(cli, bots) -> None:
    assert cli.json("season", "create", "alone", "--game", "farmini", "--seats", "1")["weight"] == 1
    assert play(cli, "alone", 2) == 2
    rows = cli.json("leaderboard", "alone")
    assert {row["rounds"] for row in rows} == {2}


def test_seats__are_fixed_by_the_first_match(cli, bots) -> None:
    assert cli("season", "set", "finca", "--seats", "2").exit_code == 0
    play(cli, "finca")
    assert "its seats can no longer be changed" in cli.refused(
        "season", "set", "finca", "--seats", "2-4"
    )


def test_submit__names_no_season_that_newcomers_have_no_part_in(cli, bots) -> None:
    for name in ("over", "ending"):
        cli("season", "create", name, "--game", "finca")
    cli("season", "close", "over", "--extra-blocks", 0)
    cli("season", "close", "ending")
    said = cli("submit", "greedy").stdout.split("from now on: ")[1]
    assert "finca, " in said and "over" not in said and "ending" not in said
    for name in ("finca", "la_granja", "la_granja-solo", "farmini", "farmini-solo"):
        cli("season", "close", name, "--extra-blocks", 0)
    said = cli("submit", "random").stdout
    assert "from now on: no season of its games is open to it.\n" in said


def test_create__of_one_seat_says_that_it_is_played_alone(cli) -> None:
    said = cli("season", "create", "hermit", "--game", "farmini", "--seats", 1).stdout
    assert said.startswith("hermit: farmini played alone, ")
