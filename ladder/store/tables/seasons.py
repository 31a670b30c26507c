"""Seasons, and where the versions stand in them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Column, Index, text
from sqlmodel import Field

from ladder.store.tables.base import Row, check


class SeasonRow(Row, table=True):
    """A rated pool: game, options, seat counts, time control, rating parameters.

    The columns ``fault_...`` are its `ladder.domain.suspension.SuspensionRule`.
    """

    __tablename__ = "season"
    __table_args__ = (
        check("sigma_positive", "sigma > 0"),
        check("beta_positive", "beta > 0"),
        check("tau_not_negative", "tau >= 0"),
        check("draws_possible", "draw_probability > 0 AND draw_probability < 1"),
        check("startup_positive", "startup_us > 0"),
        check("fault_window_sound", "fault_fewest BETWEEN 1 AND fault_window"),
        check("fault_percent_sound", "fault_percent BETWEEN 1 AND 100"),
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
    fault_window: int = Field(default=20, sa_column_kwargs={"server_default": "20"})
    fault_fewest: int = Field(default=8, sa_column_kwargs={"server_default": "8"})
    fault_percent: int = Field(default=50, sa_column_kwargs={"server_default": "50"})
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


class SuspensionRow(Row, table=True):
    """A version that is not paired in a season, or was not, since it faulted too often.

    ``match_id`` is the match that was one too many; ``faults`` of the last ``matches`` had faults.
    Once it has ended, only matches above ``ended_match`` speak against the version again.
    """

    __tablename__ = "suspension"
    __table_args__ = (
        Index(
            "ix_suspension_one_open",
            "season_id",
            "version_id",
            unique=True,
            sqlite_where=text("ended_at IS NULL"),
            postgresql_where=text("ended_at IS NULL"),
        ),
        check("counts_sound", "faults BETWEEN 1 AND matches"),
        check("end_whole", "(ended_at IS NULL) = (ended_match IS NULL)"),
    )

    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id")
    version_id: int = Field(foreign_key="version.id", index=True)
    match_id: int = Field(foreign_key="match.id", index=True)
    matches: int
    faults: int
    since: datetime
    ended_at: datetime | None = None
    ended_match: int | None = None
