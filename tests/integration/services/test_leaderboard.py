"""The leaderboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from siurell.match.result import Cause, MatchResult

from ladder.domain.batch import Batch, Report, ShippedBot
from ladder.domain.intervals import wilson
from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.leaderboard import leaderboard
from ladder.services.report import report
from ladder.services.submit import VersionInfo, submit
from ladder.services.suspensions import open_suspensions, resume

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]


def test_leaderboard__before_any_match_all_share_the_first_rank(
    arena: Arena, season: Season, enter: Enter
) -> None:
    """R15: ties stay ties."""
    for name in ("bob", "Ann", "cid"):
        enter(name)
    submit(arena, ShippedBot("greedy"), name="waiting")
    board = leaderboard(arena, season)
    assert [(row.rank, row.bot) for row in board] == [(1, "Ann"), (1, "bob"), (1, "cid")]
    first = board[0]
    assert (first.matches, first.win_share, first.fault_share) == (0, None, None)
    assert (first.win_low, first.win_high, first.provisional) == (0.0, 1.0, True)
    assert first.score == pytest.approx(0.0)


def test_leaderboard__ranks_by_mu_minus_three_sigma_with_shares(
    arena: Arena,
    season: Season,
    enter: Enter,
    draw: Draw,
    told: Told,
    result_of: Callable[..., MatchResult],
) -> None:
    strong = str(enter("strong").id)
    enter("weak")
    for _ in range(15):
        for suspension in open_suspensions(arena):
            resume(arena, suspension.bot)
        batch = draw()
        assert batch is not None
        for order in batch.orders:
            winner = next(s for s, p in enumerate(order.seating) if batch.entrants[p].key == strong)
            placements = (1, 2) if winner == 0 else (2, 1)
            report(arena, told(order, result_of(placements, {1 - winner: Cause.CRASH})))
    first, second = leaderboard(arena, season)
    assert (first.rank, first.bot, second.rank, second.bot) == (1, "strong", 2, "weak")
    assert first.score == first.mu - 3 * first.sigma > second.score
    assert (first.matches, first.win_share, first.fault_share) == (30, 1.0, 0.0)
    assert (second.win_share, second.fault_share) == (0.0, 1.0)
    assert (second.win_low, second.win_high) == wilson(0, 30)


def test_leaderboard__a_bot_is_provisional_until_its_sigma_falls(
    arena: Arena,
    season: Season,
    enter: Enter,
    draw: Draw,
    told: Told,
    result_of: Callable[..., MatchResult],
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    marks = []
    for turn in range(40):
        batch = draw()
        assert batch is not None
        for order in batch.orders:
            report(arena, told(order, result_of((1, 2) if turn % 2 else (2, 1))))
        marks.append(leaderboard(arena, season)[0].provisional)
    assert marks[0] and not marks[-1]
    assert marks == sorted(marks, reverse=True)


def test_leaderboard__shows_the_active_version_of_each_bot(
    arena: Arena, season: Season, enter: Enter, draw: Draw, told: Told
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    batch = draw()
    assert batch is not None
    for order in batch.orders:
        report(arena, told(order))
    before = next(row for row in leaderboard(arena, season) if row.bot == "bob")
    enter("bob", "greedy")
    row = next(row for row in leaderboard(arena, season) if row.bot == "bob")
    assert (row.version, row.matches, row.mu) == (2, 0, before.mu)
