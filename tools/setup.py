"""Make the project's environment: `python tools/setup.py .venv`. Standard library only."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PIP = "pip==26.3"


def missing() -> str:
    """A sentence about what this machine lacks, or nothing."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file runs before anything is known
        found = ".".join(map(str, sys.version_info[:2]))
        return (
            f"Siurell needs Python 3.11 or newer and this is {found}: "
            "name a newer one, such as `make setup PYTHON=python3.12`."
        )
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        package = f"python3.{sys.version_info[1]}-venv"
        return (
            "This Python has no `venv`: install it first, on Debian and Ubuntu with "
            f"`sudo apt-get install {package}`, then type the same again."
        )
    return ""


def install(folder: Path) -> None:
    """Make the environment in `folder` and install both distributions and the tools into it."""
    import venv

    print(f"Setting up {folder.name} (once, about a minute) …", flush=True)
    if not (folder / "bin" / "python").exists():
        venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    pip += ["--disable-pip-version-check"]
    subprocess.run([*pip, PIP], check=True, cwd=ROOT)
    subprocess.run(
        [
            *pip,
            "-c",
            "constraints.txt",
            "--build-constraint",
            "constraints.txt",
            "-e",
            "./sdk",
            "-e",
            ".",
            "--group",
            "dev",
        ],
        check=True,
        cwd=ROOT,
    )
    (folder / ".ready").touch()


def main() -> int:
    """Set up, or say what is missing."""
    sentence = missing()
    if sentence:
        print(sentence, file=sys.stderr)
        return 2
    try:
        install(ROOT / sys.argv[1])
    except subprocess.CalledProcessError as error:
        print(
            f"Installing failed (exit code {error.returncode}; pip's own words are above): "
            "check the network and type `make setup` again.",
            file=sys.stderr,
        )
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
