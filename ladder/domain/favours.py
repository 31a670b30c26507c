"""Do owners favour each other? Who does better in whose company than ratings explain.

Of each match it is known what the ratings expect: a share of the point against each opponent. What
a seat gets beyond that, on average over its opponents, is its *surplus*. For two owners it is asked
whether the surplus of one is larger in blocks in which the other sits as well than in its other
blocks. Blocks are compared, not matches, since those of one seed are not independent; and the
more pairs are asked about, the less likely by chance one has to be (Bonferroni's correction).

A surplus in one direction may be a matter of style: some bots suit each other, and with two seats
what one wins the other loses. It takes a table of three or more for both to gain by each other's
company; that is what `Favour.mutual` says, and what to look at first. None of it is a verdict.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import fmean, variance

from ladder.domain.chances import chances
from ladder.domain.intervals import student_tail
from ladder.domain.ratings import Rating, RatingParameters

FEWEST_BLOCKS = 8
"""So many blocks together, and so many apart, are needed before anything is said."""


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

    In these ``matches`` the ratings expect the share ``expected`` of the point for the taker, and
    it got ``seen``; ``surplus`` is by how much more that exceeds than in its other matches.
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
    mutual: bool = False


def favours(
    matches: Iterable[PlayedMatch], params: RatingParameters, level: float = 0.01
) -> list[Favour]:
    """The favours that chance does not explain at this level, the least likely first.

    Among honest owners anybody is named with a chance of about ``level``. Once a pair is named, its
    blocks are left out of what is asked next: else those whom it harmed would look favoured, too.
    """
    seats = _by_block(matches, params)
    found: list[Favour] = []
    while (best := _least_likely(seats)) is not None and best.chance <= level:
        back = _question(best.taker, best.giver, seats)
        mutual = back is not None and back.chance <= level
        found.append(replace(best, mutual=mutual))
        if back is not None and mutual:
            found.append(replace(back, mutual=True))
        explained = {block for block, one in seats[best.taker].items() if best.giver in one.company}
        for of_owner in seats.values():
            for block in explained & of_owner.keys():
                del of_owner[block]
    return found


def surplus(match: PlayedMatch, seat: int, params: RatingParameters) -> float:
    """What a seat got beyond what was expected, on average over those of other owners."""
    shares = _shares(match, seat, lambda one, other: chances(one, other, params).share)
    return shares[0] - shares[1] if shares is not None else 0.0


@dataclass(frozen=True, slots=True)
class _Sitting:
    """How an owner fared in a block, on average over its matches, and who else sat there."""

    seen: float
    expected: float
    matches: int
    company: frozenset[int]

    @property
    def surplus(self) -> float:
        return self.seen - self.expected


_Seats = Mapping[int, dict[int, _Sitting]]
"""By owner and block."""
_Expect = Callable[[Rating, Rating], float]


def _by_block(matches: Iterable[PlayedMatch], params: RatingParameters) -> _Seats:
    @cache
    def expect(one: Rating, other: Rating) -> float:
        return chances(one, other, params).share

    shares: dict[int, dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    company: dict[int, dict[int, list[set[int]]]] = defaultdict(lambda: defaultdict(list))
    for match in matches:
        there = {owner for owner in match.owners if owner is not None}
        for owner in there:
            own = [
                found
                for seat, sits in enumerate(match.owners)
                if sits == owner and (found := _shares(match, seat, expect)) is not None
            ]
            if own:
                shares[owner][match.block] += own
                company[owner][match.block].append(there - {owner})
    return {
        owner: {
            block: _sitting(shares[owner][block], company[owner][block])
            for block in sorted(shares[owner])
        }
        for owner in shares
    }


def _sitting(shares: Sequence[tuple[float, float]], company: Sequence[set[int]]) -> _Sitting:
    seen, expected = (fmean(column) for column in zip(*shares, strict=True))
    return _Sitting(seen, expected, len(company), frozenset().union(*company))


def _shares(match: PlayedMatch, seat: int, expect: _Expect) -> tuple[float, float] | None:
    """What a seat got against those of other owners, and what was expected; None without any."""
    mine, placement, owner = match.ratings[seat], match.placements[seat], match.owners[seat]
    others = [
        other
        for other in range(len(match.owners))
        if other != seat and (owner is None or match.owners[other] != owner)
    ]
    if not others:
        return None
    got = [
        (1 + (match.placements[other] > placement) - (match.placements[other] < placement)) / 2
        for other in others
    ]
    return fmean(got), fmean(expect(mine, match.ratings[other]) for other in others)


def _least_likely(seats: _Seats) -> Favour | None:
    """The favour that chance explains worst, its chance corrected for all that were asked about."""
    asked = [
        favour
        for taker in sorted(seats)
        for giver in sorted(set().union(*(one.company for one in seats[taker].values())))
        if (favour := _question(giver, taker, seats)) is not None
    ]
    best = min(asked, key=lambda one: (one.chance, one.giver, one.taker), default=None)
    return None if best is None else replace(best, chance=min(1.0, best.chance * len(asked)))


def _question(giver: int, taker: int, seats: _Seats) -> Favour | None:
    """How unlikely it is that the giver's company makes no difference; None: too few blocks."""
    together = [one for one in seats[taker].values() if giver in one.company]
    apart = [one for one in seats[taker].values() if giver not in one.company]
    if min(len(together), len(apart)) < FEWEST_BLOCKS:
        return None
    more, less = ([one.surplus for one in some] for some in (together, apart))
    return Favour(
        giver,
        taker,
        blocks=len(together),
        matches=sum(one.matches for one in together),
        expected=fmean(one.expected for one in together),
        seen=fmean(one.seen for one in together),
        surplus=fmean(more) - fmean(less),
        chance=_welch(more, less),
    )


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
