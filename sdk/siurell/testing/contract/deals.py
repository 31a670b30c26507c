"""Luck: layouts and weights agree, and the same seed gives the same luck whatever is played."""

from __future__ import annotations

import random

from siurell.games.base import CHANCE, Chance, ChanceOutcome, State
from siurell.match.dealer import stream_below
from siurell.testing.contract.play import play_at_random
from siurell.testing.contract.setting import Setting
from siurell.testing.contract.signs import Signs

_DEALS_A_MATCH = 10


def check_deals(setting: Setting) -> None:
    """Over many seeds `draw` gives what the weights say, and the layouts what `draw` gives."""
    dealt, drawn = Signs(), Signs()
    for number in range(setting.matches * _DEALS_A_MATCH):
        rng = setting.rng("deals", number)
        before: dict[str, str] = {}
        for step in play_at_random(setting, number, "deals"):
            if step.state.to_act != CHANCE:
                continue
            chance = step.state.chance()
            last = before.get(chance.stream, "")
            dealt.add(last, str(step.event), str(chance.draw(rng.randrange)))
            weighed = _weighed(chance, rng)
            if weighed is not None:
                drawn.add(last, str(chance.draw(rng.randrange)), str(weighed))
            before[chance.stream] = str(step.event)
    setting.report.dealt_outcomes += dealt.pairs
    unlike = drawn.difference()
    setting.require(not unlike, f"draw and weights of chance do not agree: {unlike}.")
    unlike = dealt.difference()
    setting.require(not unlike, f"layout and weights of chance do not agree: {unlike}.")


def _weighed(chance: Chance, rng: random.Random) -> ChanceOutcome | None:
    listed = chance.weights()
    if listed is None:
        return None
    return rng.choices([one for one, _ in listed], [weight for _, weight in listed])[0]


def check_seeds(setting: Setting) -> None:
    """Two matches with one seed and other moves get the same outcome wherever both could."""
    for number in range(setting.matches):
        states: dict[str, tuple[State, ChanceOutcome]] = {}
        for step in play_at_random(setting, number, "seeds, first"):
            if isinstance(step.event, ChanceOutcome):
                states[step.state.chance().key] = (step.state.copy(), step.event)
        streams = {state.chance().stream for state, _ in states.values()}
        _check_layouts(setting, number, streams)
        for step in play_at_random(setting, number, "seeds, second"):
            if not isinstance(step.event, ChanceOutcome):
                continue
            chance = step.state.chance()
            if chance.key not in states:
                continue
            there, outcome = states[chance.key]
            setting.report.shared_items += 1
            both = chance.allows(outcome) and there.chance().allows(step.event)
            step.require(
                outcome == step.event or not both,
                f"{chance.key} is `{outcome}` in one match and `{step.event}` in another match "
                "with the same seed.",
            )


def _check_layouts(setting: Setting, number: int, streams: set[str]) -> None:
    """A layout depends on stream, seats, options and `below` alone."""
    for stream in sorted(streams):
        made = [_layout(setting, number, stream) for _ in range(2)]
        setting.require(made[0] == made[1], f"the layout of {stream} differs from call to call.")


def _layout(setting: Setting, number: int, stream: str) -> dict[str, list[str]]:
    below = stream_below(setting.match_seed(number), stream)
    layout = setting.game.layout(stream, setting.seats, setting.options, below)
    return {item: [str(outcome) for outcome in outcomes] for item, outcomes in layout.items()}
