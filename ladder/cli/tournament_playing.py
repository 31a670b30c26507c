"""How a tournament gets played from the command line: shipped bots here, all others by a worker.

Whoever is free takes the next match from the desk (`ladder.domain.tournaments.desk`).
"""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import TYPE_CHECKING

from ladder.cli.interrupts import held
from ladder.cli.playing import Finished, Plan, play_here, processes
from ladder.cli.series import Fixture
from ladder.cli.tournament_field import Field, frozen
from ladder.domain.tournaments.desk import Desk, Order

if TYPE_CHECKING:
    from ladder.worker.sandbox.base import Sandbox


def play_tournament(desk: Desk, field: Field) -> None:
    """Play until the tournament is finished or paused, as many matches at a time as there are jobs.

    Raises `SiurellError` when that cannot be.
    """
    if not field.in_process:
        asyncio.run(_play_by_worker(desk, field))
    elif field.jobs == 1:
        _play_one_by_one(desk, field)
    else:
        _play_side_by_side(desk, field)


def fixture_of(order: Order) -> Fixture:
    """The match as those who play series know it."""
    return Fixture(order.rotation + 1, order.match_id, order.seed, order.rotation, order.seating)


def _plan(field: Field, order: Order) -> Plan:
    bots = [field.bots[name] for name in order.line_up]
    return Plan(field.game.name, None, bots, field.options, field.time)


def _play_one_by_one(desk: Desk, field: Field) -> None:
    while orders := desk.take():
        for order in orders:
            finished = play_here(_plan(field, order), fixture_of(order))
            with held():
                desk.ended(order, finished)


def _play_side_by_side(desk: Desk, field: Field) -> None:
    """A process that has ended one match begins the next."""
    playing: dict[Future[Finished], Order] = {}
    waiting: deque[Order] = deque()
    with processes(field.jobs) as begin:
        while True:
            while len(playing) < field.jobs and (waiting or (more := desk.take(field.jobs))):
                if not waiting:
                    waiting.extend(more)
                order = waiting.popleft()
                playing[begin(_plan(field, order), fixture_of(order))] = order
            if not playing:
                return
            for done in wait(playing, return_when=FIRST_COMPLETED).done:
                finished = done.result()
                with held():
                    desk.ended(playing.pop(done), finished)


async def _play_by_worker(desk: Desk, field: Field) -> None:
    """Play through the worker and referee that the ladder uses."""
    from ladder.executors.tournaments import Table, Terms, play_out
    from ladder.worker.scratch import Scratch

    async with Scratch() as scratch:
        bots = await asyncio.to_thread(frozen, field, scratch.folder)
        terms = Terms(field.game.name, field.options, field.time, bots)
        await play_out(Table(desk, terms, field.jobs), await _sandbox(field), jobs=field.jobs)


async def _sandbox(field: Field) -> Sandbox:
    from ladder.worker.sandbox.choice import choose

    return field.sandbox or (await choose(own_bots=True)).sandbox
