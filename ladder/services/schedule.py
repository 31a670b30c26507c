"""What is played next: batches are given out here, and taken back from dead workers."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime

from siurell.games.registry import game_named
from sqlmodel import Session, col, select

from ladder.domain.batch import Batch, MatchOrder
from ladder.domain.blocks import in_playing_order, seatings
from ladder.domain.ids import batch_name, match_name, match_number
from ladder.domain.leases import lease_for
from ladder.domain.seasons import Season
from ladder.domain.shares import in_turn
from ladder.domain.states import AttemptState, MatchState
from ladder.services.ahead import Ahead
from ladder.services.arena import Arena
from ladder.services.attempts import give_up, issue
from ladder.services.batches import SEED_BYTES, new_batch, with_remote
from ladder.services.closings import settle
from ladder.services.line_ups import entrants_of
from ladder.services.presence import absent, void_hopeless
from ladder.services.seasons import season_of
from ladder.services.shares import pass_over_others, shares_of
from ladder.store.failures import storage_errors
from ladder.store.files import sweep
from ladder.store.lists import listed
from ladder.store.tables import (
    BatchEntrantRow,
    BatchRow,
    BlockRow,
    MatchRow,
    SeasonRow,
    VersionRow,
)


def next_batch(
    arena: Arena,
    seasons: Sequence[Season],
    *,
    worker: str,
    rng: random.Random,
    max_blocks: int,
    ahead: Ahead | None = None,
    strangers: bool = True,
) -> Batch | None:
    """Give the worker its next batch of these seasons; None when no season has enough bots.

    What somebody asked for comes first, of whatever season it is. Then what was taken back from a
    worker or called off, as a new attempt with its old seed; where remote bots play, it has a new
    one, and waits while one of them is away. Otherwise the season whose turn it is by its weight
    gets a new line-up and so many new blocks, if it draws matches now, whatever it did when the
    caller last looked; in a ladder of many bots it draws several ``ahead``, which the caller keeps
    for the next time. Without ``strangers`` nothing is given out of which the worker would have to
    run a submitted bot. Matches whose lease has ended are taken back on the way.
    """
    with arena.db.write() as session:
        now = arena.now()
        _take_back(session, _expired(session, now), now, "the lease ended without a report")
        void_hopeless(session, now)
        away = absent(session, worker, now) | (set() if strangers else _stored(session))
        settle(session, arena)
        row = _queued(session, away) or _queued(session, away, seasons)
        if row is None:
            row = _new(session, arena, seasons, rng, max_blocks, away, ahead)
        if row is None:
            return None
        season = season_of(session.get_one(SeasonRow, row.season_id))
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
        sweep((arena.home.path, *arena.home.folders, *arena.home.tournaments.glob("*/")))
    return count


def release(arena: Arena, orders: Iterable[MatchOrder]) -> None:
    """Queue again what a worker was given and has not begun; that speaks against nobody."""
    with arena.db.write() as session:
        for order in orders:
            match = session.get_one(MatchRow, match_number(order.match_id))
            if match.state == MatchState.RUNNING.value and match.attempt == order.attempt:
                _take_back(session, [match], arena.now(), "not begun: a remote bot went away")


def _stored(session: Session) -> set[int]:
    """The versions that somebody submitted and that a worker would run."""
    stored = select(VersionRow.id).where(col(VersionRow.shipped).is_(None), ~col(VersionRow.remote))
    return set(session.exec(stored).all())


def _expired(session: Session, now: datetime) -> Sequence[MatchRow]:
    return session.exec(
        select(MatchRow).where(
            MatchRow.state == MatchState.RUNNING.value, col(MatchRow.lease_until) < now
        )
    ).all()


def _take_back(session: Session, matches: Sequence[MatchRow], now: datetime, detail: str) -> None:
    for match in matches:
        give_up(session, match, AttemptState.LOST, now, detail)


def _queued(
    session: Session, away: AbstractSet[int], seasons: Sequence[Season] | None = None
) -> BatchRow | None:
    """The oldest batch with a queued match in which nobody plays who is away.

    Of rated matches of these seasons, or where none are given of those that somebody asked for.
    """
    waiting = select(BatchEntrantRow.batch_id).where(
        col(BatchEntrantRow.version_id).in_(listed(away))
    )
    wanted = (
        select(BatchRow)
        .join(BlockRow, col(BlockRow.batch_id) == BatchRow.id)
        .join(MatchRow, col(MatchRow.block_id) == BlockRow.id)
        .where(
            MatchRow.state == MatchState.QUEUED.value,
            col(MatchRow.rated) == (seasons is not None),
            col(BatchRow.id).not_in(waiting),
        )
        .order_by(col(BatchRow.id))
        .limit(1)
    )
    if seasons is not None:
        wanted = wanted.where(col(BatchRow.season_id).in_([season.id for season in seasons]))
    return session.exec(wanted).first()


def _new(
    session: Session,
    arena: Arena,
    seasons: Sequence[Season],
    rng: random.Random,
    blocks: int,
    away: AbstractSet[int],
    ahead: Ahead | None,
) -> BatchRow | None:
    """A new batch of the season whose turn it is, among those that draw matches now."""
    shares = shares_of(session)
    now = arena.now()
    drawing = {
        row.id: season_of(row)
        for row in session.exec(
            select(SeasonRow).where(col(SeasonRow.id).in_([season.id for season in seasons]))
        )
        if season_of(row).draws(now)
    }
    for share in in_turn(shares[number] for number in drawing):
        batch = new_batch(session, arena, drawing[share.key], rng, blocks, away, ahead)
        if batch is not None:
            pass_over_others(session, shares, share)
            return batch
    return None


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
    line_up = _line_up_of(session, batch)
    own_seeds = with_remote(session, line_up)
    places = seatings(len(line_up), batch.seats)
    orders = []
    for match, block in queued:
        # A remote bot remembers: no seed is met twice, not even in another try of one match.
        own = secrets.token_bytes(SEED_BYTES) if own_seeds else None
        issue(session, match, worker, now, now + lease, own)
        orders.append(_order(match, block, own or block.seed, places[match.rotation]))
    batch.issues += 1
    session.add(batch)
    return Batch(
        batch_id=batch_name(batch.id, batch.issues),
        game=season.game,
        options=season.options,
        time=season.time,
        entrants=entrants_of(session, arena.home, line_up),
        orders=in_playing_order(orders),
        startup_us=season.startup_us,
        rated=batch.rated,
    )


def _order(match: MatchRow, block: BlockRow, seed: bytes, seating: tuple[int, ...]) -> MatchOrder:
    return MatchOrder(match_name(match.id), match.attempt, seed, match.rotation, seating, block.id)


def _line_up_of(session: Session, batch: BatchRow) -> list[int]:
    return list(
        session.exec(
            select(BatchEntrantRow.version_id)
            .where(BatchEntrantRow.batch_id == batch.id)
            .order_by(col(BatchEntrantRow.place))
        ).all()
    )
