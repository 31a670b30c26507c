"""Tie-breaks that are numbers: sums over the rounds of an entrant, from the score sheet.

In a pod what is said of an opponent is the mean over those of the pod, so that with two seats every
number is the usual one. Rounds that an entrant did not play count by the rules of a year:

- 2009: as if against a virtual opponent that began the round with the same score, got there what
  the entrant did not get, and the average in each round after; and for the opponents of the
  entrant, each round that it did not play counts the average.
- 2024: as if against an opponent with the entrant's own score; and for its opponents a round counts
  what it gave, but the average in those by its own doing after which it played no more. When the
  least are left out, rounds by its own doing go first.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ladder.domain.tournaments.points import NOTHING, mean
from ladder.domain.tournaments.sheet import VOLUNTARY, Entry, Kind, Sheet
from ladder.domain.tournaments.tie_break import Measure, TieBreak

Contribution = tuple[bool, Fraction]
"""Whether the round is missing by the entrant's own doing, and what it adds."""


class Numbers:
    """The numbers of all entrants of a sheet by the rules of a year."""

    def __init__(self, sheet: Sheet, rule_year: int) -> None:
        self._sheet = sheet
        self._year = rule_year
        self._scores = {entrant: sheet.score(entrant) for entrant in sheet.entries}
        self._adjusted = {entrant: self._for_opponents(entrant) for entrant in sheet.entries}

    def of(self, tie_break: TieBreak, entrant: str) -> Fraction:
        """The value of a tie-break that needs no look at who is level; the more the better."""
        measure = tie_break.measure
        if measure is Measure.WINS:
            return Fraction(self._sheet.wins(entrant))
        if measure is Measure.KOYA:
            return self._koya(entrant)
        if measure is Measure.AVERAGE_BUCHHOLZ:
            return self._average_buchholz(entrant)
        if measure is Measure.PROGRESSIVE:
            return self._progressive(entrant, tie_break)
        by_result = measure is Measure.SONNEBORN_BERGER
        return self._trimmed(self._contributions(entrant, by_result=by_result), tie_break)

    def _for_opponents(self, entrant: str) -> Fraction:
        """The score of an entrant as it counts for its opponents."""
        entries = self._sheet.entries[entrant]
        average = self._sheet.average
        if self._year == 2009:
            counted = [e.points if e.kind is Kind.PLAYED else average for e in entries]
            return sum(counted, NOTHING)
        last = max((i for i, e in enumerate(entries) if e.kind not in VOLUNTARY), default=-1)
        return sum((e.points if i <= last else average for i, e in enumerate(entries)), NOTHING)

    def _contributions(self, entrant: str, *, by_result: bool) -> list[Contribution]:
        before = NOTHING
        found: list[Contribution] = []
        for entry in self._sheet.entries[entrant]:
            found.append(
                (entry.kind in VOLUNTARY, self._of_round(entrant, entry, before, by_result))
            )
            before += entry.points
        return found

    def _of_round(self, entrant: str, entry: Entry, before: Fraction, by_result: bool) -> Fraction:
        if entry.kind is Kind.PLAYED:
            duels = entry.duels if by_result else (Fraction(1),) * len(entry.duels)
            scores = [self._adjusted[opponent] for opponent in entry.opponents]
            return mean([duel * score for duel, score in zip(duels, scores, strict=True)])
        average = self._sheet.average
        virtual = self._scores[entrant]
        if self._year == 2009:
            after = self._sheet.rounds - entry.round
            virtual = before + (2 * average - entry.points) + average * after
        if not by_result:
            return virtual
        return virtual * entry.points / (2 * average) if average else NOTHING

    def _trimmed(self, values: Sequence[Contribution], tie_break: TieBreak) -> Fraction:
        """The sum without the least and the largest that are to be left out."""
        own_doing_first = self._year != 2009
        in_order = sorted(values, key=lambda v: (own_doing_first and not v[0], v[1]))
        kept = sorted(in_order[tie_break.low :], key=lambda v: v[1])
        kept = kept[: max(0, len(kept) - tie_break.high)]
        return sum((value for _, value in kept), NOTHING)

    def _koya(self, entrant: str) -> Fraction:
        """The results against those who have at least half of what they could have."""
        total = NOTHING
        for entry in self._sheet.entries[entrant]:
            strong = [self._is_strong(opponent) for opponent in entry.opponents]
            shares = [d if s else NOTHING for d, s in zip(entry.duels, strong, strict=True)]
            total += mean(shares)
        return total

    def _is_strong(self, entrant: str) -> bool:
        return self._scores[entrant] >= self._sheet.average * len(self._sheet.entries[entrant])

    def _average_buchholz(self, entrant: str) -> Fraction:
        """The mean Buchholz of the opponents, round by round."""
        plain = TieBreak(Measure.BUCHHOLZ)
        rounds = [e.opponents for e in self._sheet.entries[entrant] if e.opponents]
        return mean([mean([self.of(plain, other) for other in others]) for others in rounds])

    def _progressive(self, entrant: str, tie_break: TieBreak) -> Fraction:
        """The scores after each round added up; cutting leaves out those after the first ones."""
        score, scores = NOTHING, []
        for entry in self._sheet.entries[entrant]:
            score += entry.points
            scores.append(score)
        end = len(scores) - tie_break.high
        return sum(scores[tie_break.low : max(tie_break.low, end)], NOTHING)
