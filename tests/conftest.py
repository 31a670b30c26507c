"""What all tests share: how Hypothesis chooses its examples, Ctrl-C, a user without rights, and the
games compiled.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("nightly", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in its background like this, and every process would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

NOBODY = 65534
COMPILED_WITHIN_S = 900
"""A C compiler takes more than a minute of a free core."""


@dataclass(frozen=True)
class PlainUser:
    """A user without rights, an interpreter that it may run, and a folder of its own."""

    python: Path
    folder: Path

    def command(self, *words: str) -> list[str]:
        """Run Python with these words as this user."""
        user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--"]
        # setpriv itself may still start what this user may not; the program that it starts may not.
        return [*user, "env", str(self.python), *words]

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PATH": os.defpath,
            "LANG": "C.UTF-8",
            "HOME": str(self.folder),
            "TMPDIR": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
        }


@pytest.fixture(scope="session")
def plain_user() -> Iterator[PlainUser]:
    """Skipped where we are no root, or there is no interpreter that another user may run."""
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    # Few tests need it, and all of them read this file.
    from referee.socket_folder import SocketFolder

    own = SocketFolder(None)
    try:
        own.path.chmod(0o755)
        place = own.path / "s"
        place.mkdir()
        folder = place / "own"
        folder.mkdir(mode=0o700)
        os.chown(folder, NOBODY, NOBODY)
        problems = []
        for python in _interpreters():
            user = PlainUser(place / "venv" / "bin" / "python", folder)
            problem = _prepare(python, user)
            if not problem:
                yield user
                return
            problems.append(problem)
        pytest.skip(f"no interpreter here runs the tests as another user: {problems}")
    finally:
        own.close()


def _interpreters() -> list[str]:
    """Interpreters of our version, by which ours was made first."""
    name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    places = [
        Path(sys.base_prefix, "bin"),
        *map(Path, os.defpath.split(":")),
        Path("/usr/local/bin"),
    ]
    found = [str(place / name) for place in places if os.access(place / name, os.X_OK)]
    return list(dict.fromkeys(map(os.path.realpath, found)))


_QUIETLY: dict[str, Any] = {"capture_output": True, "text": True, "check": False}


def _prepare(python: str, user: PlainUser) -> str:
    """Make an environment of it that knows what ours knows; why it is of no use, if so."""
    venv = user.python.parent.parent
    shutil.rmtree(venv, ignore_errors=True)
    made = subprocess.run([python, "-m", "venv", "--without-pip", venv], **_QUIETLY)
    [libraries] = list(venv.glob("lib/python3*/site-packages")) or [None]
    if made.returncode != 0 or libraries is None:
        return f"{python} makes no environment"
    known = [path for path in sys.path if path and not _is_of(path, sys.base_prefix)]
    (libraries / "known.pth").write_text("\n".join(known) + "\n", "utf-8")
    needed = "import grpc, siurell, ladder.worker.play, referee, pytest, pytest_asyncio"
    ran = subprocess.run(user.command("-c", needed), env=user.environment, cwd="/", **_QUIETLY)
    return f"{python}: {ran.stderr[-300:]}" if ran.returncode != 0 else ""


def _is_of(path: str, prefix: str) -> bool:
    """Whether a path is of the standard library."""
    return Path(path).is_relative_to(prefix) and "site-packages" not in path


@pytest.fixture(scope="session")
def compiled_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of `siurell` whose games are compiled: once, whichever process asks.

    Skipped where there is no compiler.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, done = shared / "compiled", shared / "compiled.txt"
    with (shared / "compiled.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            script = Path(__file__).parents[1] / "tools" / "compile_games.py"
            words = [sys.executable, script, folder, "--level", "0"]
            made = subprocess.run(words, timeout=COMPILED_WITHIN_S, **_QUIETLY)
            done.write_text(f"{made.returncode}\n{made.stderr}", "utf-8")
    code, _, said = done.read_text("utf-8").partition("\n")
    if code == "2":
        pytest.skip(said)
    assert code == "0", said
    return folder
