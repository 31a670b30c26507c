"""A progress bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ladder.domain.advance import Advance


@contextmanager
def progress_bar(
    what: str, total: int, *, hidden: bool = False, remaining: bool = False
) -> Iterator[Advance]:
    """Show on stderr how many of ``total`` are done; the function counts one more.

    ``remaining``: say also how long the rest takes. More than ``total`` may come.
    """
    if hidden or total < 2 or not sys.stderr.isatty():
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
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        *((TextColumn("left"), TimeRemainingColumn()) if remaining else ()),
        console=console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task(what, total=total)

        def advance() -> None:
            progress.advance(task)
            done = progress.tasks[0].completed
            if done > total:
                progress.update(task, total=done)

        yield advance
