"""The programs and files that the pages show are what they are said to be."""

from __future__ import annotations

import doctest
import re
from operator import attrgetter
from pathlib import Path

import pytest
from siurell.bot import Bot
from siurell.bots import SHIPPED
from siurell.games.base import Game
from siurell.games.registry import games
from siurell.local import play_local
from siurell.match.dealer import seed_from_text
from siurell.testing import check_bot

from ladder.domain.manifest import parse_manifest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "sdk" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def snippets(language: str) -> list[object]:
    """All blocks of this language, each with the page and line where it stands.

    Behind the language may stand the game that the block is about: ``python finca``.
    """
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            line = text[: block.start()].count("\n") + 1
            found.append(pytest.param(block[1], id=f"{page.relative_to(ROOT)}:{line}"))
    return found


def bot_of(program: str) -> type[Bot]:
    """The one bot that a program makes."""
    names: dict[str, object] = {"__name__": "shown"}
    exec(compile(program, "snippet", "exec"), names)
    (bot,) = [
        value
        for value in names.values()
        if isinstance(value, type) and issubclass(value, Bot) and value is not Bot
    ]
    return bot


@pytest.mark.parametrize("program", snippets("python"))
def test_snippet__a_bot_that_is_shown_plays_every_game(program: str) -> None:
    for game in games():
        assert check_bot(bot_of(program), game, seats=game.max_seats, matches=1).repeatable


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_snippet__every_game_has_a_bot_of_its_own(game: Game) -> None:
    assert len(snippets(f"python {game.name}")) == 1


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_snippet__a_bot_for_one_game_plays_it_better_than_chance(game: Game) -> None:
    """With every number of seats, and over twenty matches of two it leads `random` by far."""
    bot = bot_of(snippets(f"python {game.name}")[0].values[0])
    assert check_bot(bot, game, matches=1).repeatable
    own = others = wins = 0
    for number in range(20):
        bots, seat = [SHIPPED["random"], SHIPPED["random"]], number % 2
        bots[seat] = bot
        seats = play_local(game, bots, seed=seed_from_text(f"snippet {number}")).result.seats
        own, others = own + seats[seat].score, others + seats[1 - seat].score
        wins += seats[seat].placement == 1
    assert wins >= 15
    assert own > 1.2 * others


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_fields__of_an_observation_that_are_named_are_there(game: Game) -> None:
    text = (ROOT / "docs" / "games.md").read_text("utf-8")
    (section,) = [part for part in text.split("\n## ") if f"```python {game.name}\n" in part]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    names = re.findall(r"`([a-z_.]+)", " ".join(cells))
    seen = game.new_state(game.max_seats, game.check_options({})).observe(0)
    assert len(names) >= 10
    for name in names:
        attrgetter(name)(seen)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_snippet__what_is_typed_at_the_prompt_is_answered_so(page: Path) -> None:
    typed = "".join(re.findall(r"^```pycon\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S))
    test = doctest.DocTestParser().get_doctest(typed, {}, page.name, str(page), 0)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("text", snippets("toml"))
def test_snippet__a_manifest_that_is_shown_is_one(text: str) -> None:
    assert parse_manifest(text.encode()).name == "mybot"


def test_snippets__are_found() -> None:
    assert len(snippets("python")) >= 3
    assert sum("```pycon" in page.read_text("utf-8") for page in PAGES) >= 1
    assert snippets("toml")
