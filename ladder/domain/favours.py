"""Do owners favour each other? Who does better in whose company than ratings explain.

Of each match it is known what the ratings expect: a share of the point against each opponent. What
a seat gets beyond that, on average over opponents, is its *surplus*. For two owners that met at
tables of three and more it is asked what one gets from third parties there: whether that is a
surplus, and a larger one than it has without the other. Both have to be so: whom two friends harm
does better wherever these are not together, and is nobody's friend for that. Of tables at which
only the two sat the same is asked of what the one gets from the other, by itself. Blocks are
compared, not matches, since those of one seed are not independent; and the more questions are
asked, the less likely by chance an answer has to be (Bonferroni's correction).

A surplus in one direction may be a matter of style: some bots suit each other, and with two seats
what one wins the other loses. It takes a table of three or more for both to gain by each other's
company; that is what `Favour.mutual` says, and what to look at first. None of it is a verdict.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from statistics import fmean, variance

from ladder.domain.chances import chances
from ladder.domain.intervals import student_tail
from ladder.domain.ratings import Rating, RatingParameters

FEWEST_BLOCKS = 8
"""So many blocks together, and so many without the other, are needed before anything is said."""


LEVEL = 0.01
"""How likely anybody is named among honest owners."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match as this report needs it, seat by seat; an owner of None is nobody."""

    block: int
    owners: tuple[int | None, ...]
    ratings: tuple[Rating, ...]
    placements: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Favour:
    """``taker`` does better by ``surplus``, a share of the point, where ``giver`` sits as well.

    In these ``matches`` the ratings expect that it gets the share ``expected`` of the point from
    third parties, or from the giver if they sat ``alone``, and it got ``seen``; ``surplus`` is by
    how much more that exceeds than in its other matches.
    ``chance`` is how likely this much is if it is nothing, corrected for the number of questions;
    the other direction of a pair that was found is one question by itself.
    ``mutual``: the giver does better where the taker sits, too.
    """

    giver: int
    taker: int
    blocks: int
    matches: int
    expected: float
    seen: float
    surplus: float
    chance: float
    alone: bool
    mutual: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What was found. ``asked``: of so many takers and givers there were enough blocks to ask."""

    asked: int
    favours: tuple[Favour, ...] = ()


def favours(
    matches: Iterable[PlayedMatch], params: RatingParameters, level: float = LEVEL
) -> Found:
    """The favours that chance does not explain at this level, the least likely first.

    Among honest owners anybody is named with a chance of about ``level``. Once a pair is named, its
    blocks are left out of what is asked next: else those whom it harmed would look favoured, too.
    """
    seats = _by_block(matches, params)
    questions = _questions(seats)
    asked = len(questions)
    found: list[Favour] = []
    while questions and (best := _least_likely(questions)).chance <= level:
        back = _question(best.taker, best.giver, seats, alone=best.alone)
        mutual = back is not None and back.chance <= level
        found.append(replace(best, mutual=mutual))
        if back is not None and mutual:
            found.append(replace(back, mutual=True))
        explained = {block for block, one in seats[best.taker].items() if best.giver in one.gains}
        for of_owner in seats.values():
            for block in explained & of_owner.keys():
                del of_owner[block]
        questions = _questions(seats)
    return Found(asked, tuple(found))


@dataclass(slots=True)
class _Gain:
    """What was got and what was expected, summed over opponents."""

    got: float = 0.0
    expected: float = 0.0
    many: int = 0

    def add(self, other: _Gain) -> None:
        self.got += other.got
        self.expected += other.expected
        self.many += other.many


@dataclass(slots=True)
class _Sitting:
    """How an owner fared in a block: what it got from each other owner, None being nobody."""

    matches: int = 0
    gains: dict[int | None, _Gain] = field(default_factory=lambda: defaultdict(_Gain))

    def from_all(self, out: int | None = None) -> _Gain:
        """What it got from all, or from all but one owner."""
        total = _Gain()
        for owner in sorted(self.gains, key=lambda one: -1 if one is None else one):
            if owner is None or owner != out:
                total.add(self.gains[owner])
        return total


_Seats = Mapping[int, dict[int, _Sitting]]
"""By owner and block."""


def _by_block(matches: Iterable[PlayedMatch], params: RatingParameters) -> _Seats:
    @cache
    def expect(one: Rating, other: Rating) -> float:
        return chances(one, other, params).share

    seats: dict[int, dict[int, _Sitting]] = defaultdict(lambda: defaultdict(_Sitting))
    for match in matches:
        met: set[int] = set()
        for seat, owner in enumerate(match.owners):
            for other, opponent in enumerate(match.owners):
                if owner is None or owner == opponent:
                    continue
                got = _share(match.placements[seat], match.placements[other])
                expected = expect(match.ratings[seat], match.ratings[other])
                seats[owner][match.block].gains[opponent].add(_Gain(got, expected, 1))
                met.add(owner)
        for owner in met:
            seats[owner][match.block].matches += 1
    return {owner: dict(sorted(seats[owner].items())) for owner in seats}


def _share(placement: int, other: int) -> float:
    """The share of the point of who is placed there, against who is placed elsewhere."""
    return (1 + (other > placement) - (other < placement)) / 2


def _questions(seats: _Seats) -> list[Favour]:
    """All that can be asked, each with its chance by itself."""
    return [
        favour
        for taker in sorted(seats)
        for giver in sorted(
            {other for one in seats[taker].values() for other in one.gains if other is not None}
        )
        for alone in (False, True)
        if (favour := _question(giver, taker, seats, alone=alone)) is not None
    ]


def _least_likely(questions: Sequence[Favour]) -> Favour:
    """The favour that chance explains worst, its chance corrected for all that were asked about."""
    best = min(questions, key=lambda one: (one.chance, one.giver, one.taker, one.alone))
    return replace(best, chance=min(1.0, best.chance * len(questions)))


def _question(giver: int, taker: int, seats: _Seats, *, alone: bool) -> Favour | None:
    """How unlikely it is that the giver's company makes no difference; None: too few blocks."""
    together, gains, less = [], [], []
    for one in seats[taker].values():
        if giver not in one.gains:
            less.append(_surplus(one.from_all()))
        elif (len(one.gains) == 1) == alone:
            together.append(one)
            gains.append(one.gains[giver] if alone else one.from_all(out=giver))
    if min(len(together), len(less)) < FEWEST_BLOCKS:
        return None
    more = [_surplus(gain) for gain in gains]
    return Favour(
        giver,
        taker,
        blocks=len(together),
        matches=sum(one.matches for one in together),
        expected=fmean(gain.expected / gain.many for gain in gains),
        seen=fmean(gain.got / gain.many for gain in gains),
        surplus=fmean(more) - fmean(less),
        chance=max(_welch(more, less), _above_nothing(more)),
        alone=alone,
    )


def _surplus(gain: _Gain) -> float:
    return (gain.got - gain.expected) / gain.many


def _above_nothing(values: Sequence[float]) -> float:
    """How likely the mean is this far above 0 if it is not."""
    mean, spread = fmean(values), variance(values)
    if spread == 0:
        return 0.5 ** len(values) if mean > 0 else 1.0
    return student_tail(mean / math.sqrt(spread / len(values)), len(values) - 1)


def _welch(more: Sequence[float], less: Sequence[float]) -> float:
    """How likely the first are this much larger in the mean, if they are not."""
    parts = [variance(values) / len(values) for values in (more, less)]
    lead = fmean(more) - fmean(less)
    if sum(parts) == 0:
        return 1.0 if lead <= 0 else 0.0
    freedom = sum(parts) ** 2 / sum(
        part * part / (len(values) - 1) for part, values in zip(parts, (more, less), strict=True)
    )
    return student_tail(lead / math.sqrt(sum(parts)), max(1, int(freedom)))
