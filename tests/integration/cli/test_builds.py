"""A bot that is built first: by every command that plays it, and once on the ladder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ladder.domain.batch import FolderBot
from ladder.services.arena import open_arena
from ladder.services.bots import show_bot
from ladder.services.line_ups import spoilt_bots
from ladder.store.home import Home

pytestmark = pytest.mark.process

BUILD = 'open("table.py", "w").write("FIRST = 0\\n")\nprint("made the table")\n'


@pytest.fixture
def made(cli) -> Path:
    """A bot that does not start without what its build makes."""
    assert cli("new", "made", "--game", "finca").exit_code == 0
    folder = cli.desk / "made"
    with (folder / "siurell.toml").open("a") as manifest:
        manifest.write('build = ["python", "build.py"]\n')
    (folder / "build.py").write_text(BUILD)
    program = folder / "bot.py"
    program.write_text(f"import table\n{program.read_text()}")
    return folder


def test_submit__what_was_built_plays_and_what_was_submitted_stays(cli, made: Path) -> None:
    before = {path.name: path.read_bytes() for path in made.iterdir() if path.is_file()}
    assert cli("submit", "made").exit_code == 0
    with open_arena(Home(cli.home)) as arena:
        (version,) = show_bot(arena, "made").versions
        assert version.check_report.startswith("ok      build      It builds: ")
        assert "made the table" in version.check_report
        assert isinstance(version.source, FolderBot)
        assert version.source.build is None
        assert (version.source.folder / "table.py").read_text() == "FIRST = 0\n"
        submitted = arena.home.versions / version.digest
        assert {path.name: path.read_bytes() for path in submitted.iterdir()} == before
        # What somebody has changed is left out until it has been built again.
        (version.source.folder / "table.py").write_text("FIRST = 1\n")
        assert spoilt_bots(arena) == ["made@1"]
    said = cli("submit", "made")
    assert (said.exit_code, "It builds" in said.stdout) == (0, True)
    with open_arena(Home(cli.home)) as arena:
        assert spoilt_bots(arena) == []
        assert (version.source.folder / "table.py").read_text() == "FIRST = 0\n"


def test_submit__a_build_that_fails_rejects_the_version(cli, made: Path) -> None:
    (made / "build.py").write_text("print('no ore'); raise SystemExit(4)\n")
    said = cli("submit", "made")
    assert said.exit_code == 2
    assert "made@1 was rejected" in said.stderr
    with open_arena(Home(cli.home)) as arena:
        (version,) = show_bot(arena, "made").versions
        assert version.check_report.splitlines() == [
            "failed  build      It does not build.",
            "        It ended with exit code 4.",
            "        exit code 4",
            "        no ore",
        ]
        assert [path.name for path in arena.home.versions.iterdir()] == [version.digest]


def test_check__tells_of_the_build_first(cli, made: Path) -> None:
    (made / "build.py").write_text("print('no ore'); raise SystemExit(4)\n")
    said = cli("check", "made")
    assert said.exit_code == 2
    assert said.stdout.splitlines() == [
        "failed  build      It does not build.",
        "                   It ended with exit code 4.",
        "                   no ore",
    ]
    assert "The ladder would reject it." in said.stderr


def test_play__builds_a_copy(cli, made: Path) -> None:
    found = cli.json("play", "finca", "made", "random", "--seed", "1")
    assert found["matches"][0]["causes"] == ["game_rules"] * 2
    assert not (made / "table.py").exists()


def test_play__says_why_it_cannot_be_built(cli, made: Path) -> None:
    (made / "build.py").unlink()
    said = cli("play", "finca", "made", "random")
    assert said.exit_code == 2
    assert said.stderr.startswith("made cannot be built. It ended with exit code 2.\n")
    assert "build.py" in said.stderr
    shutil.rmtree(made)
