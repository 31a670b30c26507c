"""The embedded executor: a few jobs in this process, each with a referee of its own."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from siurell.errors import LadderError
from siurell.match.lag import LAG_PERCENT
from siurell.match.result import Verdict

from ladder.domain.batch import Batch, MatchOrder, RemoteBot, Report
from ladder.domain.cores import check_jobs
from ladder.domain.seasons import Season
from ladder.domain.states import MOST_IN_VAIN
from ladder.domain.waves import FaultWatch
from ladder.executors.base import (
    BatchEnded,
    BatchStarted,
    Executor,
    MatchReported,
    NothingToPlay,
    OnExecutorEvent,
    SubmissionStuck,
    VersionSuspended,
    WaveOfFaults,
)
from ladder.executors.public import Public, public_referee
from ladder.executors.tournaments import StartedTournaments
from ladder.services.ahead import Ahead
from ladder.services.arena import Arena
from ladder.services.deadlines import check_deadlines
from ladder.services.line_ups import spoilt
from ladder.services.report import ReportOutcome
from ladder.services.report import report as take_report
from ladder.services.schedule import next_batch, recover, release
from ladder.services.seasons import all_seasons
from ladder.services.submit import stuck
from ladder.services.suspensions import Suspension, suspended_by
from ladder.worker.cores import hold_cores, usable_cores
from ladder.worker.play import play_batch
from ladder.worker.public import PublicReferee
from ladder.worker.public_door import PublicDoor
from ladder.worker.referee_process import RefereeProcess
from ladder.worker.reports import Account
from ladder.worker.sandbox.base import Limits, Sandbox
from ladder.worker.scratch import Scratch
from ladder.worker.tasks import run_all, undisturbed

WORKER: Final = "local"
"""The name of this worker in the ladder. Its lock sees to it that there is one."""

SPOILT: Final = "The content of a bot is gone or was changed; submit it again, or put back a copy"
"""Why a match of such a bot is called off."""

_ASK_AGAIN_S: Final = 1.0
"""How long a job without a goal waits until it asks again for something to play."""


OnFreeJob = Callable[[tuple[int, ...]], Awaitable[bool]]


class LocalExecutor(Executor):
    """Plays on this machine, so many matches at a time as there are ``jobs``.

    What somebody asked for comes first, of whatever season; then the ``tournaments`` that were
    started, where some are given; then the ``seasons``, by their weights, and with ``new_seasons``
    those as well that are made meanwhile. Only blocks of seasons count among those that `run` is
    told to play, and without any season it plays nothing but the rest.

    ``arrivals`` is called whenever a job is free, with its cores, before it plays: it may do with
    them what else there is to do, and says whether it did. Unless ``strangers_held`` no bot is run
    that somebody submitted. ``max_blocks`` is the most that are drawn at once for one line-up.
    """

    def __init__(
        self,
        arena: Arena,
        seasons: Sequence[Season],
        sandbox: Sandbox,
        *,
        jobs: int = 1,
        max_blocks: int = 4,
        rng: random.Random | None = None,
        on_event: OnExecutorEvent | None = None,
        limits: Limits | None = None,
        public: PublicDoor | None = None,
        lag_percent: int = LAG_PERCENT,
        tournaments: StartedTournaments | None = None,
        strangers_held: bool = True,
        arrivals: OnFreeJob | None = None,
        new_seasons: bool = False,
    ) -> None:
        self._arena = arena
        self._seasons = seasons
        self._new_seasons = new_seasons
        self._sandbox = sandbox
        self._jobs = jobs
        self._max_blocks = max_blocks
        self._rng = rng or random.Random()
        self._ahead = Ahead()
        self._tell = on_event or (lambda event: None)
        self._limits = limits
        self._door = public
        self._public: Public | None = None
        self._lag_percent = lag_percent
        self._tournaments = tournaments
        self._strangers_held = strangers_held
        self._arrivals = arrivals
        self._left: int | None = None
        self._in_vain = 0
        self._watch = FaultWatch()
        self._alarmed: set[int] = set()
        self._taking = asyncio.Lock()
        self._stopping = asyncio.Event()

    async def run(self, blocks: int | None = None) -> None:
        """Play so many blocks, or on and on until `stop`.

        Raises `LadderError` when the deadlines of a season contradict, or when there are more jobs
        than cores.
        """
        check_jobs(self._jobs, usable_cores())
        check_deadlines(self._seasons)
        self._left = blocks
        await self._recover()
        try:
            async with (
                Scratch() as scratch,
                self._sandbox,
                public_referee(
                    self._door, self._arena, WORKER, scratch.folder, self._tell
                ) as self._public,
            ):
                await run_all(self._job(scratch) for _ in range(self._jobs))
        finally:
            if self._tournaments is not None:
                self._tournaments.close()
            await undisturbed(self._recover())

    def stop(self) -> None:
        """Take no more batches."""
        self._stopping.set()

    async def _recover(self) -> None:
        """Queue again what a run of this worker left unfinished, this one or a killed one."""
        await asyncio.to_thread(recover, self._arena, WORKER)

    async def _job(self, scratch: Scratch) -> None:
        with hold_cores(1) as cores:
            async with RefereeProcess(scratch.folder, lag_percent=self._lag_percent) as referee:
                while not self._done:
                    if self._public is not None:
                        self._public.raise_failure()
                    if self._arrivals is not None and await self._arrivals(cores):
                        continue
                    await self._look_for_stuck()
                    batch = await self._take_requested()
                    if batch is None and await self._play_tournament(referee, scratch, cores):
                        continue
                    batch = batch or await self._take()
                    if batch is None:
                        await self._wait()
                        continue
                    await self._play(batch, referee, scratch, cores)

    async def _play_tournament(
        self, referee: RefereeProcess, scratch: Scratch, cores: tuple[int, ...]
    ) -> bool:
        """Play a batch of a tournament, if one has any just now; whether it did."""
        if self._tournaments is None:
            return False
        work = await self._tournaments.take()
        if work is None:
            return False
        await self._tournaments.play(
            work, referee, self._sandbox, scratch.folder, cores, self._limits
        )
        return True

    @property
    def _in_tournament(self) -> bool:
        """Whether matches of a tournament are being played, so that others may follow."""
        return self._tournaments is not None and self._tournaments.any

    @property
    def _done(self) -> bool:
        return self._stopping.is_set() or (self._left is not None and self._left <= 0)

    async def _take_requested(self) -> Batch | None:
        """A batch that somebody asked for, where a tournament would keep it waiting."""
        if not self._in_tournament:
            return None
        async with self._taking:
            return None if self._done else await self._next(())

    async def _next(self, seasons: Sequence[Season]) -> Batch | None:
        """What somebody asked for, or else the next batch of these seasons."""
        batch = await undisturbed(
            asyncio.to_thread(
                next_batch,
                self._arena,
                seasons,
                worker=WORKER,
                rng=self._rng,
                max_blocks=self._batch_size(),
                ahead=self._ahead,
                strangers=self._strangers_held,
            )
        )
        if batch is not None:
            self._tell(BatchStarted(batch, len({order.unit for order in batch.orders})))
        return batch

    async def _take(self) -> Batch | None:
        """The next batch; what it holds is no longer left to do."""
        async with self._taking:
            if self._done:
                return None
            if self._new_seasons:
                self._seasons = await asyncio.to_thread(all_seasons, self._arena)
            batch = await self._next(self._seasons)
            if batch is None and self._in_tournament:
                return None
            if batch is None:
                self._tell(NothingToPlay())
                if self._left is not None and self._public is None:
                    self._left = 0
                return None
            if self._left is not None and batch.rated:
                self._left -= len({order.unit for order in batch.orders})
        return batch

    async def _look_for_stuck(self) -> None:
        """Say once of each version that it waits for a check which nobody makes."""
        for version in await asyncio.to_thread(stuck, self._arena):
            if version.id not in self._alarmed:
                self._alarmed.add(version.id)
                self._tell(SubmissionStuck(version))

    def _batch_size(self) -> int:
        """Large batches save starts of bots; towards the end jobs and seasons get their share."""
        if self._left is None:
            return self._max_blocks
        shares = self._jobs * max(1, len(self._seasons))
        return min(self._max_blocks, math.ceil(self._left / shares))

    async def _wait(self) -> None:
        if self._left is None or self._public is not None or self._in_tournament:
            with suppress(TimeoutError):
                async with asyncio.timeout(_ASK_AGAIN_S):
                    await self._stopping.wait()

    async def _play(
        self, batch: Batch, referee: RefereeProcess, scratch: Scratch, cores: tuple[int, ...]
    ) -> None:
        held = self._sandbox.seen or self._sandbox.name
        reports = _Reports(self._arena, self._tell, batch, self._watch, held)
        ill = await asyncio.to_thread(spoilt, self._arena.home, batch.entrants)
        sound = _without(batch, ill)
        left: tuple[MatchOrder, ...] = ()
        try:
            if sound.orders != batch.orders:
                left_out = [order for order in batch.orders if order not in sound.orders]
                await _call_off(batch, left_out, f"{SPOILT}: {', '.join(ill)}.", reports)
            if sound.orders:
                public = self._public_for(sound)
                left = await play_batch(
                    sound,
                    referee if public is None else public.referee,
                    self._sandbox,
                    on_report=reports.take,
                    on_event=self._tell,
                    scratch=scratch.folder,
                    worker=WORKER,
                    limits=self._limits,
                    cores=cores,
                    public=public,
                )
        finally:
            await undisturbed(reports.written())
        if left:
            await undisturbed(asyncio.to_thread(release, self._arena, left))
        self._look_whether_any_is_played(reports)
        if self._left is not None and batch.rated:
            # What was called off is queued again and comes first in the next batch.
            again = [order for order in batch.orders if order.match_id in reports.called_off]
            self._left += len({order.unit for order in (*again, *left)})
        self._tell(BatchEnded(batch))

    def _public_for(self, batch: Batch) -> PublicReferee | None:
        """Where a batch is played in which remote bots sit; None for any other."""
        remote = any(isinstance(one.source, RemoteBot) for one in batch.entrants)
        return self._public.referee if remote and self._public is not None else None

    def _look_whether_any_is_played(self, reports: _Reports) -> None:
        """End the run when match after match is called off: more of the same would help nobody."""
        # That somebody's bot does not come is no sign of anything amiss here.
        in_vain = len(reports.called_off) - reports.missed
        self._in_vain = 0 if reports.played else self._in_vain + in_vain
        if self._in_vain >= MOST_IN_VAIN:
            raise LadderError(
                f"{self._in_vain} matches in a row were called off. The last because:"
                f" {reports.last_reason.rstrip('.')}. Mend that and run the ladder again.",
                reason="CALLED_OFF",
            )


def _without(batch: Batch, labels: Sequence[str]) -> Batch:
    """The batch without the matches of some bots."""
    places = {place for place, one in enumerate(batch.entrants) if one.label in labels}
    orders = tuple(order for order in batch.orders if places.isdisjoint(order.seating))
    return replace(batch, orders=orders)


async def _call_off(
    batch: Batch, orders: Iterable[MatchOrder], reason: str, reports: _Reports
) -> None:
    """Report that these matches of a batch cannot be played."""
    for order in orders:
        await reports.take(Account(batch, order, WORKER).aborted(reason))


class _Reports:
    """Writes reports to the ladder while the next match is already being played."""

    def __init__(
        self, arena: Arena, tell: OnExecutorEvent, batch: Batch, watch: FaultWatch, held: str
    ) -> None:
        self._arena = arena
        self._tell = tell
        self._orders = {order.match_id: order.seating for order in batch.orders}
        self._labels = [entrant.label for entrant in batch.entrants]
        self._watch = watch
        self._held = held
        self._writing: asyncio.Task[None] | None = None
        self.called_off: set[str] = set()
        self.played = 0
        self.missed = 0
        self.last_reason = ""

    async def take(self, report: Report) -> None:
        """Begin to write a report as soon as the one before is written."""
        await self.written()
        self._writing = asyncio.create_task(self._write(replace(report, sandbox=self._held)))

    async def written(self) -> None:
        """Wait until all is written; raises what stood in the way."""
        writing, self._writing = self._writing, None
        if writing is not None:
            await writing

    async def _write(self, report: Report) -> None:
        outcome, suspended = await asyncio.to_thread(self._take, report)
        if report.result.aborted:
            self.called_off.add(report.match_id)
            self.missed += bool(report.missed)
            self.last_reason = report.result.reason
        else:
            self.played += 1
        self._tell(MatchReported(report, outcome))
        for suspension in suspended:
            self._tell(VersionSuspended(suspension))
        if not report.result.aborted and (wave := self._wave(report)):
            self._tell(WaveOfFaults(wave))

    def _wave(self, report: Report) -> tuple[str, ...]:
        played = [self._labels[place] for place in self._orders[report.match_id]]
        seats = zip(played, report.result.seats, strict=True)
        faulted = [label for label, seat in seats if seat.verdict is Verdict.BOT_FAULT]
        return self._watch.take(played, faulted)

    def _take(self, report: Report) -> tuple[ReportOutcome, list[Suspension]]:
        """What became of the report, and who was suspended by it."""
        outcome = take_report(self._arena, report)
        if outcome is not ReportOutcome.APPLIED:
            return outcome, []
        return outcome, suspended_by(self._arena, report.match_id)
