"""API tokens: by which owners act on a ladder from elsewhere."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from siurell.errors import LadderError
from sqlmodel import Session, col, select

from ladder.domain.access import Actor, Role
from ladder.domain.names import check_remark
from ladder.domain.tokens import API_PREFIX, issue_token, token_digest
from ladder.services.arena import Arena, acting
from ladder.services.audit import audit
from ladder.services.finding import find_owner
from ladder.store.tables import ApiTokenRow, OwnerRow

MAX_DAYS: Final = 3_650
MOST_NUMBER: Final = 1 << 63
"""No row has this number or a larger one."""
_NO_DIGEST: Final = bytes(32)


@dataclass(frozen=True, slots=True)
class ApiToken:
    """What is known of a token; not what it is. ``expires_at`` is None when it never does."""

    number: int
    owner: str
    label: str
    issued_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None

    def valid(self, now: datetime) -> bool:
        """Whether it opens anything still."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A new token; nobody can see it again."""

    known: ApiToken
    token: str = field(repr=False)


def issue_api_token(
    arena: Arena, owner: str, *, label: str = "", days: int | None = None
) -> IssuedToken:
    """A new token for an owner, valid for so many days, else until it is revoked.

    Raises `LadderError`: ``NOT_ALLOWED`` for all but operators, ``UNKNOWN_OWNER``, ``DISABLED``,
    ``BAD_TEXT``, ``BAD_DAYS``.
    """
    arena.actor.require(Role.OPERATOR, "issue tokens")
    text = check_remark(label, "A label")
    check_days(days)
    token, now = issue_token(API_PREFIX), arena.now()
    with arena.db.write() as session:
        row = find_owner(session, owner)
        if row.disabled_at is not None:
            raise LadderError(
                f"{row.name} is disabled and gets no token; type `siurell owner enable {row.name}`"
                " first.",
                reason="DISABLED",
            )
        made = ApiTokenRow(
            owner_id=row.id,
            digest=token_digest(token),
            label=text,
            issued_at=now,
            expires_at=None if days is None else now + timedelta(days=days),
        )
        session.add(made)
        session.flush()
        audit(session, arena, "token.issue", f"token {made.id}", owner=row.name, days=days)
        return IssuedToken(_known(made, row.name), token)


def check_days(days: int | None) -> None:
    """Go on when a token can be valid for so many days, or `LadderError` (``BAD_DAYS``)."""
    if days is not None and not 1 <= days <= MAX_DAYS:
        raise LadderError(
            f"A token is valid for 1 to {MAX_DAYS} days, not {days}; leave --days out for one that"
            " ends when it is revoked.",
            reason="BAD_DAYS",
        )


def list_api_tokens(
    arena: Arena,
    owner: str | None = None,
    *,
    before: int | None = None,
    limit: int | None = None,
) -> list[ApiToken]:
    """The tokens of an owner, or of all, the newest first; for all but operators his own alone.

    With ``before`` those with lower numbers; with a limit no more than so many.
    """
    wanted = select(ApiTokenRow, OwnerRow.name).join(
        OwnerRow, col(OwnerRow.id) == ApiTokenRow.owner_id
    )
    with arena.db.read() as session:
        if owner is not None:
            row = find_owner(session, owner)
            arena.actor.require_own(row.id, f"see the tokens of {row.name}")
            wanted = wanted.where(ApiTokenRow.owner_id == row.id)
        elif arena.actor.role is not Role.OPERATOR:
            wanted = wanted.where(ApiTokenRow.owner_id == arena.actor.owner_id)
        if before is not None:
            wanted = wanted.where(col(ApiTokenRow.id) < before)
        rows = session.exec(wanted.order_by(col(ApiTokenRow.id).desc()).limit(limit)).all()
        return [_known(row, name) for row, name in rows]


def revoke_api_token(arena: Arena, number: int) -> ApiToken:
    """End a token for good; one that is revoked already stays so.

    Raises `LadderError`: ``UNKNOWN_TOKEN``, also for who may not see it.
    """
    with arena.db.write() as session:
        row = session.get(ApiTokenRow, number) if number < MOST_NUMBER else None
        if row is None or not arena.actor.owns(row.owner_id):
            raise no_token(number)
        owner = session.get_one(OwnerRow, row.owner_id)
        if row.revoked_at is None:
            row.revoked_at = arena.now()
            session.add(row)
            audit(session, arena, "token.revoke", f"token {number}", owner=owner.name)
        return _known(row, owner.name)


def no_token(number: int) -> LadderError:
    """What is said of a token that is not there, or not for who asks."""
    return LadderError(
        f"There is no token {number}; type `siurell token list`.", reason="UNKNOWN_TOKEN"
    )


def revoke_all(session: Session, owner: OwnerRow, now: datetime) -> int:
    """End all tokens of an owner; how many were not ended before."""
    rows = session.exec(
        select(ApiTokenRow).where(
            ApiTokenRow.owner_id == owner.id, col(ApiTokenRow.revoked_at).is_(None)
        )
    ).all()
    for row in rows:
        row.revoked_at = now
        session.add(row)
    return len(rows)


def authenticate(arena: Arena, token: str) -> Actor:
    """Who has this token.

    Raises `LadderError` (``UNAUTHENTICATED``) when nobody has: in the same words for a token that
    never was, one that has expired or was revoked, and one of an owner who is disabled.
    """
    with arena.db.read() as session:
        return _holder(session, token_digest(token), arena.now())


def arena_of(arena: Arena, token: str) -> Arena:
    """The arena, acting as who has this token (`LadderError` as in `authenticate`).

    Much may happen between that and a change: work waits for its turn, a submission takes minutes
    to come in. So every change looks again, in its own transaction: a token that was revoked by
    then, or an owner who was disabled or got another role, changes nothing any more.
    """
    digest, actor = token_digest(token), authenticate(arena, token)

    def look(session: Session) -> None:
        if _holder(session, digest, arena.now()) != actor:
            raise _not_valid()

    return acting(replace(arena, db=arena.db.looking_first(look)), actor)


def _holder(session: Session, digest: bytes, now: datetime) -> Actor:
    found = session.exec(
        select(ApiTokenRow, OwnerRow)
        .join(OwnerRow, col(OwnerRow.id) == ApiTokenRow.owner_id)
        .where(ApiTokenRow.digest == digest)
    ).first()
    known = _NO_DIGEST if found is None else found[0].digest
    if hmac.compare_digest(known, digest) and found is not None:
        row, owner = found
        if _known(row, owner.name).valid(now) and owner.disabled_at is None:
            return Actor(owner.name, Role(owner.role), owner.id)
    raise _not_valid()


def _not_valid() -> LadderError:
    return LadderError(
        "This token is not valid here; ask an operator of this ladder for another one.",
        reason="UNAUTHENTICATED",
    )


def _known(row: ApiTokenRow, owner: str) -> ApiToken:
    return ApiToken(row.id, owner, row.label, row.issued_at, row.expires_at, row.revoked_at)
