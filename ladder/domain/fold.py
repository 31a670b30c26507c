"""What a match does to the standings: the step of the fold over the match log.

The ladder takes this step when a report is committed; a re-rate takes the same steps in the order
of the reports and must come to the same table, bit for bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ladder.domain.ratings import Rating, RatingParameters, rate, start_rating

WIN = 12
"""A win in whole units, so that a win shared by two, three or four is a whole number too."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a version stands in a season. ``wins`` counts in units of `WIN`."""

    rating: Rating
    matches: int = 0
    wins: int = 0
    faults: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """The standings after a match, in seat order; ``kept`` as in `RatingUpdate`."""

    standings: tuple[Standing, ...]
    kept: bool


def fresh_standing(params: RatingParameters) -> Standing:
    """The standing of a version before its first match."""
    return Standing(start_rating(params))


def count_match(
    standings: Sequence[Standing],
    placements: Sequence[int],
    faulted: Sequence[bool],
    params: RatingParameters,
) -> Step:
    """Rate a match and count it: a seat that faulted is rated by its placement like any other."""
    update = rate([standing.rating for standing in standings], placements, params)
    shared = WIN // sum(1 for placement in placements if placement == 1)
    after = tuple(
        Standing(
            rating,
            before.matches + 1,
            before.wins + (shared if placement == 1 else 0),
            before.faults + int(fault),
        )
        for before, rating, placement, fault in zip(
            standings, update.ratings, placements, faulted, strict=True
        )
    )
    return Step(after, update.kept)
