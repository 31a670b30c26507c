"""The contract of all games, for every number of seats and every value of an option."""

from __future__ import annotations

import pytest
from siurell.games.farmini.game import Farmini
from siurell.testing import check_game
from siurell.testing.components.farmini import census

FARMINI = Farmini()
VALUES = [(option.name, value) for option in FARMINI.options for value in option.values[1:]]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_contract__holds_for_every_number_of_seats(seats: int) -> None:
    report = check_game(FARMINI, seats=seats, matches=1, census=census)
    assert report.decisions > 40
    assert min(report.near_misses, report.dealt_outcomes, report.censuses) > 80
    assert report.shared_items > 40


@pytest.mark.parametrize(("number", "option"), list(enumerate(VALUES)), ids=str)
def test_contract__holds_for_every_option(number: int, option: tuple[str, str]) -> None:
    name, value = option
    report = check_game(
        FARMINI, seats=1 + number % 2, options={name: value}, matches=1, seed=7, census=census
    )
    assert min(report.decisions, report.censuses) > 30
