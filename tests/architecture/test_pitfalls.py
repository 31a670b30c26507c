"""Each pitfall of running strangers' programs, as trying taught them, is held by a test of ours.

A test says in its docstring which one: 1 limits that do not hold for root; 2 bots that die with a
thread; 3 daemons that left their group; 4 limits that break a language, and children that die for
memory while the bot lives; 5 cores that a bot takes back; 6 what a filter of calls has to look at;
7 sockets that files' rules do not cover; 8 tokens in commands; 9 bots that do not end; 10 output
that nobody reads; 11 links that lead outside, and code that runs before the sandbox; 12 a sandbox
within a container; 13 thinking on others' time; 14 workers that are killed.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PITFALLS = range(1, 15)


@pytest.fixture(scope="module")
def named() -> set[int]:
    """The pitfalls in the docstrings of tests."""
    found: set[int] = set()
    for folder in ("attacks", "e2e", "integration"):
        for path in (TESTS / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    said = re.search(r"\b[Pp]itfalls? ([\d, and]+)", ast.get_docstring(node) or "")
                    if node.name.startswith("test_") and said:
                        found |= set(map(int, re.findall(r"\d+", said[1])))
    return found


@pytest.mark.parametrize("pitfall", PITFALLS)
def test_pitfall__is_held_by_a_test(named: set[int], pitfall: int) -> None:
    assert pitfall in named
