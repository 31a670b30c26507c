"""Who plays next while a season closes: whoever was there is owed so many blocks more.

A bot is *owed* the blocks that it has still to play; one that filled up a line-up may have played
more than it had to, and is owed less than none. The one that is owed most leads. Opponents are
those that are owed most too, and among equals they are chosen as always
(`ladder.domain.opponents`). The format is the one that leaves the fewest blocks too many at the
end, and among equals the one that the lead has played least. One block is drawn at a time, so that
nobody gets more than the seats make necessary:

- everybody who can be paired gets all the blocks that he is owed, never fewer;
- where the blocks that are owed can be split into line-ups without a rest, nobody gets more (as
  long as owners do not keep bots apart);
- else those that were owed least fill up the last line-ups.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count
from math import gcd

from ladder.domain.matchmaking import (
    Candidate,
    LineUp,
    PairingRules,
    may_join,
    parties,
    place_of,
)
from ladder.domain.opponents import Free


def closing_line_up(
    pool: Iterable[Candidate], owed: Mapping[int, int], rules: PairingRules, rng: random.Random
) -> LineUp | None:
    """The next line-up for one block; None when nobody who is there is owed any, or too few are.

    ``owed``: blocks by the keys of the pool.
    """
    there = sorted((bot for bot in pool if bot.online), key=lambda bot: bot.key)
    most = parties(there, rules)
    formats = tuple(sorted(seats for seats in rules.seat_counts if 2 <= seats <= most))
    if not formats or not any(owed[bot.key] > 0 for bot in there):
        return None
    lead = min(there, key=lambda bot: (-owed[bot.key], bot.total, bot.last, bot.key))
    seats = _seats(lead, [owed[bot.key] for bot in there], formats)
    at = {bot.key: place_of(bot.rating, rules, rng) for bot in there}
    chosen = [lead]
    while len(chosen) < seats:
        free = [bot for bot in there if may_join(bot, chosen, rules)]
        tier = max(owed[bot.key] for bot in free)
        near = sorted(
            (bot for bot in free if owed[bot.key] == tier),
            key=lambda bot: (abs(at[bot.key] - at[lead.key]), bot.key),
        )[: rules.opponents.reach or None]
        # Who met whom is not asked: what is owed decides here.
        level = [Free(bot.rating, (0,) * len(chosen)) for bot in near]
        ratings = [bot.rating for bot in chosen]
        chosen.append(near[rules.opponents.pick(ratings, level, rng, rules.params)])
    rng.shuffle(chosen)
    return LineUp(tuple(bot.key for bot in chosen))


def surplus(owed: Iterable[int], formats: Sequence[int]) -> int:
    """How many seats too many are filled at least, until nobody is owed a block any more.

    Every line-up has one of these numbers of seats, and nobody two of its seats; owners do not
    matter. Exact where the formats differ by one or two.

    >>> surplus([1, 1, 1, 1, 1], (4,)), surplus([1, 1, 1, 1, 1], (2, 3)), surplus([3, 1], (2,))
    (3, 0, 2)
    """
    left = [blocks for blocks in owed if blocks > 0]
    return _surplus(sum(left), max(left), tuple(formats)) if left else 0


@lru_cache(maxsize=4096)
def _surplus(total: int, most: int, formats: tuple[int, ...]) -> int:
    """As `surplus`: so many seats, of which one bot needs so many, each in a line-up of its own."""
    fewest, largest = min(formats), max(formats)
    step = gcd(*(seats - fewest for seats in formats)) or 1
    best = None
    for line_ups in count(max(most, -(-total // largest))):
        least = line_ups * fewest
        filled = least + -(-max(0, total - least) // step) * step
        if filled <= line_ups * largest and (best is None or filled < best):
            best = filled
        if best is not None and (best == total or least >= total):
            return best - total
    raise AssertionError("enough line-ups fill any number of seats")


def _seats(lead: Candidate, owed: Sequence[int], formats: tuple[int, ...]) -> int:
    """The format of the next line-up, for which those are taken that are owed most."""
    falling = sorted(owed, reverse=True)

    def too_many(seats: int) -> int:
        fillers = sum(blocks <= 0 for blocks in falling[:seats])
        left = [blocks - 1 for blocks in falling[:seats]] + falling[seats:]
        return fillers + surplus(left, formats)

    return min(formats, key=lambda seats: (too_many(seats), lead.matches.get(seats, 0), seats))
