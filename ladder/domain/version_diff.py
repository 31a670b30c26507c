"""Does a new version do better than the old one against those whom both met?

Each block in which one of the two met an opponent says how they did: a share of the point, or a
difference of points where everyone plays alone. Within each opponent that both met, the mean of the
new version less that of the old one is a difference; these are averaged, weighted by how well each
is known. How far that may be off is seen by leaving out one block after the other (the jackknife):
the matches of a block share a seed and its opponents a table, so that blocks are what is
independent, and that opponents differ in whom they suit is in the doubt as well.

It looks back at matches that nobody planned for it: an experiment of its own says more.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from ladder.domain.intervals import mean_interval, student_quantile

FEWEST_BLOCKS = 8
"""So many blocks against common opponents are needed of each version before anything is said."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """How one of the two versions did against an opponent in a block, on average over it."""

    new: bool
    block: int
    opponent: int
    value: float


@dataclass(frozen=True, slots=True)
class Against:
    """How the two did against an opponent that both met."""

    opponent: int
    old_blocks: int
    new_blocks: int
    old: float
    new: float


@dataclass(frozen=True, slots=True)
class Difference:
    """What the new version gains against common opponents.

    ``gain`` and ``interval`` (95 %) are None where too little was played to say anything.
    """

    opponents: tuple[Against, ...]
    old_blocks: int
    new_blocks: int
    gain: float | None = None
    interval: tuple[float, float] | None = None

    @property
    def verdict(self) -> str:
        """What it says: ``better`` or ``worse``, beyond chance; ``undecided``, or ``too_few``."""
        if self.interval is None:
            return "too_few"
        low, high = self.interval
        if low <= 0 <= high:
            return "undecided"
        return "better" if low > 0 else "worse"


def difference(meetings: Iterable[Meeting], confidence: float = 0.95) -> Difference:
    """What the new version gains against the opponents that both versions met."""
    common = _common(meetings)
    against = tuple(_against(opponent, common[opponent]) for opponent in sorted(common))
    blocks = [
        {meeting.block for of_one in common.values() for meeting in of_one if meeting.new == new}
        for new in (False, True)
    ]
    old, new = map(len, blocks)
    known = Difference(against, old, new)
    if min(old, new) < FEWEST_BLOCKS:
        return known
    sums = _Sums(meeting for of_one in common.values() for meeting in of_one)
    gain, doubt = sums.gain(), sums.doubt()
    if gain is None or doubt is None:
        return known
    spread = student_quantile((1 + confidence) / 2, min(old, new) - 1) * doubt
    return Difference(against, old, new, gain, (gain - spread, gain + spread))


@dataclass(frozen=True, slots=True)
class BlockMean:
    """A mean over blocks with its interval (95 %), which is None for a single block."""

    mean: float
    interval: tuple[float, float] | None
    blocks: int


def block_mean(values: Mapping[int, Sequence[float]]) -> BlockMean | None:
    """The mean over blocks of the mean in each; None without any block."""
    means = [fmean(in_block) for _, in_block in sorted(values.items()) if in_block]
    if not means:
        return None
    mean = fmean(means)
    squares = math.fsum((value - mean) ** 2 for value in means)
    return BlockMean(mean, mean_interval(mean, squares, len(means)), len(means))


def _common(meetings: Iterable[Meeting]) -> dict[int, list[Meeting]]:
    """The meetings with each opponent that both met, in an order that hangs on nothing."""
    met: dict[int, list[Meeting]] = defaultdict(list)
    for meeting in sorted(meetings, key=lambda one: (one.opponent, one.new, one.block)):
        met[meeting.opponent].append(meeting)
    return {
        opponent: of_one
        for opponent, of_one in met.items()
        if len({meeting.new for meeting in of_one}) == 2
    }


def _against(opponent: int, meetings: Sequence[Meeting]) -> Against:
    old = [meeting.value for meeting in meetings if not meeting.new]
    new = [meeting.value for meeting in meetings if meeting.new]
    return Against(opponent, len(old), len(new), fmean(old), fmean(new))


class _Sums:
    """Counts and sums by opponent, of which leaving out a block changes a few."""

    def __init__(self, meetings: Iterable[Meeting]) -> None:
        self._blocks: dict[tuple[bool, int], list[Meeting]] = defaultdict(list)
        self._of: dict[int, list[list[float]]] = defaultdict(lambda: [[0, 0.0], [0, 0.0]])
        for meeting in meetings:
            self._blocks[meeting.new, meeting.block].append(meeting)
            self._add(meeting, 1)
        parts = [self._part(opponent) for opponent in self._of]
        self._weight = math.fsum(weight for weight, _ in parts)
        self._total = math.fsum(weight * gain for weight, gain in parts)

    def gain(self) -> float | None:
        """The weighted mean of the differences; None when no opponent is common."""
        return self._total / self._weight if self._weight > 0 else None

    def doubt(self) -> float | None:
        """The standard error by the jackknife; None when a block more or less is everything."""
        left = [self._gain_without(meetings) for meetings in self._blocks.values()]
        gains = [gain for gain in left if gain is not None]
        if len(gains) < len(left) or len(gains) < 2:
            return None
        mean = fmean(gains)
        squares = math.fsum((gain - mean) ** 2 for gain in gains)
        return math.sqrt(squares * (len(gains) - 1) / len(gains))

    def _gain_without(self, meetings: Sequence[Meeting]) -> float | None:
        """The gain if a block had not been played."""
        opponents = {meeting.opponent for meeting in meetings}
        before = [self._part(opponent) for opponent in opponents]
        for meeting in meetings:
            self._add(meeting, -1)
        after = [self._part(opponent) for opponent in opponents]
        for meeting in meetings:
            self._add(meeting, 1)
        weight, total = self._weight, self._total
        for parts, sign in ((before, -1), (after, 1)):
            weight += sign * math.fsum(each for each, _ in parts)
            total += sign * math.fsum(each * gain for each, gain in parts)
        return total / weight if weight > 1e-9 else None

    def _add(self, meeting: Meeting, sign: int) -> None:
        entry = self._of[meeting.opponent][meeting.new]
        entry[0] += sign
        entry[1] += sign * meeting.value

    def _part(self, opponent: int) -> tuple[float, float]:
        """The weight of an opponent, and the difference of the two against it."""
        (olds, old), (news, new) = self._of[opponent]
        if not (olds and news):
            return 0.0, 0.0
        return olds * news / (olds + news), new / news - old / olds
