"""Every rule of the ledgers in docs/rules is cited by a test that asserts something."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEDGERS = sorted((ROOT / "docs" / "rules").glob("*.md"))
ASSERTING_CALLS = {"raises", "shows", "play", "fail"}
RULE = re.compile(r"\b[A-Z]{1,3}-[A-Z]+-\d+\b")


def rules_of(ledger: Path) -> list[str]:
    """The rules that a ledger states: their ids stand in bold."""
    text = ledger.read_text(encoding="utf-8")
    return re.findall(r"\*\*([A-Z]{1,3}-[A-Z]+-\d+)\*\*", text)


def asserts(function: ast.AST) -> bool:
    """Whether a function can fail by itself."""
    return any(
        isinstance(node, ast.Assert)
        or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ASSERTING_CALLS
        )
        for node in ast.walk(function)
    )


def cited_by_tests() -> Iterator[str]:
    """The rules named in the docstring or in the marks of a test that asserts."""
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            if asserts(node):
                yield from RULE.findall(ast.get_docstring(node) or "")
                for decorator in node.decorator_list:
                    yield from RULE.findall(ast.unparse(decorator))


def test_rule_ids__there_are_ledgers() -> None:
    assert LEDGERS
    assert all(rules_of(ledger) for ledger in LEDGERS)


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda path: path.stem)
def test_rule_ids__each_is_stated_once(ledger: Path) -> None:
    rules = rules_of(ledger)
    assert len(rules) == len(set(rules))


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda path: path.stem)
def test_rule_ids__each_is_cited_by_a_test(ledger: Path) -> None:
    missing = set(rules_of(ledger)) - set(cited_by_tests())
    assert not missing, f"no test cites {', '.join(sorted(missing))}"


def test_rule_ids__a_test_that_asserts_nothing_does_not_count() -> None:
    empty = ast.parse('def test_x():\n    """(F-MOVE-1)"""\n    print(1)')
    full = ast.parse('def test_x():\n    """(F-MOVE-1)"""\n    assert 1')
    assert not asserts(empty)
    assert asserts(full)
