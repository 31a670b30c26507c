"""Seasons made and set as somebody wants them: what is not said is as usual, or stays as it is."""

from __future__ import annotations

from dataclasses import dataclass

from siurell.games.registry import game_named

from ladder.domain.seasons import Season, fresh_season
from ladder.domain.wanted_terms import WantedTerms, with_terms
from ladder.services.arena import Arena
from ladder.services.season_changes import change_season, create_season
from ladder.services.seasons import season_named


@dataclass(frozen=True, slots=True)
class SeasonSet:
    """A season as it is now, what of it was changed, and how many matches were rated again."""

    season: Season
    changed: tuple[str, ...]
    rated_again: int


def make_season(arena: Arena, name: str, game: str, wanted: WantedTerms) -> Season:
    """Make a season of a game; raises as `create_season` does, and for a game that is not there."""
    return create_season(arena, with_terms(fresh_season(name, game_named(game)), wanted))


def set_season(
    arena: Arena, name: str, wanted: WantedTerms, *, most_rated_again: int | None = None
) -> SeasonSet:
    """Set what is wanted of a season; raises as `change_season` does."""
    before = season_named(arena, name)
    after = with_terms(before, wanted)
    change = change_season(arena, after, before, most_rated_again=most_rated_again)
    matches = 0 if change.rerated is None else change.rerated.matches
    return SeasonSet(change.season, change.changed, matches)
