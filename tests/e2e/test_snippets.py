"""The programs and files that the pages show are what they are said to be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from siurell.bot import Bot
from siurell.games.registry import games
from siurell.testing import check_bot

from ladder.domain.manifest import parse_manifest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "sdk" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def snippets(language: str) -> list[object]:
    """All blocks in this language, each with the page and line where it stands."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            line = text[: block.start()].count("\n") + 1
            found.append(pytest.param(block[1], id=f"{page.relative_to(ROOT)}:{line}"))
    return found


@pytest.mark.parametrize("program", snippets("python"))
def test_snippet__a_bot_that_is_shown_plays_every_game(program: str) -> None:
    names: dict[str, object] = {"__name__": "shown"}
    exec(compile(program, "snippet", "exec"), names)
    (bot,) = [
        value
        for value in names.values()
        if isinstance(value, type) and issubclass(value, Bot) and value is not Bot
    ]
    for game in games():
        assert check_bot(bot, game, seats=game.max_seats, matches=1).repeatable


@pytest.mark.parametrize("text", snippets("toml"))
def test_snippet__a_manifest_that_is_shown_is_one(text: str) -> None:
    assert parse_manifest(text.encode()).name == "mybot"


def test_snippets__are_found() -> None:
    assert len(snippets("python")) >= 3
    assert snippets("toml")
