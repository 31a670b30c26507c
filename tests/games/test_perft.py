"""Counts of sequences of decisions: the cheapest test of a whole engine (tools/perft.py)."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from siurell.games.registry import game_named, games

PERFT = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "perft.py"))
LINES = {
    game.name: PERFT["read_lines"](Path(__file__).parent / game.name / "perft.txt")
    for game in games()
}
CASES = [(name, line, count) for name, lines in LINES.items() for line, count in lines]


@pytest.mark.parametrize(
    ("name", "line", "count"), CASES, ids=[f"{name} {line}" for name, line, _ in CASES]
)
def test_perft__counts_as_before(name: str, line, count: int) -> None:
    assert PERFT["perft"](game_named(name), line) == count > 0


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_perft__covers_every_number_of_seats_and_option(game) -> None:
    lines = LINES[game.name]
    assert {line.seats for line, _ in lines} == set(range(game.min_seats, game.max_seats + 1))
    chosen = {pair for line, _ in lines for pair in line.chosen().items()}
    assert chosen == {
        (option.name, value) for option in game.options for value in option.values[1:]
    }
