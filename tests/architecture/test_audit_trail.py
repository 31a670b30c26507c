"""Whatever changes something by somebody's will writes to the audit log."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

BY_ITSELF = {
    "all_seasons": "the seasons that every ladder has are made when they are first asked for",
    "append": "the events of a tournament are its log, and who acts writes one through `_act`",
    "keep_build": "what came of a build; the check that follows is written down",
    "keep_match": "a worker's result of a tournament",
    "next_batch": "pairing",
    "recover": "what a dead worker left is queued again",
    "release": "a worker gives back what it has not begun",
    "report": "a worker's result",
    "seed_for": "a seed is drawn when it is first needed",
    "set_presence": "remote bots come and go",
}
"""What changes the store without anybody's will."""


class Function:
    """A function of the services: whether it writes, and whom it calls."""

    def __init__(self, node: ast.FunctionDef, module: str) -> None:
        self.name = _known_as(node.name, module)
        self.is_context = any("contextmanager" in ast.unparse(one) for one in node.decorator_list)
        self.writes = ".db.write()" in ast.unparse(node)
        self.calls = {_known_as(name, module) for name in _called(node)}


def _known_as(name: str, module: str) -> str:
    """What is private to a module is not what another one calls by the same name."""
    return f"{module}.{name}" if name.startswith("_") else name


def _called(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Call):
            if isinstance(one.func, ast.Name):
                yield one.func.id
            elif isinstance(one.func, ast.Attribute):
                yield one.func.attr


@pytest.fixture(scope="module")
def functions(sources) -> list[Function]:
    return [
        Function(node, source.module)
        for source in sources
        if source.module.startswith("ladder.services.")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef)
    ]


@pytest.fixture(scope="module")
def changing(functions: list[Function]) -> list[Function]:
    """Those that open a transaction which writes, by themselves or by a context of theirs."""
    contexts = {one.name for one in functions if one.writes and one.is_context}
    return [one for one in functions if not one.is_context and (one.writes or one.calls & contexts)]


def test_audit__is_reached_by_every_service_that_changes_something(
    functions: list[Function], changing: list[Function]
) -> None:
    """A change that leaves no trace is one that nobody can be asked about."""
    calls: dict[str, set[str]] = {}
    for one in functions:
        calls.setdefault(one.name, set()).update(one.calls)
    silent = [one.name for one in changing if not _reaches(one.name, calls, set())]
    assert [name for name in silent if name not in BY_ITSELF] == []


def test_audit__what_happens_by_itself_is_still_there(changing: list[Function]) -> None:
    assert {one.name for one in changing} >= BY_ITSELF.keys()


def _reaches(name: str, calls: dict[str, set[str]], seen: set[str]) -> bool:
    if name == "audit":
        return True
    if name in seen:
        return False
    seen.add(name)
    return any(_reaches(one, calls, seen) for one in calls.get(name, ()))
