"""The crosstable: shares by pairs, their intervals from the blocks, and what they say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ladder.domain.intervals import mean_interval
from ladder.domain.tournaments.crosstable import Cell, crosstable_of
from ladder.domain.tournaments.settings import Format, Settings

HALF = Fraction(1, 2)


def cell(*blocks: Fraction | int) -> Cell:
    return Cell(tuple(map(Fraction, blocks)), 2 * len(blocks))


def test_crosstable__everyone_against_everyone_in_the_order_of_the_table(hall) -> None:
    held = hall.hold(Settings(Format.ROUND_ROBIN, blocks=3), 4, hall.by_lot("cross"))
    table = crosstable_of(held.tournament)
    assert len(table.cells) == 12
    for (one, other), found in table.cells.items():
        assert found.share + table.cells[other, one].share == 1
        assert (len(found.blocks), found.matches) == (3, 6)
    assert len(table.entrants) == 4


def test_crosstable__of_pods_counts_whom_one_was_placed_before(hall) -> None:
    table = crosstable_of(hall.hold(Settings(Format.ROUND_ROBIN, seats=3), 7).tournament)
    assert len(table.cells) == 42
    assert all((found.share == 1) == (one < other) for (one, other), found in table.cells.items())


def test_crosstable__totals_are_by_seed_and_a_gauntlets_round_is_one(hall) -> None:
    """S13: the opponents of a round share their seeds, so they are one observation."""
    gauntlet = crosstable_of(hall.hold(Settings(Format.GAUNTLET, rounds=3), 5).tournament)
    assert gauntlet.totals["p1"] == Cell((Fraction(1),) * 3, 24)
    assert gauntlet.totals["p5"] == Cell((Fraction(0),) * 3, 6)
    robin = crosstable_of(hall.hold(Settings(Format.ROUND_ROBIN), 5).tournament)
    assert robin.totals["p1"] == Cell((Fraction(1),) * 4, 8)
    assert robin.totals["p2"].share == Fraction(3, 4)


def test_cell__variance_is_between_blocks() -> None:
    """S08: two rotations of a seed that always come out opposite say nothing of either bot, and
    the interval knows it: single matches would look as if they scattered."""
    blocks = (HALF, HALF, Fraction(3, 4), HALF)
    expected = mean_interval(0.5625, 3 / 64, 4)
    assert cell(*blocks).interval == pytest.approx(expected)
    assert cell(HALF, HALF, HALF).interval == (0.5, 0.5)
    assert cell(1).interval is None


@pytest.mark.parametrize(
    ("blocks", "verdict"),
    [
        ((), 0),
        ((1,), 0),
        ((1, 1), 0),
        ((1,) * 6, 1),
        ((0,) * 6, -1),
        ((1, 1, HALF, 1, 1, 1), 1),
        ((0, 0, HALF, 0, 0, 0), -1),
        ((1, 0, 1, 0, HALF), 0),
        ((HALF,) * 8, 0),
    ],
)
def test_cell__says_who_is_better_when_the_blocks_do(blocks, verdict: int) -> None:
    assert cell(*blocks).verdict == verdict
