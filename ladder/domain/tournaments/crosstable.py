"""The crosstable: how each did against each, with intervals from the blocks they played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ladder.domain.intervals import mean_interval
from ladder.domain.tournaments.entrants import Entrant
from ladder.domain.tournaments.events import BlockKey, SeedSlot, seed_of
from ladder.domain.tournaments.points import Duel, block_duels, mean
from ladder.domain.tournaments.record import BlockRecord
from ladder.domain.tournaments.standings import standings_of
from ladder.domain.tournaments.state import Tournament


@dataclass(frozen=True, slots=True)
class Cell:
    """One against another: for each block that both played, the share of its matches in which the
    one was placed better, half for those in which they were level."""

    blocks: tuple[Fraction, ...]
    matches: int

    @property
    def share(self) -> Fraction:
        """The mean over the blocks."""
        return mean(self.blocks)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of the share (95 %), from how the blocks scatter; None before the second block."""
        share = self.share
        squares = sum(((block - share) ** 2 for block in self.blocks), Fraction(0))
        found = mean_interval(float(share), float(squares), len(self.blocks))
        return None if found is None else (max(0.0, found[0]), min(1.0, found[1]))

    @property
    def verdict(self) -> int:
        """1 when the interval says that the one is better, -1 the other, 0 when it says neither.

        Blocks that all came out alike have an interval of no width: from two blocks that is no
        evidence, so it takes six, of which chance would make all alike once in 32 times.
        """
        interval = self.interval
        if interval is None or (interval[0] == interval[1] and len(self.blocks) < _ALIKE):
            return 0
        return int(interval[0] > 0.5) - int(interval[1] < 0.5)


_ALIKE = 6


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Everyone in the order of the standings, and a cell for each two who have played.

    ``totals``: everyone against all, seed by seed; the seeds of a gauntlet's round are shared, so
    the round is the unit there, however many opponents it has.
    """

    entrants: tuple[Entrant, ...]
    cells: Mapping[Duel, Cell]
    totals: Mapping[str, Cell]


def crosstable_of(tournament: Tournament) -> Crosstable:
    """The crosstable of what has been played, pairings that are not over included."""
    shares: dict[Duel, list[Fraction]] = {}
    matches: Counter[Duel] = Counter()
    by_seed: dict[str, dict[SeedSlot, list[Fraction]]] = {}
    played: Counter[str] = Counter()
    for slot, block in _blocks(tournament):
        played.update(dict.fromkeys(block.line_up, len(block.played)))
        for duel, share in block_duels(block).items():
            shares.setdefault(duel, []).append(share)
            matches[duel] += len(block.played)
            by_seed.setdefault(duel[0], {}).setdefault(slot, []).append(share)
    return Crosstable(
        tuple(line.entrant for line in standings_of(tournament)),
        {duel: Cell(tuple(found), matches[duel]) for duel, found in shares.items()},
        {
            entrant: Cell(tuple(map(mean, found.values())), played[entrant])
            for entrant, found in by_seed.items()
        },
    )


def _blocks(tournament: Tournament) -> Iterator[tuple[SeedSlot, BlockRecord]]:
    """The reported blocks with what their seeds were drawn for."""
    for round_ in tournament.rounds:
        for number, record in round_.pairings.items():
            for block, found in record.blocks.items():
                gone = len(record.pairing.line_up) - len(found.line_up)
                key = BlockKey(round_.number, round_.run, number, block, gone)
                yield seed_of(tournament.settings, key), found
