"""TrueSkill, from the package of that name, behind this one module.

`rate` is a pure function: ratings and placements in, ratings out. It does not depend on the order
in which the seats are given, its results are always finite, and it never raises because of the
numbers. An upset so extreme that the package's floats give up is computed again with as many digits
as it takes; where these give up too, the ratings stay as they were and the update says so. Nothing
else in the ladder imports the package.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trueskill import TrueSkill

_DIGITS = 50
"""So many where those of a float are too few."""


@dataclass(frozen=True, slots=True)
class RatingParameters:
    """The constants of a season's ratings.

    ``tau``, the doubt added before each match, is small: a version never changes, so its strength
    does not drift. ``draw_probability`` has to be positive: at 0 a tie of equals *raises* sigma.
    """

    mu: float = 25.0
    sigma: float = 25.0 / 3
    beta: float = 25.0 / 6
    tau: float = 0.002
    draw_probability: float = 0.01

    def __post_init__(self) -> None:
        values = (self.mu, self.sigma, self.beta, self.tau, self.draw_probability)
        if not all(math.isfinite(value) for value in values):
            raise ValueError("rating parameters are finite numbers")
        if self.sigma <= 0 or self.beta <= 0 or self.tau < 0:
            raise ValueError("sigma and beta are positive, tau is not negative")
        if not 0 < self.draw_probability < 1:
            raise ValueError("draw_probability lies between 0 and 1, both excluded")


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a version's strength: mean and standard deviation."""

    mu: float
    sigma: float

    @property
    def score(self) -> float:
        """The conservative rating that the leaderboard ranks by."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True, slots=True)
class RatingUpdate:
    """New ratings in seat order; ``kept`` when they had to stay as they were."""

    ratings: tuple[Rating, ...]
    kept: bool = False


def start_rating(params: RatingParameters) -> Rating:
    """The rating of a version that has not played."""
    return Rating(params.mu, params.sigma)


def rate(
    ratings: Sequence[Rating], placements: Sequence[int], params: RatingParameters
) -> RatingUpdate:
    """The ratings after a match; placements count from 1, equal ones are a tie.

    The package gives tied seats slightly different answers depending on their order. So seats are
    put into one order first (placement, mu, sigma), and seats that are alike in all three share
    the mean of their answers. Sigma never grows above where the season starts.
    """
    if len(ratings) < 2 or len(ratings) != len(placements):
        raise ValueError("a rated match has two seats or more and a placement for each")
    order = sorted(
        range(len(ratings)), key=lambda s: (placements[s], ratings[s].mu, ratings[s].sigma)
    )
    for ask in (_ask_package, _ask_with_more_digits):
        try:
            answers = ask([ratings[s] for s in order], [placements[s] for s in order], params)
        except (ArithmeticError, ValueError):
            continue
        alike: dict[tuple[int, Rating], list[Rating]] = {}
        for seat, answer in zip(order, answers, strict=True):
            alike.setdefault((placements[seat], ratings[seat]), []).append(answer)
        updated = tuple(
            _settled(before, alike[(placement, before)], params)
            for before, placement in zip(ratings, placements, strict=True)
        )
        if all(_is_sound(rating) for rating in updated):
            return RatingUpdate(updated)
    return RatingUpdate(tuple(ratings), kept=True)


@lru_cache(maxsize=16)
def _environment(params: RatingParameters, backend: str | None = None) -> TrueSkill:
    # It takes long to import, and most commands rate nobody.
    from trueskill import TrueSkill

    return TrueSkill(
        mu=params.mu,
        sigma=params.sigma,
        beta=params.beta,
        tau=params.tau,
        draw_probability=params.draw_probability,
        backend=backend,
    )


def _ask_package(
    ratings: Sequence[Rating],
    placements: Sequence[int],
    params: RatingParameters,
    backend: str | None = None,
) -> list[Rating]:
    environment = _environment(params, backend)
    groups = [(environment.create_rating(r.mu, r.sigma),) for r in ratings]
    answers = environment.rate(groups, ranks=list(placements))
    return [Rating(float(answer.mu), float(answer.sigma)) for (answer,) in answers]


def _ask_with_more_digits(
    ratings: Sequence[Rating], placements: Sequence[int], params: RatingParameters
) -> list[Rating]:
    # It is slow to load, and hardly ever needed.
    from mpmath import workdps

    with workdps(_DIGITS):
        return _ask_package(ratings, placements, params, "mpmath")


def _settled(before: Rating, answers: Sequence[Rating], params: RatingParameters) -> Rating:
    sigma = fmean(answer.sigma for answer in answers)
    ceiling = max(before.sigma, params.sigma)
    return Rating(fmean(answer.mu for answer in answers), min(sigma, ceiling))


def _is_sound(rating: Rating) -> bool:
    return math.isfinite(rating.mu) and math.isfinite(rating.sigma) and rating.sigma > 0
