"""Run the tests that a Python can fail by itself on every other one that is installed here.

The language, its numbers and texts, asyncio, SQLite, gRPC and the command line: whatever else is
true, such as how strong a bot is or how the code is laid out, is true on all of them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MINORS = range(11, 15)
TESTS = [
    *(f"tests/{name}" for name in ("games", "match", "wire", "replay", "replays", "contract")),
    *("tests/draw", "tests/playthroughs", "tests/domain", "sdk/siurell"),
    *(f"tests/integration/{name}" for name in ("referee", "store", "worker")),
    "tests/integration/cli/test_root.py",
]
LEFT_OUT = ("test_statistics.py", "test_sprt.py", "test_simulation.py")
"""They take long to find out what hangs on no Python: means and rates of errors."""


def interpreter(minor: int) -> str | None:
    """A Python 3.minor that really starts: on the path, or kept by pyenv."""
    found = shutil.which(f"python3.{minor}")
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin/python"))
    for candidate in [found, *map(str, kept)]:
        if candidate and not subprocess.run([candidate, "-c", ""], capture_output=True).returncode:
            return candidate
    return None


def main() -> int:
    """Test them one after the other; the sum of what failed."""
    failed = []
    for minor in MINORS:
        python = interpreter(minor)
        if minor == sys.version_info[1] or python is None:
            continue
        print(f"Python 3.{minor}", flush=True)
        folder = f".venv-3{minor}"
        if not (ROOT / folder / ".ready").exists():
            subprocess.run([python, "tools/setup.py", folder], check=True, cwd=ROOT)
        tests = [f"{folder}/bin/python", "-m", "pytest", "-q", "-n", "2", "-m", "not process"]
        tests += ["--dist", "worksteal", *(f"--ignore-glob=*/{name}" for name in LEFT_OUT), *TESTS]
        if subprocess.run(tests, cwd=ROOT).returncode:
            failed.append(f"3.{minor}")
    if failed:
        print(f"Tests failed on Python {', '.join(failed)}.", file=sys.stderr)
    return len(failed)


if __name__ == "__main__":
    raise SystemExit(main())
