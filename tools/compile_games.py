"""Compile the rules of the games with mypyc: a copy of `siurell` whose `games` are machine code.

    python tools/compile_games.py FOLDER        FOLDER/siurell is the copy: put FOLDER on PYTHONPATH

Nothing in the source knows of it; the compiled games play the same matches, faster.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "sdk" / "siurell"
SECONDS = 600


def missing() -> str:
    """What is missing to compile anything; empty when all is there."""
    for module in ("mypyc", "setuptools"):
        if importlib.util.find_spec(module) is None:
            return f"the package {module}"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"a C compiler ({compiler})"
    header = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return "" if header.exists() else f"the headers of Python ({header})"


def compile_games(folder: Path, level: int = 3) -> Path:
    """Copy `siurell` into the folder and compile its games; `level` is that of the C compiler.

    Raises `CalledProcessError` with the output when mypyc or the compiler says no.
    """
    shutil.copytree(SOURCE, folder / "siurell", ignore=shutil.ignore_patterns("__pycache__"))
    rules = sorted((folder / "siurell" / "games").rglob("*.py"))
    files = [str(path.relative_to(folder)) for path in rules if path.name != "__init__.py"]
    subprocess.run(
        [sys.executable, "-m", "mypyc", *files],
        cwd=folder,
        env={
            **os.environ,
            "MYPYC_OPT_LEVEL": str(level),
            "MYPYC_DEBUG_LEVEL": "0",
            "MYPYPATH": str(folder),
        },
        check=True,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--level", type=int, default=3)
    arguments = parser.parse_args()
    lacking = missing()
    if lacking:
        print(f"The games cannot be compiled here: {lacking} is missing.", file=sys.stderr)
        return 2
    try:
        compile_games(arguments.folder, arguments.level)
    except subprocess.CalledProcessError as error:
        print(error.stdout, error.stderr, sep="\n", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
