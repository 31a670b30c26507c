"""Playing matches of the game under test, event by event."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from siurell.errors import SiurellError
from siurell.games.base import CHANCE, Event, Move, State
from siurell.testing.chance_scripts import Deal
from siurell.testing.contract.setting import GameContractError, Setting

Choose = Callable[[list[Move]], Move]
"""Picks one of the legal moves."""

_MOST_CHANCE_EVENTS_IN_A_ROW = 10_000


@dataclass(frozen=True, slots=True)
class Step:
    """A state of a match and the event that comes next; no event when the match is over."""

    setting: Setting
    number: int
    applied: int
    decisions: int
    state: State
    event: Event | None

    def require(self, held: bool, sentence: str) -> None:
        """As `Setting.require`, and say where in which match."""
        if not held:
            self.setting.require(
                False,
                f"match {self.number} of seed {self.setting.seed}, after {self.applied} events: "
                f"{sentence}",
            )


def at_random(rng: random.Random) -> Choose:
    """Every legal move is equally likely."""
    return rng.choice


def first(moves: list[Move]) -> Move:
    """The first of the list."""
    return moves[0]


def last(moves: list[Move]) -> Move:
    """The last of the list."""
    return moves[-1]


def play(setting: Setting, number: int, choose: Choose, deal: Deal | None = None) -> Iterator[Step]:
    """Play a match; the state of a step is moved on by its event when the next one is asked for.

    Chance is answered by `deal`, without it by the dealer of the match.
    """
    state = setting.new_state()
    deal = deal or setting.dealer(number).answer
    applied = decisions = in_a_row = 0
    while True:
        event = _next_event(setting, state, deal, choose)
        step = Step(setting, number, applied, decisions, state, event)
        yield step
        if event is None:
            return
        decided = isinstance(event, Move)
        decisions += decided
        in_a_row = 0 if decided else in_a_row + 1
        most = setting.game.max_decisions(setting.seats)
        step.require(decisions <= most, f"max_decisions is {most}, and the match goes on.")
        step.require(in_a_row <= _MOST_CHANCE_EVENTS_IN_A_ROW, "chance events without end.")
        state.apply(event)
        applied += 1


def play_at_random(setting: Setting, number: int, purpose: str) -> Iterator[Step]:
    """Play a match with uniformly random moves of their own for each purpose."""
    return play(setting, number, at_random(setting.rng(purpose, number)))


def _next_event(setting: Setting, state: State, deal: Deal, choose: Choose) -> Event | None:
    to_act = state.to_act
    if to_act is None:
        return None
    if to_act != CHANCE:
        moves = state.legal_moves()
        setting.require(bool(moves), f"seat {to_act} is to act and has no legal move.")
        return choose(moves)
    chance = state.chance()
    try:
        return deal(chance)
    except SiurellError as error:
        raise GameContractError(
            f"{setting.game.name}, {setting.seats} seats: the layout gives no possible outcome "
            f"for {chance.key}: {error}"
        ) from error
