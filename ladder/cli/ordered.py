"""Matches of many line-ups, played side by side: shipped bots in this process, others by a worker.

Each line-up is started for itself, and each rotation of it: no process of a bot sees two matches of
one seed, also where several line-ups play the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

from ladder.cli.playing import Finished, OnFinished, Plan, play_shipped
from ladder.cli.series import Fixture
from ladder.cli.tournament_field import Field
from ladder.domain.batch import Batch, MatchOrder, Report


class Ordered(Protocol):
    """A match that is to be played: its place, seed and seating, and who plays by name."""

    @property
    def fixture(self) -> Fixture:
        """Its id, seed, rotation and seating."""

    @property
    def line_up(self) -> tuple[str, ...]:
        """Who plays, in the order of which the seating tells."""


def play_ordered(field: Field, orders: Sequence[Ordered], on_finished: OnFinished) -> None:
    """Play all matches, as many at a time as the field says; hand over each as it ends.

    Matches of one line-up that follow each other share their sessions.
    """
    if not orders:
        return
    if field.in_process:
        matches = [(_plan(field, order), order.fixture) for order in orders]
        play_shipped(matches, on_finished, field.jobs)
    else:
        asyncio.run(_by_worker(field, orders, on_finished))


def _plan(field: Field, order: Ordered) -> Plan:
    bots = [field.bots[name] for name in order.line_up]
    return Plan(field.game.name, None, bots, field.options, field.time)


async def _by_worker(field: Field, orders: Sequence[Ordered], on_finished: OnFinished) -> None:
    """Play through the worker and referee that the ladder uses."""
    from ladder.worker.match_series import play_many
    from ladder.worker.sandbox.choice import choose

    by_id = {order.fixture.match_id: order for order in orders}

    def on_report(report: Report) -> None:
        fixture = by_id[report.match_id].fixture
        finished = Finished(
            fixture, report.result, report.replay, report.digest, report.logs, report.worker
        )
        on_finished(finished)

    sandbox = field.sandbox or (await choose(own_bots=True)).sandbox
    await play_many(
        batches_of(field, orders),
        sandbox,
        jobs=field.jobs,
        on_report=on_report,
    )


def batches_of(field: Field, orders: Sequence[Ordered]) -> list[Batch]:
    """A batch for each row of matches of one line-up, each with sessions of its own."""
    rows = groupby(orders, lambda order: order.line_up)
    return [_batch(field, line_up, list(found)) for line_up, found in rows]


def _batch(field: Field, line_up: tuple[str, ...], orders: Sequence[Ordered]) -> Batch:
    return Batch(
        batch_id=orders[0].fixture.match_id,
        game=field.game.name,
        options=field.options,
        time=field.time,
        entrants=tuple(field.bots[name] for name in line_up),
        orders=tuple(
            MatchOrder(
                match_id=order.fixture.match_id,
                attempt=1,
                seed=order.fixture.seed,
                rotation=order.fixture.rotation,
                seating=order.fixture.seating,
            )
            for order in orders
        ),
    )
