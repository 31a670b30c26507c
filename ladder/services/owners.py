"""Owners: who may act on a ladder, as what, and how much of it each may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from siurell.errors import LadderError
from sqlmodel import Session, col, func, select

from ladder.domain.access import Role
from ladder.domain.names import check_owner_name, name_key
from ladder.domain.quotas import DAY, MOST, Quota, Quotas, quotas_of
from ladder.services.activity import retire_within
from ladder.services.api_tokens import revoke_all
from ladder.services.arena import Arena
from ladder.services.audit import audit
from ladder.services.finding import find_bot, find_owner
from ladder.services.quotas import (
    ladder_limits,
    limits_of,
    own_limits,
    playing_of,
    uploads_since,
)
from ladder.store.tables import ApiTokenRow, BotRow, LadderQuotaRow, OwnerQuotaRow, OwnerRow

Limits = Mapping[Quota, int | None]
"""New limits by what they limit; None takes a limit of one's own away again."""


@dataclass(frozen=True, slots=True)
class Owner:
    """An owner: his limits, which of them are his own, and what he uses of them.

    ``tokens`` are those that were not revoked, ``uploads`` those of the last 24 hours.
    """

    name: str
    role: Role
    created_at: datetime
    disabled_at: datetime | None
    quotas: Quotas
    own: tuple[Quota, ...]
    bots: tuple[str, ...]
    playing: int
    uploads: int
    tokens: int


def add_owner(arena: Arena, name: str, role: Role = Role.AUTHOR) -> Owner:
    """A new owner.

    Raises `LadderError`: ``NOT_ALLOWED`` for all but operators, ``BAD_NAME``, ``OWNER_EXISTS``.
    """
    arena.actor.require(Role.OPERATOR, "add owners")
    chosen = check_owner_name(name)
    with arena.db.write() as session:
        there = session.exec(select(OwnerRow).where(OwnerRow.key == name_key(chosen))).first()
        if there is not None:
            raise LadderError(
                f"There is an owner {there.name} already; type `siurell owner show {there.name}`.",
                reason="OWNER_EXISTS",
            )
        row = OwnerRow(name=chosen, key=name_key(chosen), role=role.value, created_at=arena.now())
        session.add(row)
        session.flush()
        audit(session, arena, "owner.add", f"owner {row.name}", role=role.value)
        return _owner(session, arena, row)


def list_owners(arena: Arena, *, after: str = "", limit: int | None = None) -> list[Owner]:
    """All owners in the order of their names; for all but operators himself alone.

    With ``after``, a key of a name, those that come then; with a limit no more than so many.
    """
    wanted = select(OwnerRow).order_by(col(OwnerRow.key)).where(col(OwnerRow.key) > after)
    if arena.actor.role is not Role.OPERATOR:
        wanted = wanted.where(OwnerRow.id == arena.actor.owner_id)
    with arena.db.read() as session:
        rows = session.exec(wanted.limit(limit)).all()
        return [_owner(session, arena, row) for row in rows]


def show_owner(arena: Arena, name: str) -> Owner:
    """One owner (`LadderError` ``UNKNOWN_OWNER``, or ``NOT_YOURS`` for who may not look)."""
    with arena.db.read() as session:
        row = find_owner(session, name)
        arena.actor.require_own(row.id, f"look at {row.name}")
        return _owner(session, arena, row)


def set_owner(
    arena: Arena, name: str, *, role: Role | None = None, limits: Limits | None = None
) -> Owner:
    """Give an owner another role or limits of his own.

    Raises `LadderError`: ``NOT_ALLOWED``, ``UNKNOWN_OWNER``, ``BAD_QUOTA``.
    """
    arena.actor.require(Role.OPERATOR, "change owners")
    wanted = check_limits(limits or {})
    with arena.db.write() as session:
        row = find_owner(session, name)
        if role is not None:
            row.role = role.value
            session.add(row)
        for quota, amount in wanted.items():
            own = session.get(OwnerQuotaRow, (row.id, quota.value))
            if amount is None:
                if own is not None:
                    session.delete(own)
                continue
            own = own or OwnerQuotaRow(owner_id=row.id, quota=quota.value, amount=amount)
            own.amount = amount
            session.add(own)
        session.flush()
        changed = {} if role is None else {"role": role.value}
        told = _told(wanted, otherwise="ladder")
        audit(session, arena, "owner.set", f"owner {row.name}", **changed, **told)
        return _owner(session, arena, row)


def ladder_quotas(arena: Arena) -> Quotas:
    """The limits of owners who have none of their own."""
    with arena.db.read() as session:
        return quotas_of(ladder_limits(session))


