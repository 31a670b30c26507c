"""What a person sees while a comparison runs: a bar with the running interval, or lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ladder.cli.compare_words import standing
from ladder.domain.judges import Judge

_FIRST_LINES = 8
"""Where nobody sees a bar, so many blocks have a line each; then ever fewer do."""


@contextmanager
def watched(judge: Judge, total: int, *, hidden: bool = False) -> Iterator[Callable[[], None]]:
    """Show on stderr how a comparison stands; the function is called after each block."""
    if hidden:
        yield lambda: None
    elif sys.stderr.isatty():
        with _bar(judge, total) as show:
            yield show
    else:
        yield _Lines(judge).show


class _Lines:
    """A line after the first few blocks, then after each eighth more than at the last one."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._due = 1

    def show(self) -> None:
        from ladder.cli.output import counted, note

        blocks = self._judge.blocks
        if blocks >= self._due:
            self._due = blocks + max(1, blocks // _FIRST_LINES)
            note(f"{counted(blocks, 'block', 'blocks')}: {standing(self._judge)}")


@contextmanager
def _bar(judge: Judge, total: int) -> Iterator[Callable[[], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from ladder.cli.output import console

    with Progress(
        TextColumn("blocks"),
        BarColumn(bar_width=12),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
        console=console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task(standing(judge), total=total)

        def show() -> None:
            progress.update(task, advance=1, description=standing(judge))

        yield show
