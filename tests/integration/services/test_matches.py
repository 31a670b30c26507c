"""Matches as people ask for them, and what is sealed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from siurell.errors import LadderError
from siurell.match.result import Cause, MatchResult

from ladder.domain.batch import Batch, MatchOrder, Report
from ladder.domain.states import MatchState
from ladder.services import matches
from ladder.services.arena import Arena
from ladder.services.bots import bot_logs
from ladder.services.matches import list_matches, replay_of, replay_path, show_match
from ladder.services.report import report
from ladder.services.submit import VersionInfo

Enter = Callable[..., VersionInfo]
Draw = Callable[..., Batch | None]
Told = Callable[..., Report]
ResultOf = Callable[..., MatchResult]


@pytest.fixture
def batch(enter: Enter, draw: Draw) -> Batch:
    for name in ("ann", "bob"):
        enter(name)
    batch = draw(blocks=2)
    assert batch is not None
    return batch


def of_first_block(batch: Batch) -> list[MatchOrder]:
    return [order for order in batch.orders if order.seed == batch.orders[0].seed]


def test_seal__replay_and_logs_open_with_the_last_report_of_the_block(
    arena: Arena, batch: Batch, told: Told
) -> None:
    first, last = of_first_block(batch)
    report(arena, told(first))
    with pytest.raises(LadderError, match="sealed until all matches of its block") as caught:
        replay_path(arena, first.match_id)
    assert caught.value.reason == "SEALED"
    assert show_match(arena, first.match_id).line.sealed
    assert (bot_logs(arena, "ann").logs, bot_logs(arena, "ann").sealed) == ((), 1)

    report(arena, told(last))
    assert replay_path(arena, first.match_id).read_bytes() == b"replay of m_1"
    assert not show_match(arena, first.match_id).line.sealed
    logs = bot_logs(arena, "ann")
    assert [log.match_id for log in logs.logs] == [last.match_id, first.match_id]
    assert logs.sealed == 0
    assert {log.text for log in logs.logs} == {"hello from 0", "hello from 1"}


def test_replay__that_was_removed_says_so(arena: Arena, batch: Batch, told: Told) -> None:
    for order in of_first_block(batch):
        report(arena, told(order))
    arena.home.replay("m_1").unlink()
    with pytest.raises(LadderError, match="it was purged, or is lost") as caught:
        replay_path(arena, "m_1")
    assert caught.value.reason == "NO_REPLAY"


def test_replay__that_is_purged_in_this_moment_says_so(
    arena: Arena, batch: Batch, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    for order in batch.orders:
        report(arena, told(order))
    match = batch.orders[0].match_id
    found = matches.replay_path

    def purged(*words: object) -> Path:
        path = found(*words)
        path.unlink()
        return path

    assert replay_of(arena, match) == found(arena, match).read_bytes()
    monkeypatch.setattr(matches, "replay_path", purged)
    with pytest.raises(LadderError, match="it was purged") as caught:
        replay_of(arena, match)
    assert caught.value.reason == "NO_REPLAY"


def test_replay__of_a_void_match_says_that_there_is_none(
    arena: Arena,
    batch: Batch,
    told: Told,
    draw: Draw,
    aborted: Callable[[MatchOrder], MatchResult],
) -> None:
    first, last = of_first_block(batch)
    report(arena, told(last))
    for _ in range(3):
        report(arena, told(first, aborted(first)))
        again = draw()
        assert again is not None
        first = next((o for o in again.orders if o.match_id == first.match_id), first)
    with pytest.raises(LadderError, match="called off and has no replay"):
        replay_path(arena, first.match_id)


def test_f10__an_attempt_that_was_called_off_keeps_what_was_played(
    arena: Arena,
    batch: Batch,
    told: Told,
    draw: Draw,
    aborted: Callable[[MatchOrder], MatchResult],
) -> None:
    """F10: partial replay and durations are kept, and sealed like every other of that seed."""
    first, last = of_first_block(batch)
    off = told(first, replace(aborted(first), decisions=17))
    report(arena, replace(off, replay=b"what was played"))
    report(arena, told(last))
    [attempt] = show_match(arena, first.match_id).attempts
    assert (attempt.decisions, attempt.replay) == (17, None)
    assert attempt.started_at is not None and attempt.ended_at is not None
    assert (attempt.ended_at - attempt.started_at).total_seconds() == 3
    again = draw()
    assert again is not None
    report(arena, told(next(o for o in again.orders if o.match_id == first.match_id)))
    before, now = show_match(arena, first.match_id).attempts
    assert before.replay is not None and before.replay.read_bytes() == b"what was played"
    assert (now.replay, now.decisions) == (None, 100)
    assert replay_path(arena, first.match_id).read_bytes() != b"what was played"


def test_f10__an_attempt_of_which_nothing_is_known_has_no_replay(
    arena: Arena, batch: Batch, told: Told, aborted: Callable[[MatchOrder], MatchResult]
) -> None:
    """F10"""
    for order in of_first_block(batch):
        report(arena, replace(told(order, aborted(order)), replay=b"", digest=""))
    [attempt] = show_match(arena, batch.orders[0].match_id).attempts
    assert attempt.replay is None
    assert "attempt" not in "".join(path.name for path in arena.home.replays.iterdir())


@pytest.mark.parametrize("name", ["m_99", "nonsense"])
def test_match__that_is_not_there(arena: Arena, name: str) -> None:
    for ask in (show_match, replay_path):
        with pytest.raises(LadderError, match="siurell match list"):
            ask(arena, name)


def test_list__newest_first_in_pages(arena: Arena, batch: Batch) -> None:
    page = list_matches(arena, limit=3)
    assert [line.match_id for line in page] == ["m_4", "m_3", "m_2"]
    assert [line.match_id for line in list_matches(arena, before="m_2")] == ["m_1"]
    assert all(line.state is MatchState.RUNNING and line.sealed for line in page)
    assert page[0].seats[0].cause is None and page[0].seats[0].after is None


def test_list__of_what_is_not_there_is_an_error(arena: Arena, batch: Batch) -> None:
    for words in ({"bot": "nobody"}, {"season": "chess"}, {"before": "x"}):
        with pytest.raises(LadderError) as caught:
            list_matches(arena, **words)
        assert caught.value.reason.startswith("UNKNOWN_"), words


def test_list__names_the_versions_of_the_rows(arena: Arena, batch: Batch) -> None:
    """H12: who sat where comes from the rows of the match itself."""
    for line in list_matches(arena):
        order = next(order for order in batch.orders if order.match_id == line.match_id)
        assert [seat.label for seat in line.seats] == [
            batch.entrants[place].label for place in order.seating
        ]


def test_list__filters_by_bot_cause_and_state(
    arena: Arena, batch: Batch, told: Told, result_of: ResultOf, enter: Enter
) -> None:
    enter("cid")
    faulted, fine, *_ = batch.orders
    report(arena, told(faulted, result_of((2, 1), {0: Cause.CRASH})))
    report(arena, told(fine))
    assert [m.match_id for m in list_matches(arena, cause=Cause.CRASH)] == [faulted.match_id]
    assert len(list_matches(arena, state=MatchState.REPORTED)) == 2
    assert len(list_matches(arena, bot="ANN")) == 4
    assert list_matches(arena, bot="cid") == []
    crashed = show_match(arena, faulted.match_id).line.seats[0].bot
    other = "ann" if crashed == "bob" else "bob"
    assert len(list_matches(arena, bot=crashed, cause=Cause.CRASH)) == 1
    assert list_matches(arena, bot=other, cause=Cause.CRASH) == []
