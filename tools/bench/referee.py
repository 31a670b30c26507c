"""The referee's time for a decision, against a bare `grpc.aio` stream of the same run.

    python -m tools.bench.referee

Both sides are driven by the same process: bots that need no time, and streams that carry as many
bytes each way as a decision does. Rounds of both alternate; a ratio is the median over the rounds.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from siurell.match.events import DecisionRecord
from siurell.replay.read import read_replay
from siurell.replay.steps import replay_states
from siurell.wire.codec import encode_observation

from tools.bench import bare
from tools.bench.hosting import process, referee
from tools.bench.noop import NoOpSeat, Script, write_script

GAME, SEATS = "finca", 4
ALONE_ROUNDS, ALONE_MATCHES = 9, 4
BUSY_ROUNDS, BUSY = 3, 32


@dataclass(frozen=True)
class Cost:
    """What one decision took, in microseconds: on the wall, and of the server's CPU."""

    wall_us: float
    cpu_us: float


@dataclass(frozen=True)
class Comparison:
    """Medians over the rounds: ours, the yardstick's, and ours over the yardstick's."""

    ours: Cost
    bare: Cost
    ratio: Cost


Round = Callable[[int], Awaitable[int]]
"""Play round number n; how many decisions it had."""


def measure() -> dict[str, Any]:
    """Microseconds a decision, and the ratios for which performance.md has targets."""
    scripts = [write_script(GAME, SEATS, number) for number in range(BUSY)]
    with tempfile.TemporaryDirectory(prefix="siu-bench-") as folder:
        alone, busy, sizes = asyncio.run(_measure(Path(folder), scripts))
    observation_us = _observation_us(scripts[:ALONE_MATCHES])
    return {
        "message_bytes": sizes,
        "decision_us": alone.ours.wall_us,
        "bare_us": alone.bare.wall_us,
        "observation_us": observation_us,
        "busy_decisions_per_s": 1e6 / busy.ours.wall_us,
        "P1_time": alone.ratio.wall_us,
        "P2_cpu_alone": alone.ratio.cpu_us,
        "P2_cpu_busy": busy.ratio.cpu_us,
        "P3_rate_busy": 1 / busy.ratio.wall_us,
        "P4_observation": observation_us / alone.bare.wall_us,
    }


async def _measure(
    folder: Path, scripts: Sequence[Script]
) -> tuple[Comparison, Comparison, dict[str, int]]:
    with referee(folder) as (child, host):
        tables = [await host.table(SEATS) for _ in range(BUSY)]
        await host.play(tables[0], scripts[0], "warm-up")
        sizes = _sizes(tables[0], scripts)
        with process("tools.bench.bare", f"{folder}/bare", str(sizes["down"])) as yardstick:
            channel = grpc.aio.insecure_channel(f"unix:{folder}/bare")
            streams = [channel.stream_stream(bare.METHOD)() for _ in range(BUSY)]
            message = bytes(sizes["up"])
            pids = (child.pid, yardstick.pid)

            async def alone(number: int) -> int:
                played = 0
                for place, script in enumerate(scripts[:ALONE_MATCHES]):
                    played += await host.play(tables[0], script, f"alone-{number}-{place}")
                return played

            async def busy(number: int) -> int:
                rows = enumerate(zip(tables, scripts, strict=True))
                return sum(
                    await asyncio.gather(
                        *(host.play(*row, f"busy-{number}-{place}") for place, row in rows)
                    )
                )

            def bare_of(count: int, played: Sequence[Script]) -> Round:
                rounds = sum(len(script.moves) for script in played) // count

                async def rally(_: int) -> int:
                    rallies = (bare.rally(stream, rounds, message) for stream in streams[:count])
                    await asyncio.gather(*rallies)
                    return rounds * count

                return rally

            first = await _compare(ALONE_ROUNDS, pids, alone, bare_of(1, scripts[:ALONE_MATCHES]))
            second = await _compare(BUSY_ROUNDS, pids, busy, bare_of(BUSY, scripts))
            await channel.close()
        for seat in (seat for table in tables for seat in table):
            await seat.close()
        await host.close()
    return first, second, sizes


async def _compare(rounds: int, pids: tuple[int, int], ours: Round, bare: Round) -> Comparison:
    pairs = [
        (await _cost(number, pids[0], ours), await _cost(number, pids[1], bare))
        for number in range(rounds)
    ]
    ratios = [Cost(a.wall_us / b.wall_us, a.cpu_us / b.cpu_us) for a, b in pairs]
    return Comparison(*(_median(costs) for costs in (*zip(*pairs, strict=True), ratios)))


async def _cost(number: int, pid: int, play: Round) -> Cost:
    cpu_us, began = _cpu_us(pid), time.perf_counter()
    decisions = await play(number)
    wall_us = (time.perf_counter() - began) * 1e6
    return Cost(wall_us / decisions, (_cpu_us(pid) - cpu_us) / decisions)


def _median(costs: Sequence[Cost]) -> Cost:
    return Cost(
        statistics.median(cost.wall_us for cost in costs),
        statistics.median(cost.cpu_us for cost in costs),
    )


def _cpu_us(pid: int) -> float:
    """CPU time of a process so far, all its threads."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1000


def _sizes(table: Sequence[NoOpSeat], scripts: Sequence[Script]) -> dict[str, int]:
    """Mean bytes of a question and of an answer."""
    questions = sum(seat.questions for seat in table)
    answers = [len(data) for script in scripts for data in script.answers("alone-0-0").values()]
    return {
        "down": sum(seat.question_bytes for seat in table) // questions,
        "up": round(statistics.mean(answers)),
    }


def _observation_us(scripts: Sequence[Script]) -> float:
    """Building and encoding one observation, over all positions in which somebody decided."""
    spent, count = 0.0, 0
    for script in scripts:
        for record, state in replay_states(read_replay(script.replay)):
            if isinstance(record, DecisionRecord):
                began = time.perf_counter()
                encode_observation(script.game, state.observe(record.seat))
                spent += time.perf_counter() - began
                count += 1
    return spent * 1e6 / count


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
