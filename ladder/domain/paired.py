"""What a comparison plays: blocks in which candidate and baseline stand the same test.

A block is one seed. In the *pooled* design a line-up of opponents is drawn for it from a frozen
pool; the candidate plays the seed with them in every rotation, and the baseline plays the same seed
with the same opponents in every rotation, in matches of its own. Each block is drawn for itself, so
its expected lead is the mean over the pool. In the *direct* design, for two seats, candidate and
baseline play each other.

A block hangs on the seed's text and its number alone: so a comparison can be stopped, gone on with,
and made again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from ladder.domain.blocks import rotations

CANDIDATE, BASELINE = "candidate", "baseline"


class Measure(Enum):
    """What a match is worth to the one whose seat is looked at, between 0 and 1."""

    WINS = "wins"
    """The win, shared by all who are placed first."""
    PLACES = "places"
    """The share of the others who are placed below, half for each who is level."""

    def of(self, placements: Sequence[int], place: int) -> float:
        """The worth of a match for the one in this place of the list.

        >>> Measure.WINS.of([1, 3, 1], 0), Measure.PLACES.of([1, 3, 1], 0)
        (0.5, 0.75)
        """
        own = placements[place]
        if self is Measure.WINS:
            return 1 / placements.count(1) if own == 1 else 0.0
        level = placements.count(own) - 1
        below = sum(other > own for other in placements)
        return (below + level / 2) / (len(placements) - 1)


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match of a block. ``arm`` is the place of its line-up among those of the block."""

    block: int
    arm: int
    line_up: tuple[str, ...]
    rotation: int
    seating: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlannedBlock:
    """One seed and the line-ups that play it; the first of a line-up is the one that is tested."""

    number: int
    line_ups: tuple[tuple[str, ...], ...]

    @property
    def matches(self) -> tuple[PlannedMatch, ...]:
        """Every line-up in every rotation."""
        return tuple(
            PlannedMatch(self.number, arm, line_up, rotation, seating)
            for arm, line_up in enumerate(self.line_ups)
            for rotation, seating in enumerate(rotations(len(line_up)))
        )


@dataclass(frozen=True, slots=True)
class Design:
    """How the blocks come about. Without a pool candidate and baseline play each other."""

    seats: int
    pool: tuple[str, ...]
    seed_text: str

    @property
    def direct(self) -> bool:
        """Whether candidate and baseline play each other."""
        return not self.pool

    def block(self, number: int) -> PlannedBlock:
        """The block of a number, from 1."""
        if self.direct:
            return PlannedBlock(number, ((CANDIDATE, BASELINE),))
        opponents = self._opponents(number)
        return PlannedBlock(number, ((CANDIDATE, *opponents), (BASELINE, *opponents)))

    def seed_text_of(self, number: int) -> str:
        """The text that the seed of a block is made from."""
        return f"{self.seed_text}/compare/{number}"

    def _opponents(self, number: int) -> tuple[str, ...]:
        """A line-up drawn at random: those with the smallest lots, in the order of these."""

        def lot(name: str) -> bytes:
            text = f"siurell/compare/1\n{self.seed_text}\n{number}\n{name}"
            return hashlib.sha256(text.encode(errors="surrogateescape")).digest()

        return tuple(sorted(self.pool, key=lot)[: self.seats - 1])
