"""What common seeds and rotations buy: the variance of blocks against that of single matches.

The mean of n unrelated matches has an n-th of the variance of one. The matches of a block are
related: everyone sits on every seat and meets the same seed, so much luck cancels out, and the
variance of a block's mean is smaller still. The *ratio* of the two is what is told: at 0.5 a block
says as much as twice as many unrelated matches; above 1 the matches of a block repeat each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ladder.domain.intervals import mean_interval


@dataclass(frozen=True, slots=True)
class Luck:
    """What was found. ``interval`` is that of the ratio (95 %), None where too little is known."""

    blocks: int
    match_variance: float
    block_variance: float
    ratio: float
    interval: tuple[float, float] | None


@dataclass(slots=True)
class _Sums:
    """Of the blocks of one group: how many, and sums of their means and matches."""

    blocks: int = 0
    matches: int = 0
    total: float = 0.0
    means: float = 0.0
    mean_squares: float = 0.0
    squares: float = 0.0

    def add(self, scores: Sequence[float], sign: int = 1) -> None:
        mean = math.fsum(scores) / len(scores)
        self.blocks += sign
        self.matches += sign * len(scores)
        self.total += sign * math.fsum(scores)
        self.means += sign * mean
        self.mean_squares += sign * mean * mean
        self.squares += sign * math.fsum(score * score for score in scores)

    def spread(self) -> tuple[float, int, float, int]:
        """Squared deviations of blocks and of matches, each with its degrees of freedom."""
        if self.blocks < 2:
            return 0.0, 0, 0.0, 0
        between = self.mean_squares - self.means**2 / self.blocks
        single = self.squares - self.total**2 / self.matches
        return max(0.0, between), self.blocks - 1, max(0.0, single), self.matches - 1


@dataclass(slots=True)
class _Pooled:
    """The spreads of all groups together."""

    seats: int
    parts: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0, 0.0])

    def add(self, sums: _Sums, sign: int = 1) -> None:
        for place, part in enumerate(sums.spread()):
            self.parts[place] += sign * part

    def variances(self) -> tuple[float, float] | None:
        """Of a block's mean and of a match; None where there are none."""
        between, blocks, single, matches = self.parts
        if blocks < 1 or matches < 1 or single <= 1e-12 * matches:
            return None
        return max(0.0, between) / blocks, single / matches

    def ratio(self) -> float | None:
        found = self.variances()
        return None if found is None else self.seats * found[0] / found[1]


def luck_of(groups: Iterable[Sequence[Sequence[float]]]) -> Luck | None:
    """The ratio over groups of blocks; None where too few blocks, or no variance, is there.

    A group is what is alike but for luck, such as the blocks of one version against one line-up;
    a block is its scores, one a match, and all blocks have equally many. The interval is that of
    the jackknife over blocks.
    """
    kept = [_centred(group) for group in groups if len(group) > 1]
    sizes = {len(block) for group in kept for block in group}
    if not sizes:
        return None
    if len(sizes) > 1 or sizes == {0}:
        raise ValueError("all blocks have equally many matches, and one or more")
    pooled, sums = _Pooled(sizes.pop()), []
    for group in kept:
        sums.append(_Sums())
        for block in group:
            sums[-1].add(block)
        pooled.add(sums[-1])
    variances, ratio = pooled.variances(), pooled.ratio()
    if variances is None or ratio is None:
        return None
    interval = _jackknife(kept, sums, pooled, ratio)
    return Luck(sum(map(len, kept)), variances[1], variances[0], ratio, interval)


def _centred(group: Sequence[Sequence[float]]) -> list[list[float]]:
    """The scores less the mean of the group: sums of their squares keep their digits."""
    scores = [score for block in group for score in block]
    mean = math.fsum(scores) / len(scores) if scores else 0.0
    return [[score - mean for score in block] for block in group]


def _jackknife(
    groups: Sequence[Sequence[Sequence[float]]],
    sums: Sequence[_Sums],
    pooled: _Pooled,
    ratio: float,
) -> tuple[float, float] | None:
    """The interval of the ratio: what it would be without each block in turn."""
    number = sum(map(len, groups))
    pseudo = []
    for group, mine in zip(groups, sums, strict=True):
        for block in group:
            pooled.add(mine, -1)
            mine.add(block, -1)
            pooled.add(mine)
            without = pooled.ratio()
            pooled.add(mine, -1)
            mine.add(block)
            pooled.add(mine)
            if without is None:
                return None
            pseudo.append(number * ratio - (number - 1) * without)
    mean = math.fsum(pseudo) / number
    found = mean_interval(mean, math.fsum((value - mean) ** 2 for value in pseudo), number)
    return None if found is None else (max(0.0, found[0]), max(0.0, found[1]))


def common_seed_ratio(pairs: Sequence[tuple[float, float]]) -> float | None:
    """The variance of the difference of two that meet the same seeds, over that on seeds apart.

    ``pairs`` are the block scores of the two. None where there is too little, or no variance.
    """
    if len(pairs) < 2:
        return None
    firsts, seconds = zip(*pairs, strict=True)
    leads = [first - second for first, second in pairs]
    apart = _squares(firsts) + _squares(seconds)
    return _squares(leads) / apart if apart > 0 else None


def _squares(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values)
