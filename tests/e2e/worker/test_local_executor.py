"""The embedded executor: batches from the ladder, played here, reported once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from siurell.errors import LadderError
from siurell.match.result import Cause, Evidence
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from sqlmodel import select

from ladder.domain.batch import ShippedBot
from ladder.domain.seasons import Season
from ladder.domain.states import MOST_IN_VAIN
from ladder.executors.base import (
    BatchEnded,
    BatchStarted,
    MatchReported,
    NothingToPlay,
    OnExecutorEvent,
    SubmissionStuck,
    WaveOfFaults,
)
from ladder.executors.local import SPOILT, WORKER, LocalExecutor
from ladder.services.arena import Arena, open_arena
from ladder.services.matches import list_matches, replay_path, show_match
from ladder.services.report import ReportOutcome
from ladder.services.rerate import rerate
from ladder.services.schedule import next_batch
from ladder.services.seasons import all_seasons, season_named
from ladder.services.solo_leaderboard import solo_leaderboard
from ladder.services.submit import STUCK_AFTER, VersionInfo, set_checked, submit
from ladder.services.suspensions import open_suspensions
from ladder.store.home import Home
from ladder.store.tables import AttemptRow, SeasonRow
from ladder.worker.launcher import launch
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process


@pytest.fixture
def ladder(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(Home(tmp_path / "home").create()) as arena:
        yield arena


def enter(ladder: Arena, *names: str) -> None:
    for name in names:
        version = submit(ladder, ShippedBot("random"), name=name)
        set_checked(ladder, version.id, True, "")


def executor(ladder: Arena, on_event: OnExecutorEvent, *seasons: Season, **more) -> LocalExecutor:
    chosen = seasons or [season_named(ladder, "finca")]
    rng = random.Random(1)
    return LocalExecutor(ladder, chosen, NoSandbox(), rng=rng, on_event=on_event, **more)


def solo_season(ladder: Arena) -> Season:
    return next(season for season in all_seasons(ladder) if season.solo)


def with_clock(ladder: Arena, season: Season, time: str) -> Season:
    with ladder.db.write() as session:
        row = session.get_one(SeasonRow, season.id)
        row.time, row.startup_us = time, 60_000_000
        session.add(row)
    return season_named(ladder, season.name)


def patient(ladder: Arena, season: Season) -> Season:
    """The season with a clock that no sound bot loses by, however busy the machine of the test is.

    The half second that a season gives for a decision is shorter than a process may have to wait
    for its turn where twenty others want to run.
    """
    return with_clock(ladder, season, "2m")


def enter_program(ladder: Arena, folder: Path, game: str, source: str) -> VersionInfo:
    folder.mkdir()
    (folder / "siurell.toml").write_text(f'name = "{folder.name}"\ngames = ["{game}"]\n')
    (folder / "bot.py").write_text(source)
    return set_checked(ladder, submit(ladder, folder).id, True, "")


def states(ladder: Arena) -> Counter[str]:
    return Counter(match.state.value for match in list_matches(ladder, limit=1000))


async def test_run__so_many_blocks_reported_and_rated(ladder):
    enter(ladder, "one", "two", "three")
    events: list[object] = []
    await executor(ladder, events.append, jobs=2, max_blocks=2).run(blocks=5)
    started = [event for event in events if isinstance(event, BatchStarted)]
    assert sum(event.blocks for event in started) == 5
    assert sum(isinstance(event, BatchEnded) for event in events) == len(started)
    reported = [event for event in events if isinstance(event, MatchReported)]
    assert {event.outcome for event in reported} == {ReportOutcome.APPLIED}
    assert states(ladder) == {"reported": len(reported)}
    assert rerate(ladder, season_named(ladder, "finca")).equal
    (attempt,) = show_match(ladder, reported[0].report.match_id).attempts
    assert attempt.sandbox == "none"


async def test_run__nothing_to_play_ends_a_run_with_a_goal(ladder):
    enter(ladder, "alone")
    events: list[object] = []
    async with asyncio.timeout(20):
        await executor(ladder, events.append).run(blocks=3)
    assert events == [NothingToPlay()]


async def test_stop__finishes_what_runs(ladder):
    enter(ladder, "one", "two")
    events: list[object] = []
    local: LocalExecutor

    def on_event(event):
        events.append(event)
        if isinstance(event, MatchReported):
            local.stop()

    local = executor(ladder, on_event, max_blocks=1)
    async with asyncio.timeout(60):
        await local.run()
    assert sum(isinstance(event, BatchEnded) for event in events) == 1
    assert set(states(ladder)) == {"reported"}


async def test_cancel__the_rest_is_queued_and_played_by_the_next_run(ladder):
    enter(ladder, "one", "two")
    running: asyncio.Task[None]

    def on_event(event):
        if isinstance(event, MatchReported):
            running.cancel()

    running = asyncio.create_task(executor(ladder, on_event, max_blocks=3).run())
    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(60):
            await running
    before = states(ladder)
    assert before["queued"] >= 1
    assert before["running"] == 0
    total = sum(before.values())
    await executor(ladder, lambda event: None).run(blocks=1)
    assert states(ladder)["reported"] >= total
    assert rerate(ladder, season_named(ladder, "finca")).equal


async def test_run__of_a_bot_that_was_changed_is_called_off_and_is_no_fault_of_it(ladder, tmp_path):
    enter(ladder, "one")
    two = enter_program(ladder, tmp_path / "two", "finca", "raise SystemExit(3)")
    season = season_named(ladder, "finca")
    next_batch(ladder, [season], worker=WORKER, rng=random.Random(1), max_blocks=1)
    (ladder.home.versions / two.digest / "bot.py").write_text("")
    async with asyncio.timeout(60):
        await executor(ladder, lambda event: None).run(blocks=3)
    assert states(ladder) == {"void": 2}
    assert {match.reason for match in list_matches(ladder)} == {f"{SPOILT}: two@1."}


async def test_run__of_all_seasons_plays_each_of_them_and_each_is_rated(ladder):
    """They share the time by weight, so only of the first batches it is known whose they are."""
    enter(ladder, "one", "two", "three")
    rated, solo = season_named(ladder, "finca"), solo_season(ladder)
    events: list[object] = []
    async with asyncio.timeout(120):
        await executor(ladder, events.append, rated, solo, jobs=2).run(blocks=4)
    matches = list_matches(ladder, limit=1000)
    assert {match.season for match in matches} == {rated.name, solo.name}
    rounds, rest = divmod(sum(match.season == solo.name for match in matches), 3)
    assert rest == 0 and 1 <= rounds <= 3
    assert {match.state.value for match in matches} == {"reported"}
    assert all(match.grade for match in matches if match.season == solo.name)
    assert [row.rounds for row in solo_leaderboard(ladder, solo)] == [rounds] * 3
    assert rerate(ladder, rated).equal
    assert rerate(ladder, solo).equal


RAISES = """
from siurell import Bot


