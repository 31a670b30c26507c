"""The referee's time for a decision, against a bare `grpc.aio` stream of the same run.

    python -m tools.bench.referee

Both sides are driven by the same process: bots that need no time, and streams that carry as many
bytes each way as a decision does. Rounds of both alternate; a ratio is the median over the rounds.
One match at a time is measured from its first question to its end; opening and closing it is shown
apart. Many at once are measured whole.
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

from siurell.match.events import DecisionRecord
from siurell.replay.read import read_replay
from siurell.replay.steps import replay_states
from siurell.wire.codec import encode_observation

from tools.bench import bare
from tools.bench.hosting import process, referee
from tools.bench.noop import Meter, NoOpSeat, Script, cpu_us, write_script

GAME, SEATS = "finca", 4
ALONE_ROUNDS, ALONE_MATCHES = 9, 4
BUSY_ROUNDS, BUSY = 3, 32
OBSERVATION_ROUNDS = 9


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


Round = Callable[[int, int], Awaitable[Cost]]
"""Play round number n at the process with this id: what a decision of it took."""


def measure() -> dict[str, Any]:
    """Microseconds a decision, and the ratios for which performance.md has targets."""
    scripts = [write_script(GAME, SEATS, number) for number in range(BUSY)]
    with tempfile.TemporaryDirectory(prefix="siu-bench-") as folder:
        alone, busy, sizes, opening_ms = asyncio.run(_measure(Path(folder), scripts))
    observation_us = _observation_us(scripts[:ALONE_MATCHES])
    return {
        "message_bytes": sizes,
        "decision_us": alone.ours.wall_us,
        "bare_us": alone.bare.wall_us,
        "decision_cpu_us": alone.ours.cpu_us,
        "bare_cpu_us": alone.bare.cpu_us,
        "open_and_close_match_ms": opening_ms,
        "observation_us": observation_us,
        "busy_decisions_per_s": 1e6 / busy.ours.wall_us,
        "busy_bare_per_s": 1e6 / busy.bare.wall_us,
        "P1_time_over_bare": alone.ratio.wall_us,
        "P2_cpu_over_bare": alone.ratio.cpu_us,
        "P2_cpu_over_bare_busy": busy.ratio.cpu_us,
        "P3_rate_over_bare_busy": 1 / busy.ratio.wall_us,
        "P4_observation_over_bare": observation_us / alone.bare.wall_us,
    }


async def _measure(
    folder: Path, scripts: Sequence[Script]
) -> tuple[Comparison, Comparison, dict[str, int], float]:
    with referee(folder) as (child, host):
        tables = [await host.table(SEATS) for _ in range(BUSY)]
        await host.play(tables[0], scripts[0], "warm-up", Meter(child.pid))
        sizes = _sizes(tables[0], scripts)
        openings: list[float] = []

        async def alone(pid: int, number: int) -> Cost:
            meter, played = Meter(pid), 0
            began = time.perf_counter()
            for place, script in enumerate(scripts[:ALONE_MATCHES]):
                played += await host.play(tables[0], script, f"alone-{number}-{place}", meter)
            whole_us = (time.perf_counter() - began) * 1e6
            openings.append((whole_us - meter.wall_us) / ALONE_MATCHES / 1000)
            return Cost(meter.wall_us / played, meter.cpu_us / played)

        async def busy(pid: int, number: int) -> Cost:
            rows = enumerate(zip(tables, scripts, strict=True))
            matches = (host.play(*row, f"busy-{number}-{place}", Meter(pid)) for place, row in rows)
            return await _cost(pid, asyncio.gather(*matches))

        with process("tools.bench.bare", f"{folder}/bare", str(sizes["down"])) as yardstick:
            channels = [bare.connect(f"unix:{folder}/bare") for _ in range(BUSY)]
            streams = [channel.stream_stream(bare.METHOD)() for channel in channels]
            message = bytes(sizes["up"])

            def bare_of(count: int, played: Sequence[Script]) -> Round:
                rounds = sum(len(script.moves) for script in played) // count

                async def rally(pid: int, _: int) -> Cost:
                    rallies = (bare.rally(stream, rounds, message) for stream in streams[:count])
                    return await _cost(pid, asyncio.gather(*rallies))

                return rally

            pids = (child.pid, yardstick.pid)
            first = await _compare(ALONE_ROUNDS, pids, alone, bare_of(1, scripts[:ALONE_MATCHES]))
            second = await _compare(BUSY_ROUNDS, pids, busy, bare_of(BUSY, scripts))
            for channel in channels:
                await channel.close()
        for seat in (seat for table in tables for seat in table):
            await seat.close()
        await host.close()
    return first, second, sizes, statistics.median(openings)


async def _compare(rounds: int, pids: tuple[int, int], ours: Round, bare: Round) -> Comparison:
    pairs = [(await ours(pids[0], n), await bare(pids[1], n)) for n in range(rounds)]
    ratios = [Cost(a.wall_us / b.wall_us, a.cpu_us / b.cpu_us) for a, b in pairs]
    return Comparison(*(_median(costs) for costs in (*zip(*pairs, strict=True), ratios)))


async def _cost(pid: int, work: Awaitable[Sequence[int]]) -> Cost:
    """What the work took, for each of the decisions that it says it had."""
    spent_us, began = cpu_us(pid), time.perf_counter()
    decisions = sum(await work)
    wall_us = (time.perf_counter() - began) * 1e6
    return Cost(wall_us / decisions, (cpu_us(pid) - spent_us) / decisions)


def _median(costs: Sequence[Cost]) -> Cost:
    return Cost(
        statistics.median(cost.wall_us for cost in costs),
        statistics.median(cost.cpu_us for cost in costs),
    )


def _sizes(table: Sequence[NoOpSeat], scripts: Sequence[Script]) -> dict[str, int]:
    """Mean bytes of a question and of an answer."""
    questions = sum(seat.questions for seat in table)
    answers = [len(data) for script in scripts for data in script.answers("alone-0-0").values()]
    return {
        "down": sum(seat.question_bytes for seat in table) // questions,
        "up": round(statistics.mean(answers)),
    }


def _observation_us(scripts: Sequence[Script]) -> float:
    """CPU time to build and encode one observation, over all positions that were decided in."""
    positions = [
        (script.game, record.seat, state.copy())
        for script in scripts
        for record, state in replay_states(read_replay(script.replay))
        if isinstance(record, DecisionRecord)
    ]
    rounds = []
    for _ in range(OBSERVATION_ROUNDS):
        began = time.process_time_ns()
        for game, seat, state in positions:
            encode_observation(game, state.observe(seat))
        rounds.append((time.process_time_ns() - began) / 1000 / len(positions))
    return statistics.median(rounds)


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
