"""The audit log: every change that somebody wanted, kept in the transaction that made it.

Beside these stand the two that a season makes by itself, at its closing time and after its last
match (``season.closing``, ``season.closed``, with ``by``); they name whose command came upon it.

A *subject* is what was changed, as a kind and a name: ``bot mybot``, ``owner ann``, ``season
spring``, ``tournament cup``, ``token 3``, or just ``arena``. An *action* is a kind and a verb, such
as ``bot.retire``. Rows are never changed or deleted.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlmodel import Session, col, or_, select

from ladder.domain.access import LOCAL, Role
from ladder.services.arena import Arena
from ladder.services.finding import find_owner
from ladder.store.tables import AuditRow

SUBMIT: Final = "bot.submit"
"""The action of submitting; what counts for the uploads of a day."""

_NEVER: Final = frozenset({"token", "seed", "seeds", "password"})


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One change. ``actor`` names an owner, or is ``local`` for who has the arena's folder."""

    at: datetime
    actor: str
    role: Role
    action: str
    subject: str
    detail: dict[str, object]


def audit(session: Session, arena: Arena, action: str, subject: str, **detail: object) -> None:
    """Note down, within the caller's transaction, what ``arena.actor`` is doing.

    ``detail`` has to be JSON, and never a token or a seed.
    """
    if _NEVER & detail.keys():
        raise AssertionError(f"{action} would put a secret into the audit log")
    actor = arena.actor
    session.add(
        AuditRow(
            at=arena.now(),
            actor=actor.name,
            role=actor.role.value,
            owner_id=actor.owner_id,
            action=action,
            subject=subject,
            detail=detail,
        )
    )


def audit_log(
    arena: Arena,
    *,
    owner: str | None = None,
    subject: str | None = None,
    since: datetime | None = None,
    limit: int = 50,
) -> list[AuditLine]:
    """The changes, the newest first: by an owner or ``local``, of a subject, since a moment.

    A subject may be named without its kind. Who is no operator sees what he did himself.
    Raises `LadderError` (``UNKNOWN_OWNER``) when there is no owner of that name.
    """
    found = numbered_changes(arena, owner=owner, subject=subject, since=since, limit=limit)
    return [line for _, line in found]


def numbered_changes(
    arena: Arena,
    *,
    owner: str | None = None,
    subject: str | None = None,
    since: datetime | None = None,
    limit: int = 50,
    before: int | None = None,
) -> list[tuple[int, AuditLine]]:
    """What `audit_log` tells, with the number of each; with ``before`` those with lower ones."""
    wanted = select(AuditRow).order_by(col(AuditRow.id).desc()).limit(limit)
    if before is not None:
        wanted = wanted.where(col(AuditRow.id) < before)
    if subject is not None:
        named = col(AuditRow.subject).endswith(f" {subject}", autoescape=True)
        wanted = wanted.where(or_(col(AuditRow.subject) == subject, named))
    if since is not None:
        wanted = wanted.where(AuditRow.at >= since)
    with arena.db.read() as session:
        if owner is not None:
            actor = None if owner == LOCAL.name else find_owner(session, owner).id
            wanted = wanted.where(col(AuditRow.owner_id).is_not_distinct_from(actor))
        if arena.actor.role is not Role.OPERATOR:
            wanted = wanted.where(AuditRow.owner_id == arena.actor.owner_id)
        return [(row.id, _line(row)) for row in session.exec(wanted).all()]


def _line(row: AuditRow) -> AuditLine:
    return AuditLine(row.at, row.actor, Role(row.role), row.action, row.subject, dict(row.detail))
