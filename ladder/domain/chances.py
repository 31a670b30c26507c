"""What TrueSkill's model expects of two versions that meet: win, draw or loss.

A performance is drawn around the strength with standard deviation beta; two performances that are
nearer to each other than the draw margin are a draw.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

from ladder.domain.ratings import Rating, RatingParameters

_STANDARD = NormalDist()


@dataclass(frozen=True, slots=True)
class Chances:
    """Probabilities of the first of two; they sum to 1."""

    win: float
    draw: float
    loss: float

    @property
    def share(self) -> float:
        """The expected share of the point: a draw counts half."""
        return self.win + self.draw / 2


@lru_cache(maxsize=64)
def draw_margin(beta: float, draw_probability: float) -> float:
    """The margin by which two equal versions draw this often.

    >>> f"{draw_margin(25 / 6, 0.10):.5f}"
    '0.74047'
    """
    return _STANDARD.inv_cdf((draw_probability + 1) / 2) * math.sqrt(2) * beta


def chances(first: Rating, second: Rating, params: RatingParameters) -> Chances:
    """What is expected of a match of two, the doubt about their ratings included.

    Of ratings that are no finite numbers nothing is known: the two are equals then.
    """
    lead = first.mu - second.mu
    doubt = math.hypot(math.sqrt(2) * params.beta, first.sigma, second.sigma)
    if not (math.isfinite(lead) and math.isfinite(doubt)):
        lead, doubt = 0.0, math.sqrt(2) * params.beta
    margin = draw_margin(params.beta, params.draw_probability)
    win = _STANDARD.cdf((lead - margin) / doubt)
    loss = _STANDARD.cdf((-lead - margin) / doubt)
    return Chances(win, max(0.0, 1.0 - win - loss), loss)
