"""Chance that is not left to chance: the first outcome always, the last, or those of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from siurell.games.base import Chance, ChanceOutcome

Deal = Callable[[Chance], ChanceOutcome]
"""Answers a chance event, as a dealer does."""


def first_outcome(chance: Chance) -> ChanceOutcome:
    """The first of the listed outcomes; what the lowest numbers draw where none are listed."""
    listed = chance.weights()
    return chance.draw(lambda n: 0) if listed is None else listed[0][0]


def last_outcome(chance: Chance) -> ChanceOutcome:
    """The last of the listed outcomes; what the highest numbers draw where none are listed."""
    listed = chance.weights()
    return chance.draw(lambda n: n - 1) if listed is None else listed[-1][0]


def scripted_chance(texts: Iterable[str], then: Deal = first_outcome) -> Deal:
    """The outcomes with these notations, one after another; when they run out, `then`.

    A text that is no outcome of the event, or an impossible one, raises `AssertionError`.
    """
    script = iter(texts)

    def deal(chance: Chance) -> ChanceOutcome:
        text = next(script, None)
        if text is None:
            return then(chance)
        outcome = chance.parse(text)
        assert chance.allows(outcome), f"`{text}` is not possible for {chance.key}."
        return outcome

    return deal
