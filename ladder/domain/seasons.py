"""A season: a rated pool with its game, seat counts, time control and rating parameters.

A season of one seat is a *solo season*: it is played in rounds and ranked by leads (see
`ladder.domain.solo`); its rating parameters say nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from siurell.games.base import Game
from siurell.match.clock import TimeControl
from siurell.match.profiles import clock_of

from ladder.domain.ratings import RatingParameters
from ladder.domain.suspension import SuspensionRule

DEFAULT_CLOCK = "blitz"
"""The name of the clock that is played by unless another is named (`siurell.match.profiles`)."""
DEFAULT_STARTUP_US = 10_000_000
SOLO = "-solo"
"""What the name of a game's solo season ends with."""


@dataclass(frozen=True, slots=True)
class Season:
    """One season. ``id`` is 0 until the store has given it a number."""

    id: int
    name: str
    game: str
    options: Mapping[str, str]
    seat_counts: tuple[int, ...]
    time: TimeControl
    startup_us: int
    params: RatingParameters
    suspension: SuspensionRule = field(default_factory=SuspensionRule)

    @property
    def solo(self) -> bool:
        """Whether everyone plays alone."""
        return self.seat_counts == (1,)

    @property
    def fewest_bots(self) -> int:
        """So many bots are needed for anything to be said: alone nobody leads anybody."""
        return max(2, min(self.seat_counts))


def default_seasons_of(game: Game) -> tuple[Season, ...]:
    """The seasons that every ladder has for a game: named like it, and its solo season."""
    seasons = []
    if game.max_seats >= 2:
        counts = range(max(2, game.min_seats), game.max_seats + 1)
        seasons.append(_default_season(game, game.name, tuple(counts)))
    if game.min_seats == 1:
        seasons.append(_default_season(game, game.name + SOLO, (1,)))
    return tuple(seasons)


def _default_season(game: Game, name: str, seat_counts: tuple[int, ...]) -> Season:
    return Season(
        id=0,
        name=name,
        game=game.name,
        options=game.check_options({}),
        seat_counts=seat_counts,
        time=clock_of(DEFAULT_CLOCK),
        startup_us=DEFAULT_STARTUP_US,
        params=RatingParameters(),
    )
