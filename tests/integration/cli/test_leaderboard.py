"""`siurell leaderboard`: the fit beside the ratings, pages, marks, and any number in 80 columns."""

from __future__ import annotations

import sqlite3

import pytest
from siurell.match.result import Cause, Evidence

from ladder.cli.match import fell_though_it_won
from ladder.domain.ratings import Rating, RatingParameters, rate
from ladder.services.matches import SeatLine

WIDTH = 80


@pytest.fixture
def season(cli):
    """Three bots, and a few matches that were never played but are in the log."""
    for name in ("ann", "bob", "cid"):
        assert cli("submit", "random", "--name", name).exit_code == 0
    return "finca"


def put(cli, mu: float, sigma: float, matches: int = 4) -> None:
    """Put a standing of the first bot into the store."""
    connection = sqlite3.connect(cli.home / "siurell.sqlite")
    connection.execute(
        "INSERT OR REPLACE INTO standing (season_id, version_id, mu, sigma, matches, wins, faults,"
        " last_batch) VALUES ((SELECT id FROM season WHERE name = 'finca'), 1, ?, ?, ?, 0, 0, 0)",
        (mu, sigma, matches),
    )
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("mu", "sigma"),
    [(-3.04, 1e-9), (-123.4, 8.3), (9_999.9, 123_456.7), (4.2e15, 1.0), (-1.7e300, 1e300)],
)
def test_any_real_rating__fits_the_table(cli, season, mu, sigma) -> None:
    """R10: very large, very small and negative ratings, in a terminal of 80 columns."""
    put(cli, mu, sigma, matches=1_234_567)
    said = cli("leaderboard", season).stdout
    assert max(map(len, said.splitlines())) <= WIDTH
    row = next(line for line in said.splitlines() if "ann@1" in line)
    shown = [float(word.rstrip("?")) for word in row.split()[2:5]]
    assert shown == pytest.approx([mu - 3 * sigma, mu, 3 * sigma], rel=0.06, abs=0.06)
    assert "1234567" in row


def test_inactive__is_marked_and_said_what_that_means(cli, season) -> None:
    """R18."""
    put(cli, 30.0, 1.0)
    assert " z" not in cli("leaderboard", season).stdout
    assert cli("bot", "retire", "ann").exit_code == 0
    said = cli("leaderboard", season).stdout
    assert "ann@1 z" in said
    assert "z inactive: it plays no more, and keeps its rating." in said
    assert [row["bot"] for row in cli.json("leaderboard", season) if row["inactive"]] == ["ann"]


def test_page__of_the_table(cli, season) -> None:
    said = cli("leaderboard", season, "--from", 2, "--limit", 1).stdout
    assert said.startswith("finca: 2 to 2 of 3")
    assert "bob@1" in said and "ann@1" not in said
    assert "the best 2 of 3" in cli("leaderboard", season, "-n", 2).stdout
    assert [row["bot"] for row in cli.json("leaderboard", season, "--from", 3)] == ["cid"]
    assert "nobody from row 9 on" in cli("leaderboard", season, "--from", 9).stdout


def test_fit__before_any_match_is_left_out(cli, season) -> None:
    assert "order-free" not in cli("leaderboard", season, "--fit").stdout
    assert all("fit" not in row for row in cli.json("leaderboard", season, "--fit"))


def test_fit__of_a_solo_season_is_refused(cli, season) -> None:
    assert "ranked by leads" in cli.refused("leaderboard", "farmini-solo", "--fit")


@pytest.mark.process
def test_fit__after_some_matches(cli, season) -> None:
    assert cli("ladder", "run", "--blocks", 3, "--season", season).exit_code == 0
    plain = cli("leaderboard", season).stdout
    assert "order-free" not in plain
    said = cli("leaderboard", season, "--fit").stdout
    assert said.startswith(plain[: plain.index("\n\n")] if "\n\n" in plain else plain[:40])
    assert "finca: order-free fit of 3 blocks" in said
    assert "The order-free fit of all matches " in said
    assert max(map(len, said.splitlines())) <= WIDTH
    for row in cli.json("leaderboard", season, "--fit"):
        fit = row["fit"]
        assert fit is None or fit["best_place"] <= fit["place"] <= fit["worst_place"]


def seat(before: Rating | None, after: Rating | None, placement: int | None = 1) -> SeatLine:
    cause = None if placement is None else Cause.GAME_RULES
    return SeatLine(0, "ann", 2, cause, placement, 50, Evidence(), before, after)


def test_match_show__says_why_a_winner_fell() -> None:
    """R13: a win may lower what is shown; `show` explains it, and the mean did not fall."""
    params = RatingParameters(tau=25 / 300, draw_probability=0.10)
    before = Rating(40.0, 0.8)
    after = rate([before, Rating(10.0, 0.8)], (1, 2), params).ratings[0]
    assert after.score < before.score and after.mu >= before.mu
    assert fell_though_it_won(seat(before, after)) is None, "both are shown as 37.6"
    before = Rating(40.0, 0.78)
    restless = RatingParameters(tau=0.3, draw_probability=0.10)
    after = rate([before, Rating(10.0, 0.8)], (1, 2), restless).ratings[0]
    said = fell_though_it_won(seat(before, after))
    assert said is not None and said.startswith("ann@2 won, and its rating fell from 37.7 to 37.5")
    assert fell_though_it_won(seat(before, after, placement=2)) is None
    assert fell_though_it_won(seat(after, before)) is None
    assert fell_though_it_won(seat(None, None, placement=None)) is None
