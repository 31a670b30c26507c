"""The tests that decide a comparison, block by block: by leads over a pool, or by pairs.

A judge is handed what each match of a block was worth to the one that is tested, a list for each
line-up of the block. What has been decided stays so, whatever comes after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ladder.domain.comparison import Comparison, Finding, Terms, lead_of
from ladder.domain.elo import Estimate, estimate
from ladder.domain.sprt import Sprt
from ladder.domain.verdicts import Verdict

Shares = Sequence[Sequence[float]]
"""What the matches of a block were worth, by line-up."""


class Judge(Protocol):
    """Takes in blocks in the order of their numbers until it has decided."""

    @property
    def verdict(self) -> Verdict:
        """What it says so far."""

    @property
    def blocks(self) -> int:
        """How many blocks it has counted."""

    def take(self, shares: Shares) -> Verdict:
        """Count the next block."""


class LeadJudge:
    """The sequential test of leads, for any number of seats."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._comparison = Comparison(terms)
        self.finding: Finding = self._comparison.finding()

    @property
    def verdict(self) -> Verdict:
        """What it says so far."""
        return self.finding.verdict

    @property
    def blocks(self) -> int:
        """How many blocks it has counted."""
        return self.finding.blocks

    def take(self, shares: Shares) -> Verdict:
        """Count the next block, and look: so the interval is that of all looks."""
        candidate, baseline = shares
        self._comparison.take(lead_of(candidate, baseline))
        self.finding = self._comparison.finding()
        return self.finding.verdict


class PairJudge:
    """The pentanomial test of pairs: two matches of one seed, the seats swapped."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.counts = [0] * 5
        self._verdict = Verdict.UNDECIDED

    @property
    def verdict(self) -> Verdict:
        """What it says so far."""
        return self._verdict

    @property
    def blocks(self) -> int:
        """How many blocks it has counted."""
        return sum(self.counts)

    @property
    def ratio(self) -> float:
        """The logarithm of the ratio of the likelihoods."""
        return self.sprt.ratio(self.counts)

    @property
    def estimate(self) -> Estimate | None:
        """The lead in Elo by the pairs; None before the first. Its error is that of one look."""
        return estimate(self.counts) if self.blocks else None

    def take(self, shares: Shares) -> Verdict:
        """Count the next pair."""
        ((first, second),) = shares
        self.counts[round(2 * (first + second))] += 1
        if self._verdict is Verdict.UNDECIDED:
            self._verdict = self.sprt.verdict(self.counts)
        return self._verdict
