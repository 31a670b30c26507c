"""What commands print: tables of at most 80 columns and JSON on stdout, notes on stderr.

Colour only on a terminal and not under NO_COLOR; a progress display only on a terminal.
"""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ladder.domain.solo import SoloStanding

WIDTH = 80
_HUGE = 1e6
_COLOURS = {"ok": 32, "note": 33}
_RED = 31


def console(*, stderr: bool = False) -> Console:
    """A console on stdout (or stderr) that never wraps what a program may read."""
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False, emoji=False)
    if not made.is_terminal or made.width > WIDTH:
        made.width = WIDTH
    return made


def is_terminal() -> bool:
    """Whether a person watches stdout."""
    return sys.stdout.isatty()


def print_json(value: object) -> None:
    """Print a value as indented JSON, in ASCII where stdout cannot hold it otherwise."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=2)
    sys.stdout.write(text + "\n")


def say(text: str) -> None:
    """Print a plain line, never wrapped."""
    sys.stdout.write(visible(text) + "\n")


def say_state(text: str, state: str) -> None:
    """Print lines that begin with ok, note, failed or wrong: in colour where a person watches.

    At once, since what is found next may be long in coming.
    """
    shown = visible(text)
    if is_terminal() and not os.environ.get("NO_COLOR"):
        shown = f"\x1b[{_COLOURS.get(state, _RED)}m{state}\x1b[0m{shown.removeprefix(state)}"
    sys.stdout.write(shown + "\n")
    sys.stdout.flush()


def note(text: str) -> None:
    """Print a sentence for the person, beside the data: to stderr."""
    sys.stderr.write(for_a_person(text, sys.stderr) + "\n")


def visible(text: str) -> str:
    """The text with all written out that a terminal would obey or could not show.

    Bots, files and names may hold anything; none of it is to move the cursor of who reads it.

    >>> visible("red: " + chr(27) + "[31m")
    'red: \\\\x1b[31m'
    """
    return "".join(
        char if char.isprintable() or char in "\n\t" else ascii(char)[1:-1] for char in text
    )


def for_a_person(text: str, stream: TextIO) -> str:
    """Sentences as a terminal of 80 columns shows them best; else a line each, to be found."""
    shown = visible(text)
    return "\n".join(map(wrapped, shown.split("\n"))) if stream.isatty() else shown


def wrapped(text: str, first: str = "", rest: str | None = None) -> str:
    """The text in lines of at most 80 columns, none of its words cut.

    ``first`` stands before the first line, ``rest`` before the others (default: as much space).
    """
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first) if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, title: str | None = None
) -> Table:
    """A plain table; a column whose name begins with ``>`` is set to the right.

    What a terminal would obey is written out in cells and title, as `say` does.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(
        box=box.SIMPLE_HEAD,
        title=None if title is None else Text(visible(title), style="table.title"),
        title_justify="left",
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for name in columns:
        right = name.startswith(">")
        made.add_column(
            name.removeprefix(">"),
            justify="right" if right else "left",
            no_wrap=right,
            overflow="fold",
        )
    for row in rows:
        made.add_row(*(Text(visible(cell)) for cell in row))
    return made


def shown_path(path: Path) -> str:
    """A path as people and shells write it: ``~`` for the folder of the user."""
    home = os.environ.get("HOME")
    return f"~/{path.relative_to(home)}" if home and path.is_relative_to(home) else str(path)


def number(value: float) -> str:
    """A number with one place after the point, never ``-0.0``; a huge one as a power of ten.

    >>> number(-0.04), number(1234.56), number(-1.5e12)
    ('0.0', '1234.6', '-1.5e+12')
    """
    if abs(value) >= _HUGE:
        return f"{value:.1e}"
    return f"{round(value, 1) + 0.0:.1f}"


def percent(share: float) -> str:
    """A share as whole per cent."""
    return f"{round(100 * share)} %"


def share_with_interval(share: float, interval: tuple[float, float]) -> str:
    """A share with its interval in whole per cent, such as ``60 % (39-78)``."""
    low, high = interval
    return f"{percent(share)} ({round(100 * low)}-{round(100 * high)})"


def mean_with_interval(mean: float, interval: tuple[float, float] | None) -> str:
    """A mean with its interval, such as ``64.3 (60.1 to 68.5)``."""
    if interval is None:
        return number(mean)
    return f"{number(mean)} ({number(interval[0])} to {number(interval[1])})"


def lead_text(lead: float) -> str:
    """A lead with its sign, such as ``+4.2``."""
    return f"{'+' if round(lead, 1) > 0 else ''}{number(lead)}"


def lead_with_interval(standing: SoloStanding) -> str:
    """A lead with how far it may be off, such as ``+4.2 +- 3.1``."""
    interval = standing.interval
    lead = lead_text(standing.lead)
    return lead if interval is None else f"{lead} +- {number((interval[1] - interval[0]) / 2)}"


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun.

    >>> counted(1, "match", "matches"), counted(0, "match", "matches")
    ('1 match', '0 matches')
    """
    return f"{number} {one if number == 1 else many}"


def size(number: int) -> str:
    """A number of bytes for people.

    >>> size(840), size(52_000), size(3 << 30)
    ('840 bytes', '51 KiB', '3.0 GiB')
    """
    if number < 1 << 10:
        return counted(number, "byte", "bytes")
    if number < 1 << 20:
        return f"{number / (1 << 10):.0f} KiB"
    return f"{number / (1 << 30):.1f} GiB" if number >= 1 << 30 else f"{number / (1 << 20):.1f} MiB"


def duration(microseconds: float) -> str:
    """A duration for people: ``840 us``, ``14 ms``, ``2.1 s``."""
    if microseconds < 1_000:
        return f"{round(microseconds)} us"
    if microseconds < 1_000_000:
        return f"{microseconds / 1_000:.0f} ms"
    return f"{microseconds / 1_000_000:.1f} s"
