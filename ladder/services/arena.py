"""What every service is given first: the home and its database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from ladder.store.database import Database
from ladder.store.home import Home


def _utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Arena:
    """One arena: its folder, its open database and its clock (aware times in UTC)."""

    home: Home
    db: Database
    now: Callable[[], datetime] = _utc_now


@contextmanager
def open_arena(home: Home) -> Iterator[Arena]:
    """Open an arena and close its database at the end."""
    with Database.open(home) as db:
        yield Arena(home, db)
