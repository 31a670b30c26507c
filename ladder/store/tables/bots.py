"""Bots and their versions."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Column, Index, UniqueConstraint, text
from sqlmodel import Field

from ladder.domain.states import VersionState
from ladder.store.tables.base import Row, check, one_of


class BotRow(Row, table=True):
    """The thing with a name. ``key`` is the name in lower case; without an owner it is nobody's."""

    __tablename__ = "bot"
    __table_args__ = (check("name_length", "length(name) BETWEEN 1 AND 40"),)

    id: int = Field(default=None, primary_key=True)
    name: str
    key: str = Field(unique=True)
    created_at: datetime
    owner_id: int | None = Field(default=None, foreign_key="owner.id", index=True)


class VersionRow(Row, table=True):
    """One immutable upload of a bot.

    ``shipped`` names the bot of the SDK that it is; None: a folder, stored under ``digest``, or
    with ``remote`` a program on its author's machine, of which nothing is stored.
    ``note`` is what its author says of it.
    ``submission`` grows with every submission, so that the latest one of a bot wins.
    """

    __tablename__ = "version"
    __table_args__ = (
        UniqueConstraint("bot_id", "number"),
        UniqueConstraint("bot_id", "digest"),
        Index(
            "ix_version_one_active",
            "bot_id",
            unique=True,
            sqlite_where=text("state = 'active'"),
            postgresql_where=text("state = 'active'"),
        ),
        one_of("state", VersionState),
        check("number_counts", "number >= 1"),
        check("digest_length", "length(digest) = 64"),
        check("remote_is_not_shipped", "remote = 0 OR shipped IS NULL"),
        check("note_length", "length(note) <= 200"),
    )

    id: int = Field(default=None, primary_key=True)
    bot_id: int = Field(foreign_key="bot.id")
    number: int
    digest: str
    shipped: str | None = None
    remote: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})
    command: list[str] = Field(sa_column=Column(JSON, nullable=False))
    submission: int = Field(unique=True)
    state: str = Field(index=True)
    check_report: str = ""
    note: str = Field(default="", sa_column_kwargs={"server_default": ""})
    submitted_at: datetime
    checked_at: datetime | None = None


class VersionGameRow(Row, table=True):
    """A game that a version plays."""

    __tablename__ = "version_game"

    version_id: int = Field(foreign_key="version.id", primary_key=True)
    game: str = Field(primary_key=True, index=True)
