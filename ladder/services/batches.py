"""New batches: who plays, on which seats, with which seeds."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from sqlmodel import Session, col, select

from ladder.domain.blocks import seatings
from ladder.domain.seasons import Season
from ladder.domain.states import MatchState
from ladder.services.ahead import Ahead
from ladder.services.arena import Arena
from ladder.services.pairing import everyone, next_line_up
from ladder.services.pool import count_scheduled
from ladder.store.tables import BatchEntrantRow, BatchRow, BlockRow, MatchRow, SeatRow, VersionRow

SEED_BYTES = 32


def new_batch(
    session: Session,
    arena: Arena,
    season: Season,
    rng: random.Random,
    blocks: int,
    out: AbstractSet[int] = frozenset(),
    ahead: Ahead | None = None,
) -> BatchRow | None:
    """A batch of so many new blocks; None when the season has too few whole bots that may play.

    Versions that are ``out`` are not paired. Of many bots line-ups are drawn ``ahead``. With a
    remote bot it is one block: bots that wait for nobody are not to be held up for long by one that
    goes offline. So it is while a season closes, since everybody is to get as many as the others.

    In a solo season a block is a round: one seed for every version that may play, each alone.
    """
    if season.settled:
        blocks = 1
    if season.solo:
        versions = everyone(session, arena, season, out)
    else:
        versions = next_line_up(session, arena, season, rng, blocks, out, ahead or Ahead())
    if versions is None:
        return None
    if with_remote(session, versions):
        blocks = 1
    batch = BatchRow(season_id=season.id, seats=_seats(season, versions), created_at=arena.now())
    _add_batch(session, batch, versions, blocks)
    count_scheduled(session, season, versions, batch, blocks)
    session.flush()
    return batch


def requested_batch(
    session: Session, arena: Arena, season: Season, versions: Sequence[int], blocks: int
) -> BatchRow:
    """A batch of unrated matches, for which the actor of the arena asks."""
    batch = BatchRow(
        season_id=season.id,
        seats=_seats(season, versions),
        rated=False,
        requested_by=arena.actor.owner_id,
        created_at=arena.now(),
    )
    _add_batch(session, batch, versions, blocks)
    return batch


def _seats(season: Season, versions: Sequence[int]) -> int:
    return 1 if season.solo else len(versions)


def _add_batch(session: Session, batch: BatchRow, versions: Sequence[int], blocks: int) -> None:
    session.add(batch)
    session.flush()
    for place, version in enumerate(versions):
        session.add(BatchEntrantRow(batch_id=batch.id, place=place, version_id=version))
    _add_blocks(session, batch, versions, blocks)
    session.flush()


def with_remote(session: Session, versions: Sequence[int]) -> bool:
    """Whether one of the versions is run by its author."""
    wanted = select(VersionRow.id).where(
        col(VersionRow.id).in_(list(versions)), col(VersionRow.remote)
    )
    return session.exec(wanted).first() is not None


def _add_blocks(session: Session, batch: BatchRow, versions: Sequence[int], count: int) -> None:
    blocks = [
        BlockRow(batch_id=batch.id, seed=secrets.token_bytes(SEED_BYTES)) for _ in range(count)
    ]
    session.add_all(blocks)
    session.flush()
    places = seatings(len(versions), batch.seats)
    matches = [
        MatchRow(
            season_id=batch.season_id,
            block_id=block.id,
            rotation=rotation,
            rated=batch.rated,
            state=MatchState.QUEUED.value,
        )
        for block in blocks
        for rotation in range(len(places))
    ]
    session.add_all(matches)
    session.flush()
    session.add_all(
        SeatRow(match_id=match.id, seat=seat, version_id=versions[place])
        for match in matches
        for seat, place in enumerate(places[match.rotation])
    )
