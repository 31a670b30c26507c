"""Which remote bots are online, who of them may be paired, and who did not come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlmodel import Session, col, func, select

from ladder.domain.batch import OnlineBot
from ladder.domain.presence import Presence
from ladder.domain.states import MatchState, VersionState
from ladder.services.arena import Arena
from ladder.services.attempts import give_up_for_good
from ladder.services.audit import audit
from ladder.services.finding import find_bot
from ladder.store.tables import BlockRow, MatchRow, RemoteBotRow, SeatRow, VersionRow


def set_presence(arena: Arena, worker: str, online: Mapping[str, OnlineBot]) -> None:
    """Note down which bots, by their numbers as text, are connected to a worker's referee now."""
    with arena.db.write() as session:
        for row in session.exec(select(RemoteBotRow)).all():
            there = online.get(str(row.bot_id))
            if there is not None:
                row.slots, row.run = there.slots, there.run
                row.worker, row.seen_at = worker, arena.now()
            elif row.worker == worker:
                row.slots = 0
            session.add(row)


def presences(session: Session) -> dict[int, Presence]:
    """What is known of each remote bot, by its bot's number."""
    return {row.bot_id: presence_of(row) for row in session.exec(select(RemoteBotRow)).all()}


def presence_of(row: RemoteBotRow) -> Presence:
    """What a row says."""
    return Presence(row.slots, row.worker, row.seen_at, row.run, row.missed, row.missed_run)


def absent(session: Session, worker: str, now: datetime) -> set[int]:
    """The remote versions that this worker cannot have in a match now.

    They are offline, connected elsewhere, suspended, or play as many matches as they can.
    """
    versions = session.exec(
        select(VersionRow.id, VersionRow.bot_id, VersionRow.state).where(col(VersionRow.remote))
    ).all()
    if not versions:
        return set()
    known = presences(session)
    playing = _batches_in_play(session)
    out = set()
    for version, bot, state in versions:
        there = known.get(bot, Presence())
        free = there.slots - playing.get(bot, 0)
        fit = there.online(now) and there.worker == worker and not there.suspended and free > 0
        if state != VersionState.ACTIVE.value or not fit:
            out.add(version)
    return out


def void_hopeless(session: Session, now: datetime) -> None:
    """Give up queued matches that wait for a remote bot which will not come any more.

    It was offline for too long, or this version of it plays no more.
    """
    rows = session.exec(
        select(MatchRow, VersionRow)
        .join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
        .join(VersionRow, col(VersionRow.id) == SeatRow.version_id)
        .where(MatchRow.state == MatchState.QUEUED.value, col(VersionRow.remote))
    ).all()
    if not rows:
        return
    known = presences(session)
    for match, version in rows:
        replaced = version.state != VersionState.ACTIVE.value
        if match.state == MatchState.QUEUED.value and (
            replaced or known.get(version.bot_id, Presence()).given_up(now)
        ):
            why = "was replaced or retired" if replaced else "did not come back"
            give_up_for_good(session, match, now, f"A remote bot {why}.")


def note_missed(session: Session, versions: Iterable[int]) -> None:
    """These remote versions did not come to their match."""
    for row in _rows_of(session, versions):
        row.missed, row.missed_run = row.missed + 1, row.run
        session.add(row)


def note_played(session: Session, versions: Iterable[int]) -> None:
    """These versions have played a match: what they missed before is forgotten."""
    for row in _rows_of(session, versions):
        if row.missed:
            row.missed = 0
            session.add(row)


def forgive(arena: Arena, name: str) -> bool:
    """Forget which matches a remote bot missed; whether it had been suspended for them."""
    with arena.db.write() as session:
        bot = find_bot(session, name)
        arena.actor.require_own(bot.owner_id, f"let {bot.name} play again")
        row = session.get(RemoteBotRow, bot.id)
        if row is None or not row.missed:
            return False
        suspended = presence_of(row).suspended
        row.missed = 0
        session.add(row)
        audit(session, arena, "bot.forgive", f"bot {bot.name}", suspended=suspended)
        return suspended


def _batches_in_play(session: Session) -> dict[int, int]:
    """In how many batches that are being played each remote bot is."""
    rows = session.exec(
        select(VersionRow.bot_id, func.count(func.distinct(BlockRow.batch_id)))
        .join(SeatRow, col(SeatRow.version_id) == VersionRow.id)
        .join(MatchRow, col(MatchRow.id) == SeatRow.match_id)
        .join(BlockRow, col(BlockRow.id) == MatchRow.block_id)
        .where(MatchRow.state == MatchState.RUNNING.value, col(VersionRow.remote))
        .group_by(col(VersionRow.bot_id))
    ).all()
    return dict(rows)


def _rows_of(session: Session, versions: Iterable[int]) -> list[RemoteBotRow]:
    """The rows of those of the versions that are remote."""
    bots = select(VersionRow.bot_id).where(
        col(VersionRow.id).in_(list(versions)), col(VersionRow.remote)
    )
    return list(session.exec(select(RemoteBotRow).where(col(RemoteBotRow.bot_id).in_(bots))).all())
