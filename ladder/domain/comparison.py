"""Is a candidate better than its baseline? A sequential test on blocks, for two seats or more.

In a block both play the same seed against the same opponents from every seat, each in matches of
its own; the block's *lead* is the candidate's mean share of the wins less the baseline's, between
-1 and 1. Blocks are what counts, since matches of one seed are not independent.

Two bets run side by side (`ladder.domain.betting`): one against "the mean lead is at most 0", one
against "it is at least ``worth``", the smallest lead that is worth having. The first to be won by
so much decides. So the candidate is promoted with a chance of at most ``alpha`` when it is no
better, and rejected with a chance of at most ``beta`` when it is better by ``worth``; at every
look, for any number of looks, and whatever the distribution of the leads.

The interval tells the same: the mean lead is ever below it with a chance of at most ``alpha``, ever
above it with one of at most ``beta``. So the candidate is promoted when all of it lies above 0, and
rejected when all of it lies below ``worth``, whichever comes first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ladder.domain.betting import Bet, narrowed
from ladder.domain.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Terms:
    """What a comparison is asked for, agreed on before the first block."""

    worth: float = 0.05
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 <= self.worth < 1:
            raise ValueError("the smallest lead that is worth having lies between 0 and 1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta lie between 0 and a half")


@dataclass(frozen=True, slots=True)
class Finding:
    """Where a comparison stands.

    ``lead`` is the mean lead, None before the first block; ``interval`` holds it at every look at
    once with a confidence of 1 - alpha - beta. ``better`` and ``not_better`` are how far the two
    bets were ever won: the stakes times so much. They decide at 1/alpha and at 1/beta.
    """

    verdict: Verdict
    blocks: int
    lead: float | None
    interval: tuple[float, float]
    better: float
    not_better: float


class Comparison:
    """Takes in the leads of blocks one by one. What has been decided stays so."""

    def __init__(self, terms: Terms | None = None) -> None:
        self.terms = terms or Terms()
        self.verdict = Verdict.UNDECIDED
        self._seen: Counter[float] = Counter()
        self._against_no_better = Bet(_as_share(0.0))
        self._against_better = Bet(1 - _as_share(self.terms.worth))
        self._better = self._not_better = 1.0
        self._within = (0.0, 1.0)

    def take(self, lead: float) -> Verdict:
        """Count the next block; where the comparison stands then."""
        if not -1 <= lead <= 1:
            raise ValueError(f"a lead lies between -1 and 1, not at {lead}")
        share = _as_share(lead)
        self._seen[share] += 1
        self._against_no_better.take(share)
        self._against_better.take(1 - share)
        self._better = max(self._better, self._against_no_better.capital)
        self._not_better = max(self._not_better, self._against_better.capital)
        if self.verdict is Verdict.UNDECIDED:
            self.verdict = self._decide()
        return self.verdict

    def finding(self) -> Finding:
        """Where it stands; the interval is the narrowest so far, as all of them hold at once."""
        self._within = narrowed(self._seen, self.terms.alpha, self.terms.beta, self._within)
        blocks = self._seen.total()
        total = math.fsum((2 * share - 1) * count for share, count in self._seen.items())
        return Finding(
            self.verdict,
            blocks,
            total / blocks if blocks else None,
            (2 * self._within[0] - 1, 2 * self._within[1] - 1),
            self._better,
            self._not_better,
        )

    def _decide(self) -> Verdict:
        if self._better >= 1 / self.terms.alpha:
            return Verdict.PROMOTE
        if self._not_better >= 1 / self.terms.beta:
            return Verdict.REJECT
        return Verdict.UNDECIDED


def _as_share(lead: float) -> float:
    """A lead between -1 and 1 as a value between 0 and 1."""
    return (lead + 1) / 2


def lead_of(candidate: Sequence[float], baseline: Sequence[float]) -> float:
    """The lead of a block, of the shares of the win in each of its matches.

    >>> lead_of([1, 0, 0.5], [0, 0, 1])
    0.16666666666666666
    """
    if not candidate or len(candidate) != len(baseline):
        raise ValueError("both play the same matches of a block")
    return (sum(candidate) - sum(baseline)) / len(candidate)
