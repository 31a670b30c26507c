"""Plays a batch, rotation by rotation, and reports every match as it ends.

The bots of a line-up are started for a rotation and play every seed of it; so no process, folder or
connection of a bot sees two matches of one seed. Whatever happens, nothing that was started here is
left behind.
"""

from __future__ import annotations

import asyncio
import inspect
import math
import os
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import grpc
from siurell.errors import SiurellError
from siurell.games.registry import game_named
from siurell.match.result import Cause, Verdict
from siurell.v1 import referee_service_pb2 as pb

from ladder.domain.batch import Batch, MatchOrder, Report
from ladder.domain.deadlines import match_deadline_us
from ladder.worker.events import BotStarted, MatchEnded, MatchStarted, OnWorkerEvent, WorkerEvent
from ladder.worker.guests import AwayError, inviting
from ladder.worker.hosting import LOST, Hosted, MatchHost
from ladder.worker.public import PublicReferee
from ladder.worker.referee_process import RefereeProcess
from ladder.worker.reports import Account
from ladder.worker.sandbox.base import Limits, Sandbox
from ladder.worker.sessions import GRACE_S, Bench, Session, Workplace, held_to
from ladder.worker.tasks import finish_all, undisturbed

_WORDS_SHOWN: Final = 300

OnReport = Callable[[Report], Awaitable[None] | None]


async def play_batch(
    batch: Batch,
    referee: RefereeProcess,
    sandbox: Sandbox,
    *,
    on_report: OnReport,
    on_event: OnWorkerEvent | None = None,
    scratch: Path,
    worker: str = "local",
    limits: Limits | None = None,
    cores: tuple[int, ...] = (),
    public: PublicReferee | None = None,
) -> tuple[MatchOrder, ...]:
    """Play all matches of a batch; each is reported once, as it ends.

    Remote bots sit where ``public`` lets them in; ``referee`` is that one's then. When one of them
    does not come, what was not begun by then is given back.

    The bots are held to ``cores``, which nobody else should use. A match that comes to no end is
    reported as aborted. Cancelling ends everything that was started and reports nothing of the
    match that was running.
    """
    workplace = Workplace(
        referee,
        sandbox,
        scratch,
        limits or Limits(),
        cores=cores,
        invite=None if public is None else inviting(public),
    )
    player = _Player(batch, workplace, on_report, on_event or _tell_nobody, worker)
    async with sandbox:
        groups = session_groups(batch.orders)
        while groups:
            left = await player.play_group(groups.pop(0))
            if left is not None:
                return tuple(order for group in ([*left], *groups) for order in group)
    return ()


def session_groups(orders: Iterable[MatchOrder]) -> list[list[MatchOrder]]:
    """The orders in groups that one set of sessions may play: one rotation, no seed twice."""
    groups: list[list[MatchOrder]] = []
    for order in sorted(orders, key=lambda order: order.rotation):
        last = groups[-1] if groups else []
        same_rotation = bool(last) and last[-1].rotation == order.rotation
        if same_rotation and all(earlier.seed != order.seed for earlier in last):
            last.append(order)
        else:
            groups.append([order])
    return groups


