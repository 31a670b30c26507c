"""A small arena on a temporary folder, and a worker that makes results up."""

from __future__ import annotations

import random
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult

from ladder.domain.access import Role
from ladder.domain.batch import Batch, MatchOrder, Report, SeatLog, ShippedBot
from ladder.domain.seasons import Season
from ladder.services.api_tokens import authenticate, issue_api_token
from ladder.services.arena import Arena, acting
from ladder.services.owners import add_owner, list_owners
from ladder.services.schedule import next_batch
from ladder.services.seasons import all_seasons, season_named
from ladder.services.submit import VersionInfo, set_checked, submit
from ladder.store.database import Database
from ladder.store.home import Home


@dataclass
class HandClock:
    """A clock that stands still until it is moved."""

    at: datetime = field(default_factory=lambda: datetime(2030, 1, 1, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.at

    def move(self, **span: float) -> None:
        self.at += timedelta(**span)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def arena(tmp_path: Path, clock: HandClock) -> Iterator[Arena]:
    home = Home(tmp_path / "home")
    with Database.open(home) as db:
        yield Arena(home, db, clock)


@pytest.fixture
def other(tmp_path: Path, clock: HandClock) -> Iterator[Arena]:
    """An empty arena."""
    home = Home(tmp_path / "other")
    with Database.open(home) as db:
        yield Arena(home, db, clock)


@pytest.fixture
def dump() -> Callable[[Arena], list[str]]:
    """All that the database of an arena holds."""
    return _dump


def _dump(arena: Arena) -> list[str]:
    connection = sqlite3.connect(arena.home.database)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


@pytest.fixture
def season(arena: Arena) -> Season:
    return season_named(arena, "finca")


@pytest.fixture
def solo(arena: Arena) -> Season:
    """The solo season of a game that one can play alone."""
    return next(season for season in all_seasons(arena) if season.solo)


@pytest.fixture
def acting_as(arena: Arena) -> Callable[..., Arena]:
    """The arena as an owner acts on it, made when there is none of this name."""

    def _acting_as(name: str, role: Role = Role.AUTHOR) -> Arena:
        if name not in [owner.name for owner in list_owners(arena)]:
            add_owner(arena, name, role)
        token = issue_api_token(arena, name).token
        return acting(arena, authenticate(arena, token))

    return _acting_as


@pytest.fixture
def enter(arena: Arena) -> Callable[..., VersionInfo]:
    """Enter an active bot (a shipped one under any name)."""

    def _enter(name: str, shipped: str = "random") -> VersionInfo:
        version = submit(arena, ShippedBot(shipped), name=name)
        return set_checked(arena, version.id, True, "fine")

    return _enter


@pytest.fixture
def draw(arena: Arena, season: Season) -> Callable[..., Batch | None]:
    """Take the next batch, of the rated season unless others are named."""
    rng = random.Random("pairing of the tests")

    def _draw(*seasons: Season, blocks: int = 1, worker: str = "w1") -> Batch | None:
        return next_batch(arena, seasons or [season], worker=worker, rng=rng, max_blocks=blocks)

    return _draw


def made_result(placements: tuple[int, ...], causes: dict[int, Cause] | None = None) -> MatchResult:
    """A result with these placements; seats with another cause than the rules in `causes`."""
    given = causes or {}
    return MatchResult(
        seats=tuple(
            SeatResult(
                placement,
                60 - 10 * placement,
                given.get(seat, Cause.GAME_RULES),
                fault_order=1 if seat in given else None,
                evidence=Evidence(limit_us=500_000, detail="made up")
                if seat in given
                else Evidence(),
            )
            for seat, placement in enumerate(placements)
        ),
        decisions=100,
        turns=90,
    )


@pytest.fixture
def result_of() -> Callable[..., MatchResult]:
    return made_result


@pytest.fixture
def told(clock: HandClock) -> Callable[..., Report]:
    """A worker's report of an order; without a result the seats are placed in their order."""

    def _told(
        order: MatchOrder,
        result: MatchResult | None = None,
        *,
        worker: str = "w1",
        attempt: int | None = None,
    ) -> Report:
        seats = len(order.seating)
        return Report(
            match_id=order.match_id,
            attempt=order.attempt if attempt is None else attempt,
            result=result or made_result(tuple(range(1, seats + 1))),
            replay=f"replay of {order.match_id}".encode(),
            digest="d" * 64,
            worker=worker,
            started_at=clock.at,
            ended_at=clock.at + timedelta(seconds=3),
            logs=tuple(SeatLog(seat, f"hello from {seat}") for seat in range(seats)),
        )

    return _told


@pytest.fixture
def aborted() -> Callable[[MatchOrder], MatchResult]:
    """The result of a match that was called off."""

    def _aborted(order: MatchOrder) -> MatchResult:
        return MatchResult(
            seats=tuple(SeatResult(0, 0, Cause.ABORTED) for _ in order.seating),
            decisions=0,
            turns=0,
            reason="the referee went away",
        )

    return _aborted


@contextmanager
def _files_up_to(size: int) -> Iterator[None]:
    """No file may grow above this size: as on a full disk, writing fails half-way."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def files_up_to() -> Callable[[int], AbstractContextManager[None]]:
    """For a while no file may grow above so many bytes."""
    return _files_up_to