class Moody(Bot):
    def choose(self, view):
        raise ValueError("a bad day")


Moody.run()
"""


async def test_round__a_bot_that_crashes_keeps_the_score_of_its_substitute(ladder, tmp_path):
    solo = patient(ladder, solo_season(ladder))
    enter(ladder, "one")
    enter_program(ladder, tmp_path / "moody", solo.game, RAISES)
    async with asyncio.timeout(120):
        await executor(ladder, lambda event: None, solo).run(blocks=1)
    (crashed,) = list_matches(ladder, bot="moody")
    (seat,) = crashed.seats
    assert (seat.cause, seat.placement) == (Cause.CRASH, 1)
    assert "a bad day" in seat.evidence.stderr + seat.evidence.detail
    replay = read_replay(replay_path(ladder, crashed.match_id))
    assert verify(replay).ok
    assert seat.score == replay.result.seats[0].score
    by_bot = {row.bot: row for row in solo_leaderboard(ladder, solo)}
    assert by_bot["moody"].mean_score == seat.score
    assert by_bot["moody"].lead == -by_bot["one"].lead
    assert by_bot["moody"].fault_share == 1
    (sound,) = list_matches(ladder, bot="one")
    assert [(one.cause, one.evidence) for one in sound.seats] == [(Cause.GAME_RULES, Evidence())]
    assert by_bot["one"].fault_share == 0


async def test_round__of_a_bot_that_was_changed_the_others_are_played(ladder, tmp_path):
    solo = solo_season(ladder)
    enter(ladder, "one")
    two = enter_program(ladder, tmp_path / "two", solo.game, "raise SystemExit(3)")
    next_batch(ladder, [solo], worker=WORKER, rng=random.Random(1), max_blocks=1)
    (ladder.home.versions / two.digest / "bot.py").write_text("")
    async with asyncio.timeout(120):
        await executor(ladder, lambda event: None, solo).run(blocks=3)
    assert {match.state.value for match in list_matches(ladder, bot="one")} == {"reported"}
    (void,) = list_matches(ladder, bot="two")
    assert (void.state.value, void.reason) == ("void", f"{SPOILT}: two@1.")
    assert rerate(ladder, solo).equal


async def test_run__ends_when_match_after_match_is_called_off(ladder, monkeypatch):
    """F06: it does not go on in vain, and says so."""
    enter(ladder, "one", "two")

    async def nothing_works(*_args, **_more):
        raise LadderError("There is no room for a bot.", reason="NO_PROCESS")

    monkeypatch.setattr("ladder.worker.sessions.launch", nothing_works)
    with pytest.raises(LadderError, match="no room for a bot") as caught:
        async with asyncio.timeout(120):
            await executor(ladder, lambda event: None, max_blocks=1).run()
    assert caught.value.reason == "CALLED_OFF"
    assert sum(states(ladder).values()) <= MOST_IN_VAIN
    assert rerate(ladder, season=season_named(ladder, "finca")).matches == 0


NEVER_ANSWERS = """
import time
from siurell.bot import Bot

