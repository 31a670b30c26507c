"""Plays a batch of its own making, on several referees at once: what `siurell play` needs."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ladder.domain.batch import Batch, MatchOrder, Report
from ladder.domain.cores import cores_of_a_match
from ladder.domain.states import MAX_LAGGED
from ladder.worker.builds import ready_entrants
from ladder.worker.cores import hold_cores
from ladder.worker.events import OnWorkerEvent
from ladder.worker.play import OnReport, play_batch
from ladder.worker.referee_process import RefereeProcess
from ladder.worker.sandbox.base import Limits, Sandbox
from ladder.worker.scratch import Scratch
from ladder.worker.tasks import run_all

LARGEST_PART: Final = 16
"""Blocks that one set of bots plays. More would leave the seats unbalanced for longer."""


async def play_series(
    batch: Batch,
    sandbox: Sandbox,
    *,
    jobs: int = 1,
    on_report: OnReport,
    on_event: OnWorkerEvent | None = None,
    limits: Limits | None = None,
) -> None:
    """Play all matches of a batch, `jobs` at a time; each is reported as it ends.

    One that is called off since the referee itself was late is played once more first.
    Raises `SiurellError` when a referee cannot be started. Cancelling ends everything.
    """
    await play_many(
        [batch], sandbox, jobs=jobs, on_report=on_report, on_event=on_event, limits=limits
    )


async def play_many(
    batches: Sequence[Batch],
    sandbox: Sandbox,
    *,
    jobs: int = 1,
    on_report: OnReport,
    on_event: OnWorkerEvent | None = None,
    limits: Limits | None = None,
) -> None:
    """Play batches of different line-ups as `play_series` plays one, on the same referees.

    Bots that have to be built are built first (`LadderError` when one cannot be).
    """
    share = -(-jobs // max(1, len(batches)))
    parts = deque(part for batch in batches for part in split(batch, share))
    if not parts:
        return
    needed = max(cores_of_a_match(part.seats, ponder=part.ponder) for part in parts)
    async with Scratch() as scratch, sandbox:
        for place, part in enumerate(parts):
            ready = await ready_entrants(part.entrants, sandbox, scratch.folder)
            parts[place] = replace(part, entrants=ready)

        async def play_parts() -> None:
            with hold_cores(needed) as cores:
                async with RefereeProcess(scratch.folder) as referee:
                    while parts:
                        await play_part(parts.popleft(), referee, cores)

        async def play_part(part: Batch, referee: RefereeProcess, cores: tuple[int, ...]) -> None:
            reports = _FirstTime(part, on_report)
            while reports.batch.orders:
                await play_batch(
                    reports.batch,
                    referee,
                    sandbox,
                    on_report=reports.take,
                    on_event=on_event,
                    scratch=scratch.folder,
                    limits=limits,
                    cores=cores,
                )
                reports = reports.once_more()

        await run_all(play_parts() for _ in range(min(jobs, len(parts))))


class _FirstTime:
    """Hands reports on, but for those of matches that are to be played once more."""

    def __init__(self, batch: Batch, on_report: OnReport) -> None:
        self.batch = batch
        self._on_report = on_report
        self._again: list[MatchOrder] = []

    async def take(self, report: Report) -> None:
        (order,) = (one for one in self.batch.orders if one.match_id == report.match_id)
        if report.lagged and order.attempt < MAX_LAGGED:
            self._again.append(replace(order, attempt=order.attempt + 1))
            return
        handed = self._on_report(report)
        if inspect.isawaitable(handed):
            await handed

    def once_more(self) -> _FirstTime:
        """The same for the matches that were held back."""
        return _FirstTime(replace(self.batch, orders=tuple(self._again)), self._on_report)


def split(batch: Batch, jobs: int) -> list[Batch]:
    """The batch in parts of whole blocks: at least one for each job, as far as there are blocks."""
    blocks = list(dict.fromkeys(order.unit for order in batch.orders))
    if not blocks:
        return []
    size = min(LARGEST_PART, max(1, len(blocks) // jobs))
    parts: list[Batch] = []
    for start in range(0, len(blocks), size):
        wanted = set(blocks[start : start + size])
        orders = tuple(order for order in batch.orders if order.unit in wanted)
        parts.append(replace(batch, batch_id=f"{batch.batch_id}/{len(parts) + 1}", orders=orders))
    return parts
