"""Observations and texts: what each viewer gets, frozen, and without any effect on the state."""

from __future__ import annotations

import dataclasses

from siurell.games.base import CHANCE, Observation
from siurell.testing.contract.play import Step, play_at_random
from siurell.testing.contract.setting import Setting


def check_views(setting: Setting) -> None:
    """Check what every viewer sees and reads in every state of the matches."""
    for number in range(setting.matches):
        for step in play_at_random(setting, number, "views"):
            key = step.state.key()
            for viewer in setting.viewers:
                seen = step.state.observe(viewer)
                _check_text(step, viewer)
                step.require(step.state.key() == key, "looking at a state changes it.")
                _check_observation(step, viewer, seen)


def _check_observation(step: Step, viewer: int, seen: Observation) -> None:
    step.require(seen.viewer == viewer, f"viewer {viewer} gets the view of {seen.viewer}.")
    step.require(seen.to_act == step.state.to_act, f"viewer {viewer} sees another seat to act.")
    step.require(
        seen == step.state.copy().observe(viewer), f"viewer {viewer} sees a copy differently."
    )
    step.require(not _holds_mutable(seen), f"the observation of viewer {viewer} can be changed.")


def _holds_mutable(value: object) -> bool:
    if isinstance(value, tuple | frozenset):
        return any(_holds_mutable(part) for part in value)
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return isinstance(value, list | dict | set | bytearray)
    names = [field.name for field in dataclasses.fields(value)]
    if isinstance(value, Observation) and names and not _refuses_change(value, names[0]):
        return True
    return any(_holds_mutable(getattr(value, name)) for name in names)


def _refuses_change(value: object, name: str) -> bool:
    try:
        setattr(value, name, getattr(value, name))
    except AttributeError:
        return True
    return False


def _check_text(step: Step, viewer: int) -> None:
    if step.event is None:
        return
    text = step.state.text_for(viewer, step.event)
    step.require(
        bool(text) and text.isascii() and text.isprintable(),
        f"viewer {viewer} reads {text!r} of `{step.event}`: not one line of ASCII.",
    )
    if viewer == step.state.to_act and step.state.to_act != CHANCE:
        step.require(
            text == str(step.event), f"seat {viewer} reads `{text}` of its own `{step.event}`."
        )
