"""Who plays next: a pure choice, the same for the same state and the same random numbers.

The bot with the fewest matches leads; in-flight ones count, and among equals the one that waited
longest. Every fourth line-up is led by the one that waited longest whatever it has played: so
nobody starves while newcomers catch up. The lead plays in the format
that it has played least. Its opponents are not ahead in matches by more than the slack, and are
chosen among these by `ladder.domain.opponents`.

Numbers of matches and waiting steer who plays, never sigma: a bot whose rating does not settle gets
no more matches than others. What follows from that, wherever enough opponents are not ahead:

- *Gap.* An opponent is at most the slack ahead of who has the fewest, so it ends at most two slacks
  ahead. Further ahead leads only one that waited longest; everybody else has played since, so what
  it may be ahead then is less by the smallest batch, and more by the one that it leads
  (`widest_gap`).
- *Mix.* Nobody is more than the slack ahead of the lead in the lead's own least played format.
- *Wait.* Of the line-ups led by the longest wait, no bot stands outside more than there are others:
  those before it in the queue are drawn one by one, and who is drawn goes behind it. So a bot is in
  one of any ``WAIT_TURN * n`` line-ups of n bots (`longest_wait`); whoever comes anew meanwhile and
  goes first counts as one more.
"""

from __future__ import annotations

import random
from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import isfinite
from typing import Final

from ladder.domain.opponents import INFORMATION, Free, Opponents
from ladder.domain.ratings import Rating, RatingParameters

WAIT_TURN: Final = 4
"""One in so many line-ups is led by the bot that waited longest."""
_FEW: Final = 64
"""Where no more are level these are looked through, and no more of those that are ahead."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One version that may play.

    ``matches`` counts by number of seats what it has played or is about to play. ``last`` is the
    number of the last batch that it was drawn for, 0 for none: the lower, the longer it waits.
    Bots of one ``owner`` are not drawn together; None is nobody's. Who is not ``online`` is not
    drawn at all.
    """

    key: int
    rating: Rating
    matches: Mapping[int, int]
    last: int = 0
    owner: int | None = None
    online: bool = True

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


@dataclass(frozen=True, slots=True)
class PairingRules:
    """What a choice depends on beside the pool.

    ``blocks``: so many are played by each line-up. ``own_opponents``: whether bots of one owner
    may meet.
    """

    seat_counts: tuple[int, ...]
    blocks: int = 1
    params: RatingParameters = field(default_factory=RatingParameters)
    opponents: Opponents = INFORMATION
    own_opponents: bool = False


def slack(seat_counts: Iterable[int], blocks: int) -> int:
    """How many matches an opponent may be ahead of the one with the fewest: the largest batch.

    Any opponent within it is chosen by rating; it also bounds the gap between bots.
    """
    return max(seat_counts) * blocks


def widest_gap(seat_counts: Sequence[int], blocks: int) -> int:
    """How many matches any bot may be ahead of any other, of those that are there all the while.

    >>> widest_gap((2, 3, 4), blocks=1)
    10
    """
    return 3 * slack(seat_counts, blocks) - min(seat_counts) * blocks


def longest_wait(bots: int) -> int:
    """In so many line-ups of a pool of so many bots each of them stands at least once.

    This holds for those that are there all the while, when nobody new goes before them.
    """
    return WAIT_TURN * bots


def parties(pool: Iterable[Candidate], rules: PairingRules) -> int:
    """How many of a pool can be in one match: bots of one owner count once, unless they may meet.

    >>> bots = [Candidate(key, Rating(25, 8), {}, owner=owner) for key, owner in enumerate([7, 7])]
    >>> parties(bots, PairingRules((2,))), parties(bots, PairingRules((2,), own_opponents=True))
    (1, 2)
    """
    apart = rules.own_opponents
    return len({(bot.key,) if apart or bot.owner is None else bot.owner for bot in pool})


def may_join(bot: Candidate, chosen: Sequence[Candidate], rules: PairingRules) -> bool:
    """Whether a bot may be in a match with those that are chosen already."""
    if any(bot.key == other.key for other in chosen):
        return False
    if bot.owner is None or rules.own_opponents:
        return True
    return all(bot.owner != other.owner for other in chosen)


def place_of(rating: Rating, rules: PairingRules, rng: random.Random) -> float:
    """Where a bot stands among the others, for one draw."""
    if not (isfinite(rating.mu) and isfinite(rating.sigma)):
        return rules.params.mu
    if not rules.opponents.sampled:
        return rating.mu
    return rng.gauss(rating.mu, rating.sigma)


Met = Callable[[int], Mapping[int, int]]
"""The matches that a bot had with its last opponents, by their keys."""


