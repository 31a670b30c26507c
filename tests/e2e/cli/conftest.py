"""The installed `siurell` as a program of its own, with an arena and a desk for each test."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import sysconfig
import venv
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Shell:
    """Types `siurell ...` in a folder."""

    desk: Path
    home: Path
    python: Path = Path(sys.executable)

    def start(self, *words: object, folder: str = ".") -> subprocess.Popen[str]:
        return subprocess.Popen(
            [str(self.python.with_name("siurell")), *map(str, words)],
            cwd=self.desk / folder,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
            | {"SIURELL_HOME": str(self.home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(
        self, *words: object, folder: str = ".", code: int = 0, timeout: float = 120
    ) -> subprocess.CompletedProcess[str]:
        process = self.start(*words, folder=folder)
        try:
            out, err = process.communicate(timeout=timeout)
        except BaseException:
            process.kill()
            process.wait(10)
            raise
        assert process.returncode == code, f"{words}: {process.returncode}\n{out}\n{err}"
        return subprocess.CompletedProcess(list(words), process.returncode, out, err)

    def json(self, *words: object, folder: str = ".") -> object:
        return json.loads(self.run(*words, "--json", folder=folder).stdout)

    def give_time(self) -> None:
        """Give the seasons a clock that no sound bot loses by, however busy the machine is."""
        with closing(sqlite3.connect(self.home / "siurell.sqlite", timeout=20)) as database:
            database.execute("UPDATE season SET time = '60s/60s', startup_us = 60000000")
            database.commit()


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    desk = tmp_path / "desk"
    desk.mkdir()
    return Shell(desk, tmp_path / "arena")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python of its own with the checkout's wheels; what they need is lent to it."""
    folder = tmp_path_factory.mktemp("installed")
    for project in (ROOT / "sdk", ROOT):
        subprocess.run(
            [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", folder, project],
            check=True,
            capture_output=True,
            timeout=120,
        )
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    python = folder / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    subprocess.run(
        [*pip, "--no-deps", "--no-index", *sorted(folder.glob("*.whl"))],
        check=True,
        capture_output=True,
        timeout=120,
    )
    (packages,) = (folder / "venv" / "lib").glob("python3*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python
