"""How the rating of a bot went over time."""

from __future__ import annotations

from dataclasses import dataclass

from siurell.errors import LadderError
from sqlmodel import Session, col, func, select

from ladder.domain.history import Rated, Stretch, stretches
from ladder.domain.ratings import Rating
from ladder.services.arena import Arena
from ladder.services.finding import find_bot
from ladder.services.seasons import season_named
from ladder.services.short_logs import refuse_long_history
from ladder.store.tables import MatchRow, SeasonRow, SeatRow, StandingRow, VersionRow


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """The ratings of a bot in a season, all its versions one after another."""

    season: str
    bot: str
    stretches: tuple[Stretch, ...]


def rating_histories(
    arena: Arena,
    name: str,
    season: str | None = None,
    *,
    most: int = 12,
    most_matches: int | None = None,
) -> list[RatingHistory]:
    """The history of a bot in a rated season, or in all that it has played.

    Raises `LadderError`: ``UNKNOWN_BOT``, ``UNKNOWN_SEASON``, ``SOLO_SEASON``, or ``LONG_LOG`` when
    it has more than ``most_matches`` there.
    """
    wanted = None if season is None else season_named(arena, season)
    if wanted is not None and wanted.solo:
        raise LadderError(
            f"In {wanted.name} everyone plays alone and nobody is rated; type "
            f"`siurell leaderboard {wanted.name}`.",
            reason="SOLO_SEASON",
        )
    with arena.db.read() as session:
        bot = find_bot(session, name)
        played = (
            select(SeasonRow.id, SeasonRow.name, func.sum(StandingRow.matches))
            .join(StandingRow, col(StandingRow.season_id) == SeasonRow.id)
            .join(VersionRow, col(VersionRow.id) == StandingRow.version_id)
            .where(VersionRow.bot_id == bot.id, StandingRow.matches > 0)
            .group_by(col(SeasonRow.id))
        )
        if wanted is not None:
            played = played.where(SeasonRow.id == wanted.id)
        seasons = session.exec(played.order_by(col(SeasonRow.id))).all()
        refuse_long_history(bot.name, sum(matches for _, _, matches in seasons), most_matches)
        return [
            RatingHistory(title, bot.name, tuple(stretches(_log(session, bot.id, number), most)))
            for number, title, _ in seasons
        ]


def _log(session: Session, bot: int, season: int) -> list[Rated]:
    """What a bot was rated after each match of a season, one version after another."""
    rows = session.exec(
        select(VersionRow.number, SeatRow.mu_after, SeatRow.sigma_after, MatchRow.ended_at)
        .join(SeatRow, col(SeatRow.version_id) == VersionRow.id)
        .join(MatchRow, col(MatchRow.id) == SeatRow.match_id)
        .where(
            VersionRow.bot_id == bot,
            MatchRow.season_id == season,
            col(SeatRow.mu_after).is_not(None),
        )
        .order_by(col(VersionRow.number), col(MatchRow.report_no))
    )
    return [Rated(version, Rating(mu or 0.0, sigma or 0.0), at) for version, mu, sigma, at in rows]
