"""Strengths from the whole log at once, whatever the order of the matches: Plackett-Luce with ties.

Each version has a worth. Of those not yet placed, the next to be placed is chosen with a chance in
proportion to its worth; a group of k that tie is chosen in proportion to the k-th root of the
product of their worths, times a constant for ties of k. That is the model of Turner, van Etten,
Firth and Kosmidis, "Modelling rankings in R: the PlackettLuce package" (Computational Statistics
35, 2020; Davidson's for ties of two). In logarithms it is concave, so there is one answer.

A normal prior on the logarithms, as wide as TrueSkill's start, keeps the strength of who has won
everything finite, and joins versions that never met. Newton's steps find the answer; each is solved
by conjugate gradients, since few pairs of versions meet.

Matches are put in one order first and equal ones are added up. So the same log in any order, with
any order of the seats, gives the same fit bit for bit.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ladder.domain.advance import Advance
from ladder.domain.equations import solve

PRIOR = 2.5
"""Standard deviation of the prior: what TrueSkill's start is in the units of this scale."""
_TIE_PRIOR = 5.0
_ROUNDS = 60
_NEAR = 1e-9
_FIRST_TIE = -3.0

Ranking = tuple[tuple[int, ...], ...]
"""Who was placed where: groups of versions, the winners first."""


def ranking_of(versions: Sequence[int], placements: Sequence[int]) -> Ranking:
    """The ranking of a match, the same whatever the order of the seats.

    >>> ranking_of([7, 3, 5], [2, 1, 2])
    ((3,), (5, 7))
    """
    if len(versions) != len(placements) or len(set(versions)) < len(versions):
        raise ValueError("a ranking has a placement for each version, and no version twice")
    groups: dict[int, list[int]] = defaultdict(list)
    for version, placement in zip(versions, placements, strict=True):
        groups[placement].append(version)
    return tuple(tuple(sorted(groups[placement])) for placement in sorted(groups))


@dataclass(frozen=True, slots=True)
class Fit:
    """The strengths that the log speaks for.

    ``strengths`` are logarithms of worths with a mean of 0; one more is 2.7 times the worth.
    ``ties`` are the constants of ties, by their size, of those that came at all.
    """

    strengths: dict[int, float]
    ties: dict[int, float]

    @property
    def order(self) -> tuple[int, ...]:
        """The versions, the strongest first; equal ones by number."""
        return tuple(sorted(self.strengths, key=lambda v: (-self.strengths[v], v)))


class Model:
    """The likelihood of a log, ready to be climbed. Its parameters: versions first, then ties."""

    def __init__(self, rankings: Iterable[Ranking]) -> None:
        self.counts = sorted(Counter(rankings).items())
        groups = [group for ranking, _ in self.counts for group in ranking]
        self.versions = sorted({version for group in groups for version in group})
        self.sizes = tuple(sorted({len(group) for group in groups} - {1}))
        self._place = {version: place for place, version in enumerate(self.versions)}
        self._stages = {ranking: self._stages_of(ranking) for ranking, _ in self.counts}

    @property
    def parameters(self) -> int:
        """How many there are."""
        return len(self.versions) + len(self.sizes)

    def start(self) -> list[float]:
        """All equal, and ties rare."""
        return [0.0] * len(self.versions) + [_FIRST_TIE] * len(self.sizes)

    def climb(self, at: Sequence[float]) -> Slope:
        """The logarithm of the likelihood and prior at a point, and how it slopes there."""
        slope = Slope(self.parameters)
        for place, value in enumerate(at):
            width = PRIOR if place < len(self.versions) else _TIE_PRIOR
            slope.add_prior(place, value, width)
        for ranking, count in self.counts:
            for stage in self._stages[ranking]:
                _add_stage(slope, at, stage, count)
        return slope

    def gradient_of(self, at: Sequence[float], ranking: Ranking) -> dict[int, float]:
        """What one match adds to the gradient."""
        gradient: dict[int, float] = defaultdict(float)
        for places, wanted, table in self._stages[ranking]:
            _, mean, _ = _expected(at, places, table)
            for place, one, other in zip(places, table[wanted], mean, strict=True):
                gradient[place] += one - other
        return gradient

    def _stages_of(self, ranking: Ranking) -> list[_Stage]:
        """The choices that led to a ranking: among whom, and which group was taken."""
        stages = []
        left = [version for group in ranking for version in group]
        for group in ranking:
            if len(left) > 1:
                sizes = tuple(size for size in self.sizes if size <= len(left))
                # The group taken stands first, so it is the first of the groups of its size.
                table = _table(len(left), sizes)
                wanted = next(k for k, row in enumerate(table) if row[0] == 1 / len(group))
                ties = [len(self.versions) + self.sizes.index(size) for size in sizes]
                stages.append(([self._place[version] for version in left] + ties, wanted, table))
            left = left[len(group) :]
        return stages


