"""How sure the order-free fit is: a bootstrap over blocks.

Blocks are drawn anew from the log with replacement, never single matches: those of one block share
their seed. For each such log the fit is moved by one Newton step from that of the whole log, which
is what a new fit would come to but for terms that vanish with the number of blocks.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ladder.domain.advance import Advance
from ladder.domain.equations import solve
from ladder.domain.plackett_luce import Fit, Model, Ranking, as_fit, climb_to_top

_NEAR = 1e-10
"""A replicate says how far the fit may be off: five digits of that are enough."""


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure a strength is, and the place that follows from it; 1 is the strongest."""

    low: float
    high: float
    best_place: int
    worst_place: int

    def holds(self, place: int) -> bool:
        """Whether the place may be the right one."""
        return self.best_place <= place <= self.worst_place


def fit_with_certainty(
    blocks: Iterable[Sequence[Ranking]],
    *,
    among: Collection[int] | None = None,
    replicates: int = 200,
    confidence: float = 0.95,
    seed: int = 0,
    advance: Advance = lambda: None,
) -> tuple[Fit, dict[int, Certainty]]:
    """The fit of all blocks, and how sure it is of each version, or of those ``among`` them.

    Places are counted among these. ``advance`` is called after each step of the fit and after each
    replicate.
    """
    if replicates < 1 or not 0 < confidence < 1:
        raise ValueError("a replicate or more, and a confidence between 0 and 1")
    # In one order, so that neither that of the log nor that of the matches matters.
    log = sorted(tuple(sorted(block)) for block in blocks)
    model = Model(ranking for block in log for ranking in block)
    at = climb_to_top(model, advance)
    curves = model.climb(at).curves
    pulls = {ranking: model.gradient_of(at, ranking) for ranking, _ in model.counts}
    gradients = [_sum(pulls[ranking] for ranking in block) for block in log]
    rng = random.Random(seed)
    drawn = []
    for _ in range(replicates):
        drawn.append(_moved(at, curves, gradients, rng))
        advance()
    wanted = [
        (place, version)
        for place, version in enumerate(model.versions)
        if among is None or version in among
    ]
    return as_fit(model, at), _certainties(wanted, drawn, confidence)


def _sum(parts: Iterable[Mapping[int, float]]) -> dict[int, float]:
    total: dict[int, float] = defaultdict(float)
    for part in parts:
        for place, value in part.items():
            total[place] += value
    return total


def _moved(
    at: Sequence[float],
    curves: Sequence[Mapping[int, float]],
    gradients: Sequence[Mapping[int, float]],
    rng: random.Random,
) -> list[float]:
    """The parameters for blocks drawn with replacement."""
    pull = [0.0] * len(at)
    for gradient in gradients:
        for place, value in gradient.items():
            pull[place] -= value
    for gradient in rng.choices(gradients, k=len(gradients)) if gradients else ():
        for place, value in gradient.items():
            pull[place] += value
    return [x + step for x, step in zip(at, solve(curves, pull, _NEAR), strict=True)]


def _certainties(
    versions: Sequence[tuple[int, int]], drawn: Sequence[Sequence[float]], confidence: float
) -> dict[int, Certainty]:
    """Of versions with their places among the parameters."""
    places: dict[int, list[int]] = {version: [] for _, version in versions}
    for strengths in drawn:
        for place, (_, version) in enumerate(
            sorted(versions, key=lambda one: (-strengths[one[0]], one[0])), start=1
        ):
            places[version].append(place)
    found = {}
    for number, version in versions:
        low, high = _middle([strengths[number] for strengths in drawn], confidence)
        best, worst = _middle(places[version], confidence)
        found[version] = Certainty(low, high, int(best), int(worst))
    return found


def _middle(values: Sequence[float], confidence: float) -> tuple[float, float]:
    """The bounds of the middle part of the values."""
    ordered = sorted(values)
    cut = int((1 - confidence) / 2 * len(ordered))
    return ordered[cut], ordered[-1 - cut]
