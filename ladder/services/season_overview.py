"""The seasons at a glance: who could play, and how much has been played."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import col, func, select

from ladder.domain.seasons import Season
from ladder.domain.states import MatchState
from ladder.services.arena import Arena
from ladder.services.pool import ActiveBot, active_bots
from ladder.services.seasons import all_seasons
from ladder.store.tables import MatchRow


@dataclass(frozen=True, slots=True)
class SeasonOverview:
    """A season, its active bots, and how many of its matches have been reported."""

    season: Season
    bots: tuple[ActiveBot, ...]
    matches: int

    @property
    def playable(self) -> bool:
        """Whether there are enough bots for a match."""
        return len(self.bots) >= self.season.fewest_bots


def season_overviews(arena: Arena) -> list[SeasonOverview]:
    """All seasons, in the order of `all_seasons`."""
    seasons = all_seasons(arena)
    with arena.db.read() as session:
        bots = {game: tuple(active_bots(session, game)) for game in {s.game for s in seasons}}
        reported = dict(
            session.exec(
                select(MatchRow.season_id, func.count())
                .where(MatchRow.state == MatchState.REPORTED.value)
                .group_by(col(MatchRow.season_id))
            ).all()
        )
    return [
        SeasonOverview(season, bots[season.game], reported.get(season.id, 0)) for season in seasons
    ]
