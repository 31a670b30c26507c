"""What a running ladder shows: a live table with a progress bar, or a line for each match."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from siurell.match.result import MatchResult, Verdict

from ladder.cli.leaderboard import board
from ladder.cli.output import console, is_terminal, note, say
from ladder.domain.batch import Batch, Report
from ladder.domain.seasons import Season
from ladder.executors.base import (
    BatchStarted,
    ExecutorEvent,
    MatchReported,
    NothingToPlay,
)
from ladder.services.arena import Arena
from ladder.services.leaderboard import leaderboard
from ladder.services.report import ReportOutcome
from ladder.worker.events import MatchStarted

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

_LAST = 5
_LEAST_ROWS = 3
_OTHER_LINES = _LAST + 5
"""What stands on the screen beside the rows of the table: its head, the bar, the last matches."""
_TABLE_EVERY_S = 0.5


class LadderView:
    """Keeps count of what an executor tells. This one prints a line for each match."""

    def __init__(self, blocks: int | None) -> None:
        self.matches = 0
        self.aborted = 0
        self.faults = 0
        self._goal = blocks
        self._blocks = Fraction(0)
        self._began = time.monotonic()
        self._seats: dict[str, tuple[str, ...]] = {}

    def tell(self, event: ExecutorEvent) -> None:
        """Take an event in."""
        if isinstance(event, MatchStarted):
            batch, order = event.batch, event.order
            self._seats[order.match_id] = tuple(
                batch.entrants[place].label for place in order.seating
            )
        elif isinstance(event, MatchReported):
            self._reported(event.report, event.outcome)
        elif isinstance(event, BatchStarted):
            self.started(event.batch)
        elif isinstance(event, NothingToPlay):
            note("There are too few bots to play; waiting for `siurell submit`.")

    @property
    def blocks(self) -> str:
        """The number of blocks played so far, and of how many if that is known.

        There may be more than were asked for: what an earlier run left is played too.
        """
        played = int(self._blocks)
        return f"{played}" if self._goal is None else f"{played}/{max(self._goal, played)}"

    def summary(self) -> str:
        """What was done, in a sentence."""
        seconds = time.monotonic() - self._began
        parts = [f"{self.matches} matches in {int(self._blocks)} blocks, {seconds:.0f} s"]
        if self.faults:
            parts.append(f"{self.faults} errors of bots (siurell match list)")
        if self.aborted:
            parts.append(f"{self.aborted} called off, to be played again")
        return "; ".join(parts) + "."

    def started(self, batch: Batch) -> None:
        """A batch begins."""

    def played(self, line: str) -> None:
        """A match has been counted."""
        say(f"blocks {self.blocks}  {line}")
        sys.stdout.flush()  # into a pipe or a file it would come hundreds of lines late

    def _reported(self, report: Report, outcome: ReportOutcome) -> None:
        labels = self._seats.pop(report.match_id, ())
        if outcome is not ReportOutcome.APPLIED:
            return
        if report.result.aborted:
            self.aborted += 1
            self.played(f"{report.match_id}  called off: {report.result.reason}")
            return
        self.matches += 1
        self._blocks += Fraction(1, len(report.result.seats))
        self.faults += sum(seat.verdict is Verdict.BOT_FAULT for seat in report.result.seats)
        self.played(f"{report.match_id}  {_result(report.result, labels)}")


class LiveView(LadderView):
    """On a terminal: the ranking, a bar, and the last matches, in place."""

    def __init__(self, arena: Arena, season: Season, blocks: int | None, live: Live) -> None:
        super().__init__(blocks)
        self._arena = arena
        self._season = season
        self._live = live
        self._last: list[str] = []
        self._drawn = 0.0
        self.draw()

    def started(self, batch: Batch) -> None:
        """Draw anew: somebody plays."""
        self._redraw()

    def played(self, line: str) -> None:
        """Remember the last few matches and draw anew."""
        self._last = [*self._last, line][-_LAST:]
        self._redraw()

    def draw(self) -> None:
        """Draw all anew."""
        self._drawn = time.monotonic()
        self._live.update(self._picture(), refresh=True)

    def _redraw(self) -> None:
        if time.monotonic() - self._drawn >= _TABLE_EVERY_S:
            self.draw()

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        rows = leaderboard(self._arena, self._season)
        room = max(_LEAST_ROWS, self._live.console.height - _OTHER_LINES)
        best = "" if len(rows) <= room else f", the best {room} of {len(rows)}"
        table = board(rows[:room], f"{self._season.game}: the ladder{best}")
        line = Table.grid(padding=(0, 1))
        line.add_row(
            f"blocks {self.blocks}",
            ProgressBar(total=self._goal, completed=float(self._blocks), width=36),
            f"{self.matches} matches, Ctrl-C is safe",
        )
        last = Text("\n".join(self._last), no_wrap=True, overflow="ellipsis", style="dim")
        return Group(table, line, last)


@contextmanager
def ladder_view(arena: Arena, season: Season, blocks: int | None) -> Iterator[LadderView]:
    """The view that fits where stdout goes."""
    if not is_terminal():
        yield LadderView(blocks)
        return
    from rich.live import Live

    with Live(console=console(), auto_refresh=False, transient=False) as live:
        view = LiveView(arena, season, blocks, live)
        yield view
        view.draw()


def _result(result: MatchResult, labels: tuple[str, ...]) -> str:
    order = sorted(range(len(labels)), key=lambda seat: result.seats[seat].placement)
    parts = []
    for seat in order:
        one = result.seats[seat]
        fault = f" {one.cause.value}" if one.verdict is Verdict.BOT_FAULT else ""
        parts.append(f"{one.placement}. {labels[seat]} {one.score}{fault}")
    return "  ".join(parts)