def set_ladder_quotas(arena: Arena, limits: Limits) -> Quotas:
    """Change the limits of this ladder; None makes one the usual one again."""
    arena.actor.require(Role.OPERATOR, "change the limits of this ladder")
    wanted = check_limits(limits)
    with arena.db.write() as session:
        for quota, amount in wanted.items():
            row = session.get(LadderQuotaRow, quota.value)
            if amount is None:
                if row is not None:
                    session.delete(row)
                continue
            row = row or LadderQuotaRow(quota=quota.value, amount=amount)
            row.amount = amount
            session.add(row)
        session.flush()
        audit(session, arena, "ladder.quotas", "arena", **_told(wanted, otherwise="usual"))
        return quotas_of(ladder_limits(session))


def disable_owner(arena: Arena, name: str) -> Owner:
    """Put an owner out: his tokens end for good, and his bots are retired.

    What he did stays: his bots keep their places in the log, and his name stays taken.
    """
    arena.actor.require(Role.OPERATOR, "disable owners")
    with arena.db.write() as session:
        row = find_owner(session, name)
        if row.disabled_at is None:
            row.disabled_at = arena.now()
            session.add(row)
            ended = revoke_all(session, row, arena.now())
            audit(session, arena, "owner.disable", f"owner {row.name}", tokens_ended=ended)
            for bot in session.exec(select(BotRow).where(BotRow.owner_id == row.id)).all():
                if versions := retire_within(session, bot):
                    audit(session, arena, "bot.retire", f"bot {bot.name}", versions=list(versions))
            session.flush()
        return _owner(session, arena, row)


def enable_owner(arena: Arena, name: str) -> Owner:
    """Let an owner in again; he needs a new token, and activates his bots himself."""
    arena.actor.require(Role.OPERATOR, "enable owners")
    with arena.db.write() as session:
        row = find_owner(session, name)
        if row.disabled_at is not None:
            row.disabled_at = None
            session.add(row)
            audit(session, arena, "owner.enable", f"owner {row.name}")
        return _owner(session, arena, row)


def _told(wanted: Limits, otherwise: str) -> dict[str, object]:
    """Limits as the audit log tells them; ``otherwise``: what holds where one was taken away."""
    return {
        quota.value: otherwise if amount is None else amount for quota, amount in wanted.items()
    }


def give_bot(arena: Arena, bot: str, owner: str | None) -> str | None:
    """Make a bot somebody's, or nobody's; the name of its owner from now on."""
    arena.actor.require(Role.OPERATOR, "give bots to others")
    with arena.db.write() as session:
        return give_within(session, arena, find_bot(session, bot), owner)


def give_within(session: Session, arena: Arena, bot: BotRow, owner: str | None) -> str | None:
    """What `give_bot` does, as a part of somebody else's transaction."""
    row = None if owner is None else find_owner(session, owner)
    before = None if bot.owner_id is None else session.get_one(OwnerRow, bot.owner_id).name
    after = None if row is None else row.name
    if before != after:
        bot.owner_id = None if row is None else row.id
        session.add(bot)
        audit(session, arena, "bot.give", f"bot {bot.name}", before=before, after=after)
    return after


def check_limits(limits: Limits) -> Limits:
    """The limits, if they can be some (`LadderError` ``BAD_QUOTA``)."""
    for quota, amount in limits.items():
        if amount is not None and not 0 <= amount <= MOST:
            raise LadderError(
                f"A limit is a whole number from 0 to {MOST}, and {quota.value} cannot be"
                f" {amount}; type `siurell owner set --help`.",
                reason="BAD_QUOTA",
            )
    return limits


def _owner(session: Session, arena: Arena, row: OwnerRow) -> Owner:
    bots = session.exec(
        select(BotRow.name).where(BotRow.owner_id == row.id).order_by(BotRow.key)
    ).all()
    tokens = session.exec(
        select(func.count()).where(
            ApiTokenRow.owner_id == row.id, col(ApiTokenRow.revoked_at).is_(None)
        )
    ).one()
    return Owner(
        name=row.name,
        role=Role(row.role),
        created_at=row.created_at,
        disabled_at=row.disabled_at,
        quotas=limits_of(session, row.id),
        own=tuple(sorted(own_limits(session, row.id), key=list(Quota).index)),
        bots=tuple(bots),
        playing=len(playing_of(session, row.id)),
        uploads=len(uploads_since(session, row.id, arena.now() - DAY)),
        tokens=tokens,
    )