class Pairing:
    """Draws line-ups from a pool one after another, as if each were in flight at once.

    ``turn`` is the number of the first of them, where the numbers in ``last`` count more than the
    line-ups of this pool. ``met`` tells how many matches a bot had with its last opponents.
    Building it takes a few sorts of the pool; a draw looks at few of it.
    """

    def __init__(
        self,
        pool: Iterable[Candidate],
        rules: PairingRules,
        rng: random.Random,
        turn: int | None = None,
        met: Met = lambda key: {},
    ) -> None:
        # In the order of their keys: the random numbers must not depend on how the pool is listed.
        there = sorted((bot for bot in pool if bot.online), key=lambda bot: bot.key)
        self._rules, self._rng = rules, rng
        self._bots = {bot.key: bot for bot in there}
        self._by_total = sorted(_total_order(bot) for bot in there)
        self._by_wait = sorted(_wait_order(bot) for bot in there)
        self._at = {bot.key: place_of(bot.rating, rules, rng) for bot in there}
        self._tie = {bot.key: rng.random() for bot in there}
        self._by_place = sorted((at, self._tie[key], key) for key, at in self._at.items())
        self._drawn = max((bot.last for bot in there), default=0)
        self._turn = self._drawn + 1 if turn is None else turn
        most = parties(there, rules)
        self._formats = sorted(count for count in rules.seat_counts if 2 <= count <= most)
        self._met_before = met
        self._met_since: dict[int, Counter[int]] = defaultdict(Counter)

    def draw(self) -> LineUp | None:
        """The next line-up, which counts from now on; None when too few bots are there."""
        if not self._formats:
            return None
        lead = self._lead()
        seats = min(self._formats, key=lambda count: (lead.matches.get(count, 0), count))
        chosen, met = [lead], [self._met(lead)]
        while len(chosen) < seats:
            near = self._near(lead, seats, chosen)
            chosen.append(
                self._pick(chosen, near, met) if near else self._least_ahead(chosen, lead, seats)
            )
            if len(chosen) < seats:
                met.append(self._met(chosen[-1]))
        self._rng.shuffle(chosen)
        self._count(chosen)
        return LineUp(tuple(bot.key for bot in chosen))

    def _lead(self) -> Candidate:
        waited = self._turn % WAIT_TURN == 0
        return self._bots[self._by_wait[0][-1] if waited else self._by_total[0][-1]]

    def _met(self, bot: Candidate) -> Counter[int]:
        """The matches that it had lately, or is about to have, by its opponents."""
        if not self._rules.opponents.recalled:
            return Counter()
        return Counter(self._met_before(bot.key)) + self._met_since[bot.key]

    def _near(self, lead: Candidate, seats: int, chosen: Sequence[Candidate]) -> list[Candidate]:
        """Those that are looked at, the nearest first: none that is ahead, all may join."""
        level = (
            bot
            for bot in self._nearest(lead)
            if self._level(bot, lead, seats) and may_join(bot, chosen, self._rules)
        )
        return list(islice(level, self._rules.opponents.reach or None))

    def _nearest(self, lead: Candidate) -> Iterator[Candidate]:
        """All bots that may be level in all, the nearest to the lead first."""
        most = self._by_total[0][0] + slack(self._formats, self._rules.blocks)
        level = bisect_left(self._by_total, (most + 1,))
        if level > _FEW:
            return self._around(lead)
        at = self._at[lead.key]
        few = [key for _, _, key in self._by_total[:level]]
        few.sort(key=lambda key: (abs(self._at[key] - at), self._tie[key]))
        return (self._bots[key] for key in few)

    def _around(self, lead: Candidate) -> Iterator[Candidate]:
        """All bots, from where the lead stands outwards."""
        at, order = self._at[lead.key], self._by_place
        right = bisect_left(order, (at,))
        left = right - 1
        while left >= 0 or right < len(order):
            if left < 0 or (right < len(order) and order[right][0] - at <= at - order[left][0]):
                yield self._bots[order[right][-1]]
                right += 1
            else:
                yield self._bots[order[left][-1]]
                left -= 1

    def _level(self, bot: Candidate, lead: Candidate, seats: int) -> bool:
        return bot.key != lead.key and self._ahead(bot, lead, seats) == (0, 0)

    def _ahead(self, bot: Candidate, lead: Candidate, seats: int) -> tuple[int, int]:
        """How far it is ahead beyond the slack: in all of the pool, in this format of the lead."""
        room = slack(self._formats, self._rules.blocks)
        in_all = bot.total - self._by_total[0][0] - room
        in_format = bot.matches.get(seats, 0) - lead.matches.get(seats, 0) - room
        return (max(0, in_all), max(0, in_format))

    def _pick(
        self,
        chosen: Sequence[Candidate],
        near: Sequence[Candidate],
        met: Sequence[Counter[int]],
    ) -> Candidate:
        free = [Free(bot.rating, tuple(one[bot.key] for one in met)) for bot in near]
        ratings = [bot.rating for bot in chosen]
        return near[self._rules.opponents.pick(ratings, free, self._rng, self._rules.params)]

    def _least_ahead(self, chosen: Sequence[Candidate], lead: Candidate, seats: int) -> Candidate:
        """Who fills up a line-up for which too few are level."""
        in_order = (self._bots[key] for _, _, key in self._by_total)
        free = islice((bot for bot in in_order if may_join(bot, chosen, self._rules)), _FEW)
        return min(free, key=lambda bot: (*self._ahead(bot, lead, seats), bot.last, bot.key))

    def _count(self, chosen: Sequence[Candidate]) -> None:
        self._drawn += 1
        self._turn += 1
        seats = len(chosen)
        for bot in chosen:
            matches = Counter(bot.matches)
            matches[seats] += seats * self._rules.blocks
            after = replace(bot, matches=matches, last=self._drawn)
            _move(self._by_total, _total_order(bot), _total_order(after))
            _move(self._by_wait, _wait_order(bot), _wait_order(after))
            self._bots[bot.key] = after
            others = {other.key: seats * self._rules.blocks for other in chosen if other is not bot}
            self._met_since[bot.key].update(others)


_Order = tuple[int, int, int]


def _total_order(bot: Candidate) -> _Order:
    return (bot.total, bot.last, bot.key)


def _wait_order(bot: Candidate) -> _Order:
    return (bot.last, bot.total, bot.key)


def _move(order: list[_Order], before: _Order, after: _Order) -> None:
    del order[bisect_left(order, before)]
    insort(order, after)