class Late(Bot):
    def choose(self, view):
        time.sleep(600)

Late.run()
"""

GOES_BAD = """
from siurell.bot import Bot

class GoesBad(Bot):
    def choose(self, view):
        if int(self.match.match_id.removeprefix("m_")) > 9:
            raise RuntimeError("all at once")
        return view.legal_moves[0]

GoesBad.run()
"""


async def test_f20__bots_that_were_sound_and_fail_all_at_once_raise_an_alarm(ladder, tmp_path):
    """F20: many seats that fail on one host speak against the host."""
    season = patient(ladder, solo_season(ladder))
    for name in ("one", "two", "three"):
        # No version is the same content as another's.
        enter_program(ladder, tmp_path / name, season.game, f"{GOES_BAD}# {name}\n")
    events: list[object] = []
    await executor(ladder, events.append, season, max_blocks=1).run(blocks=4)
    waves = [event for event in events if isinstance(event, WaveOfFaults)]
    assert waves == [WaveOfFaults(("one@1", "three@1", "two@1"))]
    assert isinstance(events[events.index(waves[0]) - 1], MatchReported)


async def test_f08__a_bot_that_this_machine_could_not_start_is_blamed_for_nothing(
    ladder, monkeypatch
):
    """F08: what never started is played again; attribution only with evidence."""
    season = patient(ladder, season_named(ladder, "finca"))
    enter(ladder, "one", "two")
    failed = []

    async def fails_once(*words, **more):
        if not failed:
            failed.append(words)
            raise LadderError("There is no room for a bot.", reason="NO_PROCESS")
        return await launch(*words, **more)

    monkeypatch.setattr("ladder.worker.sessions.launch", fails_once)
    async with asyncio.timeout(120):
        await executor(ladder, lambda event: None, season, max_blocks=1).run(blocks=1)
    matches = list_matches(ladder)
    assert {match.state.value for match in matches} == {"reported"}
    assert {seat.cause for match in matches for seat in match.seats} == {Cause.GAME_RULES}
    [again] = [match for match in matches if match.attempt == 2]
    before, now = show_match(ladder, again.match_id).attempts
    assert (before.state.value, now.state.value) == ("aborted", "reported")
    assert "no room for a bot" in before.detail
    assert open_suspensions(ladder) == []


async def test_f05__no_fault_leaves_a_match_in_flight(ladder, tmp_path):
    """F05: whoever is at fault in every match, the run ends and all is reported."""
    # A quarter of the limit is what the referee may lag behind before it calls a match off.
    season = with_clock(ladder, season_named(ladder, "finca"), "/2s")
    enter_program(ladder, tmp_path / "late", "finca", NEVER_ANSWERS)
    enter_program(ladder, tmp_path / "raises", "finca", RAISES)
    enter_program(ladder, tmp_path / "gone", "finca", "raise SystemExit(3)")
    events: list[object] = []
    async with asyncio.timeout(240):
        await executor(ladder, events.append, season, jobs=2, max_blocks=1).run(blocks=3)
    assert set(states(ladder)) == {"reported"}
    started = [event for event in events if isinstance(event, BatchStarted)]
    assert sum(isinstance(event, BatchEnded) for event in events) == len(started)
    with ladder.db.read() as session:
        lasting = session.exec(select(AttemptRow).where(AttemptRow.state == "running")).all()
    assert lasting == []
    causes = {seat.cause for match in list_matches(ladder) for seat in match.seats}
    assert causes <= {Cause.TIMEOUT, Cause.CRASH, Cause.GAME_RULES}
    assert Cause.CRASH in causes


async def test_h13__a_submission_that_nobody_checks_is_told_once(ladder):
    """H13: a running ladder raises the alarm for what waits for its check."""
    enter(ladder, "one", "two")
    ago = datetime.now(UTC) - STUCK_AFTER
    forgotten = submit(
        Arena(ladder.home, ladder.db, lambda: ago), ShippedBot("random"), name="forgotten"
    )
    submit(ladder, ShippedBot("random"), name="fresh")
    events: list[object] = []
    async with asyncio.timeout(120):
        await executor(ladder, events.append, max_blocks=1).run(blocks=2)
    told = [event.version.label for event in events if isinstance(event, SubmissionStuck)]
    assert told == [forgotten.label]
