"""How strong the shipped bots are: blocks of each against the next weaker one, on every seat.

    python tools/strength.py                                   all that is missing, then the table
    python tools/strength.py --game finca --seats 2 --blocks 200 --jobs 2
    python tools/strength.py --table                           the table alone

A block is one seed with all rotations of its line-up: one copy of the stronger bot, all other seats
the weaker one. What counts is the share of wins of the stronger bot, a shared win in parts, with a
95 % interval over blocks: normal, or Wilson's when all blocks end alike. On one seat every bot
plays the same seeds alone, and what counts is its mean score with a normal interval.

Every block is a line of JSON in the file; what stands there is not played again, so a long run can
be stopped and split. Time stands still, so that search has all of the work that it plans for the
time control however busy the machine is, and the same blocks end alike everywhere. What a decision
of the stronger bot took is measured in CPU time.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from siurell.bot import Bot, View
from siurell.bots import SHIPPED, search
from siurell.games.base import Move
from siurell.games.registry import game_named, games
from siurell.local import play_local
from siurell.match.dealer import seed_from_text
from siurell.match.profiles import clock_of
from siurell.match.result import Cause

from ladder.domain.blocks import rotations
from ladder.domain.intervals import wilson

ROOT: Final = Path(__file__).resolve().parent.parent
FILE: Final = ROOT / "build" / "strength.jsonl"
TIME: Final = "/80ms"
Z: Final = statistics.NormalDist().inv_cdf(0.975)
BLOCK_SECONDS: Final = 600
"""No block takes longer; a run that waits longer for one has broken down."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """Bots that play each other: the stronger one first, alone in a game for one."""

    game: str
    bots: tuple[str, ...]

    @property
    def seats(self) -> int:
        return len(self.bots)


def line_ups(game: str, seats: int) -> list[LineUp]:
    """Each shipped bot with the next weaker one on all other seats; alone, each by itself."""
    strongest_first = list(reversed(SHIPPED))
    if seats == 1:
        return [LineUp(game, (bot,)) for bot in strongest_first]
    pairs = itertools.pairwise(strongest_first)
    return [LineUp(game, (better, *[weaker] * (seats - 1))) for better, weaker in pairs]


def play_block(line_up: LineUp, block: int, control: str) -> dict[str, Any]:
    """One block as it is written down: the first bot's share of wins, the mean score of each."""
    game = game_named(line_up.game)
    seed = seed_from_text(f"strength {line_up.game} {block}")
    search.time = _NoTime  # type: ignore[attr-defined]
    won, decisions, scores = Fraction(0), 0, [0] * line_up.seats
    thinking = [_Thinking(name) for name in line_up.bots]
    for seating in rotations(line_up.seats):
        makers = [thinking[place].make for place in seating]
        time_control = clock_of(control)
        result = play_local(game, makers, seed=seed, time=time_control, simulated=True).result
        assert {seat.cause for seat in result.seats} == {Cause.GAME_RULES}, result
        winners = [p for s, p in zip(result.seats, seating, strict=True) if s.placement == 1]
        won += Fraction(winners.count(0), len(winners))
        decisions += result.decisions
        for seat, place in zip(result.seats, seating, strict=True):
            scores[place] += seat.score or 0
    return {
        "game": line_up.game,
        "bots": list(line_up.bots),
        "time": control,
        "block": block,
        "share": float(won / line_up.seats),
        "scores": [score / line_up.seats for score in scores],
        "decisions": decisions,
        "asked": thinking[0].asked,
        "seconds": round(thinking[0].seconds, 4),
    }


class _NoTime:
    """In the place of the module `time` where search looks at it."""

    @staticmethod
    def perf_counter_ns() -> int:
        return 0


class _Thinking:
    """Counts what a bot of a line-up is asked, and the seconds that it takes."""

    def __init__(self, name: str) -> None:
        self.asked, self.seconds = 0, 0.0
        self._kind = SHIPPED[name]

    def make(self, *match: Any) -> Bot:
        bot, choose = self._kind(*match), self._kind.choose

        def timed(view: View) -> Move | str:
            began = time.process_time()
            choice = choose(bot, view)
            self.seconds += time.process_time() - began
            self.asked += 1
            return choice

        bot.choose = timed  # type: ignore[method-assign]
        return bot


