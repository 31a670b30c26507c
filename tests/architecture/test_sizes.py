"""Files that fit in a head, functions that fit on a screen."""

from __future__ import annotations

import ast

LINES_OF_A_FILE = 400
LINES_OF_A_FUNCTION = 40


def test_sizes__files(sources, root):
    scripts = [*(root / "tools").rglob("*.py"), *(root / "tests").rglob("*.py")]
    sizes = {source.name: source.text.count("\n") for source in sources}
    sizes |= {str(path.relative_to(root)): path.read_text().count("\n") for path in scripts}
    assert not {name: size for name, size in sizes.items() if size > LINES_OF_A_FILE}


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from the first statement to the last, the docstring left out."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return function.end_lineno - body[0].lineno + 1 if body else 0


def test_sizes__functions(sources):
    """Tables of a database are written down as they were on the day of their migration."""
    long = {
        f"{source.name}:{node.lineno} {node.name}": length(node)
        for source in sources
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and ".migrations.versions." not in source.module
        and length(node) > LINES_OF_A_FUNCTION
    }
    assert not long
