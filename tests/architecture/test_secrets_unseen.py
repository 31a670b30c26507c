"""What is printed for a person or a log by mistake shows no seed and no token."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECRET = ("seed", "token", "host_token", "token_digest")
PLAIN = re.compile(r"\b(str|bytes)\b")
REVEALED = {
    ("sdk/siurell/replay/model.py", "seed"),
    ("ladder/cli/series.py", "seed"),
    ("sdk/siurell/testing/contract/setting.py", "seed"),
}
"""The seed of a match that is over, and those of matches at home and of tests."""


def dataclass_fields(path: Path) -> Iterator[ast.AnnAssign]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef) and "dataclass" in unparse_all(node.decorator_list):
            yield from (item for item in node.body if isinstance(item, ast.AnnAssign))


def unparse_all(nodes: list[ast.expr]) -> str:
    return " ".join(ast.unparse(node) for node in nodes)


def test_dataclasses__do_not_show_their_secrets() -> None:
    shown, hidden = set(), 0
    for package in ("referee", "ladder", "sdk/siurell"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for item in dataclass_fields(path):
                name = ast.unparse(item.target)
                if name not in SECRET or not PLAIN.search(ast.unparse(item.annotation)):
                    continue
                if item.value is not None and "repr=False" in ast.unparse(item.value):
                    hidden += 1
                else:
                    shown.add((str(path.relative_to(ROOT)), name))
    assert shown <= REVEALED
    assert hidden >= 6
