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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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

    ``chance`` is how likely this much is if it is nothing, corrected for the number of questions;
    the other direction of a pair that was found is one question by itself.
    ``mutual``: the giver does better where the taker sits, too.
    """

    giver: int
    taker: int
    blocks: int
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
    surpluses, company = _by_block(matches, params)
    found: list[Favour] = []
    while (best := _least_likely(surpluses, company)).chance <= level:
        back = _question(best.taker, best.giver, surpluses, company)
        mutual = back is not None and back.chance <= level
        found.append(replace(best, mutual=mutual))
        if back is not None and mutual:
            found.append(replace(back, mutual=True))
        explained = {block for block, others in company[best.taker].items() if best.giver in others}
        for of_owner in surpluses.values():
            for block in explained & of_owner.keys():
                del of_owner[block]
    return found


_Surpluses = Mapping[int, dict[int, float]]
_Company = Mapping[int, Mapping[int, set[int]]]


def _by_block(
    matches: Iterable[PlayedMatch], params: RatingParameters
) -> tuple[_Surpluses, _Company]:
    """For each owner and block: the mean surplus, and which other owners sat there."""
    values: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    company: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for match in matches:
        for seat, owner in enumerate(match.owners):
            if owner is not None:
                values[owner][match.block].append(surplus(match, seat, params))
                company[owner][match.block].update(
                    other for other in match.owners if other is not None and other != owner
                )
    means = {
        owner: {block: fmean(values[owner][block]) for block in sorted(values[owner])}
        for owner in values
    }
    return means, company


def surplus(match: PlayedMatch, seat: int, params: RatingParameters) -> float:
    """What a seat got beyond what was expected, on average over those of other owners."""
    mine, placement = match.ratings[seat], match.placements[seat]
    gains = []
    for other, rating in enumerate(match.ratings):
        own = match.owners[other] is not None and match.owners[other] == match.owners[seat]
        if other != seat and not own:
            got = (
                1 + (match.placements[other] > placement) - (match.placements[other] < placement)
            ) / 2
            gains.append(got - chances(mine, rating, params).share)
    return fmean(gains) if gains else 0.0


_NOTHING = Favour(0, 0, 0, 0.0, 1.0)


def _least_likely(surpluses: _Surpluses, company: _Company) -> Favour:
    """The favour that chance explains worst, its chance corrected for all that were asked about."""
    asked = [
        favour
        for taker in sorted(surpluses)
        for giver in sorted(set().union(*company[taker].values()))
        if (favour := _question(giver, taker, surpluses, company)) is not None
    ]
    best = min(asked, key=lambda one: (one.chance, one.giver, one.taker), default=_NOTHING)
    return replace(best, chance=min(1.0, best.chance * len(asked))) if asked else best


def _question(giver: int, taker: int, surpluses: _Surpluses, company: _Company) -> Favour | None:
    """How unlikely it is that the giver's company makes no difference; None: too few blocks."""
    with_whom = company[taker]
    together = [value for block, value in surpluses[taker].items() if giver in with_whom[block]]
    apart = [value for block, value in surpluses[taker].items() if giver not in with_whom[block]]
    if min(len(together), len(apart)) < FEWEST_BLOCKS:
        return None
    more = fmean(together) - fmean(apart)
    return Favour(giver, taker, len(together), more, _welch(together, apart))


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
