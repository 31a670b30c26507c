"""The check of a bot: what `siurell check` tells its author is what the ladder will say.

The bot plays itself in all seats of every seat count that its game allows. A step that fails ends
the check; what it rests on stands beside it. That two runs from one seed differ is a note.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Final

from siurell.errors import LadderError
from siurell.games.base import Game
from siurell.match.clock import TimeControl
from siurell.replay.model import Replay
from siurell.replay.read import read_replay

from ladder.domain.batch import Batch, BotSource, Entrant, MatchOrder, Report
from ladder.worker.check_steps import (
    CheckResult,
    Step,
    StepState,
    kept_time,
    opening,
    played,
    repeated,
)
from ladder.worker.play import play_batch
from ladder.worker.sessions import Workplace

STARTUP_US: Final = 10_000_000
"""How long a bot may take until it is ready, unless a season says otherwise."""


async def check_bot(
    source: BotSource,
    game: Game,
    workplace: Workplace,
    *,
    time: TimeControl,
    startup_us: int = STARTUP_US,
    seed: bytes | None = None,
    on_step: Callable[[Step], None] | None = None,
) -> CheckResult:
    """Check a bot for a game; each step is told as it is done.

    Raises `LadderError` when the check itself could not be done, which is nobody's fault.
    """
    check = _Check(source, game, workplace, time, startup_us, seed or secrets.token_bytes(32))
    steps: list[Step] = []

    def tell(step: Step) -> None:
        steps.append(step)
        if on_step is not None:
            on_step(step)

    async with workplace.sandbox:
        async for step in check.plays():
            tell(step)
    # The second run is not made where the first was: what stays the same only for bots that were
    # started there, such as the order of a set, is to be seen.
    if steps[-1].state is not StepState.FAILED:
        tell(await check.repeats())
    return CheckResult(tuple(steps))


class _Check:
    """One check while it is made."""

    def __init__(
        self,
        source: BotSource,
        game: Game,
        workplace: Workplace,
        time: TimeControl,
        startup_us: int,
        seed: bytes,
    ) -> None:
        self._source = source
        self._game = game
        self._work = workplace
        self._time = time
        self._startup_us = startup_us
        self._seed = seed
        self._matches = 0
        self._replays: list[Replay] = []

    async def plays(self) -> AsyncIterator[Step]:
        """Let it play; one step after the other, until one fails."""
        for seats in range(self._game.min_seats, self._game.max_seats + 1):
            report = await self._self_play(seats)
            steps = [] if self._replays else opening(report, self._startup_us)
            if all(step.state is StepState.OK for step in steps):
                steps.append(played(report, seats))
            for step in steps:
                yield step
            if steps[-1].state is StepState.FAILED:
                return
            self._replays.append(read_replay(report.replay))
        yield kept_time(self._replays, self._time)

    async def repeats(self) -> Step:
        """See whether it plays the first match again as it did."""
        first = self._replays[0]
        again = await self._self_play(first.config.seats)
        return repeated(first, read_replay(again.replay))

    async def _self_play(self, seats: int) -> Report:
        """Let the bot play itself once; every match of a seat count has the same seed."""
        self._matches += 1
        order = MatchOrder(
            match_id=f"check-{secrets.token_hex(4)}-{self._matches}",
            attempt=1,
            seed=self._seed,
            rotation=0,
            seating=tuple(range(seats)),
        )
        batch = Batch(
            batch_id=order.match_id,
            game=self._game.name,
            options=self._game.check_options({}),
            time=self._time,
            entrants=tuple(
                Entrant(f"{seat}", f"seat {seat + 1}", self._source) for seat in range(seats)
            ),
            orders=(order,),
            startup_us=self._startup_us,
        )
        report = await self._play(batch)
        if report.lagged:
            report = await self._play(replace(batch, orders=(replace(order, attempt=2),)))
        if report.result.aborted:
            raise LadderError(
                f"The check could not be made: {report.result.reason} Try again.",
                reason="NO_CHECK",
            )
        return report

    async def _play(self, batch: Batch) -> Report:
        reports: list[Report] = []
        await play_batch(
            batch,
            self._work.referee,
            self._work.sandbox,
            on_report=reports.append,
            scratch=self._work.scratch,
            worker="check",
            limits=self._work.limits,
            cores=self._work.cores,
        )
        return reports[0]
