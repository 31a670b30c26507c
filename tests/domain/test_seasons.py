"""The default season of a game."""

from __future__ import annotations

from siurell.games.registry import game_named

from ladder.domain.seasons import default_season_of


def test_default_season__of_finca() -> None:
    season = default_season_of(game_named("finca"))
    assert season.name == season.game == "finca"
    assert season.seat_counts == (2, 3, 4)
    assert str(season.time) == "10s+50ms/500ms"
    assert season.options == game_named("finca").check_options({})
