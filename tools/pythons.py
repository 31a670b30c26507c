"""Run the quick tests on every other supported Python that is installed here."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MINORS = range(11, 15)


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
        if subprocess.run(tests, cwd=ROOT).returncode:
            failed.append(f"3.{minor}")
    if failed:
        print(f"Tests failed on Python {', '.join(failed)}.", file=sys.stderr)
    return len(failed)


if __name__ == "__main__":
    raise SystemExit(main())
