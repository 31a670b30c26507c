"""Who plays next: a pure choice, the same for the same state and the same random numbers.

The bot with the fewest matches leads (in-flight ones count; among equals the one that waited
longest). It plays in the format that it has played least. Its opponents come from those that are
not ahead of it in matches, and among them from those near by in rating, above and below in turn.
Sampling a rating by its sigma lets a new bot, of which little is known, meet everybody.

Numbers of matches steer, never sigma: a bot whose rating does not settle gets no more matches than
others.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ladder.domain.ratings import Rating


@dataclass(frozen=True, slots=True)
class Candidate:
    """One version that may play.

    ``matches`` counts by number of seats what it has played or is about to play. ``last`` is the
    number of the last batch that it was drawn for, 0 for none: the lower, the longer it waits.
    """

    key: int
    rating: Rating
    matches: Mapping[int, int]
    last: int = 0

    @property
    def total(self) -> int:
        """All its matches, in-flight ones included."""
        return sum(self.matches.values())


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who plays a batch, in the order of the line-up."""

    keys: tuple[int, ...]

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.keys)


def slack(seat_counts: Iterable[int], blocks: int) -> int:
    """How many matches an opponent may be ahead of the one that leads: one batch of the largest.

    Any opponent within it is drawn by rating; it also bounds the gap between bots.
    """
    return max(seat_counts) * blocks


def choose_line_up(
    pool: Sequence[Candidate], seat_counts: Sequence[int], rng: random.Random, blocks: int = 1
) -> LineUp | None:
    """The next line-up for a batch of so many blocks; None when too few bots are there.

    No version stands in it twice. ``rng`` is used for the sampled ratings and for the order of the
    line-up only.
    """
    feasible = sorted(count for count in seat_counts if 2 <= count <= len(pool))
    if not feasible:
        return None
    lead = min(pool, key=lambda c: (c.total, c.last, c.key))
    seats = min(feasible, key=lambda count: (lead.matches.get(count, 0), count))
    # In the order of their keys: the random numbers must not depend on how the pool was listed.
    others = sorted((c for c in pool if c.key != lead.key), key=lambda c: c.key)
    allowed = _allowed(lead, others, seats, slack(feasible, blocks))
    chosen = [lead, *_near(lead, allowed, seats - 1, rng)]
    rng.shuffle(chosen)
    return LineUp(tuple(candidate.key for candidate in chosen))


def _allowed(
    lead: Candidate, others: Sequence[Candidate], seats: int, room: int
) -> list[Candidate]:
    """Those who may be opponents: enough of them, and no more than keep all bots level.

    First those that are ahead neither in matches nor in this format; where they are too few, who
    is ahead the least fills up.
    """

    def ahead(candidate: Candidate) -> tuple[int, int, int]:
        in_all = max(0, candidate.total - lead.total - room)
        in_format = max(0, candidate.matches.get(seats, 0) - lead.matches.get(seats, 0) - room)
        return (in_all, in_format, candidate.last)

    level = [candidate for candidate in others if ahead(candidate)[:2] == (0, 0)]
    if len(level) >= seats - 1:
        return level
    rest = sorted((c for c in others if ahead(c)[:2] != (0, 0)), key=lambda c: (*ahead(c), c.key))
    return level + rest[: seats - 1 - len(level)]


def _near(
    lead: Candidate, others: Sequence[Candidate], count: int, rng: random.Random
) -> list[Candidate]:
    """So many of the others near the lead by sampled rating, from above and below in turn."""
    at = rng.gauss(lead.rating.mu, lead.rating.sigma)
    placed = sorted(
        ((rng.gauss(c.rating.mu, c.rating.sigma) - at, c.key, c) for c in others),
        key=lambda entry: (abs(entry[0]), entry[1]),
    )
    # Not `>= 0`: a rating that is no number must not fall out of both sides.
    above = [candidate for offset, _, candidate in placed if not offset < 0]
    below = [candidate for offset, _, candidate in placed if offset < 0]
    sides = (above, below) if placed[0][0] >= 0 else (below, above)
    chosen: list[Candidate] = []
    while len(chosen) < count:
        for side in sides:
            if side and len(chosen) < count:
                chosen.append(side.pop(0))
    return chosen
