"""Owners of bots, their API tokens, and the audit log."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Column, Index, LargeBinary
from sqlmodel import Field

from ladder.domain.access import Role
from ladder.domain.quotas import Quota
from ladder.store.tables.base import Row, check, one_of


class OwnerRow(Row, table=True):
    """Somebody to whom bots belong. ``key`` is the name in lower case.

    An owner is never deleted: with ``disabled_at`` he is out, and his name stays taken.
    """

    __tablename__ = "owner"
    __table_args__ = (
        check("name_length", "length(name) BETWEEN 1 AND 40"),
        one_of("role", Role),
    )

    id: int = Field(default=None, primary_key=True)
    name: str
    key: str = Field(unique=True)
    role: str
    created_at: datetime
    disabled_at: datetime | None = None


class OwnerQuotaRow(Row, table=True):
    """A limit that an owner has instead of the ladder's."""

    __tablename__ = "owner_quota"
    __table_args__ = (one_of("quota", Quota), check("amount_not_negative", "amount >= 0"))

    owner_id: int = Field(foreign_key="owner.id", primary_key=True)
    quota: str = Field(primary_key=True)
    amount: int


class LadderQuotaRow(Row, table=True):
    """A limit of this ladder that is not the usual one."""

    __tablename__ = "ladder_quota"
    __table_args__ = (one_of("quota", Quota), check("amount_not_negative", "amount >= 0"))

    quota: str = Field(primary_key=True)
    amount: int


class ApiTokenRow(Row, table=True):
    """A token by which an owner acts, of which only the hash is kept."""

    __tablename__ = "api_token"
    __table_args__ = (check("digest_length", "length(digest) = 32"),)

    id: int = Field(default=None, primary_key=True)
    owner_id: int = Field(foreign_key="owner.id", index=True)
    digest: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False, unique=True))
    label: str = ""
    issued_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None


class AuditRow(Row, table=True):
    """A change that somebody made. ``owner_id`` is None for who acts on the arena's folder."""

    __tablename__ = "audit"
    __table_args__ = (
        Index("ix_audit_owner_action", "owner_id", "action", "at"),
        one_of("role", Role),
        check("action_named", "length(action) > 0"),
    )

    id: int = Field(default=None, primary_key=True)
    at: datetime = Field(index=True)
    actor: str
    role: str
    owner_id: int | None = Field(default=None, foreign_key="owner.id")
    action: str
    subject: str = Field(index=True)
    detail: dict[str, object] = Field(sa_column=Column(JSON, nullable=False))
