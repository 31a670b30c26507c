"""The seasons that every arena has."""

from __future__ import annotations

import pytest
from siurell.errors import LadderError
from siurell.games.registry import games
from sqlmodel import col, select

from ladder.domain.seasons import default_seasons_of
from ladder.services.arena import Arena
from ladder.services.seasons import all_seasons, season_named
from ladder.store.tables import RatingSetRow, SeasonRow


def test_all_seasons__are_made_once_for_every_game_in_the_order_of_the_games(arena: Arena) -> None:
    seasons = all_seasons(arena)
    wanted = [season.name for game in games() for season in default_seasons_of(game)]
    assert [season.name for season in seasons] == wanted
    assert len({season.id for season in seasons}) == len(wanted)
    assert all_seasons(arena) == seasons
    assert season_named(arena, "finca") in seasons


def test_all_seasons__those_of_a_game_that_came_later_are_added(arena: Arena) -> None:
    first = season_named(arena, "finca")
    with arena.db.write() as session:
        others = col(SeasonRow.name) != "finca"
        for row in session.exec(select(RatingSetRow).join(SeasonRow).where(others)).all():
            session.delete(row)
        session.flush()
        for season in session.exec(select(SeasonRow).where(others)).all():
            session.delete(season)
    again = all_seasons(arena)
    assert first in again
    assert [season.name for season in again] == [
        season.name for game in games() for season in default_seasons_of(game)
    ]


def test_season_named__tells_which_there_are(arena: Arena) -> None:
    with pytest.raises(LadderError, match="no season `chess`; there is finca") as caught:
        season_named(arena, "chess")
    assert caught.value.reason == "UNKNOWN_SEASON"
