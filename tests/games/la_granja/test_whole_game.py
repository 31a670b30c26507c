"""The whole game of docs/rules/la_granja.md, event by event."""

from __future__ import annotations

from pathlib import Path

LEDGER = Path(__file__).parents[3] / "docs" / "rules" / "la_granja.md"


def events() -> list[str]:
    """The texts of the game, in order."""
    part = LEDGER.read_text(encoding="utf-8").split("**LG-GAME-1**")[1]
    return [text.strip() for text in " ".join(part.split("```")[1].split()).split(" ; ")]


def test_whole_game__ends_as_the_ledger_says(new_match) -> None:
    """(LG-GAME-1)"""
    scene = new_match(2).play(*events())
    scene.shows(over=True, scores=[33, 15], ranks=[1, 2])
    assert scene.barrows_done() == [1, 0]
    assert [len(scene.fact(seat, "crafts", None)) for seat in "AB"] == [2, 1]


def test_whole_game__is_read_whole() -> None:
    """(LG-GAME-1)"""
    assert len(events()) == 285
    assert events()[0] == "first 1"
    assert all(text.isascii() and text == text.strip() for text in events())
