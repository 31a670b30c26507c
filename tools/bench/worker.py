"""Whole Finca matches of four no-op bots: what starting bots and keeping books adds to a match.

    python -m tools.bench.worker

A no-op bot answers with the first legal move. The yardstick is the match alone: from its creation
to its replay, between bots that run already. In each round all ways are taken, the match alone
before and after the ladder; figures are medians of the rounds.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from siurell.match.clock import TimeControl

from ladder.domain.batch import Batch, Entrant, FolderBot, MatchOrder, Report
from ladder.domain.blocks import rotations
from ladder.executors.local import LocalExecutor
from ladder.services.arena import open_arena
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home
from ladder.worker.events import BotStarted, MatchEnded, MatchStarted
from ladder.worker.play import play_batch
from ladder.worker.referee_process import RefereeProcess
from ladder.worker.sandbox import Limits, Sandbox
from ladder.worker.sandbox.base import MARKER
from ladder.worker.sandbox.none import NoSandbox
from ladder.worker.scratch import Scratch

GAME, SEATS = "finca", 4
LARGE, SMALL = 16, 1
ROUNDS = 3
STARTS = 15
CONNECT = """\
import os
import siurell.client.session
from siurell.client.connection import Connection

Connection("unix:/nowhere")
os._exit(0)
"""

BOT = """\
from siurell.bot import Bot

class NoOp(Bot):
    def choose(self, view):
        return view.legal_moves[0]

NoOp.run()
"""
MANIFEST = f'name = "noop"\ngames = ["{GAME}"]\n'


class Watch:
    """When the matches of a batch began and ended, on a clock that only goes forward."""

    def __init__(self) -> None:
        self.spans: list[float] = []
        self._after_start: list[bool] = []
        self._started = 0.0
        self._fresh = False

    def see(self, event: object) -> None:
        if isinstance(event, BotStarted):
            self._fresh = True
        elif isinstance(event, MatchStarted):
            self._started = time.perf_counter()
        elif isinstance(event, MatchEnded):
            self.spans.append(time.perf_counter() - self._started)
            self._after_start.append(self._fresh)
            self._fresh = False

    def warm(self) -> list[float]:
        """Matches between bots that ran already."""
        return [s for s, fresh in zip(self.spans, self._after_start, strict=True) if not fresh]

    def cold(self) -> list[float]:
        """Matches for which the bots were started."""
        return [s for s, fresh in zip(self.spans, self._after_start, strict=True) if fresh]


Worker = Callable[[int, int, Watch], Awaitable[None]]
"""Plays so many blocks in so many rotations, watched."""


def measure() -> dict[str, Any]:
    """All figures of this file; times in milliseconds."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        return asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> dict[str, Any]:
    bot = folder / "noop"
    bot.mkdir()
    (bot / "bot.py").write_text(BOT)
    (bot / "siurell.toml").write_text(MANIFEST)
    async with Scratch() as scratch, NoSandbox() as sandbox, RefereeProcess(scratch.folder) as own:

        async def worker(blocks: int, turns: int, watch: Watch) -> None:
            await play_batch(
                _batch(bot, blocks, turns),
                own,
                sandbox,
                on_report=_seen,
                on_event=watch.see,
                scratch=scratch.folder,
            )

        await worker(SMALL, 1, Watch())
        rounds = [await _round(folder / str(number), bot, worker) for number in range(ROUNDS)]
    return _figures(rounds) | await _starts(bot)


async def _round(home: Path, bot: Path, worker: Worker) -> dict[str, float]:
    """Seconds a match of each kind: the mean, since what else the machine does is shared by all."""
    watch = Watch()
    large = await _timed(lambda: worker(LARGE, 1, watch), LARGE)
    small = await _timed(lambda: worker(SMALL, SEATS, watch), SEATS)
    ladder = await _ladder(home / "large", bot, LARGE)
    ladder_small = await _ladder(home / "small", bot, SMALL)
    await worker(LARGE, 1, watch)
    alone = statistics.mean(watch.warm())
    return {
        "alone": alone,
        "starts": statistics.mean(watch.cold()) - alone,
        "large": large,
        "small": small,
        "ladder": ladder,
        "ladder_small": ladder_small,
    }


