"""A command line in this process, with an arena and a desk of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ladder.cli.commands import app


@dataclass
class Cli:
    """Types `siurell ...` and looks at what comes out."""

    home: Path
    desk: Path

    def __call__(self, *words: object) -> Result:
        return CliRunner().invoke(app, ["--home", str(self.home), *map(str, words)])

    def json(self, *words: object) -> object:
        result = self(*words, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    def refused(self, *words: object) -> str:
        """Type what must be refused: one sentence, the next command, exit code 2, no data."""
        result = self(*words)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        lines = result.stderr.strip().splitlines()
        assert 1 <= len(lines) <= 2, lines
        assert "Traceback" not in result.stderr
        assert lines[0].endswith((".", "?", "`"))
        assert "`siurell " in lines[0] or lines[1].startswith("Next: ")
        return result.stderr


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    desk = tmp_path / "desk"
    desk.mkdir()
    monkeypatch.chdir(desk)
    monkeypatch.delenv("SIURELL_HOME", raising=False)
    return Cli(tmp_path / "arena", desk)
