"""How the matches of a series get played: shipped bots in this process, folders by a worker.

Both ways end in a finished replay; what is counted afterwards is read from that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from siurell.games.base import Game
from siurell.match.clock import TimeControl
from siurell.match.result import MatchResult

from ladder.cli.failure import CommandError
from ladder.cli.lineup import Lineup
from ladder.cli.own_components import OwnComponents
from ladder.cli.series import Fixture
from ladder.domain.batch import Batch, Entrant, MatchOrder, Report, SeatLog, ShippedBot

if TYPE_CHECKING:
    from concurrent.futures import Future


@dataclass(frozen=True, slots=True)
class Finished:
    """A match as it was played: its place in the series, result, replay, and what bots wrote."""

    fixture: Fixture
    result: MatchResult
    replay: bytes
    digest: str
    logs: tuple[SeatLog, ...] = ()
    worker: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a process needs for the matches of a series; the game by its name, to travel light."""

    game: str
    own: OwnComponents | None
    entrants: Sequence[Entrant]
    options: Mapping[str, str]
    time: TimeControl


@dataclass(frozen=True, slots=True)
class Series:
    """All that a series is played from. ``own`` are components in place of the shipped ones."""

    lineup: Lineup
    fixtures: Sequence[Fixture]
    options: Mapping[str, str]
    time: TimeControl
    seed_text: str
    own: OwnComponents | None = None

    @property
    def game(self) -> Game:
        """The game with the components that it is played with."""
        return self.lineup.game if self.own is None else self.own.of(self.lineup.game.name)

    @property
    def plan(self) -> Plan:
        """What every process that plays matches of the series is handed."""
        entrants = self.lineup.entrants
        return Plan(self.lineup.game.name, self.own, entrants, self.options, self.time)

    @property
    def flag(self) -> str:
        """What has to follow a command that reads the replays of the series; mostly nothing."""
        return "" if self.own is None else self.own.flag


OnFinished = Callable[[Finished], None]


def play_all(series: Series, on_finished: OnFinished, *, jobs: int = 1) -> None:
    """Play all matches, ``jobs`` at a time; hand over each one when it has ended."""
    if not series.lineup.in_process:
        asyncio.run(play_by_worker(series, on_finished, jobs))
    else:
        play_shipped([(series.plan, fixture) for fixture in series.fixtures], on_finished, jobs)


def play_shipped(
    matches: Sequence[tuple[Plan, Fixture]], on_finished: OnFinished, jobs: int
) -> None:
    """Play matches of shipped bots: in this process, or ``jobs`` at a time in others like it."""
    if jobs == 1 or len(matches) == 1:
        for plan, fixture in matches:
            on_finished(play_here(plan, fixture))
    else:
        _play_beside(matches, on_finished, jobs)


def play_here(plan: Plan, fixture: Fixture) -> Finished:
    """Play one match of shipped bots in this process."""
    from siurell.bots import SHIPPED
    from siurell.games.registry import game_named
    from siurell.local import play_local

    seated = [plan.entrants[place] for place in fixture.seating]
    names = [seat.source.name for seat in seated if isinstance(seat.source, ShippedBot)]
    match = play_local(
        game_named(plan.game) if plan.own is None else plan.own.of(plan.game),
        [SHIPPED[name] for name in names],
        seed=fixture.seed,
        options=plan.options,
        time=plan.time,
        labels=tuple(seat.label for seat in seated),
        match_id=fixture.match_id,
    )
    return Finished(
        fixture, match.result, match.replay.data, match.replay.digest, worker="this process"
    )


def _play_beside(
    matches: Sequence[tuple[Plan, Fixture]], on_finished: OnFinished, jobs: int
) -> None:
    """Play matches of shipped bots in a few processes like this one."""
    from concurrent.futures import as_completed

    with processes(jobs) as begin:
        for done in as_completed([begin(plan, fixture) for plan, fixture in matches]):
            on_finished(done.result())


@contextmanager
def processes(jobs: int) -> Iterator[Callable[[Plan, Fixture], Future[Finished]]]:
    """A few processes like this one; the function begins a match of shipped bots in one of them."""
    import multiprocessing
    import multiprocessing.resource_tracker
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    from ladder.cli.interrupts import deaf_children

    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
    # Its own start would open the ears of the next process.
    multiprocessing.resource_tracker.ensure_running()

    def begin(plan: Plan, fixture: Fixture) -> Future[Finished]:
        with deaf_children():
            return pool.submit(play_here, plan, fixture)

    try:
        yield begin
    except (BrokenProcessPool, BrokenPipeError):
        # The pool ends those that it knows, and then waits for one that it began meanwhile as well.
        for child in multiprocessing.active_children():
            child.kill()
        raise CommandError(
            "A process that played matches was ended by somebody else, or for lack of memory.",
            next_step="the same command with fewer --jobs",
            reason="PROCESS_LOST",
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


async def play_by_worker(series: Series, on_finished: OnFinished, jobs: int) -> None:
    """Play matches through the worker and referee that the ladder uses."""
    from ladder.worker.match_series import play_series
    from ladder.worker.sandbox.choice import choose

    by_id = {fixture.match_id: fixture for fixture in series.fixtures}

    def on_report(report: Report) -> None:
        fixture = by_id[report.match_id]
        finished = Finished(fixture, report.result, report.replay, report.digest, report.logs)
        on_finished(finished)

    # Bots meet here what they meet on the ladder of this machine.
    sandbox = (await choose(own_bots=True)).sandbox
    await play_series(_batch(series), sandbox, jobs=jobs, on_report=on_report)


def _batch(series: Series) -> Batch:
    orders = [
        MatchOrder(
            match_id=fixture.match_id,
            attempt=1,
            seed=fixture.seed,
            rotation=fixture.rotation,
            seating=fixture.seating,
        )
        for fixture in series.fixtures
    ]
    return Batch(
        batch_id="play",
        game=series.lineup.game.name,
        options=series.options,
        time=series.time,
        entrants=series.lineup.entrants,
        orders=tuple(orders),
        named=True,
    )
