"""Setting up: what is missing is said before anything is made, and every version is pinned."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

OWN = {"siurell", "siurell-arena"}


def test_setup__a_python_without_venv_is_told_which_package(tool, monkeypatch, capsys, tmp_path):
    names = tool("setup")
    found = importlib.util.find_spec
    hidden = "ensurepip"
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == hidden else found(name)
    )
    monkeypatch.setattr(sys, "argv", ["setup.py", str(tmp_path / "never")])
    assert names["main"]() == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"apt-get install python3.{sys.version_info[1]}-venv`" in said.err
    assert list(tmp_path.iterdir()) == []


def test_setup__an_old_python_is_told_what_to_type(tool, monkeypatch):
    names = tool("setup")
    monkeypatch.setattr(sys, "version_info", (3, 10, 2))
    sentence = names["missing"]()
    assert "this is 3.10" in sentence
    assert "make setup PYTHON=" in sentence


def test_setup__nothing_is_missing_here(tool):
    assert tool("setup")["missing"]() == ""


def pins(root: Path) -> dict[str, str]:
    """The versions in constraints.txt; every line is a name and one version."""
    found = {}
    for line in (root / "constraints.txt").read_text().splitlines():
        pin = re.fullmatch(r"([A-Za-z0-9._-]+)==([0-9][A-Za-z0-9.]*)", line)
        assert pin is not None, f"`{line}` is no name with one version"
        found[canonicalize_name(pin[1])] = pin[2]
    return found


def needed(requirements: list[str], seen: set[str]) -> Iterator[str]:
    """The names of all that these requirements lead to on this machine."""
    for text in requirements:
        requirement = Requirement(text)
        name = canonicalize_name(requirement.name)
        here = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if not here or name in seen:
            continue
        seen.add(name)
        yield name
        try:
            yield from needed(requires(name) or [], seen)
        except PackageNotFoundError:
            pytest.fail(f"{name} is needed and not installed")


def test_constraints__pin_all_that_is_needed_and_nothing_else(root):
    wanted: list[str] = []
    for file in ("pyproject.toml", "sdk/pyproject.toml"):
        facts = tomllib.loads((root / file).read_text())
        wanted += facts["project"]["dependencies"]
        wanted += facts["build-system"]["requires"]
        wanted += facts.get("dependency-groups", {}).get("dev", [])
    names = set(needed(wanted, set())) - OWN
    pinned = set(pins(root))
    assert names - pinned == set(), "not pinned"
    assert pinned - names == set(), "pinned and not needed"
