"""Tournaments on the machines of a worker: whoever has a core free takes the next of their matches.

A match comes from the desk of its tournament and goes back to it; desk and book may wait for a
disk, so they are visited aside, by one job at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from siurell.errors import LadderError
from siurell.match.clock import TimeControl

from ladder.domain.batch import Batch, Entrant, FolderBot, MatchOrder, Report
from ladder.domain.tournaments.desk import CALLED_OFF, Desk, Order
from ladder.executors.base import OnExecutorEvent, TournamentHindered, TournamentPlayed
from ladder.services.arena import Arena
from ladder.services.tournament_book import ArenaBook, playing_alone
from ladder.services.tournament_entrants import VERSION_GONE, entrants_for, refuse_gone
from ladder.services.tournaments import StoredTournament, started_tournaments
from ladder.worker.builds import ready_entrants
from ladder.worker.cores import hold_cores
from ladder.worker.events import OnWorkerEvent
from ladder.worker.play import play_batch
from ladder.worker.referee_process import RefereeProcess
from ladder.worker.sandbox.base import Limits, Sandbox
from ladder.worker.scratch import Scratch
from ladder.worker.tasks import run_all, undisturbed

_LOOK_EVERY_S: Final = 1.0
"""How soon a tournament that was started is played."""

_TRY_AGAIN_S: Final = 10.0
"""How soon it is tried again with one that could not be played."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a tournament is played by: game, options, clock, and its bots by their ids."""

    game: str
    options: Mapping[str, str]
    time: TimeControl
    bots: Mapping[str, Entrant]


class Work:
    """A batch of a tournament; each report goes back to the desk."""

    def __init__(self, table: Table, orders: tuple[Order, ...]) -> None:
        self.table = table
        self._orders = {order.match_id: order for order in orders}
        self.batch = _batch(table.terms, orders)

    async def take(self, report: Report) -> None:
        """Take in how a match ended."""
        await self.table.ended(self._orders.pop(report.match_id), report)

    async def close(self) -> None:
        """Give back what was not played."""
        await self.table.give_back(tuple(self._orders.values()))


class Table:
    """A tournament that is played here, by so many ``jobs``."""

    def __init__(
        self, desk: Desk, terms: Terms, jobs: int, on_report: Callable[[Report], None] | None = None
    ) -> None:
        self.terms = terms
        self.over = False
        self._out = 0
        self._on_idle: Callable[[], None] = lambda: None
        self._desk = desk
        self._jobs = jobs
        self._on_report = on_report or (lambda report: None)
        self._visited = asyncio.Condition()

    async def take(self) -> Work | None:
        """A batch that nobody plays, if there is one now; `over` when no more will come."""
        async with self._visited:
            return await self._take()

    async def next(self) -> Work | None:
        """A batch that nobody plays, as soon as there is one; None when no more will come."""
        async with self._visited:
            while True:
                work = await self._take()
                if work is not None or self.over:
                    return work
                await self._visited.wait()

    async def _take(self) -> Work | None:
        orders = await undisturbed(asyncio.to_thread(self._desk.take, self._jobs))
        self.over = not orders and self._desk.idle
        self._out += bool(orders)
        return Work(self, orders) if orders else None

    async def ended(self, order: Order, report: Report) -> None:
        """Take in how a match ended."""
        await self._visit(self._desk.ended, order, report)
        self._on_report(report)

    async def give_back(self, orders: tuple[Order, ...]) -> None:
        """Take back what was not played of a batch; nobody plays that one any more."""
        try:
            await self._visit(self._desk.give_back, orders)
        finally:
            self._out -= 1
            if not self._out:
                self._on_idle()

    def when_idle(self, call: Callable[[], None]) -> None:
        """Call this as soon as nobody plays a batch of it, which may be at once."""
        self._on_idle = call
        if not self._out:
            call()

    async def _visit(self, what: Callable[..., None], *values: object) -> None:
        async with self._visited:
            await undisturbed(asyncio.to_thread(what, *values))
            self._visited.notify_all()


def _batch(terms: Terms, orders: tuple[Order, ...]) -> Batch:
    return Batch(
        batch_id=orders[0].match_id,
        game=terms.game,
        options=terms.options,
        time=terms.time,
        entrants=tuple(terms.bots[one] for one in orders[0].line_up),
        orders=tuple(
            MatchOrder(
                match_id=order.match_id,
                attempt=1,
                seed=order.seed,
                rotation=order.rotation,
                seating=order.seating,
            )
            for order in orders
        ),
    )


async def play_out(
    table: Table, sandbox: Sandbox, *, jobs: int, on_event: OnWorkerEvent | None = None
) -> None:
    """Play a tournament until it is finished or paused, so many matches at a time.

    Bots that have to be built are built first (`LadderError` when one cannot be).
    """
    async with Scratch() as scratch, sandbox:
        bots = table.terms.bots
        ready = await ready_entrants(tuple(bots.values()), sandbox, scratch.folder)
        table.terms = replace(table.terms, bots=dict(zip(bots, ready, strict=True)))

        async def job() -> None:
            with hold_cores(1) as cores:
                async with RefereeProcess(scratch.folder) as referee:
                    while (work := await table.next()) is not None:
                        await _play(work, referee, sandbox, scratch.folder, cores, on_event)

        await run_all(job() for _ in range(jobs))


