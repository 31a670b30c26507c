"""The embedded executor while a tournament is played: who asks and who waits is not held up."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from siurell.match.profiles import clock_of

from ladder.domain.batch import ShippedBot
from ladder.domain.tournaments.admission import create
from ladder.domain.tournaments.entrants import ranked
from ladder.domain.tournaments.settings import Format, Settings
from ladder.executors.base import (
    BatchEnded,
    ExecutorEvent,
    OnExecutorEvent,
    SubmissionStuck,
    TournamentPlayed,
)
from ladder.executors.local import LocalExecutor
from ladder.executors.tournaments import StartedTournaments
from ladder.services.arena import Arena, open_arena
from ladder.services.requests import request_match, requested_lines
from ladder.services.seasons import season_named
from ladder.services.submit import STUCK_AFTER, set_checked, submit
from ladder.services.tournament_entrants import versions_named
from ladder.services.tournaments import create_tournament, start
from ladder.store.home import Home
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process


@pytest.fixture
def ladder(tmp_path: Path) -> Iterator[Arena]:
    """A ladder of two bots, who have begun a long tournament."""
    with open_arena(Home(tmp_path / "home").create()) as arena:
        for name in ("ann", "bob"):
            set_checked(arena, submit(arena, ShippedBot("random"), name=name).id, True, "")
        cup_of(arena, "ann", "bob")
        yield arena


def executor(ladder: Arena, tell: OnExecutorEvent) -> LocalExecutor:
    cups = StartedTournaments(ladder, 1, tell, strangers_held=True)
    seasons = [season_named(ladder, "finca")]
    return LocalExecutor(ladder, seasons, NoSandbox(), on_event=tell, tournaments=cups)


def cup_of(ladder: Arena, *bots: str) -> None:
    """Start a long tournament of these bots."""
    create_tournament(
        ladder,
        create(
            "cup",
            Settings(Format.ROUND_ROBIN, blocks=20),
            ranked(versions_named(ladder, bots, "farmini")),
        ),
        game="farmini",
        options={},
        time=clock_of("blitz"),
        author="ada",
    )
    start(ladder, "cup", "ada")


async def test_run__what_somebody_asks_for_is_not_held_up_by_a_tournament(ladder: Arena) -> None:
    """R23: it is played at the next free worker; the rest of the tournament comes after it."""
    asked = request_match(ladder, "finca", ["ann", "bob"])
    events: list[object] = []

    def tell(event: ExecutorEvent) -> None:
        events.append(event)
        if isinstance(event, BatchEnded):
            ours.stop()

    ours = executor(ladder, tell)
    async with asyncio.timeout(120):
        await ours.run()
    ended = [event.batch for event in events if isinstance(event, BatchEnded)]
    assert [batch.rated for batch in ended] == [False]
    assert 0 < sum(isinstance(event, TournamentPlayed) for event in events) < 40
    assert all(line.over for line in requested_lines(ladder, asked.matches))


async def test_h13__it_is_told_while_a_tournament_is_played_too(ladder: Arena) -> None:
    """H13: what waits for its check may not wait for the end of an event."""
    ago = datetime.now(UTC) - STUCK_AFTER
    submit(Arena(ladder.home, ladder.db, lambda: ago), ShippedBot("random"), name="forgotten")
    events: list[object] = []

    def tell(event: ExecutorEvent) -> None:
        events.append(event)
        if isinstance(event, TournamentPlayed):
            ours.stop()

    ours = executor(ladder, tell)
    async with asyncio.timeout(120):
        await ours.run()
    told = [event.version.label for event in events if isinstance(event, SubmissionStuck)]
    assert told == ["forgotten@1"]
