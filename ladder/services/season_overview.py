"""The seasons at a glance: who could play, and how much has been played."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import select

from ladder.domain.seasons import Season
from ladder.services.arena import Arena
from ladder.services.pool import ActiveBot, count_entered, entered_bots, suspended_in
from ladder.services.seasons import all_seasons
from ladder.store.tables import SeasonRow


@dataclass(frozen=True, slots=True)
class SeasonOverview:
    """A season, its active bots, and how many of its rated matches have been reported.

    ``suspended`` are those of its bots that are not paired, since they faulted too often.
    """

    season: Season
    bots: tuple[ActiveBot, ...]
    matches: int
    suspended: tuple[ActiveBot, ...] = ()

    @property
    def playable(self) -> bool:
        """Whether there are enough bots for a match."""
        return len(self.playing) >= self.season.fewest_bots

    @property
    def playing(self) -> tuple[ActiveBot, ...]:
        """The bots that are not suspended, nor gone from a season that closes."""
        return tuple(bot for bot in self.bots if not bot.gone and bot not in self.suspended)


@dataclass(frozen=True, slots=True)
class SeasonTotals:
    """A season, how many bots are in it, and how many of its rated matches have been reported."""

    season: Season
    bots: int
    matches: int


def season_totals(arena: Arena) -> list[SeasonTotals]:
    """All seasons, in the order of `all_seasons`."""
    seasons = all_seasons(arena)
    with arena.db.read() as session:
        reported = dict(session.exec(select(SeasonRow.id, SeasonRow.reported)).all())
        return [
            SeasonTotals(one, count_entered(session, one), reported.get(one.id, 0))
            for one in seasons
        ]


def season_overviews(arena: Arena) -> list[SeasonOverview]:
    """All seasons, in the order of `all_seasons`."""
    seasons = all_seasons(arena)
    with arena.db.read() as session:
        bots = {season.id: tuple(entered_bots(session, season)) for season in seasons}
        # Counted where they are reported: counting them in the log would take ever longer.
        reported = dict(session.exec(select(SeasonRow.id, SeasonRow.reported)).all())
        out = {season.id: suspended_in(session, season) for season in seasons}
    return [
        SeasonOverview(
            season,
            bots[season.id],
            reported.get(season.id, 0),
            tuple(bot for bot in bots[season.id] if bot.version_id in out[season.id]),
        )
        for season in seasons
    ]
