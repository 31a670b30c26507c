"""The tools of a checkout, loaded from their files: they are no package that is installed."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the project."""
    return ROOT


@pytest.fixture
def tool():
    """The names of a tool, such as ``tool("setup")["main"]``."""
    return lambda name: runpy.run_path(str(ROOT / "tools" / f"{name}.py"))
