"""How many matches a way of pairing takes to find the order of bots whose strength is known.

The bots of a simulation have true strengths, drawn as the ratings' start says; a match draws a
performance around each (TrueSkill's noise model: standard deviation beta, draws within the draw
margin) and ranks by it. Ratings and pairing are those of the ladder. A run ends when the order of
the leaderboard (by mu - 3 sigma) agrees with the true one: Kendall's tau of 0.9.

Both the strengths and what happens in the matches depend on the seed alone, so runs can be made
again, and every way meets the same bots.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

from ladder.domain.advance import Advance
from ladder.domain.chances import draw_margin
from ladder.domain.kendall import kendall_tau
from ladder.domain.matchmaking import Candidate, LineUp, Pairing, PairingRules
from ladder.domain.opponents import ALL_WAYS, Opponents
from ladder.domain.ratings import RatingParameters, rate, start_rating

_RECALLED = max(way.recalled for way in ALL_WAYS)
"""So many of the last opponents are remembered."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is simulated.

    ``blocks``: whole blocks are played by each line-up, as on the ladder; 0 for single matches.
    ``most``: a run is given up after so many matches for each bot.
    """

    seats: int
    bots: int = 100
    blocks: int = 0
    goal: float = 0.9
    most: int = 400
    params: RatingParameters = field(default_factory=RatingParameters)

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= self.bots:
            raise ValueError("a simulation needs two seats or more, and as many bots")
        if self.blocks < 0 or self.most < 1 or not 0 < self.goal <= 1:
            raise ValueError("blocks are not negative, and the goal lies between 0 and 1")

    @property
    def matches(self) -> int:
        """Matches that a line-up plays."""
        return max(1, self.seats * self.blocks)


@dataclass(frozen=True, slots=True)
class Needed:
    """What a way of pairing needed: the matches of each run, infinite where it was given up.

    ``ratio`` is its median over that of random pairing.
    """

    way: str
    matches: tuple[float, ...]
    ratio: float

    @property
    def median(self) -> float:
        """The median of the runs."""
        return median(self.matches)


def compare_ways(
    setting: Setting,
    runs: int,
    seed: int = 0,
    *,
    ways: Sequence[Opponents] = ALL_WAYS,
    advance: Advance = lambda: None,
) -> list[Needed]:
    """What random line-ups need and what each way needs, over the same bots; random comes first.

    ``advance`` is called after each run of each of them.
    """
    if runs < 1:
        raise ValueError("at least one run")
    seeds = [f"{seed}/{run}" for run in range(runs)]
    needed: list[Needed] = []
    for way in (None, *ways):
        counts = []
        for one in seeds:
            counts.append(matches_needed(setting, way, one))
            advance()
        base = needed[0].median if needed else median(counts)
        ratio = median(counts) / base if base < float("inf") else float("nan")
        needed.append(Needed("random" if way is None else way.name, tuple(counts), ratio))
    return needed


def matches_needed(setting: Setting, way: Opponents | None, seed: str) -> float:
    """Matches until the order of a run is found; None is line-ups drawn at random from all."""
    run = _Run(setting, way, seed)
    while run.tau < setting.goal:
        if run.matches >= setting.most * setting.bots / setting.seats:
            return float("inf")
        run.play_line_up()
    return run.matches


class _Run:
    """One run: bots with true strengths, and what is believed of them."""

    def __init__(self, setting: Setting, way: Opponents | None, seed: str) -> None:
        self._setting, self._way = setting, way
        self._pairing_rng = random.Random(f"pairing {seed}")
        self._luck = random.Random(f"luck {seed}")
        strengths = random.Random(f"strength {seed}")
        params = setting.params
        truth = sorted(strengths.gauss(params.mu, params.sigma) for _ in range(setting.bots))
        order = list(range(setting.bots))
        # Keys that say nothing: ties between bots are broken by key.
        strengths.shuffle(order)
        self._strength = dict(zip(order, truth, strict=True))
        self._pool = {key: Candidate(key, start_rating(params), {}) for key in range(len(order))}
        self._rules = PairingRules((setting.seats,), opponents=way or ALL_WAYS[0])
        self._margin = draw_margin(params.beta, params.draw_probability)
        self._met: dict[int, deque[int]] = {key: deque(maxlen=_RECALLED) for key in order}
        self._drawn = 0
        self.matches = 0

    @property
    def tau(self) -> float:
        """How well the leaderboard's order agrees with the true one."""
        return kendall_tau(self._pool[key].rating.score for key in self._strength)

    def play_line_up(self) -> None:
        """Draw a line-up, and play and rate all its matches."""
        line_up = self._line_up()
        self._drawn += 1
        for _ in range(self._setting.matches):
            self._play(line_up.keys)
        for key in line_up.keys:
            bot = self._pool[key]
            counts = Counter(bot.matches)
            counts[line_up.seats] += line_up.seats
            self._pool[key] = replace(bot, matches=counts, last=self._drawn)
            self._met[key].extendleft(other for other in line_up.keys if other != key)

    def _line_up(self) -> LineUp:
        if self._way is None:
            keys = self._pairing_rng.sample(range(self._setting.bots), self._setting.seats)
            return LineUp(tuple(keys))
        line_up = Pairing(
            self._pool.values(), self._rules, self._pairing_rng, met=self._met_lately
        ).draw()
        if line_up is None:
            raise AssertionError("there are as many bots as seats, and all are there")
        return line_up

    def _met_lately(self, key: int) -> Counter[int]:
        times = Counter(self._met[key])
        return Counter({other: self._setting.matches * often for other, often in times.items()})

    def _play(self, keys: Sequence[int]) -> None:
        beta = self._setting.params.beta
        shown = [(self._luck.gauss(self._strength[key], beta), key) for key in keys]
        shown.sort(reverse=True)
        placements = [1]
        for place, (better, worse) in enumerate(pairwise(shown), start=2):
            tied = better[0] - worse[0] <= self._margin
            placements.append(placements[-1] if tied else place)
        ratings = [self._pool[key].rating for _, key in shown]
        update = rate(ratings, placements, self._setting.params)
        self.matches += 1
        for (_, key), rating in zip(shown, update.ratings, strict=True):
            self._pool[key] = replace(self._pool[key], rating=rating)
