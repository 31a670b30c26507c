"""What all tables share: one metadata with named constraints, and helpers for CHECKs."""

from __future__ import annotations

from enum import Enum

from sqlalchemy import CheckConstraint, MetaData
from sqlmodel import SQLModel

_NAMES = {
    "pk": "pk_%(table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
}


class Row(SQLModel):
    """Base of all tables; named constraints let a later migration change them on SQLite."""

    metadata = MetaData(naming_convention=_NAMES)


def check(name: str, condition: str) -> CheckConstraint:
    """A named CHECK."""
    return CheckConstraint(condition, name=name)


def one_of(column: str, words: type[Enum]) -> CheckConstraint:
    """A CHECK that the column holds a word of the closed list."""
    listed = ", ".join(f"'{word.value}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_known")
