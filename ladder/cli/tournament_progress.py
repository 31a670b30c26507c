"""How far a tournament is, with the time that remains: on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Advance = Callable[[], None]


@contextmanager
def remaining_bar(total: int, *, hidden: bool) -> Iterator[Advance]:
    """Show on stderr how many matches are played and how long the rest takes.

    More than ``total`` may come, where a tie takes more of them.
    """
    if hidden or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from ladder.cli.output import console

    with Progress(
        TextColumn("matches"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task("matches", total=total)

        def advance() -> None:
            progress.advance(task)
            done = progress.tasks[0].completed
            if done > (progress.tasks[0].total or 0):
                progress.update(task, total=done)

        yield advance
