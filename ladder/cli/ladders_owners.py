"""Owners, tokens and the audit log of the ladder that a command is about, here or elsewhere."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

import typer

from ladder.cli.reached import reached

if TYPE_CHECKING:
    from datetime import datetime

    from ladder.api.line import Line
    from ladder.domain.access import Role
    from ladder.domain.quotas import Quotas
    from ladder.services.api_tokens import ApiToken, IssuedToken
    from ladder.services.arena import Arena
    from ladder.services.audit import AuditLine
    from ladder.services.owners import Limits, Owner


class Owners(Protocol):
    """Who may act on a ladder. All of it raises `LadderError` with the same words."""

    def add_owner(self, name: str, role: Role) -> Owner:
        """Let somebody have bots there."""

    def list_owners(self) -> list[Owner]:
        """All owners in the order of their names."""

    def show_owner(self, name: str) -> Owner:
        """One owner."""

    def set_owner(self, name: str, *, role: Role | None, limits: Limits) -> Owner:
        """Give an owner another role, or limits of their own."""

    def disable_owner(self, name: str) -> Owner:
        """Put an owner out."""

    def enable_owner(self, name: str) -> Owner:
        """Let an owner in again."""

    def ladder_quotas(self) -> Quotas:
        """The limits of owners who have none of their own."""

    def set_ladder_quotas(self, limits: Limits) -> Quotas:
        """Change these."""

    def give_bot(self, bot: str, owner: str | None) -> str | None:
        """Make a bot somebody's, or nobody's; the name of its owner from then on."""

    def issue_token(self, owner: str, *, label: str, days: int | None) -> IssuedToken:
        """A new token for an owner."""

    def list_tokens(self, owner: str | None) -> list[ApiToken]:
        """Tokens, the newest first."""

    def revoke_token(self, number: int) -> ApiToken:
        """End a token for good."""

    def audit(
        self, *, owner: str | None, subject: str | None, since: datetime | None, limit: int
    ) -> list[AuditLine]:
        """Who changed what, the newest change first."""


class EmbeddedOwners:
    """Who may act on an arena of this machine."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena

    def add_owner(self, name: str, role: Role) -> Owner:
        """Let somebody have bots there."""
        from ladder.services.owners import add_owner

        return add_owner(self._arena, name, role)

    def list_owners(self) -> list[Owner]:
        """All owners in the order of their names."""
        from ladder.services.owners import list_owners

        return list_owners(self._arena)

    def show_owner(self, name: str) -> Owner:
        """One owner."""
        from ladder.services.owners import show_owner

        return show_owner(self._arena, name)

    def set_owner(self, name: str, *, role: Role | None, limits: Limits) -> Owner:
        """Give an owner another role, or limits of their own."""
        from ladder.services.owners import set_owner

        return set_owner(self._arena, name, role=role, limits=limits)

    def disable_owner(self, name: str) -> Owner:
        """Put an owner out."""
        from ladder.services.owners import disable_owner

        return disable_owner(self._arena, name)

    def enable_owner(self, name: str) -> Owner:
        """Let an owner in again."""
        from ladder.services.owners import enable_owner

        return enable_owner(self._arena, name)

    def ladder_quotas(self) -> Quotas:
        """The limits of owners who have none of their own."""
        from ladder.services.owners import ladder_quotas

        return ladder_quotas(self._arena)

    def set_ladder_quotas(self, limits: Limits) -> Quotas:
        """Change these."""
        from ladder.services.owners import set_ladder_quotas

        return set_ladder_quotas(self._arena, limits)

    def give_bot(self, bot: str, owner: str | None) -> str | None:
        """Make a bot somebody's, or nobody's; the name of its owner from then on."""
        from ladder.services.owners import give_bot

        return give_bot(self._arena, bot, owner)

    def issue_token(self, owner: str, *, label: str, days: int | None) -> IssuedToken:
        """A new token for an owner."""
        from ladder.services.api_tokens import issue_api_token

        return issue_api_token(self._arena, owner, label=label, days=days)

    def list_tokens(self, owner: str | None) -> list[ApiToken]:
        """Tokens, the newest first."""
        from ladder.services.api_tokens import list_api_tokens

        return list_api_tokens(self._arena, owner)

    def revoke_token(self, number: int) -> ApiToken:
        """End a token for good."""
        from ladder.services.api_tokens import revoke_api_token

        return revoke_api_token(self._arena, number)

    def audit(
        self, *, owner: str | None, subject: str | None, since: datetime | None, limit: int
    ) -> list[AuditLine]:
        """Who changed what, the newest change first."""
        from ladder.services.audit import audit_log

        return audit_log(self._arena, owner=owner, subject=subject, since=since, limit=limit)


def owners_of(context: typer.Context) -> AbstractContextManager[Owners]:
    """The owners of the ladder that the command line, the environment or the last login means."""
    return reached(context, EmbeddedOwners, _elsewhere)


def _elsewhere(line: Line) -> Owners:
    from ladder.api.owner_client import RemoteOwners

    return RemoteOwners(line)
