"""Seasons, and where the versions stand in them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, BigInteger, Column, Index, false, text
from sqlmodel import Field

from ladder.domain.season_states import SeasonState
from ladder.store.tables.base import Row, check, one_of


class SeasonRow(Row, table=True):
    """A rated pool: game, options, seat counts, time control, rating parameters, state.

    The columns ``fault_...`` are its `ladder.domain.suspension.SuspensionRule`. ``rating_set`` is
    the number of its rating parameters (`RatingSetRow`) among all that it has had.
    ``closing_after`` is the newest batch when it began to close, ``extra_blocks`` what everybody
    plays from then on. ``served`` and ``match_us`` are of `ladder.domain.shares`, ``draws`` counts
    its batches, ``reported`` its rated matches that were reported.
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
        one_of("state", SeasonState),
        check("weight_sound", "weight BETWEEN 1 AND 1000"),
        check("extra_blocks_not_negative", "extra_blocks >= 0"),
        check("closing_known", "state NOT IN ('closing', 'closed') OR closing_after IS NOT NULL"),
        check("rating_set_counts", "rating_set >= 1"),
        check("work_not_negative", "served >= 0 AND match_us >= 0 AND draws >= 0"),
        check("reported_not_negative", "reported >= 0"),
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
    state: str = Field(
        default=SeasonState.OPEN.value, sa_column_kwargs={"server_default": SeasonState.OPEN.value}
    )
    weight: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    own_opponents: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    extra_blocks: int = Field(default=10, sa_column_kwargs={"server_default": "10"})
    closing_after: int | None = None
    rating_set: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    served: int = Field(default=0, sa_column=Column(BigInteger, nullable=False, server_default="0"))
    match_us: int = Field(
        default=0, sa_column=Column(BigInteger, nullable=False, server_default="0")
    )
    draws: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    reported: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class RatingSetRow(Row, table=True):
    """Rating parameters that a season has or had; ``author`` put them in place, or nobody did."""

    __tablename__ = "rating_set"
    __table_args__ = (
        check("number_counts", "number >= 1"),
        check("numbers_sound", "sigma > 0 AND beta > 0 AND tau >= 0"),
        check("draws_possible", "draw_probability > 0 AND draw_probability < 1"),
    )

    season_id: int = Field(foreign_key="season.id", primary_key=True)
    number: int = Field(primary_key=True)
    mu: float
    sigma: float
    beta: float
    tau: float
    draw_probability: float
    since: datetime
    author: str


class ClosingEntrantRow(Row, table=True):
    """A version that was there when a season began to close: it stands in the final table."""

    __tablename__ = "closing_entrant"

    season_id: int = Field(foreign_key="season.id", primary_key=True)
    version_id: int = Field(foreign_key="version.id", primary_key=True)


class StandingRow(Row, table=True):
    """Where a version stands: the fold of its season's match log so far.

    ``wins`` counts in units of `ladder.domain.fold.WIN`. It began from the standing that
    ``parent_id``, a version before it, had after the report ``parent_report``; None: from the start
    of the season.
    """

    __tablename__ = "standing"
    __table_args__ = (
        check("parent_whole", "(parent_id IS NULL) = (parent_report IS NULL)"),
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
    parent_id: int | None = Field(default=None, foreign_key="version.id")
    parent_report: int | None = None


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
