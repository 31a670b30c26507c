"""Where the components of each game can be, and what shows hidden ones: the registry of both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from siurell.testing.components import farmini, finca, la_granja
from siurell.testing.contract.setting import Census, Reveals

_CENSUSES: Final[Mapping[str, Census]] = {
    "finca": finca.census,
    "la_granja": la_granja.census,
    "farmini": farmini.census,
}

_REVEALS: Final[Mapping[str, Reveals]] = {
    "la_granja": la_granja.reveals,
}


def census_of(game: str) -> Census | None:
    """The census of the game with this name, None when it has none."""
    return _CENSUSES.get(game)


def reveals_of(game: str) -> Reveals | None:
    """Which events of the game show what was hidden; None when only its end does."""
    return _REVEALS.get(game)
