"""How often a comparison errs: comparisons of made-up bots of which the truth is known.

In a made-up block the candidate and the baseline each play every seat against the same equals. The
luck of a match is partly that of the seed, which both share. The candidate turns so many of the
matches that it would lose into wins that its expected lead is exactly what was asked for.

`BAD_CASES` are leads that no match was made up for, of kinds at which tests go wrong that count on
a bell curve.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final

from ladder.domain.comparison import Comparison, Terms, lead_of
from ladder.domain.sprt import Sprt
from ladder.domain.verdicts import Verdict

_COMMON = 0.7
"""The share of a performance's standard deviation that the seed decides."""
_OWN = (1 - _COMMON**2) ** 0.5


Leads = Callable[[random.Random], Iterator[float]]
"""Makes up the leads of one comparison, block after block, without end."""


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
    return rates_of(
        partial(_made_up_leads, seats, lead),
        terms,
        comparisons=comparisons,
        most_blocks=most_blocks,
        seed=f"{seats} {lead} {seed}",
    )


def rates_of(
    leads: Leads, terms: Terms, *, comparisons: int, most_blocks: int, seed: str = ""
) -> ErrorRates:
    """What comes of comparisons whose blocks have these leads, looked at after each of them."""
    verdicts = dict.fromkeys(Verdict, 0)
    blocks = 0
    for number in range(comparisons):
        comparison = Comparison(terms)
        for lead in islice(leads(random.Random(f"{seed} {number}")), most_blocks):
            blocks += 1
            if comparison.take(lead) is not Verdict.UNDECIDED:
                break
        verdicts[comparison.verdict] += 1
    promoted, rejected = verdicts[Verdict.PROMOTE], verdicts[Verdict.REJECT]
    return ErrorRates(comparisons, promoted, rejected, blocks / comparisons)


def pair_error_rates(
    sprt: Sprt, shares: Sequence[float], *, comparisons: int, most_blocks: int, seed: str = ""
) -> ErrorRates:
    """What comes of tests of pairs whose results have these shares, from two losses to two wins."""
    verdicts = dict.fromkeys(Verdict, 0)
    blocks = 0
    for number in range(comparisons):
        rng = random.Random(f"pairs {seed} {number}")
        counts = [0] * len(shares)
        verdict = Verdict.UNDECIDED
        for kind in rng.choices(range(len(shares)), shares, k=most_blocks):
            blocks += 1
            counts[kind] += 1
            verdict = sprt.verdict(counts)
            if verdict is not Verdict.UNDECIDED:
                break
        verdicts[verdict] += 1
    promoted, rejected = verdicts[Verdict.PROMOTE], verdicts[Verdict.REJECT]
    return ErrorRates(comparisons, promoted, rejected, blocks / comparisons)


def _made_up_leads(seats: int, lead: float, rng: random.Random) -> Iterator[float]:
    while True:
        yield made_up_lead(seats, lead, rng)


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


def _choices(values: Sequence[float], weights: Sequence[float]) -> Leads:
    def leads(rng: random.Random) -> Iterator[float]:
        while True:
            yield from rng.choices(values, weights, k=64)

    return leads


def _few_large_wins(mean: float) -> Leads:
    return _choices([-0.1, 0.9], [0.9 - mean, 0.1 + mean])


def _few_large_losses(mean: float) -> Leads:
    return _choices([0.1, -0.9], [0.9 + mean, 0.1 - mean])


def _mostly_level(mean: float) -> Leads:
    return _choices([0.0, 0.5, -0.5], [0.8, 0.1 + mean, 0.1 - mean])


def _all_or_nothing(mean: float) -> Leads:
    return _choices([1.0, -1.0], [0.5 + mean / 2, 0.5 - mean / 2])


def _wilder_when_ahead(mean: float) -> Leads:
    """The luck grows whenever the candidate is ahead, though its mean stays what it is."""

    def leads(rng: random.Random) -> Iterator[float]:
        total = 0.0
        while True:
            size = 0.9 if total > 0 else 0.05
            lead = mean + rng.choice((-size, size))
            total += lead
            yield lead

    return leads


BAD_CASES: Final[Mapping[str, Callable[[float], Leads]]] = {
    "few large wins": _few_large_wins,
    "few large losses": _few_large_losses,
    "mostly level": _mostly_level,
    "all or nothing": _all_or_nothing,
    "wilder when ahead": _wilder_when_ahead,
}
"""Leads by their mean, which may lie between -0.1 and 0.1."""
