"""What a running ladder shows: live tables with a progress bar, or a line for each match."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from siurell.match.result import MatchResult, Verdict

from ladder.cli.board import board_of, worth_of
from ladder.cli.output import console, counted, for_a_person, is_terminal, note, say, table
from ladder.domain.batch import Batch, MatchOrder, Report
from ladder.domain.seasons import Season
from ladder.executors.base import (
    BatchStarted,
    BotOffline,
    BotOnline,
    ExecutorEvent,
    MatchReported,
    NothingToPlay,
    PublicOpen,
    SubmissionStuck,
    TournamentHindered,
    TournamentPlayed,
    VersionSuspended,
    WaveOfFaults,
)
from ladder.services.arena import Arena
from ladder.services.board import board
from ladder.services.report import ReportOutcome
from ladder.services.season_overview import season_overviews
from ladder.worker.events import MatchStarted

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

_LAST = 5
_LEAST_ROWS = 3
_LEADERS = 3
_OTHER_LINES = _LAST + 5
"""What stands on the screen beside the rows of the table: its head, the bar, the last matches."""
_TABLE_EVERY_S = 0.5


class LadderView:
    """Keeps count of what an executor tells. This one prints a line for each match."""

    def __init__(self, blocks: int | None) -> None:
        self.matches = 0
        self.unrated = 0
        self.of_tournaments = 0
        self.aborted = 0
        self.faults = 0
        self.suspended = 0
        self._goal = blocks
        self._blocks = Fraction(0)
        self._matches_of: dict[int | bytes, int] = {}
        self._idle = False
        self._waits = blocks is None
        self._began = time.monotonic()
        self._playing: dict[str, tuple[Batch, MatchOrder]] = {}

    def tell(self, event: ExecutorEvent) -> None:
        """Take an event in."""
        if isinstance(event, MatchStarted):
            self._playing[event.order.match_id] = (event.batch, event.order)
        elif isinstance(event, MatchReported):
            self._reported(event.report, event.outcome)
        elif isinstance(event, BatchStarted):
            self._idle = False
            self._count(event.batch)
            self.started(event.batch)
        elif isinstance(event, VersionSuspended):
            self.suspended += 1
            self.said(event.suspension.sentence)
        elif isinstance(event, SubmissionStuck):
            self.said(event.version.waits)
        elif isinstance(event, WaveOfFaults):
            self.said(
                f"Bots that were sound failed all at once: {', '.join(event.bots)}. It may be this"
                " machine: type `siurell doctor`."
            )
        elif isinstance(event, NothingToPlay):
            self._nothing_to_play()
        elif isinstance(event, TournamentPlayed):
            self._in_tournament(event.report)
        elif isinstance(event, TournamentHindered):
            self.said(event.sentence)
        else:
            self._remote(event)

    def _remote(self, event: ExecutorEvent) -> None:
        """Say what becomes of remote bots."""
        if isinstance(event, PublicOpen):
            self._waits = True
            self.said(f"Remote bots connect to {event.address}.")
        elif isinstance(event, BotOnline):
            self._idle = False
            many = f", {event.slots} matches at a time" if event.slots > 1 else ""
            self.said(f"{event.label} is online{many}.")
        elif isinstance(event, BotOffline):
            self.said(f"{event.label} is offline and is not paired.")

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
        matches = counted(self.matches, "match", "matches")
        parts = [f"{matches} in {counted(int(self._blocks), 'block', 'blocks')}, {seconds:.0f} s"]
        if self.of_tournaments:
            parts.append(f"{self.of_tournaments} of tournaments")
        if self.unrated:
            parts.append(f"{self.unrated} unrated")
        if self.faults:
            errors = counted(self.faults, "error of a bot", "errors of bots")
            parts.append(f"{errors} (siurell match list)")
        if self.suspended:
            parts.append(f"{self.suspended} suspended (siurell leaderboard)")
        if self.aborted:
            parts.append(f"{self.aborted} called off, to be played again")
        return "; ".join(parts) + "."

    def started(self, batch: Batch) -> None:
        """A batch begins."""

    def played(self, line: str) -> None:
        """A match has been counted."""
        say(f"blocks {self.blocks}  {line}")
        sys.stdout.flush()  # into a pipe or a file it would come hundreds of lines late

    def said(self, sentence: str) -> None:
        """Something that a person should know."""
        note(sentence)

    def _nothing_to_play(self) -> None:
        """Say so once, though each job finds it out again and again."""
        if not self._idle:
            then = "waiting for" if self._waits else "to go on, type"
            self.said(
                "Nothing can be played: seasons are at rest (`siurell season list`), or there are"
                f" too few bots to play; {then} `siurell submit` or `siurell bot resume`."
            )
        self._idle = True

    def _count(self, batch: Batch) -> None:
        """Note how many matches make up each block, where an earlier run played a part of it."""
        for unit, matches in Counter([order.unit for order in batch.orders]).items():
            self._matches_of.setdefault(unit, matches)  # what was called off is no block again

    def _in_tournament(self, report: Report) -> None:
        """A match of a tournament, which tells its results itself when they may be known."""
        playing = self._playing.pop(report.match_id, None)
        self._idle = False
        if report.result.aborted:
            self.aborted += 1
            self.played(f"{report.match_id}  called off: {report.result.reason}")
            return
        self.of_tournaments += 1
        if playing is not None:
            batch, order = playing
            labels = " - ".join(batch.entrants[place].label for place in order.seating)
            self.played(f"{report.match_id}  {batch.game}  {labels}")

    def _reported(self, report: Report, outcome: ReportOutcome) -> None:
        playing = self._playing.pop(report.match_id, None)
        if outcome is not ReportOutcome.APPLIED:
            return
        if report.result.aborted:
            self.aborted += 1
            self.played(f"{report.match_id}  called off: {report.result.reason}")
            return
        assert playing is not None, "a match is started before it is reported"
        batch, order = playing
        self.matches += batch.rated
        self.unrated += not batch.rated
        if batch.rated:
            self._blocks += Fraction(1, self._matches_of[order.unit])
        self.faults += sum(seat.verdict is Verdict.BOT_FAULT for seat in report.result.seats)
        labels = tuple(batch.entrants[place].label for place in order.seating)
        game = batch.game if batch.rated else f"{batch.game}, unrated"
        self.played(f"{report.match_id}  {game}  {_result(report.result, labels)}")


class LiveView(LadderView):
    """On a terminal: the rankings, a bar, and the last matches, in place."""

    def __init__(
        self, arena: Arena, seasons: Sequence[Season], blocks: int | None, live: Live
    ) -> None:
        super().__init__(blocks)
        self._arena = arena
        self._seasons = seasons
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

    def said(self, sentence: str) -> None:
        """Say it above what is drawn, where it stays."""
        self._live.console.print(for_a_person(sentence, sys.stdout), markup=False)

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

        played = self.matches + self.of_tournaments
        line = Table.grid(padding=(0, 1))
        line.add_row(
            f"blocks {self.blocks}",
            ProgressBar(total=self._goal, completed=float(self._blocks), width=36),
            f"{counted(played, 'match', 'matches')}, Ctrl-C is safe",
        )
        last = Text("\n".join(self._last), no_wrap=True, overflow="ellipsis", style="dim")
        return Group(self._ranking(), line, last)

    def _ranking(self) -> RenderableType:
        """The table of the season that is played, or a line for each of several."""
        room = max(_LEAST_ROWS, self._live.console.height - _OTHER_LINES)
        # By their numbers: what is set of a season may change while it is played.
        numbers = {season.id for season in self._seasons}
        playable = [
            one
            for one in season_overviews(self._arena)
            if one.season.id in numbers and one.playable
        ]
        if len(playable) == 1:
            season = playable[0].season
            found = board(self._arena, season, limit=room)
            best = "" if found.there <= room else f", the best {room} of {found.there}"
            return board_of(season, found.rows, f"{season.name}: the ladder{best}")
        lines = [
            (one.season.name, str(one.matches), _leaders(self._arena, one.season))
            for one in playable[:room]
        ]
        return table(("season", ">matches", "the best"), lines, title="The ladder")


@contextmanager
def ladder_view(
    arena: Arena, seasons: Sequence[Season], blocks: int | None
) -> Iterator[LadderView]:
    """The view that fits where stdout goes."""
    if not is_terminal():
        yield LadderView(blocks)
        return
    from rich.live import Live

    with Live(console=console(), auto_refresh=False, transient=False) as live:
        view = LiveView(arena, seasons, blocks, live)
        yield view
        view.draw()


def _leaders(arena: Arena, season: Season) -> str:
    best = board(arena, season, limit=_LEADERS).rows
    return "  ".join(f"{row.rank}. {row.bot} {worth_of(row)}" for row in best)


def _result(result: MatchResult, labels: tuple[str, ...]) -> str:
    alone = len(labels) == 1
    order = sorted(range(len(labels)), key=lambda seat: result.seats[seat].placement)
    parts = []
    for seat in order:
        one = result.seats[seat]
        fault = f" {one.cause.value}" if one.verdict is Verdict.BOT_FAULT else ""
        place = "" if alone else f"{one.placement}. "
        parts.append(f"{place}{labels[seat]} {one.score}{fault}")
    return "  ".join(parts) + (f", {result.grade}" if result.grade else "")
