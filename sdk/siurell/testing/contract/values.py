"""Copies and keys: independent copies, keys that tell positions apart, and no float anywhere."""

from __future__ import annotations

from siurell.games.base import CHANCE, State
from siurell.testing.contract.play import Step, play_at_random
from siurell.testing.contract.setting import Setting

Key = tuple[object, ...]


def check_values(setting: Setting) -> None:
    """Check copy, key and apply in every state of the matches."""
    known: dict[Key, object] = {}
    for number in range(setting.matches):
        setting.report.matches += 1
        kept: list[tuple[State, Key, object]] = []
        advanced: Key | None = None
        for step in play_at_random(setting, number, "values"):
            key = step.state.key()
            step.require(
                advanced is None or key == advanced,
                "the same event leads to another state than on a copy.",
            )
            _check_key(step, key)
            behaviour = _behaviour(step)
            step.require(
                known.setdefault(key, behaviour) == behaviour,
                "a state with an equal key plays on in another way.",
            )
            kept.append((step.state.copy(), key, behaviour))
            advanced = _check_copy(step, key)
        _check_kept(step, kept)


def _check_key(step: Step, key: Key) -> None:
    step.require(isinstance(key, tuple), f"the key is no tuple but a {type(key).__name__}.")
    try:
        hash(key)
    except TypeError as error:
        step.require(False, f"the key cannot be hashed: {error}.")
    step.require(not _holds_float(key), "the key holds a float.")
    outcome = step.state.outcome()
    step.require(not _holds_float(outcome.scores), "the outcome holds a float.")


def _holds_float(value: object) -> bool:
    if isinstance(value, tuple | frozenset):
        return any(_holds_float(part) for part in value)
    return isinstance(value, float | complex)


def _behaviour(step: Step) -> object:
    """All that can be seen of a state from outside: equal for states that play on alike."""
    state = step.state
    due = state.chance().key if state.to_act == CHANCE else ""
    views = tuple(state.observe(viewer) for viewer in step.setting.viewers)
    moves = tuple(str(move) for move in state.legal_moves())
    return (state.to_act, state.phase, due, moves, state.outcome(), views)


def _check_copy(step: Step, key: Key) -> Key | None:
    """Move a copy on; the key that it comes to."""
    state = step.state
    copy = state.copy()
    step.require(copy is not state, "copy gives the same object back.")
    step.require(type(copy) is type(state) and copy.key() == key, "a copy is not equal.")
    if step.event is None:
        return None
    copy.apply(step.event)
    step.require(state.key() == key, "apply on a copy changes the original.")
    return copy.key()


def _check_kept(step: Step, kept: list[tuple[State, Key, object]]) -> None:
    for copy, key, behaviour in kept:
        held = copy.key() == key and _behaviour_of(step, copy) == behaviour
        step.require(held, "a copy changes when the original is moved on.")


def _behaviour_of(step: Step, state: State) -> object:
    return _behaviour(Step(step.setting, step.number, step.applied, step.decisions, state, None))
