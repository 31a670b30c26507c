"""How often a comparison errs: comparisons of made-up bots of which the truth is known.

In a made-up block the candidate and the baseline each play every seat against the same equals. The
luck of a match is partly that of the seed, which both share. The candidate turns so many of the
matches that it would lose into wins that its expected lead is exactly what was asked for.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from ladder.domain.comparison import Comparison, Terms, lead_of
from ladder.domain.verdicts import Verdict

_COMMON = 0.7
"""The share of a performance's standard deviation that the seed decides."""
_OWN = (1 - _COMMON**2) ** 0.5


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """Of so many comparisons of equal truth: how many were promoted and rejected.

    The others came to the most blocks without a verdict.
    """

    comparisons: int
    promoted: int
    rejected: int
    mean_blocks: float


def error_rates(
    seats: int, lead: float, terms: Terms, *, comparisons: int, most_blocks: int, seed: int = 0
) -> ErrorRates:
    """What comes of comparisons whose candidate is better by exactly this lead.

    Each is looked at after every block, and stops at its verdict.
    """
    verdicts = dict.fromkeys(Verdict, 0)
    blocks = 0
    for number in range(comparisons):
        rng = random.Random(f"{seats} {lead} {seed} {number}")
        comparison = Comparison(terms)
        for _ in range(most_blocks):
            blocks += 1
            if comparison.take(made_up_lead(seats, lead, rng)) is not Verdict.UNDECIDED:
                break
        verdicts[comparison.verdict] += 1
    promoted, rejected = verdicts[Verdict.PROMOTE], verdicts[Verdict.REJECT]
    return ErrorRates(comparisons, promoted, rejected, blocks / comparisons)


def made_up_lead(seats: int, lead: float, rng: random.Random) -> float:
    """The lead of one block; its expected value is ``lead``, from 0 to less than 1 - 1/seats."""
    turned = lead * seats / (seats - 1)
    candidate, baseline = [], []
    for _ in range(seats):
        seed = [rng.gauss(0, _COMMON) for _ in range(seats)]
        won = _wins(seed, rng)
        candidate.append(float(won or rng.random() < turned))
        baseline.append(float(_wins(seed, rng)))
    return lead_of(candidate, baseline)


def _wins(seed: list[float], rng: random.Random) -> bool:
    """Whether the first of equals wins a match with this luck of the seed."""
    shown = [luck + rng.gauss(0, _OWN) for luck in seed]
    return shown[0] == max(shown)
