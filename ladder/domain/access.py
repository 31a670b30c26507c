"""Who acts, and what that one may do.

Roles are a ladder of three steps: an *author* submits bots and changes his own; an *organiser* may
also make seasons and tournaments; an *operator* may do everything, such as change what others own.
Who has the folder of the arena on this machine can do anything to it anyway, and so is an operator.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from siurell.errors import LadderError


class Role(Enum):
    """What somebody may do; each may all that those before it may."""

    AUTHOR = "author"
    ORGANISER = "organiser"
    OPERATOR = "operator"

    def covers(self, other: Role) -> bool:
        """Whether this role may all that the other may."""
        order = list(Role)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acts. ``owner_id`` is None for who acts on the folder of the arena itself."""

    name: str
    role: Role
    owner_id: int | None = None

    def require(self, role: Role, what: str) -> None:
        """Go on, or `LadderError` (``NOT_ALLOWED``): ``what``, a verb phrase, needs the role."""
        if not self.role.covers(role):
            raise LadderError(
                f"{self.name} is {_with_article(self.role)} here and may not {what};"
                f" ask {_with_article(role)} of this ladder.",
                reason="NOT_ALLOWED",
            )

    def owns(self, owner_id: int | None) -> bool:
        """Whether this one may see and change what belongs to that owner, None being nobody."""
        if self.role is Role.OPERATOR:
            return True
        return self.owner_id is not None and self.owner_id == owner_id

    def require_own(self, owner_id: int | None, what: str) -> None:
        """Go on for the owner and for operators; else `LadderError` (``NOT_YOURS``)."""
        if not self.owns(owner_id):
            raise LadderError(
                f"Only its owner may {what}; you are {self.name} here.", reason="NOT_YOURS"
            )


LOCAL = Actor("local", Role.OPERATOR)
"""Who acts on the folder of the arena, where nobody says a name."""

NOBODY = Actor("nobody", Role.AUTHOR)
"""Somebody who owns nothing: what this one may see everybody may."""


def _with_article(role: Role) -> str:
    return f"an {role.value}"