def read(path: Path) -> list[dict[str, Any]]:
    """The blocks of a file; a last line that was cut off is left out."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def cut_off(path: Path) -> None:
    """Take away a last line that is not whole, so that the next one begins anew."""
    if path.exists():
        data = path.read_bytes()
        path.write_bytes(data[: data.rfind(b"\n") + 1])


def missing(wanted: list[LineUp], blocks: int, control: str, path: Path) -> list[tuple[Any, ...]]:
    """What is still to be played, block by block over all line-ups, so that all grow alike."""
    known = {(one["game"], *one["bots"], one["time"], one["block"]) for one in read(path)}
    return [
        (line_up, block, control)
        for block in range(blocks)
        for line_up in wanted
        if (line_up.game, *line_up.bots, control, block) not in known
    ]


def play(orders: list[tuple[Any, ...]], jobs: int, path: Path) -> None:
    """Play the blocks in several processes and write each down as it ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cut_off(path)
    with ProcessPoolExecutor(jobs) as pool, path.open("a", encoding="utf-8") as file:
        running = [pool.submit(play_block, *order) for order in orders]
        limit = BLOCK_SECONDS * -(-len(orders) // jobs)
        try:
            for number, future in enumerate(as_completed(running, timeout=limit), 1):
                file.write(json.dumps(future.result()) + "\n")
                file.flush()
                if number % 50 == 0 or number == len(orders):
                    print(f"{number} of {len(orders)} blocks", file=sys.stderr, flush=True)
        finally:
            pool.shutdown(cancel_futures=True)


def table(found: Iterable[dict[str, Any]]) -> Iterator[str]:
    """All line-ups of a file as a table in Markdown."""
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for one in found:
        groups.setdefault((one["game"], *one["bots"], one["time"]), []).append(one)
    yield "| game | seats | stronger | weaker | blocks | measured | weaker, each | level | ms |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for key in sorted(groups, key=lambda key: (key[0], len(key), key[-1], key[1])):
        yield "| " + " | ".join(_row(key[0], key[1:-1], groups[key])) + " |"


def _row(game: str, bots: tuple[str, ...], blocks: list[dict[str, Any]]) -> list[str]:
    asked = sum(one["asked"] for one in blocks)
    each = f"{1000 * sum(one['seconds'] for one in blocks) / max(1, asked):.1f}"
    seats, first = len(bots), [game, str(len(bots)), bots[0]]
    if seats == 1:
        low, mean, high = normal([one["scores"][0] for one in blocks])
        score = f"{mean:.2f} points ({low:.2f} to {high:.2f})"
        return [*first, "-", str(len(blocks)), score, "-", "-", each]
    low, mean, high = share([one["share"] for one in blocks])
    others = [(1 - value) / (seats - 1) for value in (mean, high, low)]
    return [
        *first,
        bots[1],
        str(len(blocks)),
        f"{mean:.3f} ({low:.3f} to {high:.3f})",
        f"{others[0]:.3f} ({others[1]:.3f} to {others[2]:.3f})",
        f"{1 / seats:.3f}",
        each,
    ]


def share(values: list[float]) -> tuple[float, float, float]:
    """As `normal` within 0 to 1; where all blocks ended alike, each of them counts as one trial."""
    if len(set(values)) == 1:
        low, high = wilson(sum(values), len(values))
        return low, values[0], high
    low, mean, high = normal(values)
    return max(0.0, low), mean, min(1.0, high)


def normal(values: list[float]) -> tuple[float, float, float]:
    """Mean and 95 % interval: low, mean, high."""
    mean = statistics.fmean(values)
    spread = Z * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return mean - spread, mean, mean + spread


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=[game.name for game in games()])
    parser.add_argument("--seats", type=int)
    parser.add_argument("--bot", choices=SHIPPED, help="only line-ups with this stronger bot")
    parser.add_argument("--blocks", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", default=TIME, help="the time control that search plans for")
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--table", action="store_true", help="play nothing")
    chosen = parser.parse_args()
    wanted = [
        line_up
        for game in games()
        for seats in range(game.min_seats, game.max_seats + 1)
        for line_up in line_ups(game.name, seats)
        if chosen.game in (None, game.name)
        and chosen.seats in (None, seats)
        and chosen.bot in (None, line_up.bots[0])
    ]
    if not chosen.table:
        orders = missing(wanted, chosen.blocks, str(clock_of(chosen.time)), chosen.file)
        if orders:
            play(orders, chosen.jobs, chosen.file)
    names = {(line_up.game, *line_up.bots) for line_up in wanted}
    shown = [one for one in read(chosen.file) if (one["game"], *one["bots"]) in names]
    print("\n".join(table(shown)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
