"""A season: a rated pool with its game, seat counts, time control and rating parameters.

It is open until somebody freezes or closes it (`ladder.domain.season_states`), and gets worker time
in proportion to its weight (`ladder.domain.shares`). What may be set of it, and what is sound, says
`ladder.domain.season_terms`.

A season of one seat is a *solo season*: it is played in rounds and ranked by leads (see
`ladder.domain.solo`); its rating parameters say nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from siurell.games.base import Game
from siurell.match.clock import TimeControl
from siurell.match.profiles import clock_of

from ladder.domain.ratings import RatingParameters
from ladder.domain.season_states import SeasonState, draws, state_at
from ladder.domain.suspension import SuspensionRule

DEFAULT_CLOCK = "blitz"
"""The name of the clock that is played by unless another is named (`siurell.match.profiles`)."""
DEFAULT_STARTUP_US = 10_000_000
DEFAULT_EXTRA_BLOCKS = 10
"""What everybody plays while a season closes, unless it says otherwise."""
SOLO = "-solo"
"""What the name of a game's solo season ends with."""


@dataclass(frozen=True, slots=True)
class Season:
    """One season. ``id`` is 0 until the store has given it a number.

    ``rating_set``: its rating parameters are the so-manieth that it has. ``closing_after``: the
    newest batch of the ladder when it began to close; later ones are its extra blocks, of which
    everybody who was there plays ``extra_blocks``. ``own_opponents``: bots of one owner may meet.
    """

    id: int
    name: str
    game: str
    options: Mapping[str, str]
    seat_counts: tuple[int, ...]
    time: TimeControl
    startup_us: int
    params: RatingParameters
    suspension: SuspensionRule = field(default_factory=SuspensionRule)
    state: SeasonState = SeasonState.OPEN
    weight: int = 1
    own_opponents: bool = False
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    extra_blocks: int = DEFAULT_EXTRA_BLOCKS
    closing_after: int | None = None
    rating_set: int = 1

    @property
    def solo(self) -> bool:
        """Whether everyone plays alone."""
        return self.seat_counts == (1,)

    @property
    def fewest_bots(self) -> int:
        """So many bots are needed for anything to be said: alone nobody leads anybody."""
        return max(2, min(self.seat_counts))

    @property
    def settled(self) -> bool:
        """Whether it is settled who takes part: it is closing, or closed."""
        return self.state in (SeasonState.CLOSING, SeasonState.CLOSED)

    def draws(self, now: datetime) -> bool:
        """Whether matches of it are drawn now."""
        return self.state_at(now) is self.state and draws(self.state, self.opens_at, now)

    def state_at(self, now: datetime) -> SeasonState:
        """The state that it ought to be in by its times."""
        return state_at(self.state, self.closes_at, now)


def default_seasons_of(game: Game) -> tuple[Season, ...]:
    """The seasons that every ladder has for a game: named like it, and its solo season."""
    seasons = []
    if game.max_seats >= 2:
        counts = range(max(2, game.min_seats), game.max_seats + 1)
        seasons.append(_default_season(game, game.name, tuple(counts)))
    if game.min_seats == 1:
        seasons.append(_default_season(game, game.name + SOLO, (1,)))
    return tuple(seasons)


def fresh_season(name: str, game: Game) -> Season:
    """A season of a game as it is unless something else is said, with a name of its own."""
    return replace(default_seasons_of(game)[0], name=name)


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
