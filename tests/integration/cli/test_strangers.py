"""Where no sandbox holds it, no command runs a submitted bot unless somebody says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from ladder.worker.sandbox import choice
from ladder.worker.sandbox.guarantees import NEEDED, WORDS, seen
from ladder.worker.sandbox.none import NoSandbox

pytestmark = pytest.mark.process


@pytest.fixture
def unheld(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nothing holds a bot back."""
    monkeypatch.setattr(choice, "_MAKERS", {"none": NoSandbox})
    monkeypatch.setattr(choice, "NAMES", ("none",))


@pytest.fixture
def stranger(cli) -> Path:
    """A bot that leaves a mark outside of its folder as soon as anything of it runs."""
    assert cli("new", "stranger", "--game", "finca").exit_code == 0
    mark = cli.desk / "it-ran"
    program = cli.desk / "stranger" / "bot.py"
    program.write_text(f"open({str(mark)!r}, 'w').close()\n" + program.read_text())
    return mark


def test_submit__is_checked_when_somebody_says_so(cli, unheld, stranger: Path) -> None:
    """Pitfall 11: a check runs the bot, so what is needed for a match is needed for a check."""
    said = cli.refused("submit", "stranger")
    assert "holds stranger@1 back" in said
    assert "--unsafe-no-sandbox" in said
    assert not stranger.exists()
    assert cli("submit", "stranger", "--unsafe-no-sandbox").exit_code == 0
    assert stranger.exists()


def test_ladder_run__checks_nothing_that_waits(cli, unheld, stranger: Path) -> None:
    """Also what was submitted earlier, or by another command, waits until it may run."""
    cli.refused("submit", "stranger")
    assert cli("submit", "random").exit_code == 0
    assert cli("submit", "greedy").exit_code == 0
    assert "holds stranger@1 back" in cli.refused("ladder", "run", "--blocks", "1")
    assert not stranger.exists()


def test_tournament_start__plays_when_somebody_says_so(cli, unheld, stranger: Path) -> None:
    """A tournament of the ladder runs submitted bots as the ladder does, and not as one's own."""
    assert cli("submit", "stranger", "--unsafe-no-sandbox").exit_code == 0
    assert cli("submit", "random").exit_code == 0
    created = cli("tournament", "create", "cup", "finca", "stranger", "random", "--rounds", "1")
    assert created.exit_code == 0, created.stderr
    stranger.unlink()
    assert "holds stranger@1 back" in cli.refused("tournament", "start", "cup")
    assert not stranger.exists()
    said = cli("tournament", "start", "cup", "--unsafe-no-sandbox")
    assert said.exit_code == 0, said.stderr
    assert "No sandbox holds stranger@1 back" in said.stderr
    assert stranger.exists()


def test_match_request__plays_when_somebody_says_so(cli, unheld, stranger: Path) -> None:
    """It is refused before anything is asked for; alone with bots of ours it is played."""
    assert cli("submit", "stranger", "--unsafe-no-sandbox").exit_code == 0
    assert cli("submit", "random").exit_code == 0
    stranger.unlink()
    words = ("match", "request", "finca", "stranger", "random")
    assert "holds stranger@1 back" in cli.refused(*words)
    assert cli.json("match", "list") == []
    said = cli(*words, "--unsafe-no-sandbox")
    assert said.exit_code == 0, said.stderr
    assert said.stderr.count("No sandbox holds stranger@1 back") == 1
    assert stranger.exists()
    assert [one["state"] for one in cli.json("match", "list")] == ["reported"] * 2


@pytest.mark.parametrize("lacking", sorted(NEEDED))
def test_safe__means_all_that_is_needed(lacking: str) -> None:
    """One that is missing is enough to refuse; what is not needed is told all the same."""
    assert seen("some", NEEDED).safe
    assert not seen("some", frozenset(WORDS) - {lacking}).safe
