"""The wheels that the images install: our own two, and all that they need, for one Python."""

from __future__ import annotations

import platform
import shutil
import sys
from typing import Final

from tools.images.engines import BUILD, run

WHEELS: Final = BUILD / "wheels"

_PYTHON: Final = "311"
"""The Python of the bases, whichever this one is."""
_TAGS: Final = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
_WITHIN_S: Final = 600.0


def make_wheels() -> None:
    """Make the folder anew, with exactly the versions of constraints.txt."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    pinned = ["-c", "constraints.txt"]
    # What is published without a wheel is built here; it is pure Python, as ours is.
    run(
        [
            *(*pip, "wheel", "--no-deps", *pinned, "--build-constraint", "constraints.txt"),
            *("-w", str(WHEELS), "./sdk", ".", "trueskill"),
        ],
        within_s=_WITHIN_S,
    )
    platforms = [f"--platform={tag}_{platform.machine()}" for tag in _TAGS]
    run(
        [
            *(*pip, "download", "--only-binary=:all:", *pinned, *platforms),
            *(f"--python-version={_PYTHON}", "--implementation=cp", f"--abi=cp{_PYTHON}"),
            *("--abi=abi3", "--abi=none", "-f", str(WHEELS), "-d", str(WHEELS), "siurell-arena"),
        ],
        within_s=_WITHIN_S,
    )
