"""Seasons: each game has its default ones, made when they are first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from siurell.errors import LadderError
from siurell.games.registry import games
from siurell.match.clock import TimeControl
from sqlmodel import Session, col, select

from ladder.domain.access import Role
from ladder.domain.ratings import RatingParameters
from ladder.domain.season_states import SeasonState
from ladder.domain.seasons import Season, default_seasons_of
from ladder.domain.suspension import SuspensionRule
from ladder.services.arena import Arena
from ladder.services.audit import audit
from ladder.services.shares import first_share
from ladder.store.tables import BatchRow, RatingSetRow, SeasonRow


def all_seasons(arena: Arena) -> list[Season]:
    """The seasons of all games, in the order of the games."""
    wanted = [season for game in games() for season in default_seasons_of(game)]
    with arena.db.read() as session:
        found = _by_name(session)
    if any(season.name not in found for season in wanted):
        with arena.db.write() as session:
            there = _by_name(session)
            for season in wanted:
                if season.name not in there:
                    add_season(session, arena, season, author="")
            found = _by_name(session)
    order = [game.name for game in games()]
    known = [season for season in found.values() if season.game in order]
    return sorted(known, key=lambda season: (order.index(season.game), season.id))


def season_named(arena: Arena, name: str) -> Season:
    """The season of this name (`LadderError` when there is none)."""
    return season_among(all_seasons(arena), name)


def season_among(seasons: Sequence[Season], name: str) -> Season:
    """The one of this name (`LadderError` when there is none)."""
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
    arena.actor.require(Role.ORGANISER, "say when bots are suspended")
    with arena.db.write() as session:
        for season in seasons:
            row = session.get_one(SeasonRow, season.id)
            row.fault_window, row.fault_fewest = rule.window, rule.fewest
            row.fault_percent = rule.percent
            session.add(row)
            audit(session, arena, "season.suspension", f"season {season.name}", rule=str(rule))
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
        params=params_of(row),
        suspension=SuspensionRule(row.fault_window, row.fault_fewest, row.fault_percent),
        state=SeasonState(row.state),
        weight=row.weight,
        own_opponents=row.own_opponents,
        opens_at=row.opens_at,
        closes_at=row.closes_at,
        extra_blocks=row.extra_blocks,
        closing_after=row.closing_after,
        rating_set=row.rating_set,
    )


def params_of(row: SeasonRow | RatingSetRow) -> RatingParameters:
    """The rating parameters that a row holds."""
    return RatingParameters(row.mu, row.sigma, row.beta, row.tau, row.draw_probability)


def is_played(session: Session, season: int) -> bool:
    """Whether a rated match of it was drawn; on one that somebody asked for nothing hangs."""
    drawn = select(BatchRow.id).where(BatchRow.season_id == season, BatchRow.rated)
    return session.exec(drawn.limit(1)).first() is not None


def _by_name(session: Session) -> dict[str, Season]:
    rows = session.exec(select(SeasonRow).order_by(col(SeasonRow.id))).all()
    return {row.name: season_of(row) for row in rows}


def add_season(session: Session, arena: Arena, season: Season, author: str) -> SeasonRow:
    """Write down a new season, open, with its first rating parameters."""
    params = season.params
    row = SeasonRow(
        name=season.name,
        game=season.game,
        options=dict(season.options),
        seat_counts=list(season.seat_counts),
        time=str(season.time),
        startup_us=season.startup_us,
        mu=params.mu,
        sigma=params.sigma,
        beta=params.beta,
        tau=params.tau,
        draw_probability=params.draw_probability,
        fault_window=season.suspension.window,
        fault_fewest=season.suspension.fewest,
        fault_percent=season.suspension.percent,
        created_at=arena.now(),
        served=first_share(session),
        rating_set=0,
    )
    set_terms(row, season)
    set_params(session, arena, row, params, author)
    return row


def set_terms(row: SeasonRow, season: Season) -> None:
    """Write what can be set of a season into its row, but for its rating parameters."""
    row.options = dict(season.options)
    row.seat_counts = list(season.seat_counts)
    row.time = str(season.time)
    row.startup_us = season.startup_us
    row.weight = season.weight
    row.own_opponents = season.own_opponents
    row.opens_at, row.closes_at = season.opens_at, season.closes_at
    row.extra_blocks = season.extra_blocks


def set_params(
    session: Session, arena: Arena, row: SeasonRow, params: RatingParameters, author: str
) -> None:
    """Give a season other rating parameters, under the next number; its log is not rated by them.

    Whoever calls this rates it again in the same transaction.
    """
    values = params_columns(params)
    for name, value in values.items():
        setattr(row, name, value)
    row.rating_set += 1
    session.add(row)
    session.flush()
    session.add(
        RatingSetRow(
            season_id=row.id, number=row.rating_set, since=arena.now(), author=author, **values
        )
    )
    session.flush()


def params_columns(params: RatingParameters) -> dict[str, float]:
    """Rating parameters as columns of a row."""
    return {
        "mu": params.mu,
        "sigma": params.sigma,
        "beta": params.beta,
        "tau": params.tau,
        "draw_probability": params.draw_probability,
    }
