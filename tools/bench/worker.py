"""Whole Finca matches of four no-op bots: what starting bots and keeping books adds to a match.

    python -m tools.bench.worker

A no-op bot answers with the first legal move. The yardstick is the match alone: from its creation
to its replay, between bots that run already. Rounds of all ways alternate; figures are medians.
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
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from siurell.match.clock import TimeControl

from ladder.domain.batch import Batch, Entrant, FolderBot, MatchOrder, Report
from ladder.domain.blocks import rotations
from ladder.executors.local import LocalExecutor
from ladder.services.arena import open_arena
from ladder.services.seasons import default_season
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
IMPORTS = "import os, siurell.bot, siurell.client.session; os._exit(0)"

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


def measure() -> dict[str, Any]:
    """All figures of this file; times in milliseconds."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        return asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> dict[str, Any]:
    bot = folder / "noop"
    bot.mkdir()
    (bot / "bot.py").write_text(BOT)
    (bot / "siurell.toml").write_text(MANIFEST)
    watch = Watch()
    per_match: dict[str, list[float]] = {"large": [], "small": [], "ladder": [], "ladder_small": []}
    async with Scratch() as scratch, RefereeProcess(scratch.folder) as referee:

        async def worker(blocks: int, turns: int) -> None:
            await play_batch(
                _batch(bot, blocks, turns),
                referee,
                NoSandbox(),
                on_report=_seen,
                on_event=watch.see,
                scratch=scratch.folder,
            )

        for _ in range(ROUNDS):
            per_match["large"].append(await _timed(lambda: worker(LARGE, 1), LARGE))
            per_match["small"].append(await _timed(lambda: worker(SMALL, SEATS), SEATS))
    for number in range(ROUNDS):
        for name, blocks in (("ladder", LARGE), ("ladder_small", SMALL)):
            per_match[name].append(await _ladder(folder / f"{name}-{number}", bot, blocks))
    return _figures(watch, per_match) | await _starts(bot)


def _figures(watch: Watch, per_match: dict[str, list[float]]) -> dict[str, Any]:
    alone = statistics.median(watch.warm())
    middle = {name: statistics.median(spans) for name, spans in per_match.items()}
    return {
        "match_alone_ms": alone * 1000,
        "start_of_four_bots_ms": (statistics.median(watch.cold()) - alone) * 1000,
        "worker_16_blocks_ms": middle["large"] * 1000,
        "worker_1_block_ms": middle["small"] * 1000,
        "ladder_16_blocks_ms": middle["ladder"] * 1000,
        "ladder_1_block_ms": middle["ladder_small"] * 1000,
        "ladder_16_blocks_x_alone": middle["ladder"] / alone,
        "ladder_1_block_x_alone": middle["ladder_small"] / alone,
        "ladder_matches_per_s": 1 / middle["ladder"],
    }


async def _starts(folder: Path) -> dict[str, float]:
    """Milliseconds until a Python bot has imported what it needs to connect, both ways in turn."""
    (folder / "imports.py").write_text(IMPORTS)
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
    """Seconds from the wish for a bot to the end of its imports."""
    environment = {"LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1", MARKER: secrets.token_hex(16)}
    start = time.perf_counter()
    process = await sandbox.start(
        (sys.executable, "imports.py"), folder=folder, environment=environment, limits=Limits()
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
        season = replace(default_season(arena, GAME), seat_counts=(SEATS,))
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
            season,
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
