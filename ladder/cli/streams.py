"""The standard streams of this process, also where somebody has closed them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final, TextIO, cast

_STANDARD: Final = (0, 1, 2)


def open_standard_streams() -> None:
    """Open those that are closed on nothing.

    Else the next file that is opened, a database perhaps, becomes the standard output of this
    process and of all that it starts.
    """
    for number in _STANDARD:
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is given out, which is this one.
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    sys.stdin = sys.stdin or _nothing("r")
    sys.stdout = sys.stdout or _nothing("w")
    sys.stderr = sys.stderr or _nothing("w")


def settle_standard_streams() -> None:
    """Write what is still held back, and drop what nobody takes.

    Else Python tries again when it ends, complains, and ends with an exit code of its own.
    """
    for stream, number in ((sys.stdout, 1), (sys.stderr, 2)):
        try:
            stream.flush()
        except OSError:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, number)
            os.close(nothing)


def _nothing(mode: str) -> TextIO:
    return cast(TextIO, Path(os.devnull).open(mode, encoding="utf-8"))