_Stage = tuple[list[int], int, tuple[tuple[float, ...], ...]]


class Slope:
    """Value, gradient and (negated) second derivatives of what is climbed."""

    def __init__(self, size: int) -> None:
        self.value = 0.0
        self.gradient = [0.0] * size
        self.curves: list[dict[int, float]] = [defaultdict(float) for _ in range(size)]

    def add_prior(self, place: int, value: float, width: float) -> None:
        """A normal prior of this width around zero."""
        precision = 1 / (width * width)
        self.value -= value * value * precision / 2
        self.gradient[place] -= value * precision
        self.curves[place][place] += precision


@lru_cache(maxsize=64)
def _table(among: int, sizes: tuple[int, ...]) -> tuple[tuple[float, ...], ...]:
    """A row for each group that may be taken: what it has of each parameter."""
    rows = []
    for size in (1, *sizes):
        tie = [float(size == one) for one in sizes]
        for group in combinations(range(among), size):
            rows.append((*(1 / size if one in group else 0.0 for one in range(among)), *tie))
    return tuple(rows)


def _expected(
    at: Sequence[float], places: Sequence[int], table: tuple[tuple[float, ...], ...]
) -> tuple[list[float], list[float], float]:
    """The chance of each group, the mean of what is taken, and the logarithm of the total."""
    mine = [at[place] for place in places]
    logs = [sum(map(float.__mul__, row, mine)) for row in table]
    most = max(logs)
    weights = [math.exp(log - most) for log in logs]
    total = sum(weights)
    shares = [weight / total for weight in weights]
    mean = [sum(map(float.__mul__, shares, column)) for column in zip(*table, strict=True)]
    return shares, mean, most + math.log(total)


def _add_stage(slope: Slope, at: Sequence[float], stage: _Stage, count: int) -> None:
    places, wanted, table = stage
    shares, mean, total = _expected(at, places, table)
    row = table[wanted]
    slope.value += count * (sum(at[p] * x for p, x in zip(places, row, strict=True)) - total)
    for one, place in enumerate(places):
        slope.gradient[place] += count * (row[one] - mean[one])
        curve = slope.curves[place]
        for other, place2 in enumerate(places):
            both = sum(p * x[one] * x[other] for p, x in zip(shares, table, strict=True))
            curve[place2] += count * (both - mean[one] * mean[other])


def fit(rankings: Iterable[Ranking]) -> Fit:
    """The fit of a log; of an empty one it is empty."""
    model = Model(rankings)
    return as_fit(model, climb_to_top(model))


def as_fit(model: Model, at: Sequence[float]) -> Fit:
    """The parameters with their names."""
    count = len(model.versions)
    strengths = dict(zip(model.versions, at[:count], strict=True))
    return Fit(strengths, dict(zip(model.sizes, at[count:], strict=True)))


def climb_to_top(model: Model, advance: Advance = lambda: None) -> list[float]:
    """The parameters where the likelihood with the prior is highest: Newton's steps, shortened.

    ``advance`` is called after each step.
    """
    at = model.start()
    if not at:
        return at
    slope = model.climb(at)
    for _ in range(_ROUNDS):
        step = solve(slope.curves, slope.gradient)
        gain = sum(map(float.__mul__, step, slope.gradient))
        stride = 1.0
        while True:
            there = [x + stride * s for x, s in zip(at, step, strict=True)]
            after = model.climb(there)
            if after.value >= slope.value + 1e-4 * stride * gain or stride < _NEAR:
                break
            stride /= 2
        at, slope = there, after
        advance()
        if gain < _NEAR:
            break
    return at
