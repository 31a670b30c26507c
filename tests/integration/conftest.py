"""What several kinds of these tests need: a bot's folder, a user who types."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

MakeBot = Callable[..., Path]


@pytest.fixture(scope="session")
def bot_folder() -> MakeBot:
    """Make a new folder with a bot, below a folder."""
    return _bot_folder


@pytest.fixture
def make_bot(tmp_path: Path) -> MakeBot:
    """Make a new folder with a bot."""
    return partial(_bot_folder, tmp_path / "bots")


def _bot_folder(under: Path, name: str = "mybot", code: str = "print()\n", **more: str) -> Path:
    folder = under / f"{name}-{len(list(under.glob('*')))}"
    folder.mkdir(parents=True)
    (folder / "siurell.toml").write_text(f'name = "{name}"\ngames = ["finca"]\n')
    (folder / "bot.py").write_text(code)
    for file, text in more.items():
        (folder / file).write_text(text)
    return folder


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Type `siurell ...` as a user who has said nothing yet of where the arena is."""
    from ladder.cli.commands import app

    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")
    for name in ("SIURELL_HOME", "SIURELL_LADDER", "SIURELL_LADDER_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def _typed(*words: object, stdin: str | None = None) -> Result:
        return CliRunner().invoke(app, [*map(str, words)], input=stdin)

    return _typed
