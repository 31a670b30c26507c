"""What every service is given first: the home and its database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from ladder.domain.access import LOCAL, Actor
from ladder.store.database import Database
from ladder.store.home import Home


def _utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Arena:
    """One arena: its folder, its open database, its clock (aware times in UTC), and who acts."""

    home: Home
    db: Database
    now: Callable[[], datetime] = _utc_now
    actor: Actor = LOCAL


def acting(arena: Arena, actor: Actor) -> Arena:
    """The same arena with somebody else who acts on it."""
    return replace(arena, actor=actor)


@contextmanager
def open_arena(home: Home) -> Iterator[Arena]:
    """Open an arena and close its database at the end."""
    with Database.open(home) as db:
        yield Arena(home, db)
