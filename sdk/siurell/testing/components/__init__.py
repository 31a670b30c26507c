"""Where the components of each game can be: the place where the censuses are registered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from siurell.testing.components import farmini, finca
from siurell.testing.contract.setting import Census

_CENSUSES: Final[Mapping[str, Census]] = {
    "finca": finca.census,
    "farmini": farmini.census,
}


def census_of(game: str) -> Census | None:
    """The census of the game with this name, None when it has none."""
    return _CENSUSES.get(game)
