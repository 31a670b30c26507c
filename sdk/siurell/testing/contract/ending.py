"""Every match ends, time only goes on, and placements follow from the scores."""

from __future__ import annotations

from collections.abc import Iterator

from siurell.games.base import CHANCE, Outcome
from siurell.testing.chance_scripts import first_outcome, last_outcome
from siurell.testing.contract.play import Step, at_random, first, last, play, play_at_random
from siurell.testing.contract.setting import Setting


def check_ending(setting: Setting) -> None:
    """Play to the end: at random, by the first and the last move, with extreme luck."""
    for number in range(setting.matches):
        _check_match(play_at_random(setting, number, "ending"))
    for choose in (first, last, at_random(setting.rng("extremes", 0))):
        for deal in (None, first_outcome, last_outcome):
            _check_match(play(setting, 0, choose, deal))


def _check_match(steps: Iterator[Step]) -> None:
    turn = 0
    for step in steps:
        state = step.state
        step.require(state.turn >= turn, "the turn goes back.")
        turn = state.turn
        step.require(bool(state.phase) and " " not in state.phase, "the phase is not one word.")
        seat = state.to_act
        step.require(
            seat is None or seat == CHANCE or 0 <= seat < state.seats, f"{seat} cannot act."
        )
        _check_outcome(step, state.outcome())


def _check_outcome(step: Step, outcome: Outcome) -> None:
    seats = step.state.seats
    scores, places = outcome.scores, outcome.placements
    step.require(len(scores) == len(places) == seats, "the outcome has not one entry a seat.")
    for seat, place in enumerate(places):
        better = sum(other < place for other in places)
        step.require(place == better + 1, f"the placements {places} are no ranking.")
        for other in range(seats):
            step.require(
                scores[seat] <= scores[other] or place <= places[other],
                f"seat {seat} has more points than seat {other} and is placed behind it.",
            )
