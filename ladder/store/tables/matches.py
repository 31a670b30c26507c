"""Batches, blocks, matches, their seats and attempts."""

from __future__ import annotations

from datetime import datetime

from siurell.match.result import Cause
from sqlalchemy import JSON, Column, Index, LargeBinary, UniqueConstraint, false, text, true
from sqlmodel import Field

from ladder.domain.load import JsonLoad
from ladder.domain.states import AttemptState, MatchState
from ladder.store.tables.base import Row, check, one_of

IRREGULAR = "cause != 'game_rules'"
"""True of a seat that ended otherwise than by the rules: of few, so that an index finds them."""


class CounterRow(Row, table=True):
    """A number that only grows, such as ``report``: the order in which reports were committed."""

    __tablename__ = "counter"
    __table_args__ = (check("value_not_negative", "value >= 0"),)

    name: str = Field(primary_key=True)
    value: int = 0


class BatchRow(Row, table=True):
    """Blocks of one line-up. ``issues`` counts how often (parts of) it went to a worker.

    The line-up fills all seats; where there is but one seat, everyone of it plays alone.
    Its matches are ``rated`` unless somebody asked for them: the owner ``requested_by``, or who
    has the arena's folder.
    """

    __tablename__ = "batch"
    __table_args__ = (
        check("seats_counts", "seats >= 1"),
        check("rated_is_not_requested", "rated = 0 OR requested_by IS NULL"),
        Index("ix_batch_requested_by", "requested_by", "created_at"),
    )

    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    seats: int
    issues: int = 0
    rated: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    requested_by: int | None = Field(default=None, foreign_key="owner.id")
    created_at: datetime


class BatchEntrantRow(Row, table=True):
    """A version's place in the line-up of a batch: no version has two."""

    __tablename__ = "batch_entrant"
    __table_args__ = (
        UniqueConstraint("batch_id", "version_id"),
        Index("ix_batch_entrant_version", "version_id", "batch_id"),
    )

    batch_id: int = Field(foreign_key="batch.id", primary_key=True)
    place: int = Field(primary_key=True)
    version_id: int = Field(foreign_key="version.id")


class BlockRow(Row, table=True):
    """One seed, to be played in all rotations of the line-up. No two blocks ever share a seed."""

    __tablename__ = "block"
    __table_args__ = (check("seed_length", "length(seed) = 32"),)

    id: int = Field(default=None, primary_key=True)
    batch_id: int = Field(foreign_key="batch.id", index=True)
    seed: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False, unique=True))


class MatchRow(Row, table=True):
    """One game to play, or played. ``attempt`` is the current try; only it may report.

    It is ``rated`` as its batch is: what is not touches no rating, no count and no statistics.
    ``report_no`` is the place of its report in the order of commits; ratings are a fold in it.
    ``rating_kept`` marks a match whose ratings could not be computed and stayed as they were;
    ``rating_set`` is the number of the season's parameters by which its ratings were computed.
    ``load`` is what the worker's machine did meanwhile (`ladder.domain.load.MachineLoad`); it is
    kept where a seat lost by time.
    """

    __tablename__ = "match"
    __table_args__ = (
        UniqueConstraint("block_id", "rotation"),
        Index("ix_match_season_report", "season_id", "report_no"),
        Index("ix_match_state", "state", "id"),
        Index("ix_match_season", "season_id", "id"),
        one_of("state", MatchState),
        check("attempt_counts", "attempt >= 1"),
        check("reported_is_numbered", "(state = 'reported') = (report_no IS NOT NULL)"),
        check("running_has_worker", "state != 'running' OR worker IS NOT NULL"),
        check("running_has_lease", "(state = 'running') = (lease_until IS NOT NULL)"),
    )

    id: int = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id")
    block_id: int = Field(foreign_key="block.id")
    rotation: int
    rated: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    state: str
    attempt: int = 1
    aborts: int = 0
    worker: str | None = None
    lease_until: datetime | None = None
    report_no: int | None = Field(default=None, unique=True)
    started_at: datetime | None = None
    ended_at: datetime | None = None
    digest: str = ""
    decisions: int = 0
    turns: int = 0
    grade: str = ""
    reason: str = ""
    rating_kept: bool = False
    rating_set: int | None = None
    load: JsonLoad | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )


class SeatRow(Row, table=True):
    """One version on one seat of a match, and how that ended."""

    __tablename__ = "match_seat"
    __table_args__ = (
        UniqueConstraint("match_id", "version_id"),
        Index("ix_match_seat_version", "version_id", "match_id"),
        Index(
            "ix_match_seat_cause",
            "cause",
            "match_id",
            sqlite_where=text(IRREGULAR),
            postgresql_where=text(IRREGULAR),
        ),
        check(
            "cause_known",
            "cause IS NULL OR cause IN ({})".format(
                ", ".join(f"'{cause.value}'" for cause in Cause)
            ),
        ),
        check("placement_with_cause", "(cause IS NULL) = (placement IS NULL)"),
        check("placement_counts", "placement IS NULL OR placement >= 1"),
        check("rating_whole", "(mu_before IS NULL) = (mu_after IS NULL)"),
    )

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    seat: int = Field(primary_key=True)
    version_id: int = Field(foreign_key="version.id")
    cause: str | None = None
    placement: int | None = None
    score: int | None = None
    fault_order: int | None = None
    evidence: dict[str, int | str] = Field(
        default_factory=dict, sa_column=Column(JSON, nullable=False)
    )
    mu_before: float | None = None
    sigma_before: float | None = None
    mu_after: float | None = None
    sigma_after: float | None = None


class AttemptRow(Row, table=True):
    """One try at a match: who had it, until when, and what came of it.

    ``started_at``, ``decisions`` and ``digest`` say how far an attempt came that was called off;
    it has a replay of what was played when there is a digest. ``lagged``: it was called off since
    the referee itself was late; ``load`` is then what the machine did meanwhile.
    ``seed`` is its own where a remote bot plays, which may remember that of another try.
    ``sandbox`` is what its bots ran in, and what was seen to hold there; it is empty in attempts
    from before that was kept.
    ``late_report`` keeps what an attempt reported after it had been given up.
    """

    __tablename__ = "attempt"
    __table_args__ = (
        one_of("state", AttemptState),
        check("number_counts", "number >= 1"),
        check("seed_length", "seed IS NULL OR length(seed) = 32"),
    )

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    number: int = Field(primary_key=True)
    state: str
    worker: str
    issued_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    decisions: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    digest: str = Field(default="", sa_column_kwargs={"server_default": ""})
    seed: bytes | None = Field(
        default=None, sa_column=Column(LargeBinary(32), nullable=True, unique=True)
    )
    detail: str = ""
    sandbox: str = Field(default="", sa_column_kwargs={"server_default": ""})
    lagged: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    load: JsonLoad | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    late_report: dict[str, object] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