class _Player:
    """Plays the groups of one batch."""

    def __init__(
        self,
        batch: Batch,
        workplace: Workplace,
        on_report: OnReport,
        tell: Callable[[WorkerEvent], None],
        worker: str,
    ) -> None:
        self._batch = batch
        self._workplace = workplace
        self._on_report = on_report
        self._tell = tell
        self._worker = worker
        game = game_named(batch.game)
        self._deadline_s = (
            match_deadline_us(
                batch.time,
                batch.seats,
                game.max_decisions(batch.seats),
                batch.startup_us,
            )
            / 1_000_000
        )

    async def play_group(self, orders: list[MatchOrder]) -> list[MatchOrder] | None:
        """Play the matches of one set of sessions; those left when a bot did not come, or None."""
        cpu_s = math.ceil(self._deadline_s * len(orders)) * (os.cpu_count() or 1)
        limits = replace(self._workplace.limits, cpu_s=cpu_s)
        bench = Bench(
            self._batch,
            replace(self._workplace, limits=limits),
            lambda place, again: self._tell(BotStarted(self._batch, place, again)),
        )
        try:
            for place, order in enumerate(orders):
                self._tell(MatchStarted(self._batch, order))
                report = await self._play(order, bench)
                await undisturbed(self._hand_over(report))
                if report.missed:
                    return orders[place + 1 :]
                if report.result.aborted:
                    await self._start_afresh(bench)
            return None
        finally:
            await undisturbed(bench.end_all())

    async def _play(self, order: MatchOrder, bench: Bench) -> Report:
        account = Account(self._batch, order, self._worker)
        try:
            return await self._play_hosted(order, bench, account)
        except AwayError as away:
            return replace(account.aborted(str(away)), missed=(away.key,))
        except (SiurellError, OSError, grpc.aio.AioRpcError) as error:
            logs = bench.take_logs(order.seating)
            return account.aborted(f"{_sentence(error)}{self._last_words()}", logs)

    def _last_words(self) -> str:
        """What a referee that died said last; nothing of one that lives."""
        referee = self._workplace.referee
        lines = [] if referee.alive else referee.last_words.splitlines()
        return f" It had died; its last words were: {lines[-1][:_WORDS_SHOWN]}" if lines else ""

    async def _start_afresh(self, bench: Bench) -> None:
        """Whatever ended a match may still be wrong: the next one gets everything anew."""
        if not self._workplace.referee.shared:
            await self._workplace.referee.stop()
        await bench.end_all()
        await self._workplace.referee.ensure()

    async def _play_hosted(self, order: MatchOrder, bench: Bench, account: Account) -> Report:
        await self._workplace.referee.ensure()
        sessions = await bench.ready(order.seating)
        account.held_to = held_to(sessions)
        leaving: dict[int, asyncio.Task[None]] = {}

        def on_seat_out(seat: int) -> None:
            # Its bot must not take time from those who still play.
            if not sessions[seat].hosted:
                return
            leaving[seat] = asyncio.create_task(bench.end(order.seating[seat], GRACE_S))

        request = self._request(order, sessions)
        host = MatchHost(self._workplace.referee, request, sessions, on_seat_out)
        try:
            hosted = await host.play(self._deadline_s)
        finally:
            await undisturbed(finish_all(leaving.values()))
        seats = enumerate(hosted.result.seats)
        faulty = [seat for seat, result in seats if result.verdict is Verdict.BOT_FAULT]
        for seat in faulty:
            await bench.end(order.seating[seat], GRACE_S)
        logs = [session.take_log() for session in sessions]
        if report := self._missed(order, sessions, hosted, account):
            return report
        if any(sessions[seat].lost for seat in faulty):
            return account.aborted(LOST, logs, hosted)
        evidence = [session.evidence() for session in sessions]
        # Aside: the matches of other jobs go on while this one is played again.
        return await asyncio.to_thread(account.finished, hosted, evidence, logs)

    def _missed(
        self, order: MatchOrder, sessions: Sequence[Session], hosted: Hosted, account: Account
    ) -> Report | None:
        """The report of a match to which a remote bot did not come in time: no contest."""
        away = [
            self._batch.entrants[order.seating[seat]]
            for seat, result in enumerate(hosted.result.seats)
            if result.cause is Cause.NO_SHOW and not sessions[seat].hosted
        ]
        if not away:
            return None
        names = " and ".join(entrant.label for entrant in away)
        report = account.aborted(f"{names} did not get ready for the match.", hosted=hosted)
        return replace(report, missed=tuple(entrant.key for entrant in away))

    def _request(self, order: MatchOrder, sessions: list[Session]) -> pb.CreateMatchRequest:
        batch = self._batch
        return pb.CreateMatchRequest(
            match_id=order.match_id,
            game=batch.game,
            options=dict(batch.options),
            session_ids=[session.session_id for session in sessions],
            labels=[batch.entrants[place].label for place in order.seating],
            time_control=str(batch.time),
            seed=order.seed,
            startup_us=batch.startup_us,
            named=batch.named,
            ponder_off=not batch.ponder,
        )

    async def _hand_over(self, report: Report) -> None:
        handed = self._on_report(report)
        if inspect.isawaitable(handed):
            await handed
        self._tell(MatchEnded(self._batch, report))


def _sentence(error: BaseException) -> str:
    if isinstance(error, grpc.aio.AioRpcError):
        return f"The referee failed: {error.details() or error.code().name}"
    return str(error)


def _tell_nobody(event: WorkerEvent) -> None:
    pass
