"""A season: a rated pool with its game, seat counts, time control and rating parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from siurell.games.base import Game
from siurell.match.clock import TimeControl

from ladder.domain.ratings import RatingParameters

DEFAULT_TIME = "10s+50ms/500ms"
DEFAULT_STARTUP_US = 10_000_000


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


def default_season_of(game: Game) -> Season:
    """The season that every ladder has for a game, named like the game."""
    return Season(
        id=0,
        name=game.name,
        game=game.name,
        options=game.check_options({}),
        seat_counts=tuple(range(max(2, game.min_seats), game.max_seats + 1)),
        time=TimeControl.parse(DEFAULT_TIME),
        startup_us=DEFAULT_STARTUP_US,
        params=RatingParameters(),
    )
