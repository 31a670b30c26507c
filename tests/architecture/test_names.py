"""Words that may not stand everywhere."""

from __future__ import annotations

import ast
import re

import pytest
from siurell.games.registry import games

HOMES = (
    "sdk/siurell/games/{game}/",
    "sdk/siurell/wire/{game}.py",
    "sdk/siurell/draw/{game}",
    "sdk/siurell/testing/components/{game}.py",
    "sdk/siurell/bots/evaluations/{game}",
)
"""The files of a game."""

REGISTRIES = {
    "ladder/cli/default_game.py",
    "sdk/siurell/games/registry.py",
    "sdk/siurell/wire/codec.py",
    "sdk/siurell/draw/text.py",
    "sdk/siurell/draw/svg.py",
    "sdk/siurell/testing/components/__init__.py",
    "sdk/siurell/bots/evaluations/__init__.py",
}
"""Where the games are put together."""


def code(source) -> str:
    """The text of a file without comments and docstrings."""
    tree = ast.parse(source.text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        kept = [
            child
            for child in body
            if not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant))
        ]
        node.body = kept or [ast.Pass()]
    return ast.unparse(tree)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_names__a_game_is_named_in_its_own_files_and_registries_alone(game, sources):
    word = re.compile(rf"(?<![a-z]){game.name}(?![a-z])", re.IGNORECASE)
    homes = tuple(home.format(game=game.name) for home in HOMES)
    strangers = [
        source.name
        for source in sources
        if not source.name.startswith(homes)
        and source.name not in REGISTRIES
        and word.search(code(source))
    ]
    assert not strangers


UNFINISHED = re.compile(r"\b(TODO|FIXME|HACK)\b")


def test_names__nothing_is_left_unfinished(sources):
    assert not [source.name for source in sources if UNFINISHED.search(source.text)]


def test_names__no_drawer_of_odds_and_ends(sources):
    drawers = {"utils", "util", "helpers", "helper", "common", "misc"}
    assert not [source.name for source in sources if source.path.stem in drawers]


def test_names__every_module_says_what_it_is_for(sources):
    silent = [
        source.name
        for source in sources
        if source.text.strip() and ast.get_docstring(source.tree) is None
    ]
    assert not silent
