"""The map in docs/architecture.md: all that it names is there, and no part is missing on it."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

DEEPEST = 8
"""Columns before a path of the tree; what begins further right goes on with the line above."""
PLANNED = "(planned)"
SMALL_PARTS = {"__init__.py", "version.py", "py.typed"}
MODULE = re.compile(r"`((?:siurell|referee|ladder)(?:\.[A-Za-z_]\w*)+)`")
FILES = {"siurell.toml", "ladder.proto"}
"""What reads like a module and is none."""


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "architecture.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tree(page: str) -> dict[str, str]:
    """What is said of each path."""
    return dict(rows(page.split("## 2. The tree\n\n")[1].split("\n\n")[0]))


def rows(drawn: str) -> Iterator[tuple[str, str]]:
    above: dict[int, str] = {}
    path = words = ""
    for line in drawn.splitlines():
        depth = len(line) - len(line.lstrip())
        if depth > DEEPEST:
            words += f" {line.strip()}"
            continue
        if path:
            yield path, words
        name, _, words = line.strip().partition(" ")
        above = {column: folder for column, folder in above.items() if column < depth}
        path = "".join(above.values()) + name
        above[depth] = name
        words = words.strip()
    yield path, words


def parts(folder: Path) -> set[str]:
    """The names in a folder, folders with a stroke; neither what is empty nor what Python made."""
    found = set()
    for path in folder.iterdir():
        if path.is_file() and path.name not in SMALL_PARTS:
            found.add(path.name)
        elif path.is_dir() and path.name != "__pycache__":
            files = (file for file in path.rglob("*") if file.is_file())
            if any("__pycache__" not in file.parts for file in files):
                found.add(f"{path.name}/")
    return found


def test_map__each_path_exists_but_the_planned_ones(root: Path, tree: dict[str, str]) -> None:
    assert len(tree) > 30
    planned = {path for path, words in tree.items() if words.startswith(PLANNED)}
    missing = {path for path in tree if not (root / path).exists()}
    assert missing == planned


def test_map__each_folder_beside_a_path_exists(root: Path, tree: dict[str, str]) -> None:
    named = [
        (path, folder) for path, words in tree.items() for folder in re.findall(r"(\w+/)", words)
    ]
    assert len(named) > 10
    for path, folder in named:
        places = (root / path / folder, root / folder)
        assert any(place.is_dir() for place in places), f"{folder} beside {path}"


@pytest.mark.parametrize("folder", ["ladder/", "sdk/siurell/"])
def test_map__has_each_part_of(root: Path, tree: dict[str, str], folder: str) -> None:
    named = {path.removeprefix(folder) for path in tree if path.startswith(folder)}
    assert parts(root / folder) - named == set()


def test_map__has_each_kind_of_test_and_each_page(root: Path, tree: dict[str, str]) -> None:
    assert {f"{word}/" for word in tree["tests/"].split()} == parts(root / "tests") - {
        "conftest.py"
    }
    pages = {word.split()[0] for word in tree["docs/"].split(", ")}
    assert {page if page.endswith("/") else f"{page}.md" for page in pages} == parts(root / "docs")


def test_map__each_module_that_the_page_names_exists(page: str) -> None:
    named = set(MODULE.findall(page)) - FILES
    assert len(named) > 10
    for name in named:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            package, _, attribute = name.rpartition(".")
            assert hasattr(importlib.import_module(package), attribute), name
