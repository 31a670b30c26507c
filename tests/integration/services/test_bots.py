"""Bots as people ask for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from siurell.errors import LadderError
from siurell.match.result import Cause, MatchResult

from ladder.domain.batch import Batch, Report, ShippedBot
from ladder.domain.states import MAX_ABORTS, VersionState
from ladder.services.arena import Arena
from ladder.services.bots import bot_log, bot_logs, list_bots, show_bot
from ladder.services.report import report
from ladder.services.submit import VersionInfo, set_checked, submit

Enter = Callable[..., VersionInfo]


def test_list__by_name_with_what_plays_and_what_waits(arena: Arena, enter: Enter) -> None:
    enter("zoe")
    enter("Bob", "random")
    submit(arena, ShippedBot("greedy"), name="bob")
    lines = [(bot.name, bot.versions, bot.active, bot.pending) for bot in list_bots(arena)]
    assert lines == [("Bob", 2, 1, 1), ("zoe", 1, 1, 0)]


def test_show__versions_newest_first_with_their_check_reports(arena: Arena, enter: Enter) -> None:
    """H11: a failed check stays visible with its reason."""
    enter("bob", "random")
    second = submit(arena, ShippedBot("greedy"), name="bob")
    set_checked(arena, second.id, False, "it does not start: no module named numpy")
    detail = show_bot(arena, "BOB")
    assert [(v.label, v.state) for v in detail.versions] == [
        ("bob@2", VersionState.REJECTED),
        ("bob@1", VersionState.ACTIVE),
    ]
    assert "numpy" in detail.versions[0].check_report


def test_show__standing_and_causes(
    arena: Arena,
    enter: Enter,
    draw: Callable[..., Batch | None],
    told: Callable[..., Report],
    result_of: Callable[..., MatchResult],
) -> None:
    for name in ("ann", "bob"):
        enter(name)
    batch = draw()
    assert batch is not None
    for order in batch.orders:
        report(arena, told(order, result_of((2, 1), {0: Cause.CRASH})))
    detail = show_bot(arena, "ann")
    (season,) = detail.seasons
    assert (season.season, season.version, season.matches) == ("finca", 1, 2)
    assert (season.wins, season.faults) == (1.0, 1)
    assert detail.causes == ((Cause.GAME_RULES, 1), (Cause.CRASH, 1))

    assert len(bot_logs(arena, "ann").logs) == 2
    (error,) = bot_logs(arena, "ann", errors=True).logs
    assert (error.cause, error.seat, error.evidence.detail) == (Cause.CRASH, 0, "made up")
    assert len(bot_logs(arena, "ann", limit=1).logs) == 1


def test_bot__that_is_not_there(arena: Arena) -> None:
    for ask in (show_bot, bot_logs):
        with pytest.raises(LadderError, match="siurell bot list") as caught:
            ask(arena, "nobody")
        assert caught.value.reason == "UNKNOWN_BOT"


def test_logs__of_attempts_that_were_called_off_are_kept(
    arena: Arena,
    enter: Callable[..., VersionInfo],
    draw: Callable[..., Batch | None],
    told: Callable[..., Report],
    aborted: Callable[..., MatchResult],
) -> None:
    """F10, F12: what a bot wrote before a match was called off, whatever became of the match."""
    for name in ("ann", "bob"):
        enter(name)
    for attempt in range(1, MAX_ABORTS + 1):
        batch = draw()
        assert batch is not None
        first, *others = batch.orders
        report(arena, told(first, aborted(first)))
        if attempt == 1:
            assert bot_logs(arena, "ann").logs == ()
            for order in others:
                report(arena, told(order))
    played, void = bot_logs(arena, "ann").logs
    if void.match_id != first.match_id:
        played, void = void, played
    assert (void.match_id, void.cause, void.text) == (first.match_id, Cause.ABORTED, "")
    assert [one.attempt for one in void.attempts] == list(range(1, MAX_ABORTS + 1))
    assert {one.text for one in void.attempts} == {f"hello from {void.seat}"}
    assert {one.reason for one in void.attempts} == {"the referee went away"}
    assert (played.attempts, played.text) == ((), f"hello from {played.seat}")
    assert bot_log(arena, "ann", first.match_id) == void
