"""False time losses: busy sessions by the dozen, bots that need no time, and a short limit.

    python -m tools.bench.clock

As on a ladder the sessions are shared out over several referee processes, each with a few of them.
The bots of a referee live in a process of their own and answer at once; each plays alone, so that
every session waits for an answer all the time. A loss by time is false unless the bot itself may
have been late: unless its own process may have been held up for so long that the limit had passed
when it answered. What its threads waited for a core is added up for that, which is the most that it
can have been; so these losses are counted beside the false ones, and nobody is said to be to blame.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from siurell.match.events import DecisionRecord, NoteRecord
from siurell.match.lag import NO_CONTEST
from siurell.replay.read import read_replay
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb

from referee.runqueue import RunQueue
from tools.bench.hosting import Host, referee
from tools.bench.noop import NoOpSeat, Script, write_script

GAME = "farmini"
SESSIONS = 64
EACH = 16
"""Busy sessions of one referee process."""
DECISIONS = 10_000
LIMIT_MS = 50
BEAT_S = 0.002
WITHIN_S = 900
PERCENTILES = (50, 99)


def measure() -> dict[str, Any]:
    """How many decisions were made, and how many of them were lost by time though in time."""
    tables = max(1, SESSIONS // EACH)
    words = [sys.executable, "-m", "tools.bench.clock", "table"]
    words += [str(min(EACH, SESSIONS)), str(-(-DECISIONS // tables))]
    load = os.getloadavg()[0]
    began = time.perf_counter()
    running = [subprocess.Popen(words, stdout=subprocess.PIPE) for _ in range(tables)]
    try:
        told = [json.loads(one.communicate(timeout=WITHIN_S)[0]) for one in running]
    finally:
        for one in running:
            one.kill()
            one.wait()
    spent_s = time.perf_counter() - began
    counts = Counter[str]()
    for one in told:
        counts.update(one["counts"])
    return {
        "clock_sessions": tables * min(EACH, SESSIONS),
        "clock_referees": tables,
        "clock_decisions": counts["decisions"],
        "clock_decisions_per_s": counts["decisions"] / spent_s,
        "clock_bot_may_have_been_late": counts["unclear"],
        "clock_no_contest": counts["no_contest"],
        "clock_charged_ms": _percentiles([us for one in told for us in one["charged_us"]]),
        "clock_lag_ms": _percentiles([us for one in told for us in one["lag_us"]]),
        "clock_load_before_and_after": [load, os.getloadavg()[0]],
        "P8_false_time_losses": counts["false"],
    }


def _percentiles(found_us: list[int]) -> dict[str, float]:
    """The usual percentiles and the worst, in milliseconds."""
    ordered = sorted(found_us) or [0]
    places = {f"p{share}": len(ordered) * share // 100 for share in PERCENTILES}
    return {name: ordered[place] / 1000 for name, place in places.items()} | {
        "worst": ordered[-1] / 1000
    }


@dataclass
class Tally:
    """What came of the matches of one table."""

    counts: Counter[str] = field(default_factory=Counter)
    charged_us: list[int] = field(default_factory=list)
    lag_us: list[int] = field(default_factory=list)

    def take(self, finished: pb.HostFinished, took_s: float) -> None:
        """Count a match; ``took_s`` is what its bot may have needed for its last answer."""
        records = read_replay(finished.replay).records
        made = [record for record in records if isinstance(record, DecisionRecord)]
        self.counts["decisions"] += len(made)
        self.charged_us += [record.charged_us for record in made]
        self.lag_us += [record.lag_us for record in made]
        (seat,) = finished.result.seats
        unclear = took_s > LIMIT_MS / 1000
        if seat.cause == match_pb2.CAUSE_ABORTED:
            lag = [one for one in records[-1:] if isinstance(one, NoteRecord)]
            assert [one.kind for one in lag] == [NO_CONTEST], finished.result.reason
            self.counts["no_contest"] += 1
        elif seat.cause != match_pb2.CAUSE_GAME_RULES:
            assert seat.cause == match_pb2.CAUSE_TIMEOUT, seat
            self.counts["unclear" if unclear else "false"] += 1


class Lateness:
    """For how long a message may have waited for this process, before it was read."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue = RunQueue()
        self._queue.open()
        self._beat_at = self._loop.time()
        self._gap = self._waited = self._waited_before = 0.0
        self._beat()

    def now(self) -> float:
        """Since the last beat but one: the time, or what all threads together waited if longer."""
        self._waited += self._queue.waited()
        return max(
            self._loop.time() - self._beat_at + self._gap, self._waited + self._waited_before
        )

    def _beat(self) -> None:
        now = self._loop.time()
        self._beat_at, self._gap = now, now - self._beat_at
        self._waited_before, self._waited = self._waited + self._queue.waited(), 0.0
        self._loop.call_later(BEAT_S, self._beat)


class Sitter(NoOpSeat):
    """A bot that answers at once, and knows how long its last answer may have taken."""

    took_s = 0.0
    matches = 0

    async def sit(self, match_id: str, answers: dict[int, bytes], lateness: Lateness) -> None:
        """Play a match to its end."""
        while True:
            message = pb.PlaySeatResponse.FromString(await self._stream.read())
            waited_s, came = lateness.now(), time.perf_counter()
            match message.WhichOneof("message"):
                case "ask":
                    await self._stream.write(answers[message.ask.decision_id])
                    self.took_s = waited_s + time.perf_counter() - came
                case "welcome":
                    ready = pb.Ready(match_id=match_id)
                    await self._stream.write(pb.PlaySeatRequest(ready=ready).SerializeToString())
                case _:
                    return


async def _table(sessions: int, decisions: int) -> Tally:
    """Play matches at a referee of its own, so many at a time, until enough was decided."""
    tally, lateness = Tally(), Lateness()
    script = write_script(GAME, 1, 0)
    with (
        tempfile.TemporaryDirectory(prefix="siu-bench-") as folder,
        referee(Path(folder)) as (_, host),
    ):
        seats = [await host.seat(Sitter) for _ in range(sessions)]
        await asyncio.gather(
            *(_sit(host, seat, script, decisions, tally, lateness) for seat in seats)
        )
        for seat in seats:
            await seat.close()
        await host.close()
    return tally


async def _sit(
    host: Host, seat: Sitter, script: Script, decisions: int, tally: Tally, lateness: Lateness
) -> None:
    while tally.counts["decisions"] < decisions:
        match_id = f"{seat.session_id}-{seat.matches}"
        seat.matches += 1
        line = await host.open_match([seat], script, match_id, f"/{LIMIT_MS}ms")
        await seat.sit(match_id, script.answers(match_id), lateness)
        tally.take(await host.end_of(line), seat.took_s)


def main() -> None:
    """Print all figures as JSON, or be one of the tables that are measured."""
    if sys.argv[1:2] == ["table"]:
        print(json.dumps(vars(asyncio.run(_table(int(sys.argv[2]), int(sys.argv[3]))))))
    else:
        print(json.dumps(measure(), indent=2))


if __name__ == "__main__":
    main()
