"""Counts of sequences of decisions: the cheapest test of a whole engine (tools/perft.py)."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from siurell.games.farmini.game import Farmini

PERFT = runpy.run_path(str(Path(__file__).parents[3] / "tools" / "perft.py"))
LINES = PERFT["read_lines"](Path(__file__).with_name("perft.txt"))


@pytest.mark.parametrize(("line", "count"), LINES, ids=[str(line) for line, _ in LINES])
def test_perft__counts_as_before(line, count: int) -> None:
    assert PERFT["perft"](Farmini(), line) == count


def test_perft__covers_every_number_of_seats_and_option() -> None:
    assert {line.seats for line, _ in LINES} == {1, 2, 3, 4}
    chosen = {pair for line, _ in LINES for pair in line.chosen().items()}
    assert chosen == {
        (option.name, value) for option in Farmini().options for value in option.values[1:]
    }
