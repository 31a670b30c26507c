"""Single chance events: keys, possible outcomes, their weights and their notation."""

from __future__ import annotations

from siurell.games.base import CHANCE, Chance, ChanceOutcome
from siurell.testing.contract.play import Step, play_at_random
from siurell.testing.contract.reading import read
from siurell.testing.contract.setting import Setting

_GARBAGE = ("", " ", "\n", "é", "0", "a:b", "a" * 10_000, "tile ²", "dice ٣")
_OTHERS = 40


def check_chance(setting: Setting) -> None:
    """Check every chance event of the matches."""
    for number in range(setting.matches):
        rng = setting.rng("chance", number)
        items: set[str] = set()
        seen: dict[str, ChanceOutcome] = {}
        for step in play_at_random(setting, number, "chance"):
            if step.state.to_act != CHANCE:
                continue
            setting.report.chance_events += 1
            chance = step.state.chance()
            step.require(chance.key not in items, f"the chance event {chance.key} comes twice.")
            items.add(chance.key)
            step.require(chance.key.isascii(), f"the key {chance.key!r} is not ASCII.")
            assert isinstance(step.event, ChanceOutcome)
            drawn = chance.draw(rng.randrange)
            for outcome in (step.event, drawn):
                _check_outcome(step, chance, outcome)
                seen[str(outcome)] = outcome
            _check_weights(step, chance, drawn, list(seen.values())[-_OTHERS:])
            _check_garbage(step, chance)


def _check_outcome(step: Step, chance: Chance, outcome: ChanceOutcome) -> None:
    text = str(outcome)
    step.require(chance.allows(outcome), f"{chance.key} came to `{text}`, which it does not allow.")
    step.require(text.isascii() and text.isprintable(), f"{text!r} is no notation.")
    parsed = read(chance.parse, text)
    step.require(parsed is not None, f"the outcome `{text}` cannot be parsed.")
    step.require(parsed == outcome and str(parsed) == text, f"`{text}` parsed is another outcome.")


def _check_weights(
    step: Step, chance: Chance, drawn: ChanceOutcome, others: list[ChanceOutcome]
) -> None:
    listed = chance.weights()
    if listed is None:
        return
    texts = [str(outcome) for outcome, _ in listed]
    step.require(texts == sorted(set(texts)), f"the outcomes of {chance.key} are not in order.")
    for outcome, weight in listed:
        step.require(
            isinstance(weight, int) and weight > 0, f"`{outcome}` has the weight {weight!r}."
        )
        _check_outcome(step, chance, outcome)
    step.require(str(drawn) in texts, f"draw gives `{drawn}`, which has no weight.")
    for other in others:
        step.require(
            chance.allows(other) == (str(other) in texts),
            f"{chance.key}: allows and weights do not agree on `{other}`.",
        )


def _check_garbage(step: Step, chance: Chance) -> None:
    for text in _GARBAGE:
        outcome = read(chance.parse, text)
        step.require(
            outcome is None or str(outcome) == text, f"{text[:40]!r} is read as `{outcome}`."
        )
