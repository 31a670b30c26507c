"""A thousand matches of bots that fail at random: is every cause right, and is nothing left?

python -m tools.faulty_matches [--matches 1000] [--jobs 2] [--seed 1] [--sandbox NAME] [--game GAME]

A whole ladder plays them: its database, worker, referees and sandbox are the real ones. Every match
has to end with one report, each seat with the cause and the evidence of what its bot was told to
do, each replay has to hold; and afterwards this process has as many processes, files and sockets
as before. Exit code 1 when anything is not so.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from siurell.games.registry import games

from ladder.domain.seasons import Season
from ladder.executors.base import MatchReported
from ladder.executors.local import LocalExecutor
from ladder.services.arena import Arena, open_arena
from ladder.services.report import ReportOutcome
from ladder.services.rerate import rerate
from ladder.services.seasons import season_named
from ladder.services.submit import set_checked, submit
from ladder.store.home import Home
from ladder.store.tables import SeasonRow
from ladder.worker.sandbox.base import Sandbox
from ladder.worker.sandbox.choice import NAMES, choose
from tools.faulty_matches.counts import Held, children, held, open_files
from tools.faulty_matches.verdicts import Judged, judge

_HERE = Path(__file__).parent
_BOTS = 6
_CLOCK = "/2s"
"""Long enough for a sound bot on a busy machine, short enough for hundreds that hang."""
_STARTUP_US = 10_000_000
_WARM_UP = 4
"""Matches before anything is counted: what is loaded once stays."""
_SAID_EVERY = 50
_SHOWN = 20


@dataclass
class Run:
    """What became of it."""

    before: Held
    after: Held
    seconds: float
    judged: Judged
    outcomes: Counter[str]
    equal: bool
    referees: list[int] = field(default_factory=list)
    """Open files of a referee, as often as a match was reported."""

    def problems(self) -> list[str]:
        """All that is not as it must be."""
        found = list(self.judged.wrong)
        if self.before != self.after:
            found.append(f"not the same as before: {self.before.beside(self.after)}")
        if set(self.outcomes) != {ReportOutcome.APPLIED.value}:
            found.append(f"reports were not all new: {dict(self.outcomes)}")
        if not self.equal:
            found.append("the ratings are not those that the log gives")
        early, late = self._halves()
        if late > early + 8:
            found.append(f"a referee's open files grew from {early} to {late}")
        return found

    def _halves(self) -> tuple[int, int]:
        # The fewest: what it has in the midst of matches is one number or twice that, by chance.
        half = len(self.referees) // 2
        if half == 0:
            return 0, 0
        return min(self.referees[:half]), min(self.referees[half:])

    def say(self) -> None:
        """The figures."""
        judged = self.judged
        print(f"{judged.matches} matches, {judged.seats} seats, {self.seconds:.0f} s")
        print("acts:   " + _counted(judged.acts))
        print("causes: " + _counted(judged.causes))
        print(f"called off and played again: {len(judged.attempts)}")
        for line in judged.attempts[:_SHOWN]:
            print(f"  {line}")
        print("before and after: " + self.before.beside(self.after))
        print("fewest open files of a referee, by halves: {}, {}".format(*self._halves()))


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counter.most_common())


class _Watch:
    """Counts reports, says so now and then, and stops the ladder when there are enough."""

    def __init__(self, mark: str, matches: int) -> None:
        self.outcomes: Counter[str] = Counter()
        self.referees: list[int] = []
        self.executor: LocalExecutor | None = None
        self._mark = mark
        self._matches = matches

    def see(self, event: object) -> None:
        if not isinstance(event, MatchReported):
            return
        self.outcomes[event.outcome.value] += 1
        number = sum(self.outcomes.values())
        found = [open_files(pid) for pid in children(self._mark, "-m referee")]
        self.referees += [count for count in found if count]
        if number % _SAID_EVERY == 0:
            print(f"{number} reports", flush=True)
        if number >= self._matches and self.executor is not None:
            self.executor.stop()


async def play(arena: Arena, season: Season, sandbox: Sandbox, jobs: int, watch: _Watch) -> None:
    """Play matches until there are enough."""
    watch.executor = LocalExecutor(arena, [season], sandbox, jobs=jobs, on_event=watch.see)
    await watch.executor.run()


def run(
    matches: int, *, jobs: int = 2, seed: int = 1, sandbox: str | None = None, game: str = ""
) -> Run:
    """Play so many matches, or a few more, and look at what became of them."""
    mark = f"faulty-{secrets.token_hex(6)}"
    folder = Path(tempfile.mkdtemp(prefix="fm-"))
    old = {name: os.environ.get(name) for name in ("TMPDIR", "PATH")}
    scratch = folder / "t"
    scratch.mkdir()
    # All that is started inherits the path, and so our mark.
    os.environ["PATH"] = f"{folder / mark}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    os.environ["TMPDIR"] = tempfile.tempdir = str(scratch)
    try:
        home = Home(folder / "home").create()
        with open_arena(home) as arena:
            season = _season(arena, game or games()[0].name)
            _enter(arena, folder, season.game, seed)
            chosen = asyncio.run(choose(sandbox)).sandbox
            asyncio.run(play(arena, season, chosen, jobs, _Watch(mark, _WARM_UP)))
        # Counted while the database is shut: it keeps as many lines open as were ever used at once.
        before = held(mark, scratch)
        watch, began = _Watch(mark, matches), time.monotonic()
        with open_arena(home) as arena:
            asyncio.run(play(arena, season, chosen, jobs, watch))
        seconds, after = time.monotonic() - began, held(mark, scratch)
        with open_arena(home) as arena:
            equal = rerate(arena, season).equal
            judged = judge(arena, seed)
        return Run(before, after, seconds, judged, watch.outcomes, equal, watch.referees)
    finally:
        tempfile.tempdir = None
        for name, value in old.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})
        shutil.rmtree(folder, ignore_errors=True)


def _season(arena: Arena, name: str) -> Season:
    """The game's season, with a short clock, in which nobody is suspended."""
    season = season_named(arena, name)
    with arena.db.write() as session:
        row = session.get_one(SeasonRow, season.id)
        row.time, row.startup_us = _CLOCK, _STARTUP_US
        row.fault_window = row.fault_fewest = 1000
        row.fault_percent = 100
        session.add(row)
    return season_named(arena, name)


def _enter(arena: Arena, folder: Path, game: str, seed: int) -> None:
    for number in range(_BOTS):
        bot = folder / f"faulty{number}"
        bot.mkdir()
        for name in ("bot.py", "plan.py"):
            shutil.copy(_HERE / name, bot)
        (bot / "run.txt").write_text(str(seed))
        (bot / "siurell.toml").write_text(f'name = "{bot.name}"\ngames = ["{game}"]\n')
        set_checked(arena, submit(arena, bot).id, True, "")


def main() -> int:
    """Play, say what was found; 1 when anything is not as it must be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sandbox", choices=NAMES)
    parser.add_argument("--game", choices=[game.name for game in games()], default="")
    chosen = parser.parse_args()
    found = run(
        chosen.matches,
        jobs=chosen.jobs,
        seed=chosen.seed,
        sandbox=chosen.sandbox,
        game=chosen.game,
    )
    found.say()
    problems = found.problems()
    for problem in problems[:_SHOWN]:
        print(f"WRONG: {problem}")
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
