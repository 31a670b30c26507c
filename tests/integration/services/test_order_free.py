"""The order-free fit beside the leaderboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from siurell.match.result import MatchResult

from ladder.domain.batch import Batch, Report
from ladder.domain.seasons import Season
from ladder.services.activity import retire
from ladder.services.arena import Arena
from ladder.services.leaderboard import leaderboard
from ladder.services.order_free import order_free, read_log
from ladder.services.report import report
from ladder.services.submit import VersionInfo

Play = Callable[..., None]


@pytest.fixture
def play(
    arena: Arena,
    draw: Callable[..., Batch | None],
    told: Callable[..., Report],
    result_of: Callable[..., MatchResult],
) -> Play:
    """Play so many batches; of two that meet, who stands first in the list of names wins."""

    def _play(order_of: list[str], batches: int) -> None:
        for _ in range(batches):
            batch = draw()
            assert batch is not None
            for order in batch.orders:
                names = [batch.entrants[place].label.partition("@")[0] for place in order.seating]
                ranks = [order_of.index(name) for name in names]
                placements = tuple(1 + sum(other < mine for other in ranks) for mine in ranks)
                report(arena, told(order, result_of(placements)))

    return _play


NAMES = ["ann", "bob", "cid", "dan", "eve"]


def test_fit__stands_beside_the_leaderboard(
    arena: Arena, season: Season, enter: Callable[..., VersionInfo], play: Play
) -> None:
    for name in reversed(NAMES):
        enter(name)
    play(NAMES, 25)
    log = read_log(arena, season)
    fit = order_free(arena, season, log, replicates=50)
    assert [row.bot for row in fit.rows] == NAMES
    assert [row.place for row in fit.rows] == [1, 2, 3, 4, 5]
    assert fit.blocks == len(log) == 25
    assert fit.matches == sum(map(len, log))
    for row in fit.rows:
        assert row.low <= row.strength <= row.high or row.low == row.high
        assert row.best_place <= row.place <= row.worst_place
    ranks = {row.bot: row.rank for row in leaderboard(arena, season)}
    assert {row.bot: row.rank for row in fit.rows} == ranks
    assert fit.sentence.startswith("The order-free fit of all matches ")
    assert order_free(arena, season, log, replicates=50) == fit


def test_fit__of_a_log_whose_end_is_unlike_its_beginning(
    arena: Arena, season: Season, enter: Callable[..., VersionInfo], play: Play
) -> None:
    """What the ratings weigh more, the last matches, the fit weighs like all others."""
    for name in NAMES:
        enter(name)
    play(NAMES, 40)
    play(NAMES[::-1], 40)
    fit = order_free(arena, season, read_log(arena, season), replicates=50)
    apart = max(row.strength for row in fit.rows) - min(row.strength for row in fit.rows)
    board = leaderboard(arena, season)
    assert board[0].bot in NAMES[2:]
    assert apart < 1.5
    assert "differs from the ratings" in fit.sentence
    beyond = any(row.beyond for row in fit.rows)
    assert ("beyond what may be luck" in fit.sentence) == beyond
    assert ("may be right" in fit.sentence) != beyond


def test_fit__leaves_out_who_has_not_played_and_counts_its_steps(
    arena: Arena, season: Season, enter: Callable[..., VersionInfo], play: Play
) -> None:
    assert order_free(arena, season, read_log(arena, season)).rows == ()
    for name in NAMES[:3]:
        enter(name)
    play(NAMES, 6)
    enter("new")
    steps: list[None] = []
    matches: list[None] = []
    log = read_log(arena, season, lambda: matches.append(None))
    fit = order_free(arena, season, log, replicates=20, advance=lambda: steps.append(None))
    assert {row.bot for row in fit.rows} == set(NAMES[:3])
    assert len(matches) == fit.matches
    assert len(steps) > 20


def test_inactive__keeps_its_rating_and_is_marked(
    arena: Arena, season: Season, enter: Callable[..., VersionInfo], play: Play
) -> None:
    """R18: nothing decays while a bot stays away."""
    for name in NAMES:
        enter(name)
    play(NAMES, 10)
    before = {row.bot: row for row in leaderboard(arena, season)}
    retire(arena, "ann")
    play(NAMES, 5)
    after = {row.bot: row for row in leaderboard(arena, season)}
    assert after["ann"].inactive and not before["ann"].inactive
    assert (after["ann"].mu, after["ann"].sigma) == (before["ann"].mu, before["ann"].sigma)
    assert [row.bot for row in after.values() if row.inactive] == ["ann"]
    assert "ann" in {row.bot for row in order_free(arena, season, read_log(arena, season)).rows}


def test_page__is_a_part_of_the_table(
    arena: Arena, season: Season, enter: Callable[..., VersionInfo], play: Play
) -> None:
    for name in NAMES:
        enter(name)
    play(NAMES, 4)
    whole = leaderboard(arena, season)
    assert leaderboard(arena, season, first=2, limit=2) == whole[1:3]
    assert leaderboard(arena, season, first=9, limit=2) == []
    assert [row.score for row in whole] == [row.mu - 3 * row.sigma for row in whole]
