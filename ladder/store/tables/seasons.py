"""Seasons, and where the versions stand in them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Column
from sqlmodel import Field

from ladder.store.tables.base import Row, check


class SeasonRow(Row, table=True):
    """A rated pool: game, options, seat counts, time control, rating parameters."""

    __tablename__ = "season"
    __table_args__ = (
        check("sigma_positive", "sigma > 0"),
        check("beta_positive", "beta > 0"),
        check("tau_not_negative", "tau >= 0"),
        check("draws_possible", "draw_probability > 0 AND draw_probability < 1"),
        check("startup_positive", "startup_us > 0"),
    )

    id: int = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    game: str = Field(index=True)
    options: dict[str, str] = Field(sa_column=Column(JSON, nullable=False))
    seat_counts: list[int] = Field(sa_column=Column(JSON, nullable=False))
    time: str
    startup_us: int
    mu: float
    sigma: float
    beta: float
    tau: float
    draw_probability: float
    created_at: datetime


class StandingRow(Row, table=True):
    """Where a version stands: the fold of its season's match log so far.

    ``wins`` counts in units of `ladder.domain.fold.WIN`.
    """

    __tablename__ = "standing"
    __table_args__ = (
        check("sigma_positive", "sigma > 0"),
        check("counts_sound", "matches >= 0 AND faults BETWEEN 0 AND matches"),
        check("wins_sound", "wins BETWEEN 0 AND 12 * matches"),
    )

    season_id: int = Field(foreign_key="season.id", primary_key=True)
    version_id: int = Field(foreign_key="version.id", primary_key=True, index=True)
    mu: float
    sigma: float
    matches: int = 0
    wins: int = 0
    faults: int = 0
    last_batch: int = 0


class SoloStandingRow(Row, table=True):
    """Where a version stands in a solo season: the fold of its match log so far.

    The values are those of `ladder.domain.solo.SoloStanding`.
    """

    __tablename__ = "solo_standing"
    __table_args__ = (
        check("counts_sound", "matches >= 0 AND faults BETWEEN 0 AND matches"),
        check("rounds_sound", "rounds BETWEEN 0 AND matches"),
        check("squares_not_negative", "squares >= 0"),
    )

    season_id: int = Field(foreign_key="season.id", primary_key=True)
    version_id: int = Field(foreign_key="version.id", primary_key=True, index=True)
    matches: int = 0
    faults: int = 0
    points: int = 0
    rounds: int = 0
    lead: float = 0.0
    squares: float = 0.0


class FormatCountRow(Row, table=True):
    """How many matches of a format (a number of seats) a version has played or is about to."""

    __tablename__ = "format_count"
    __table_args__ = (check("matches_not_negative", "matches >= 0"),)

    season_id: int = Field(foreign_key="season.id", primary_key=True)
    version_id: int = Field(foreign_key="version.id", primary_key=True)
    seats: int = Field(primary_key=True)
    matches: int = 0
