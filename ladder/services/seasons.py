"""Seasons: each game has its default ones, made when they are first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from siurell.errors import LadderError
from siurell.games.registry import games
from siurell.match.clock import TimeControl
from sqlmodel import Session, col, select

from ladder.domain.ratings import RatingParameters
from ladder.domain.seasons import Season, default_seasons_of
from ladder.domain.suspension import SuspensionRule
from ladder.services.arena import Arena
from ladder.store.tables import SeasonRow


def all_seasons(arena: Arena) -> list[Season]:
    """The seasons of all games, in the order of the games."""
    wanted = [season for game in games() for season in default_seasons_of(game)]
    with arena.db.read() as session:
        found = _by_name(session)
    if any(season.name not in found for season in wanted):
        with arena.db.write() as session:
            there = _by_name(session)
            session.add_all(_row_of(season, arena) for season in wanted if season.name not in there)
            session.flush()
            found = _by_name(session)
    order = [game.name for game in games()]
    known = [season for season in found.values() if season.game in order]
    return sorted(known, key=lambda season: (order.index(season.game), season.id))


def season_named(arena: Arena, name: str) -> Season:
    """The season of this name (`LadderError` when there is none)."""
    seasons = all_seasons(arena)
    for season in seasons:
        if season.name == name:
            return season
    known = ", ".join(season.name for season in seasons)
    raise LadderError(
        f"There is no season `{ascii(name)[1:-1][:60]}`; there is {known}.",
        reason="UNKNOWN_SEASON",
    )


def set_suspension(arena: Arena, seasons: Sequence[Season], rule: SuspensionRule) -> list[Season]:
    """Judge by this rule in these seasons from now on; the seasons as they are then."""
    with arena.db.write() as session:
        for season in seasons:
            row = session.get_one(SeasonRow, season.id)
            row.fault_window, row.fault_fewest = rule.window, rule.fewest
            row.fault_percent = rule.percent
            session.add(row)
    return [replace(season, suspension=rule) for season in seasons]


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
        suspension=SuspensionRule(row.fault_window, row.fault_fewest, row.fault_percent),
    )


def _by_name(session: Session) -> dict[str, Season]:
    rows = session.exec(select(SeasonRow).order_by(col(SeasonRow.id))).all()
    return {row.name: season_of(row) for row in rows}


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
        fault_window=season.suspension.window,
        fault_fewest=season.suspension.fewest,
        fault_percent=season.suspension.percent,
        created_at=arena.now(),
    )
