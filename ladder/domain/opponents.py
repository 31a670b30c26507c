"""Whom a bot meets: ways to choose opponents among those that may be drawn.

The ladder uses `INFORMATION`. The others are what the simulator measures it against.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ladder.domain.information import information
from ladder.domain.ratings import Rating, RatingParameters

Pick = Callable[[Sequence[Rating], Sequence[Rating], random.Random, RatingParameters], int]
"""Which of the second ratings, the nearest first, joins those that are chosen already."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """A way to choose opponents: who is looked at, and who of these is picked.

    ``reach``: so many are looked at, those nearest to the bot that leads; 0 for everybody.
    ``sampled``: near by ratings that are drawn by mu and sigma, rather than by mu. So a new bot, of
    which little is known, meets everybody, and one that was rated wrong is found out.
    ``fresh``: who met one of the line-up among its last so many opponents is not looked at. Of two
    that met, a further match tells less than ratings, which take it for news, believe.
    """

    name: str
    reach: int
    sampled: bool
    pick: Pick
    fresh: int = 0


def quality(ratings: Sequence[Rating], beta: float) -> float:
    """TrueSkill's match quality of versions that play each for itself: near 1 for certain equals.

    >>> f"{quality([Rating(25, 25 / 3)] * 4, 25 / 6):.4f}"
    '0.0894'
    """
    spreads = [beta * beta + rating.sigma * rating.sigma for rating in ratings]
    weights = [1 / spread for spread in spreads]
    centre = sum(w * r.mu for w, r in zip(weights, ratings, strict=True)) / sum(weights)
    apart = sum(w * (r.mu - centre) ** 2 for w, r in zip(weights, ratings, strict=True))
    sure = math.prod(beta * beta * weight for weight in weights) * len(ratings)
    return math.sqrt(sure / (beta * beta * sum(weights))) * math.exp(-apart / 2)


def _most_information(
    chosen: Sequence[Rating],
    free: Sequence[Rating],
    _rng: random.Random,
    params: RatingParameters,
) -> int:
    def told(place: int) -> float:
        return sum(information(free[place], rating, params.beta) for rating in chosen)

    return max(range(len(free)), key=told)


def _nearest(
    _chosen: Sequence[Rating],
    _free: Sequence[Rating],
    _rng: random.Random,
    _params: RatingParameters,
) -> int:
    return 0


def _any(
    _chosen: Sequence[Rating],
    free: Sequence[Rating],
    rng: random.Random,
    _params: RatingParameters,
) -> int:
    return rng.randrange(len(free))


def _best_quality(
    chosen: Sequence[Rating],
    free: Sequence[Rating],
    _rng: random.Random,
    params: RatingParameters,
) -> int:
    return max(range(len(free)), key=lambda place: quality([*chosen, free[place]], params.beta))


INFORMATION = Opponents("information", 12, True, _most_information, fresh=20)
CLOSEST = Opponents("closest", 12, False, _nearest)
LEVEL = Opponents("level", 0, False, _any)
QUALITY = Opponents("quality", 0, False, _best_quality)

ALL_WAYS = (LEVEL, CLOSEST, QUALITY, INFORMATION)
"""`LEVEL` takes anybody that is not ahead in matches: what being fair gains by itself."""
