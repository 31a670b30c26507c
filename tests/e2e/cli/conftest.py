"""The installed `siurell` as a program of its own, with an arena and a desk for each test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

SIURELL = Path(sys.executable).with_name("siurell")


@dataclass
class Shell:
    """Types `siurell ...` in a folder."""

    desk: Path
    home: Path
    environment: dict[str, str] = field(default_factory=dict)

    def start(self, *words: object, folder: str = ".") -> subprocess.Popen[str]:
        return subprocess.Popen(
            [str(SIURELL), *map(str, words)],
            cwd=self.desk / folder,
            env=os.environ
            | {"SIURELL_HOME": str(self.home), "PYTHONUNBUFFERED": "1"}
            | self.environment,
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


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    desk = tmp_path / "desk"
    desk.mkdir()
    return Shell(desk, tmp_path / "arena")
