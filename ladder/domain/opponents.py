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


@dataclass(frozen=True, slots=True)
class Free:
    """One that may join a line-up.

    ``met``: the matches that it had lately with each of those that are chosen already.
    """

    rating: Rating
    met: tuple[int, ...]


Pick = Callable[[Sequence[Rating], Sequence[Free], random.Random, RatingParameters], int]
"""Which of the second, the nearest first, joins those chosen already, whose ratings come first."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """A way to choose opponents: who is looked at, and who of these is picked.

    ``reach``: so many are looked at, those nearest to the bot that leads; 0 for everybody.
    ``sampled``: near by ratings that are drawn by mu and sigma, rather than by mu. So a new bot, of
    which little is known, meets everybody, and one that was rated wrong is found out.
    ``recalled``: so many of the last opponents are told to ``pick``.
    """

    name: str
    reach: int
    sampled: bool
    pick: Pick
    recalled: int = 0


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
    free: Sequence[Free],
    _rng: random.Random,
    params: RatingParameters,
) -> int:
    def told(place: int) -> float:
        one = free[place]
        return sum(
            information(one.rating, rating, params.beta, met)
            for rating, met in zip(chosen, one.met, strict=True)
        )

    return max(range(len(free)), key=told)


def _nearest(
    _chosen: Sequence[Rating],
    _free: Sequence[Free],
    _rng: random.Random,
    _params: RatingParameters,
) -> int:
    return 0


def _any(
    _chosen: Sequence[Rating],
    free: Sequence[Free],
    rng: random.Random,
    _params: RatingParameters,
) -> int:
    return rng.randrange(len(free))


def _best_quality(
    chosen: Sequence[Rating],
    free: Sequence[Free],
    _rng: random.Random,
    params: RatingParameters,
) -> int:
    def level(place: int) -> float:
        return quality([*chosen, free[place].rating], params.beta)

    return max(range(len(free)), key=level)


INFORMATION = Opponents("information", 12, True, _most_information, recalled=60)
CLOSEST = Opponents("closest", 12, False, _nearest)
LEVEL = Opponents("level", 0, False, _any)
QUALITY = Opponents("quality", 0, False, _best_quality)

ALL_WAYS = (LEVEL, CLOSEST, QUALITY, INFORMATION)
"""`LEVEL` takes anybody that is not ahead in matches: what being fair gains by itself."""
