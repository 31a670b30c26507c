"""Seasons: for now each game has one, made when it is first asked for."""

from __future__ import annotations

from siurell.games.registry import game_named
from siurell.match.clock import TimeControl
from sqlmodel import Session, select

from ladder.domain.ratings import RatingParameters
from ladder.domain.seasons import Season, default_season_of
from ladder.services.arena import Arena
from ladder.store.tables import SeasonRow


def default_season(arena: Arena, game: str) -> Season:
    """The season of a game (`OptionError` when there is no such game)."""
    wanted = default_season_of(game_named(game))
    with arena.db.read() as session:
        found = _named(session, wanted.name)
        if found is not None:
            return season_of(found)
    with arena.db.write() as session:
        row = _named(session, wanted.name)
        if row is None:
            row = _row_of(wanted, arena)
            session.add(row)
            session.flush()
        return season_of(row)


def season_of(row: SeasonRow) -> Season:
    """The season that a row holds."""
    return Season(
        id=row.id,
        name=row.name,
        game=row.game,
        options=dict(row.options),
        seat_counts=tuple(row.seat_counts),
        time=TimeControl.parse(row.time),
        startup_us=row.startup_us,
        params=RatingParameters(row.mu, row.sigma, row.beta, row.tau, row.draw_probability),
    )


def _named(session: Session, name: str) -> SeasonRow | None:
    return session.exec(select(SeasonRow).where(SeasonRow.name == name)).first()


def _row_of(season: Season, arena: Arena) -> SeasonRow:
    return SeasonRow(
        name=season.name,
        game=season.game,
        options=dict(season.options),
        seat_counts=list(season.seat_counts),
        time=str(season.time),
        startup_us=season.startup_us,
        mu=season.params.mu,
        sigma=season.params.sigma,
        beta=season.params.beta,
        tau=season.params.tau,
        draw_probability=season.params.draw_probability,
        created_at=arena.now(),
    )
