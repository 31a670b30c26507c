"""The source files of the project, parsed once."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {
    "siurell": ROOT / "sdk" / "siurell",
    "referee": ROOT / "referee",
    "ladder": ROOT / "ladder",
}


@dataclass(frozen=True)
class Source:
    """One file that was written by hand."""

    path: Path
    module: str
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """The path from the root of the project."""
        return str(self.path.relative_to(ROOT))

    def imports(self) -> set[str]:
        """The modules that are imported anywhere in the file, relative ones left out."""
        found = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                found.add(node.module or "")
        return found


def _sources() -> list[Source]:
    made = []
    for package, folder in PACKAGES.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            if parts[0] == "v1" and path.name != "__init__.py":
                continue
            names = [package, *parts]
            module = ".".join(names[:-1] if names[-1] == "__init__" else names)
            text = path.read_text(encoding="utf-8")
            made.append(Source(path, module, text, ast.parse(text)))
    return made


@pytest.fixture(scope="session")
def sources() -> list[Source]:
    """All files of the three packages but the generated ones."""
    return _sources()


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the project."""
    return ROOT
