"""The starter bots in sdk/examples pass the check that the ladder makes."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from siurell.games.registry import games
from typer.testing import CliRunner

from ladder.cli.commands import app

EXAMPLES = Path(__file__).resolve().parents[2] / "sdk" / "examples"
FOLDERS = sorted(path.parent for path in EXAMPLES.glob("*/*/siurell.toml"))


@pytest.mark.process
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_example__passes_the_check(folder, tmp_path) -> None:
    words = ["--home", str(tmp_path), "check", str(folder), "--time", "/600ms"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert "All green" in result.stdout


def test_examples__the_starter_is_what_new_writes(tmp_path) -> None:
    words = ["--home", str(tmp_path / "home"), "new", str(tmp_path / "starter")]
    assert CliRunner().invoke(app, words).exit_code == 0
    written = {path.name: path.read_text() for path in (tmp_path / "starter").iterdir()}
    shown = {path.name: path.read_text() for path in (EXAMPLES / "python" / "starter").glob("*.*")}
    assert written == shown


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_examples__a_new_bot_says_where_its_game_is_explained(game, tmp_path) -> None:
    words = ["--home", str(tmp_path / "home"), "new", str(tmp_path / "mybot"), "--game", game.name]
    assert CliRunner().invoke(app, words).exit_code == 0
    written = (tmp_path / "mybot" / "bot.py").read_text()
    package = f"siurell.games.{game.name}"
    assert package in written
    for module in ("observation", "moves"):
        assert f"{module}.py" in written
        assert find_spec(f"{package}.{module}")


def test_examples__the_page_names_all_of_them() -> None:
    page = (EXAMPLES / "README.md").read_text()
    assert len(FOLDERS) >= 2
    for folder in FOLDERS:
        assert f"`{folder.relative_to(EXAMPLES).as_posix()}`" in page
