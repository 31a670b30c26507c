"""A worker for the tests that are killed: takes batches, reports every match twice and says so.

Run as a program: ``reporter.py HOME WORKER [BATCHES]``. Without a number it goes on until it is
killed. It is no test itself.
"""

from __future__ import annotations

import random
import sys
from datetime import UTC, datetime
from pathlib import Path

from siurell.match.result import Cause, MatchResult, SeatResult

from ladder.domain.batch import MatchOrder, Report, SeatLog
from ladder.services.arena import open_arena
from ladder.services.report import ReportOutcome, report
from ladder.services.schedule import next_batch, recover
from ladder.services.seasons import season_named
from ladder.store.home import Home


def made_up(order: MatchOrder, worker: str, rng: random.Random) -> Report:
    seats = len(order.seating)
    now = datetime.now(UTC)
    if rng.random() < 0.05:
        gone = tuple(SeatResult(0, 0, Cause.ABORTED) for _ in range(seats))
        result = MatchResult(gone, 0, 0, reason="made up")
        return Report(order.match_id, order.attempt, result, b"", "", worker, now, now)
    placements = [rng.randint(1, seats) for _ in range(seats)]
    placements[rng.randrange(seats)] = 1
    ended = tuple(SeatResult(placement, 10, Cause.GAME_RULES) for placement in placements)
    return Report(
        order.match_id,
        order.attempt,
        MatchResult(ended, 50, 40),
        f"{order.match_id} {order.attempt}".encode() * 50,
        "d" * 64,
        worker,
        now,
        now,
        tuple(SeatLog(seat, "hello") for seat in range(seats)),
    )


def main() -> None:
    home, worker = Home(Path(sys.argv[1])), sys.argv[2]
    left = int(sys.argv[3]) if len(sys.argv) > 3 else -1
    rng = random.Random()
    with open_arena(home) as arena:
        season = season_named(arena, "finca")
        recover(arena, worker)
        print("ready", flush=True)
        while left != 0:
            left -= 1
            batch = next_batch(arena, [season], worker=worker, rng=rng, max_blocks=2)
            assert batch is not None
            for order in batch.orders:
                told = made_up(order, worker, rng)
                assert report(arena, told) is ReportOutcome.APPLIED
                print("reported", flush=True)
                assert report(arena, told) is ReportOutcome.DUPLICATE


if __name__ == "__main__":
    main()
