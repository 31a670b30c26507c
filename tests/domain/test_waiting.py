"""No bot starves: in so many line-ups everybody is drawn, whatever happens on the ladder."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ladder.domain.matchmaking import (
    Candidate,
    LineUp,
    Pairing,
    PairingRules,
    longest_wait,
    parties,
)
from ladder.domain.ratings import Rating

SEATS = (2, 3, 4)


class BusyLadder:
    """A ladder with all that happens on one: batches of several lengths that are in flight and may
    be called off, numbers of batches that other seasons take, bots that are away for a while.

    Each line-up is drawn from the pool anew, as the ladder does it.
    """

    def __init__(self, pool: list[Candidate], rules: PairingRules, rng: random.Random) -> None:
        self.bots = {bot.key: bot for bot in pool}
        self.rules, self.rng = rules, rng
        self.turn = rng.randrange(1000)
        self.number = max((bot.last for bot in pool), default=0)
        self.flying: list[LineUp] = []

    def draw(self) -> LineUp | None:
        blocks = self.rng.randint(1, 4)
        rules = replace(self.rules, blocks=blocks)
        line_up = Pairing(self.bots.values(), rules, self.rng, self.turn).draw()
        if line_up is None:
            return None
        self.turn += 1
        self.number += self.rng.randint(1, 3)
        self._count(line_up, blocks * line_up.seats, last=self.number)
        self.flying.append(line_up)
        if self.rng.random() < 0.2:
            called_off = self.flying.pop(self.rng.randrange(len(self.flying)))
            self._count(called_off, -1)
        return line_up

    def _count(self, line_up: LineUp, matches: int, last: int | None = None) -> None:
        for key in line_up.keys:
            bot = self.bots[key]
            counts = Counter(bot.matches)
            counts[line_up.seats] += matches
            self.bots[key] = replace(bot, matches=counts, last=bot.last if last is None else last)


@st.composite
def busy_ladders(draw: st.DrawFn) -> BusyLadder:
    owners = draw(st.lists(st.one_of(st.none(), st.integers(1, 4)), min_size=2, max_size=12))
    rng = random.Random(draw(st.integers(0, 10**6)))
    pool = [
        Candidate(
            key,
            Rating(rng.uniform(-20, 70), rng.uniform(0.5, 9)),
            {2: rng.choice((0, 0, 50, 1000))},
            last=rng.randrange(200),
            owner=owner,
        )
        for key, owner in enumerate(owners, start=1)
    ]
    counts = draw(st.sets(st.sampled_from(SEATS), min_size=1))
    return BusyLadder(pool, PairingRules(tuple(sorted(counts))), rng)


@given(busy_ladders())
@settings(max_examples=60)
def test_pairing__nobody_waits_for_longer_than_the_bound(ladder: BusyLadder) -> None:
    """R01, R03: whatever owners, in-flight matches and far-behind newcomers there are, everybody
    stands in one of so many line-ups.
    """
    assume(parties(ladder.bots.values(), ladder.rules) >= min(ladder.rules.seat_counts))
    bound = longest_wait(len(ladder.bots))
    waited = dict.fromkeys(ladder.bots, 0)
    for _ in range(3 * bound):
        line_up = ladder.draw()
        assert line_up is not None
        for key in waited:
            waited[key] = 0 if key in line_up.keys else waited[key] + 1
        assert max(waited.values()) < bound


@given(busy_ladders(), st.data())
@settings(max_examples=20)
def test_pairing__who_comes_back_waits_for_no_longer(
    ladder: BusyLadder, data: st.DataObject
) -> None:
    """A remote bot that was away meanwhile is drawn within the bound as well."""
    assume(parties(ladder.bots.values(), ladder.rules) >= min(ladder.rules.seat_counts))
    away = data.draw(st.sampled_from(sorted(ladder.bots)))
    ladder.bots[away] = replace(ladder.bots[away], online=False)
    for _ in range(30):
        line_up = ladder.draw()
        assert line_up is None or away not in line_up.keys
    ladder.bots[away] = replace(ladder.bots[away], online=True)
    then = [ladder.draw() for _ in range(longest_wait(len(ladder.bots)))]
    assert any(line_up is not None and away in line_up.keys for line_up in then)
