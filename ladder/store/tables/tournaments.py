"""Tournaments: their terms, their logs, their seeds, and the matches that were kept."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Column, LargeBinary
from sqlmodel import Field

from ladder.store.tables.base import Row, check


class TournamentRow(Row, table=True):
    """What is played, and by which clock. All else stands in the log.

    ``key`` is the name in lower case.
    """

    __tablename__ = "tournament"
    __table_args__ = (check("name_length", "length(name) BETWEEN 1 AND 40"),)

    id: int = Field(default=None, primary_key=True)
    name: str
    key: str = Field(unique=True)
    game: str
    options: dict[str, str] = Field(sa_column=Column(JSON, nullable=False))
    time: str
    created_at: datetime


class TournamentEventRow(Row, table=True):
    """An event of the log, the first with number 1: rows are added and never changed.

    ``author`` is who had it written: a person, or nobody when play itself did.
    """

    __tablename__ = "tournament_event"
    __table_args__ = (check("number_counts", "number >= 1"),)

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    number: int = Field(primary_key=True)
    at: datetime
    author: str
    event: dict[str, object] = Field(sa_column=Column(JSON, nullable=False))


class TournamentSeedRow(Row, table=True):
    """The seed of a slot, drawn when it is first asked for. No two slots ever share one."""

    __tablename__ = "tournament_seed"
    __table_args__ = (check("seed_length", "length(seed) = 32"),)

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    round: int = Field(primary_key=True)
    run: int = Field(primary_key=True)
    pairing: int = Field(primary_key=True)
    block: int = Field(primary_key=True)
    gone: int = Field(primary_key=True)
    seed: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False, unique=True))


class TournamentMatchRow(Row, table=True):
    """A match whose replay was kept. Lists are in the order of the seats."""

    __tablename__ = "tournament_match"
    __table_args__ = (check("digest_length", "length(digest) = 64"),)

    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    match: str = Field(primary_key=True)
    digest: str
    worker: str
    seats: list[str] = Field(sa_column=Column(JSON, nullable=False))
    placements: list[int] = Field(sa_column=Column(JSON, nullable=False))
    scores: list[int] = Field(sa_column=Column(JSON, nullable=False))
    causes: list[str] = Field(sa_column=Column(JSON, nullable=False))
    ended_at: datetime
