"""`determinize`: a full state that agrees with the view, and that hits the truth by chance only."""

from __future__ import annotations

import math
import random

from siurell.games.base import CHANCE, State
from siurell.testing.contract.play import Step, play_at_random
from siurell.testing.contract.setting import Setting

_CHANCE_OF_FALSE_ALARM = 1e-6
_MATCHES_A_MATCH = 10


def check_determinize(setting: Setting) -> None:
    """Determinize what every viewer sees in every state of the matches."""
    for number in range(setting.matches):
        for viewer in setting.viewers:
            rng = setting.rng(f"worlds {viewer}", number)
            for step in play_at_random(setting, number, f"determinize {viewer}"):
                world = _world(step, viewer, rng)
                if step.applied % 16 == number % 16:
                    _check_plays_on(step, world, rng)


def check_truth(setting: Setting) -> None:
    """A world meets the truth as often as it meets another world of the same view.

    Of one state a match, that the matches do not influence each other: of the cases in which
    exactly one of the two happened each is as likely, and a sum of n fair signs exceeds
    sqrt(2 n ln(1/p)) with a chance below p (Hoeffding).
    """
    truth = by_chance = 0
    for number in range(setting.matches * _MATCHES_A_MATCH):
        rng = setting.rng("truth", number)
        state = _some_state(setting, number, rng)
        view = state.observe(setting.viewers[number % len(setting.viewers)])
        world, other = (view.determinize(rng).key() for _ in range(2))
        truth += world == state.key() and world != other
        by_chance += world == other and world != state.key()
    limit = math.sqrt(2 * (truth + by_chance) * math.log(1 / _CHANCE_OF_FALSE_ALARM))
    setting.require(
        truth - by_chance <= limit,
        f"determinize uses hidden truth: it met the true state {truth} times where two of its "
        f"states met {by_chance} times.",
    )


def _some_state(setting: Setting, number: int, rng: random.Random) -> State:
    """One of the states of a match, each equally likely."""
    chosen = setting.new_state()
    for step in play_at_random(setting, number, "truth"):
        if rng.randrange(step.applied + 1) == 0:
            chosen = step.state.copy()
    return chosen


def _world(step: Step, viewer: int, rng: random.Random) -> State:
    step.setting.report.determinizations += 1
    state = step.state
    view = state.observe(viewer)
    seed = rng.random()
    world = view.determinize(random.Random(seed))
    again = view.determinize(random.Random(seed))
    step.require(world is not again, "determinize gives the same object twice.")
    step.require(
        world.key() == again.key(), "determinize draws from something else than its generator."
    )
    step.require(
        world.observe(viewer) == view, f"determinize does not agree with what viewer {viewer} sees."
    )
    step.require(
        (world.seats, world.to_act, world.turn, world.phase)
        == (state.seats, state.to_act, state.turn, state.phase),
        "determinize gives a state of another seat, turn or phase.",
    )
    if viewer == state.to_act:
        step.require(
            [str(move) for move in world.legal_moves()]
            == [str(move) for move in state.legal_moves()],
            f"the determinized state has other legal moves for seat {viewer}.",
        )
    if state.to_act == CHANCE:
        step.require(
            world.chance().key == state.chance().key, "determinize has another chance event due."
        )
    return world


def _check_plays_on(step: Step, world: State, rng: random.Random) -> None:
    """A determinized state plays to its end by drawing from what it holds."""
    before = step.state.key()
    left = 2 * step.setting.game.max_decisions(step.setting.seats) + 1000
    while world.to_act is not None:
        left -= 1
        step.require(left > 0, "a determinized state plays on without end.")
        if world.to_act == CHANCE:
            world.apply(world.chance().draw(rng.randrange))
        else:
            moves = world.legal_moves()
            step.require(bool(moves), "a determinized state leaves a seat without a legal move.")
            world.apply(rng.choice(moves))
    step.require(step.state.key() == before, "playing a determinized state changes the original.")