async def _play(
    work: Work,
    referee: RefereeProcess,
    sandbox: Sandbox,
    scratch: Path,
    cores: tuple[int, ...],
    on_event: OnWorkerEvent | None,
    limits: Limits | None = None,
) -> None:
    try:
        await play_batch(
            work.batch,
            referee,
            sandbox,
            on_report=work.take,
            on_event=on_event,
            scratch=scratch,
            limits=limits,
            cores=cores,
        )
    finally:
        await undisturbed(work.close())


@dataclass(frozen=True, slots=True)
class _Opened:
    """A tournament that is played here, and what keeps others from playing it."""

    name: str
    table: Table
    held: ExitStack


class StartedTournaments:
    """The tournaments of a ladder that were started and are not over, the oldest first.

    ``strangers_held``: whether bots that somebody submitted may be run here.
    """

    def __init__(
        self, arena: Arena, jobs: int, tell: OnExecutorEvent, *, strangers_held: bool
    ) -> None:
        self._arena = arena
        self._jobs = jobs
        self._tell = tell
        self._strangers_held = strangers_held
        self._opened: dict[int, _Opened] = {}
        self._leaving: dict[int, _Opened] = {}
        self._told: set[tuple[int, str]] = set()
        self._not_before: dict[int, float] = {}
        self._looked: float | None = None
        self._looking = asyncio.Lock()

    @property
    def any(self) -> bool:
        """Whether one is being played."""
        return bool(self._opened)

    async def take(self) -> Work | None:
        """A batch of one of them that nobody plays; None when there is none just now."""
        async with self._looking:
            await self._look()
            for key in sorted(self._opened):
                opened = self._opened[key]
                work = await opened.table.take()
                if work is not None:
                    return work
                if opened.table.over:
                    self._opened.pop(key).held.close()
        return None

    async def play(
        self,
        work: Work,
        referee: RefereeProcess,
        sandbox: Sandbox,
        scratch: Path,
        cores: tuple[int, ...],
        limits: Limits | None,
    ) -> None:
        """Play a batch that was taken; an event of which nothing can be played stops no other.

        Nor is a bot begun whose content is gone, or is not any more what was entered.
        """
        try:
            await self._refuse_gone(work)
            await _play(work, referee, sandbox, scratch, cores, self._tell, limits)
        except LadderError as error:
            if error.reason not in (CALLED_OFF, VERSION_GONE):
                raise
            async with self._looking:
                self._leave(work.table, str(error))

    async def _refuse_gone(self, work: Work) -> None:
        try:
            await undisturbed(asyncio.to_thread(refuse_gone, self._arena, work.batch.entrants))
        except BaseException:
            await undisturbed(work.close())
            raise

    def close(self) -> None:
        """Leave them to others."""
        for opened in (*self._opened.values(), *self._leaving.values()):
            opened.held.close()
        self._opened.clear()

    async def _look(self) -> None:
        """See to what was started meanwhile, once in a while."""
        now = asyncio.get_running_loop().time()
        if self._looked is not None and now - self._looked < _LOOK_EVERY_S:
            return
        hindered = {key for key, moment in self._not_before.items() if now < moment}
        known = hindered.union(self._opened, self._leaving)
        found = await undisturbed(asyncio.to_thread(started_tournaments, self._arena, but=known))
        for stored in found:
            await self._try(stored, now)
        self._looked = asyncio.get_running_loop().time()

    async def _try(self, stored: StoredTournament, now: float) -> None:
        try:
            # Its lock is waited for, and the files of its bots are read.
            self._opened[stored.id] = await undisturbed(asyncio.to_thread(self._open, stored))
        except LadderError as error:
            if error.reason != "LOCKED":
                self._hindered(stored.id, stored.name, str(error), now)

    def _open(self, stored: StoredTournament) -> _Opened:
        with ExitStack() as held:
            held.enter_context(playing_alone(self._arena, stored))
            return _Opened(stored.name, self._table(stored), held.pop_all())

    def _leave(self, table: Table, sentence: str) -> None:
        """Play a tournament no more for a while; another job may have left it already.

        While others still play what they took of it, nobody else may play the same once more.
        """
        for key, opened in tuple(self._opened.items()):
            if opened.table is table:
                self._leaving[key] = self._opened.pop(key)
                table.when_idle(partial(self._left, key))
                self._hindered(key, opened.name, sentence, asyncio.get_running_loop().time())

    def _left(self, key: int) -> None:
        self._leaving.pop(key).held.close()

    def _hindered(self, key: int, name: str, sentence: str, now: float) -> None:
        """Say once why it cannot be played, and try again later."""
        self._not_before[key] = now + _TRY_AGAIN_S
        if (key, sentence) not in self._told:
            self._told.add((key, sentence))
            self._tell(TournamentHindered(name, sentence))

    def _table(self, stored: StoredTournament) -> Table:
        state = stored.state
        bots = entrants_for(self._arena, [entrant.id for entrant in state.active])
        stranger = next((b.label for b in bots.values() if isinstance(b.source, FolderBot)), "")
        if stranger and not self._strangers_held:
            raise LadderError(
                f"No sandbox of this ladder holds {stranger} back, so {stored.name} is not played;"
                " stop the ladder and type `siurell doctor --sandbox`.",
                reason="NO_SANDBOX",
            )
        terms = Terms(stored.game, stored.options, stored.time, bots)
        desk = Desk(state, ArenaBook(self._arena, stored, bots))

        def on_report(report: Report) -> None:
            self._tell(TournamentPlayed(stored.name, report))

        return Table(desk, terms, self._jobs, on_report)
