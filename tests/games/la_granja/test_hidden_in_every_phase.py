"""Worlds made from a view meet the true hidden cards by chance only, in whatever phase it is."""

from __future__ import annotations

import random
from collections import Counter
from math import comb

from siurell.games.base import CHANCE
from siurell.games.la_granja.game import LaGranja

GRANJA = LaGranja()
MATCHES = 12
FEWEST_WORLDS = 20
PHASES = {"setup", "farm", "transport", "revenue"}
"""Those in which somebody can hold hidden cards: after scoring starts all of them lie open."""


def hands_of_others(state, viewer: int) -> tuple:
    return tuple(hand for seat, hand in enumerate(state.hands) if seat != viewer)


def possible_hands(state, viewer: int) -> int:
    """At most so many sets of cards may be the hidden hands, as far as their number tells."""
    hidden = sum(map(len, hands_of_others(state, viewer)))
    return comb(hidden + len(state.pile), hidden)


def test_every_phase__a_world_has_the_true_hands_as_often_as_luck_has_it() -> None:
    """H06: a resampled hand is the true one at the expected rate, in every phase (LG-HID-1)."""
    looked, met = Counter(), Counter()
    for number in range(MATCHES):
        rng = random.Random(number)
        state = GRANJA.new_state(3, GRANJA.check_options({}))
        while state.to_act is not None:
            viewer = rng.randrange(3)
            if rng.random() < 0.25 and possible_hands(state, viewer) >= FEWEST_WORLDS:
                world = state.observe(viewer).determinize(rng)
                looked[state.phase] += 1
                met[state.phase] += hands_of_others(world, viewer) == hands_of_others(state, viewer)
            chance = state.to_act == CHANCE
            state.apply(
                state.chance().draw(rng.randrange) if chance else rng.choice(state.legal_moves())
            )
    assert set(looked) >= PHASES
    for phase in looked:
        # Below one in five by far, and a phase that shows the truth would be at one.
        assert met[phase] <= max(2, looked[phase] / 5), (phase, met[phase], looked[phase])
        assert looked[phase] >= 10
