"""One season in full: who plays, what is in flight, what is still owed, its rating parameters."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import Session, col, func, select

from ladder.domain.ids import version_label
from ladder.domain.seasons import Season
from ladder.domain.states import UNFINISHED
from ladder.services.arena import Arena
from ladder.services.closings import owed_to_playing
from ladder.services.pool import entered_bots, playing_bots
from ladder.services.season_changes import RatingSet, rating_sets
from ladder.services.seasons import season_named
from ladder.store.tables import MatchRow, SeasonRow

_UNFINISHED = sorted(state.value for state in UNFINISHED)


@dataclass(frozen=True, slots=True)
class SeasonDetail:
    """All that is known of a season.

    ``bots`` make up its table, ``playing`` are those of them that may be paired; ``in_flight`` are
    matches that were drawn and are not reported. ``owed``: the extra blocks that are still to be
    drawn for those that play, by the names of the versions, while it closes.
    """

    season: Season
    bots: tuple[str, ...]
    playing: tuple[str, ...]
    matches: int
    in_flight: int
    owed: dict[str, int]
    rating_sets: tuple[RatingSet, ...]


def season_detail(arena: Arena, name: str) -> SeasonDetail:
    """The season of this name in full (`LadderError` when there is none)."""
    season = season_named(arena, name)
    sets = rating_sets(arena, season)
    with arena.db.read() as session:
        entered, playing = entered_bots(session, season), playing_bots(session, season)
        owed = owed_to_playing(session, season)
        return SeasonDetail(
            season,
            tuple(version_label(bot.bot, bot.number) for bot in entered),
            tuple(version_label(bot.bot, bot.number) for bot in playing),
            session.get_one(SeasonRow, season.id).reported,
            _in_flight(session, season),
            {
                version_label(bot.bot, bot.number): owed[bot.version_id]
                for bot in playing
                if bot.version_id in owed
            },
            tuple(sets),
        )


def in_flight(arena: Arena, season: Season) -> int:
    """How many rated matches of a season were drawn and are not reported."""
    with arena.db.read() as session:
        return _in_flight(session, season)


def _in_flight(session: Session, season: Season) -> int:
    unfinished = select(func.count()).where(
        MatchRow.season_id == season.id, MatchRow.rated, col(MatchRow.state).in_(_UNFINISHED)
    )
    return session.exec(unfinished).one()
