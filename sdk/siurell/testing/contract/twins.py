"""Hidden facts: two states that a viewer cannot tell apart give it the same view.

A match is played twice at once. Where the viewer may not read all of an event, the twin takes
another event of which the viewer reads the same. From then on the two states differ only in what is
hidden from the viewer, so all that it is shown must be equal, and so must be what it makes of it:
two equal views, determinized with equal generators, give equal states, or one of them knows more
than it shows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from siurell.games.base import CHANCE, Event, State
from siurell.testing.contract.play import Step, play_at_random
from siurell.testing.contract.setting import Setting

_TRIES = 60
_ENOUGH = 20


def check_twins(setting: Setting) -> None:
    """Play every match once for each viewer, with a twin beside it."""
    worlds: list[bool] = []
    for number in range(setting.matches):
        for viewer in setting.viewers:
            worlds += _walk(setting, number, viewer)
    setting.report.twins += len(worlds)
    setting.require(
        len(worlds) < _ENOUGH or any(worlds),
        "determinize gives one state for each view, whatever its generator draws.",
    )


def _walk(setting: Setting, number: int, viewer: int) -> Iterator[bool]:
    """Walk a match with its twin; for each pair, whether two worlds of its view differ."""
    rng = setting.rng(f"twin {viewer}", number)
    twin: State | None = None
    for step in play_at_random(setting, number, f"twins {viewer}"):
        if twin is None or step.event is None:
            twin = step.state.copy()
        if twin.key() != step.state.key():
            yield _compare(step, twin, viewer, rng)
        if step.event is not None:
            twin = _follow(step, twin, viewer, rng)


def _compare(step: Step, twin: State, viewer: int, rng: random.Random) -> bool:
    state = step.state
    here, there = state.observe(viewer), twin.observe(viewer)
    step.require(
        here == there,
        f"viewer {viewer} is shown what it may not know: views of two states that differ only in "
        "hidden facts are not equal.",
    )
    if state.to_act == CHANCE:
        step.require(
            state.chance().key == twin.chance().key,
            "the key of a chance event tells a hidden fact.",
        )
    moves = [[str(move) for move in view.legal_moves()] for view in (here, there)]
    step.require(moves[0] == moves[1], f"the legal moves of viewer {viewer} tell a hidden fact.")
    seed = rng.random()
    made = [view.determinize(random.Random(seed)).key() for view in (here, here, there)]
    step.require(made[0] == made[1], "determinize draws from something else than its generator.")
    step.require(
        made[0] == made[2],
        f"determinize uses hidden truth: equal views of viewer {viewer} and equal generators give "
        "different states.",
    )
    return here.determinize(rng).key() != made[0]


def _follow(step: Step, twin: State, viewer: int, rng: random.Random) -> State | None:
    """Move the twin on by an event of which the viewer reads the same; None: it cannot follow."""
    event = step.event
    assert event is not None
    if step.setting.reveals is not None and step.setting.reveals(step.state, event):
        return None
    text = step.state.text_for(viewer, event)
    choice = [other for other in _events(twin, rng) if twin.text_for(viewer, other) == text]
    if not choice:
        return None
    twin.apply(rng.choice(choice))
    return twin


def _events(state: State, rng: random.Random) -> list[Event]:
    if state.to_act is None:
        return []
    if state.to_act != CHANCE:
        return list(state.legal_moves())
    chance = state.chance()
    listed = chance.weights()
    if listed is not None:
        return [outcome for outcome, _ in listed]
    return [chance.draw(rng.randrange) for _ in range(_TRIES)]
