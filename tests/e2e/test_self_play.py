"""Whole matches of shipped bots, by the hundred: each ends, conserves components and verifies.

`make matches` plays a thousand for every game and number of seats.
"""

from __future__ import annotations

import pytest
from siurell.bots import SHIPPED
from siurell.games.registry import games
from siurell.match.dealer import seed_from_text
from siurell.testing.contract.setting import GameContractError
from siurell.testing.proof import prove_match
from siurell.testing.toy import Toy

DECISIONS = 24_000
"""So many decisions are played in each test: fewer matches where matches are longer."""

SHARES = 4
"""Each number of seats is shared out over so many tests, so that all cores have work."""

TABLES = [(game, seats) for game in games() for seats in range(game.min_seats, game.max_seats + 1)]


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize(
    ("game", "seats"), TABLES, ids=[f"{game.name}-{seats}" for game, seats in TABLES]
)
def test_self_play__every_match_ends_and_verifies(game, seats: int, share: int) -> None:
    number = share
    decisions = 0
    while decisions < DECISIONS / SHARES:
        bots = [SHIPPED["greedy" if (seat + number) % 2 else "random"] for seat in range(seats)]
        if number % 5 == 0:
            bots = [SHIPPED["random"]] * seats
        seed = seed_from_text(f"self-play {game.name} {seats} {number}")
        decisions += prove_match(game, bots, seed=seed).result.decisions
        number += SHARES


def test_self_play__a_bot_that_fails_is_found() -> None:
    def silent(info, rng):
        raise RuntimeError("not today")

    with pytest.raises(GameContractError, match="ended by crash, game_rules"):
        prove_match(Toy(), [silent, SHIPPED["random"], SHIPPED["random"]], seed=bytes(32))
