"""The games there are: the one place in `siurell.games` that names them all."""

from __future__ import annotations

from siurell.errors import OptionError
from siurell.games.base import Game
from siurell.games.farmini.game import Farmini
from siurell.games.finca.game import Finca
from siurell.games.la_granja.game import LaGranja

_GAMES: tuple[Game, ...] = (Finca(), LaGranja(), Farmini())


def games() -> tuple[Game, ...]:
    """All games, in the order in which they are shown."""
    return _GAMES


def game_named(name: str) -> Game:
    """The game with this name.

    >>> game_named("finca").max_seats
    4

    Raises `OptionError` when there is none.
    """
    for game in _GAMES:
        if game.name == name:
            return game
    known = ", ".join(game.name for game in _GAMES)
    raise OptionError(
        f"There is no game called `{name}`; there is {known}. Type `siurell games`.",
        reason="UNKNOWN_GAME",
    )
