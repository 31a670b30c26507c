"""The default season of a game."""

from __future__ import annotations

import pytest
from siurell.errors import OptionError

from ladder.services.arena import Arena
from ladder.services.seasons import default_season


def test_default_season__is_made_once(arena: Arena) -> None:
    season = default_season(arena, "finca")
    assert season.id > 0
    assert default_season(arena, "finca") == season


def test_default_season__of_an_unknown_game(arena: Arena) -> None:
    with pytest.raises(OptionError, match="no game called `chess`"):
        default_season(arena, "chess")
