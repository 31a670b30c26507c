"""The same command against the arena of this machine and against the ladder that serves it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ladder.cli.commands import app
from ladder.services.api_tokens import issue_api_token
from ladder.services.matches import list_matches

READING = [
    ("bot", "list"),
    ("bot", "show", "mybot"),
    ("bot", "show", "nobody"),
    ("bot", "diff", "mybot"),
    ("bot", "logs", "mybot"),
    ("bot", "logs", "mybot", "--errors", "--limit", "2"),
    ("bot", "logs", "mybot", "--match", "MATCH"),
    ("bot", "logs", "greedy", "--match", "m_999"),
    ("leaderboard",),
    ("leaderboard", "finca"),
    ("leaderboard", "finca", "--fit"),
    ("leaderboard", "finca", "--limit", "1"),
    ("leaderboard", "finca", "--from", "2", "--limit", "1"),
    ("leaderboard", "finca", "--from", "9"),
    ("leaderboard", "finca", "--from", "2", "--limit", "1", "--fit"),
    ("leaderboard", "la_granja-solo"),
    ("leaderboard", "la_granja-solo", "--from", "2", "--limit", "1"),
    ("leaderboard", "la_granja-solo", "--from", "9"),
    ("leaderboard", "chess"),
    ("match", "list"),
    ("match", "list", "--bot", "mybot", "--limit", "3"),
    ("match", "list", "--cause", "timeout", "--season", "finca"),
    ("match", "list", "--bot", "nobody"),
    ("match", "list", "--season", "chess"),
    ("match", "list", "--cause", "hunger"),
    ("match", "show", "MATCH"),
    ("match", "show", "m_999"),
    ("match", "show", "x"),
    ("season", "list"),
    ("status",),
    ("status", "mybot"),
    ("status", "mybot", "--watch"),
    ("status", "nobody", "--watch"),
    ("replay", "show", "MATCH"),
    ("replay", "verify", "m_999"),
]
"""Commands that change nothing; MATCH is one of mybot's."""

CHANGING = [
    ("bot", "retire", "mybot"),
    ("bot", "retire", "nobody"),
    ("bot", "withdraw", "mybot"),
    ("bot", "activate", "mybot@1"),
    ("bot", "note", "mybot", "better"),
    ("bot", "resume", "mybot"),
    ("match", "request", "finca", "greedy", "random", "--no-wait"),
    ("match", "request", "finca", "greedy", "nobody", "--no-wait"),
]
"""Commands that change something, each on an arena of its own."""

Type = Callable[..., tuple[Result, Result]]


@pytest.fixture
def typist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Type a command for an arena itself, or for the ladder that serves it."""
    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SIURELL_HOME", raising=False)

    def _type(served, way: str, *words: str) -> Result:
        monkeypatch.setenv("SIURELL_LADDER_TOKEN", issue_api_token(served.arena, "root").token)
        (match, *_) = list_matches(served.arena, bot="mybot", limit=1)
        typed = [match.match_id if word == "MATCH" else word for word in words]
        where = str(served.arena.home.path) if way == "--home" else served.address
        return CliRunner().invoke(app, [way, where, *typed])

    return _type


@pytest.fixture
def both(played_once, typist) -> Type:
    """Type a command for both."""

    def _both(*words: str) -> tuple[Result, Result]:
        return typist(played_once, "--home", *words), typist(played_once, "--ladder", *words)

    return _both


def told(text: str) -> str:
    """What was told, without the place of the ladder and who one is there."""
    lines = [line for line in text.splitlines() if not line.startswith("You are ")]
    return "\n".join(lines)


def without_paths(value: object) -> object:
    """The value without files of the ladder's machine, which have no path elsewhere."""
    if isinstance(value, dict):
        gone = ("folder", "replay", "ladder", "actor", "role")
        return {key: without_paths(each) for key, each in value.items() if key not in gone}
    if isinstance(value, list):
        return [without_paths(each) for each in value]
    return value


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_both__tell_the_same(both, words, alike_but_for_playing):
    here, there = both(*words)
    assert "bug" not in here.stderr
    assert here.exit_code == there.exit_code, there.output
    assert alike_but_for_playing(told(here.stdout), told(there.stdout))
    assert here.stderr == there.stderr


@pytest.mark.parametrize(
    "words", [words for words in READING if words[0] != "replay"], ids=" ".join
)
def test_both__tell_the_same_to_programs(both, words):
    here, there = both(*words, "--json")
    assert here.exit_code == there.exit_code, there.output
    if here.stdout and "--watch" not in words:
        assert without_paths(json.loads(here.stdout)) == without_paths(json.loads(there.stdout))
    assert here.stderr == there.stderr


@pytest.mark.parametrize("words", CHANGING, ids=" ".join)
def test_both__change_the_same(words, typist, serve_played, tmp_path, alike_but_for_playing):
    runs = []
    for way in ("--home", "--ladder"):
        with serve_played(tmp_path / way) as served:
            runs.append(typist(served, way, *words))
    here, there = runs
    assert here.exit_code == there.exit_code, there.output
    assert alike_but_for_playing(here.stdout, there.stdout)
    assert here.stderr == there.stderr
