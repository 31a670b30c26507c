"""What is played next: batches are made and given out here, and taken back from dead workers."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from datetime import datetime

from siurell.games.registry import game_named
from sqlmodel import Session, col, select

from ladder.domain.batch import Batch, MatchOrder
from ladder.domain.blocks import in_playing_order, rotations
from ladder.domain.ids import batch_name, match_name
from ladder.domain.leases import lease_for
from ladder.domain.matchmaking import LineUp, choose_line_up
from ladder.domain.seasons import Season
from ladder.domain.states import AttemptState, MatchState
from ladder.services.arena import Arena
from ladder.services.attempts import give_up, issue
from ladder.services.line_ups import entrants_of, spoilt_among
from ladder.services.pool import count_scheduled, pool_of
from ladder.store.failures import storage_errors
from ladder.store.files import sweep
from ladder.store.tables import (
    BatchEntrantRow,
    BatchRow,
    BlockRow,
    MatchRow,
    SeatRow,
)

SEED_BYTES = 32


def next_batch(
    arena: Arena, season: Season, *, worker: str, rng: random.Random, max_blocks: int
) -> Batch | None:
    """Give the worker its next batch; None when fewer than two bots are active and whole.

    What was taken back from a worker or called off comes first, as a new attempt with its old
    seed; otherwise a new line-up is paired and gets so many new blocks. Matches whose lease has
    ended are taken back on the way.
    """
    with arena.db.write() as session:
        now = arena.now()
        _take_back(session, _expired(session, now), now, "the lease ended without a report")
        row = _left_over(session, season)
        if row is None:
            row = _new_batch(session, arena, season, rng, max_blocks)
        if row is None:
            return None
        return _give_out(session, arena, season, row, worker)


def recover(arena: Arena, worker: str | None = None) -> int:
    """Queue again what a dead worker left running; without a name: what any worker left.

    The embedded ladder calls this when it starts: its lock says that no other worker lives.
    Returns the number of matches.
    """
    with arena.db.write() as session:
        running = select(MatchRow).where(MatchRow.state == MatchState.RUNNING.value)
        if worker is not None:
            running = running.where(MatchRow.worker == worker)
        left = session.exec(running).all()
        _take_back(session, left, arena.now(), "the worker ended without a report")
        count = len(left)
    with storage_errors(arena.home.path):
        sweep((arena.home.replays, arena.home.logs, arena.home.versions))
    return count


def _expired(session: Session, now: datetime) -> Sequence[MatchRow]:
    return session.exec(
        select(MatchRow).where(
            MatchRow.state == MatchState.RUNNING.value, col(MatchRow.lease_until) < now
        )
    ).all()


def _take_back(session: Session, matches: Sequence[MatchRow], now: datetime, detail: str) -> None:
    for match in matches:
        give_up(session, match, AttemptState.LOST, now, detail)


def _left_over(session: Session, season: Season) -> BatchRow | None:
    """The oldest batch with a queued match."""
    return session.exec(
        select(BatchRow)
        .join(BlockRow, col(BlockRow.batch_id) == BatchRow.id)
        .join(MatchRow, col(MatchRow.block_id) == BlockRow.id)
        .where(MatchRow.state == MatchState.QUEUED.value, BatchRow.season_id == season.id)
        .order_by(col(BatchRow.id))
        .limit(1)
    ).first()


def _new_batch(
    session: Session, arena: Arena, season: Season, rng: random.Random, blocks: int
) -> BatchRow | None:
    line_up = _line_up(session, arena, season, rng, blocks)
    if line_up is None:
        return None
    batch = BatchRow(season_id=season.id, seats=line_up.seats, created_at=arena.now())
    session.add(batch)
    session.flush()
    for place, version in enumerate(line_up.keys):
        session.add(BatchEntrantRow(batch_id=batch.id, place=place, version_id=version))
    _add_blocks(session, season, batch, line_up.keys, blocks)
    count_scheduled(session, season, line_up, blocks * line_up.seats, batch.id)
    session.flush()
    return batch


def _line_up(
    session: Session, arena: Arena, season: Season, rng: random.Random, blocks: int
) -> LineUp | None:
    """The next line-up of bots whose content is still as it was submitted."""
    pool = pool_of(session, season)
    while (line_up := choose_line_up(pool, season.seat_counts, rng, blocks)) is not None:
        spoilt = spoilt_among(session, arena.home, line_up.keys)
        if not spoilt:
            return line_up
        pool = [candidate for candidate in pool if candidate.key not in spoilt]
    return None


def _add_blocks(
    session: Session, season: Season, batch: BatchRow, versions: Sequence[int], count: int
) -> None:
    blocks = [
        BlockRow(batch_id=batch.id, seed=secrets.token_bytes(SEED_BYTES)) for _ in range(count)
    ]
    session.add_all(blocks)
    session.flush()
    matches = [
        MatchRow(
            season_id=season.id,
            block_id=block.id,
            rotation=rotation,
            state=MatchState.QUEUED.value,
        )
        for block in blocks
        for rotation in range(batch.seats)
    ]
    session.add_all(matches)
    session.flush()
    seatings = rotations(batch.seats)
    session.add_all(
        SeatRow(match_id=match.id, seat=seat, version_id=versions[place])
        for match in matches
        for seat, place in enumerate(seatings[match.rotation])
    )


def _give_out(
    session: Session, arena: Arena, season: Season, batch: BatchRow, worker: str
) -> Batch:
    queued = session.exec(
        select(MatchRow, BlockRow)
        .join(BlockRow, col(BlockRow.id) == MatchRow.block_id)
        .where(BlockRow.batch_id == batch.id, MatchRow.state == MatchState.QUEUED.value)
        .order_by(col(MatchRow.id))
    ).all()
    now = arena.now()
    most = game_named(season.game).max_decisions(batch.seats)
    lease = lease_for(len(queued), batch.seats, most, season.time, season.startup_us)
    for match, _ in queued:
        issue(session, match, worker, now, now + lease)
    batch.issues += 1
    session.add(batch)
    seatings = rotations(batch.seats)
    orders = [
        MatchOrder(
            match_name(match.id),
            match.attempt,
            block.seed,
            match.rotation,
            seatings[match.rotation],
        )
        for match, block in queued
    ]
    return Batch(
        batch_id=batch_name(batch.id, batch.issues),
        game=season.game,
        options=season.options,
        time=season.time,
        entrants=entrants_of(session, arena.home, _line_up_of(session, batch)),
        orders=in_playing_order(orders),
        startup_us=season.startup_us,
    )


def _line_up_of(session: Session, batch: BatchRow) -> list[int]:
    return list(
        session.exec(
            select(BatchEntrantRow.version_id)
            .where(BatchEntrantRow.batch_id == batch.id)
            .order_by(col(BatchEntrantRow.place))
        ).all()
    )
