"""What has a heading of its own in the changelog is there as a whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from siurell.games.registry import games

from ladder.services.season_files_format import READABLE
from ladder.store.schema import known_revisions


@pytest.fixture(scope="module")
def said(root: Path) -> dict[str, str]:
    """What the changelog says below each heading."""
    found: dict[str, str] = {}
    for part in (root / "CHANGELOG.md").read_text(encoding="utf-8").split("\n### ")[1:]:
        heading, _, text = part.partition("\n")
        found[heading] = found.get(heading, "") + text
    return found


def test_changelog__names_every_revision_of_the_database(said: dict[str, str]) -> None:
    assert set(re.findall(r"`(\d{4})`", said["Database"])) == set(known_revisions())


def test_changelog__names_every_format_of_a_seasons_file(said: dict[str, str]) -> None:
    [line] = [line for line in said["Database"].splitlines() if "season's file" in line]
    assert {int(number) for number in re.findall(r"\b\d\b", line)} == set(READABLE)


def test_changelog__names_the_rules_of_every_game(said: dict[str, str]) -> None:
    for game in games():
        assert f"`{game.rules_version}`" in said["Rules"]
