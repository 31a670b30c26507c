"""Quotas as they are used: looked at in the transaction that uses them.

Write transactions come one after the other, so two submissions at once cannot share the last one.
An operator has no quotas.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from ladder.domain.access import Role
from ladder.domain.quotas import (
    DAY,
    Quota,
    Quotas,
    check_a_day,
    check_active_bots,
    check_upload_size,
    quotas_of,
)
from ladder.domain.states import VersionState
from ladder.services.arena import Arena
from ladder.services.audit import SUBMIT
from ladder.store.tables import (
    AuditRow,
    BatchRow,
    BlockRow,
    BotRow,
    LadderQuotaRow,
    MatchRow,
    OwnerQuotaRow,
    VersionRow,
)

PLAYS = (VersionState.ACTIVE.value, VersionState.PENDING.value)
"""The states of versions that play, or will when they have been checked."""


def own_limits(session: Session, owner_id: int) -> dict[Quota, int]:
    """The limits that an owner has instead of the ladder's."""
    rows = session.exec(select(OwnerQuotaRow).where(OwnerQuotaRow.owner_id == owner_id)).all()
    return {Quota(row.quota): row.amount for row in rows}


def ladder_limits(session: Session) -> dict[Quota, int]:
    """The limits of this ladder that are not the usual ones."""
    return {Quota(row.quota): row.amount for row in session.exec(select(LadderQuotaRow)).all()}


def limits_of(session: Session, owner_id: int) -> Quotas:
    """The limits of an owner."""
    return quotas_of(own_limits(session, owner_id), ladder_limits(session))


def check_upload_quota(session: Session, arena: Arena, size: int) -> None:
    """Go on when who acts may submit so many bytes now, or `LadderError` (``QUOTA``)."""
    owner = _counted(arena)
    if owner is None:
        return
    limits = limits_of(session, owner)
    check_upload_size(size, limits.upload_bytes)
    now = arena.now()
    check_a_day("submissions", limits.uploads, uploads_since(session, owner, now - DAY), now)


def check_active_quota(session: Session, arena: Arena, bot: BotRow) -> None:
    """Go on when one more bot of who acts may play, this one, or `LadderError` (``QUOTA``)."""
    owner = _counted(arena)
    if owner is not None:
        active = [one for one in playing_of(session, owner) if one != bot.id]
        check_active_bots(len(active), limits_of(session, owner).active_bots)


def check_request_quota(session: Session, arena: Arena, wanted: int = 1) -> None:
    """Go on when who acts may request so many more matches today, or `LadderError` (``QUOTA``)."""
    owner = _counted(arena)
    if owner is not None:
        now = arena.now()
        used = requested_since(session, owner, now - DAY)
        limit = limits_of(session, owner).requests
        check_a_day("requested matches", limit, used, now, wanted)


def uploads_since(session: Session, owner_id: int, since: datetime) -> Sequence[datetime]:
    """When an owner has submitted something."""
    return session.exec(
        select(AuditRow.at).where(
            AuditRow.owner_id == owner_id, AuditRow.action == SUBMIT, AuditRow.at > since
        )
    ).all()


def requested_since(session: Session, owner_id: int, since: datetime) -> Sequence[datetime]:
    """When an owner has asked for matches: a time for each."""
    return session.exec(
        select(BatchRow.created_at)
        .join(BlockRow, col(BlockRow.batch_id) == BatchRow.id)
        .join(MatchRow, col(MatchRow.block_id) == BlockRow.id)
        .where(BatchRow.requested_by == owner_id, BatchRow.created_at > since)
    ).all()


def playing_of(session: Session, owner_id: int) -> Sequence[int]:
    """The bots of an owner of which a version plays, or waits for its check."""
    return session.exec(
        select(VersionRow.bot_id)
        .join(BotRow, col(BotRow.id) == VersionRow.bot_id)
        .where(BotRow.owner_id == owner_id, col(VersionRow.state).in_(PLAYS))
        .distinct()
    ).all()


def _counted(arena: Arena) -> int | None:
    """Whose quotas are used; None: nobody's."""
    return None if arena.actor.role is Role.OPERATOR else arena.actor.owner_id
