"""Why a move is refused is told to its seat: it must say no more than the seat may know."""

from __future__ import annotations

import random

import pytest
from siurell.games.base import CHANCE
from siurell.games.registry import games

MATCHES = 4
TRIED = 8
POOL = 300


def sentences(state, moves) -> list[str | None]:
    return [state.why_illegal(move) for move in moves]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_refusal__is_the_same_in_every_world_that_its_seat_may_think_of(game) -> None:
    """H01: an error is built from what the seat may know, like all else that it is sent.

    The moves that are tried were legal elsewhere in the match, for other seats and in other worlds:
    so they name cards that somebody else holds.
    """
    refused = 0
    for number in range(MATCHES):
        rng = random.Random(number)
        seats = max(game.min_seats, min(3, game.max_seats))
        state = game.new_state(seats, game.check_options({}))
        pool: dict = {}
        while state.to_act is not None:
            if state.to_act == CHANCE:
                state.apply(state.chance().draw(rng.randrange))
                continue
            legal = state.legal_moves()
            world = state.observe(state.to_act).determinize(rng)
            pool.update((str(move), move) for move in rng.sample(legal, min(len(legal), 9)))
            tried = [pool[text] for text in rng.sample(sorted(pool), min(TRIED, len(pool)))]
            told = sentences(state, tried)
            assert told == sentences(world, tried)
            refused += sum(one is not None for one in told)
            while len(pool) > POOL:
                del pool[rng.choice(sorted(pool))]
            state.apply(rng.choice(legal))
    assert refused > 300
