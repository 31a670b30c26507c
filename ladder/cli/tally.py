"""What a series of matches says about each of its bots: pure arithmetic over results.

A win is the first place; a shared first place is shared in equal parts. A fault counts for the bot
that made it; an aborted match counts for nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from siurell.games.base import Game
from siurell.match.result import Cause, MatchResult, Verdict

from ladder.domain.intervals import wilson


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match of a series. ``seating[s]`` is the place in the line-up of seat s's bot.

    A match that was called off may be without a replay. ``replay_word`` is what `siurell replay
    show` takes for it.
    """

    number: int
    match_id: str
    seating: tuple[int, ...]
    result: MatchResult
    digest: str
    slowest_us: tuple[int, ...]
    replay_path: str | None
    replay_word: str | None = None


@dataclass(slots=True)
class SeatTally:
    """Matches and wins of one bot on one seat."""

    matches: int = 0
    wins: Fraction = Fraction(0)


@dataclass(slots=True)
class BotTally:
    """All that a series says about one bot."""

    label: str
    matches: int = 0
    wins: Fraction = Fraction(0)
    points: int = 0
    slowest_us: int = 0
    by_seat: dict[int, SeatTally] = field(default_factory=dict)
    faults: Counter[Cause] = field(default_factory=Counter)

    @property
    def win_share(self) -> float:
        """The share of matches won; 0 before the first."""
        return float(self.wins / self.matches) if self.matches else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval around the win share, at 95 per cent."""
        return wilson(float(self.wins), self.matches)

    @property
    def mean_score(self) -> float:
        """Mean points a match; 0 before the first."""
        return self.points / self.matches if self.matches else 0.0

    def add(self, seat: int, match: PlayedMatch, win: Fraction) -> None:
        """Count one match that this bot played on a seat."""
        result = match.result.seats[seat]
        place = self.by_seat.setdefault(seat, SeatTally())
        place.matches += 1
        place.wins += win
        self.matches += 1
        self.wins += win
        self.points += result.score
        self.slowest_us = max(self.slowest_us, match.slowest_us[seat])
        if result.verdict is Verdict.BOT_FAULT:
            self.faults[result.cause] += 1


def tally(labels: Sequence[str], matches: Sequence[PlayedMatch]) -> list[BotTally]:
    """One tally for each bot of the line-up, in its order."""
    tallies = [BotTally(label) for label in labels]
    for match in matches:
        if match.result.aborted:
            continue
        wins = win_parts([seat.placement for seat in match.result.seats])
        for seat, place in enumerate(match.seating):
            tallies[place].add(seat, match, wins[seat])
    return tallies


def win_parts(placements: Sequence[int]) -> list[Fraction]:
    """The part of the win that falls to each seat.

    >>> win_parts([1, 3, 1])
    [Fraction(1, 2), Fraction(0, 1), Fraction(1, 2)]
    """
    winners = sum(1 for placement in placements if placement == 1)
    return [Fraction(1, winners) if placement == 1 else Fraction(0) for placement in placements]


def slowest_decisions(replay: bytes, seats: int, game: Game) -> tuple[int, ...]:
    """The longest charge of each seat, in microseconds; 0 where no replay came to be."""
    from siurell.match.events import DecisionRecord
    from siurell.replay.read import read_replay

    slowest = [0] * seats
    if not replay:
        return tuple(slowest)
    for record in read_replay(replay, game=game).records:
        if isinstance(record, DecisionRecord):
            slowest[record.seat] = max(slowest[record.seat], record.charged_us)
    return tuple(slowest)
