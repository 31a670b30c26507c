"""The tables of states."""

from __future__ import annotations

import itertools

import pytest

from ladder.domain.states import UNFINISHED, MatchState, VersionState, may_become


def test_match_states__final_ones_stay() -> None:
    for final in (MatchState.REPORTED, MatchState.VOID):
        assert final not in UNFINISHED
        assert not any(may_become(final, then) for then in MatchState)


State = MatchState | VersionState


@pytest.mark.parametrize("states", [tuple(MatchState), tuple(VersionState)])
def test_states__every_one_is_in_the_table_and_can_be_reached(states: tuple[State, ...]) -> None:
    reached = {states[0]}
    for _ in states:
        for now, then in itertools.product(tuple(reached), states):
            if may_become(now, then):
                reached.add(then)
    assert reached == set(states)
