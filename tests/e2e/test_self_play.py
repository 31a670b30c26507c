"""Whole matches of shipped bots, by the hundred: every replay verifies."""

from __future__ import annotations

import pytest
from siurell.bots import SHIPPED
from siurell.games.registry import game_named
from siurell.local import play_local
from siurell.match.dealer import seed_from_text
from siurell.match.result import Cause
from siurell.replay.read import read_replay
from siurell.replay.verify import verify

MATCHES = 200
SHARES = 8
"""Each number of seats is shared out over so many tests, so that all cores have work."""


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_self_play__every_replay_verifies(seats: int, share: int) -> None:
    finca = game_named("finca")
    for number in range(share, MATCHES, SHARES):
        bots = [SHIPPED["greedy" if (seat + number) % 2 else "random"] for seat in range(seats)]
        if number % 5 == 0:
            bots = [SHIPPED["random"]] * seats
        played = play_local(
            finca, bots, seed=seed_from_text(f"self-play {seats} {number}"), simulated=True
        )
        assert {seat.cause for seat in played.result.seats} == {Cause.GAME_RULES}
        found = verify(read_replay(played.replay.data), played.replay.digest)
        assert found.ok, f"match {number}: {found.where}"
        assert found.decisions == played.result.decisions
