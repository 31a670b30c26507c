"""Lines of a drawing: what does not fit goes on below, and a name keeps its number beside it."""

from __future__ import annotations

import textwrap
from typing import Final

WIDTH: Final = 80
"""Columns of a drawing."""

_HOLD: Final = "\N{NO-BREAK SPACE}"


def whole(part: str) -> str:
    """A part of a text that is not broken at its blanks while it fits on a line."""
    return part.replace(" ", _HOLD)


def wrap(text: str, label: str = "") -> list[str]:
    """Lines of a text; the first bears the label, the others are indented as far.

    >>> wrap(", ".join([whole(f"{n} wolves") for n in range(7, 17)]), "deck  ")[1]
    '      14 wolves, 15 wolves, 16 wolves'
    """
    lines = textwrap.wrap(text, WIDTH, initial_indent=label, subsequent_indent=" " * len(label))
    return [line.replace(_HOLD, " ") for line in lines]


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun.

    >>> counted(1, "delivery", "deliveries"), counted(0, "delivery", "deliveries")
    ('1 delivery', '0 deliveries')
    """
    return f"{number} {one if number == 1 else many}"