def _figures(rounds: Sequence[dict[str, float]]) -> dict[str, Any]:
    def middle(name: str, over: str = "") -> float:
        return statistics.median(r[name] / (r[over] if over else 0.001) for r in rounds)

    return {
        "match_alone_ms": middle("alone"),
        "start_of_four_bots_ms": middle("starts"),
        "worker_16_blocks_ms": middle("large"),
        "worker_1_block_ms": middle("small"),
        "ladder_16_blocks_ms": middle("ladder"),
        "ladder_1_block_ms": middle("ladder_small"),
        "ladder_16_blocks_x_alone": middle("ladder", "alone"),
        "ladder_1_block_x_alone": middle("ladder_small", "alone"),
        "ladder_matches_per_s": 1000 / middle("ladder"),
    }


async def _starts(folder: Path) -> dict[str, float]:
    """Milliseconds until a Python bot has made its first call, both ways in turn."""
    (folder / "connect.py").write_text(CONNECT)
    cold, warm = NoSandbox(), NoSandbox()
    spans: dict[str, list[float]] = {"cold": [], "warm": []}
    async with warm:
        await _start(warm, folder)
        for _ in range(STARTS):
            spans["cold"].append(await _start(cold, folder))
            spans["warm"].append(await _start(warm, folder))
    middle = {name: statistics.median(found) for name, found in spans.items()}
    return {
        "bot_start_cold_ms": middle["cold"] * 1000,
        "bot_start_warm_ms": middle["warm"] * 1000,
        "P7_warm_over_cold": middle["warm"] / middle["cold"],
    }


async def _start(sandbox: Sandbox, folder: Path) -> float:
    """Seconds from the wish for a bot to its first call."""
    environment = {"LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1", MARKER: secrets.token_hex(16)}
    start = time.perf_counter()
    process = await sandbox.start(
        (sys.executable, "connect.py"), folder=folder, environment=environment, limits=Limits()
    )
    ending = await process.wait()
    span = time.perf_counter() - start
    await process.kill()
    assert ending.exit_code == 0, process.last_lines()
    return span


def _seen(report: Report) -> None:
    assert not report.result.aborted, report.result.reason


async def _timed(play: Callable[[], Awaitable[None]], matches: int) -> float:
    start = time.perf_counter()
    await play()
    return (time.perf_counter() - start) / matches


def _batch(bot: Path, blocks: int, turns: int) -> Batch:
    source = FolderBot(bot, ("python", "bot.py"))
    orders = [
        MatchOrder(secrets.token_hex(6), 1, secrets.token_bytes(32), turn, seating)
        for turn, seating in enumerate(rotations(SEATS)[:turns])
        for _ in range(blocks)
    ]
    return Batch(
        batch_id="bench",
        game=GAME,
        options={},
        time=TimeControl.parse("60s"),
        entrants=tuple(Entrant(str(n), f"noop{n}", source) for n in range(SEATS)),
        orders=tuple(orders),
    )


async def _ladder(home: Path, bot: Path, blocks: int) -> float:
    """Seconds a match through the whole ladder: job, bots, referee, report, rating."""
    with open_arena(Home(home).create()) as arena:
        for number in range(SEATS):
            set_checked(arena, submit(arena, bot, name=f"noop{number}").id, True, "")
        season = replace(season_named(arena, GAME), seat_counts=(SEATS,))
        reported = 0
        start = end = 0.0

        def see(event: object) -> None:
            nonlocal reported, start, end
            now = time.perf_counter()
            if isinstance(event, MatchStarted) and not start:
                start = now
            elif isinstance(event, MatchEnded):
                reported, end = reported + 1, now

        executor = LocalExecutor(
            arena,
            [season],
            NoSandbox(),
            max_blocks=blocks,
            rng=random.Random(1),
            on_event=see,
        )
        await executor.run(blocks=blocks)
        return (end - start) / reported


def main() -> None:
    """Print all figures as JSON."""
    print(json.dumps(measure(), indent=2))


if __name__ == "__main__":
    main()
