"""Owners, tokens and the audit log of a ladder elsewhere, by calls over the wire."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from google.protobuf.message import Message
from siurell.v1 import ladder_owners_pb2 as pb
from siurell.v1 import ladder_pb2 as values
from siurell.v1.ladder_owners_pb2_grpc import OwnerServiceStub

from ladder.api.codec import from_message
from ladder.api.line import Line
from ladder.domain.access import Role
from ladder.domain.quotas import Quotas
from ladder.services.api_tokens import MOST_NUMBER, ApiToken, IssuedToken, check_days, no_token
from ladder.services.audit import AuditLine
from ladder.services.owners import Limits, Owner, check_limits


class RemoteOwners:
    """Who may act on the ladder at the other end of a line."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def add_owner(self, name: str, role: Role) -> Owner:
        """Let somebody have bots there."""
        request = pb.AddOwnerRequest(name=name, role=_role(role))
        return from_message(Owner, self._change("AddOwner", f"owner show {name}", request).owner)

    def list_owners(self) -> list[Owner]:
        """All owners in the order of their names."""
        pages = self._pages("ListOwners", pb.ListOwnersRequest())
        return [from_message(Owner, owner) for page in pages for owner in page.owners]

    def show_owner(self, name: str) -> Owner:
        """One owner."""
        return from_message(Owner, self._call("GetOwner", pb.GetOwnerRequest(owner=name)).owner)

    def set_owner(self, name: str, *, role: Role | None, limits: Limits) -> Owner:
        """Give an owner another role, or limits of their own."""
        request = pb.SetOwnerRequest(
            owner=name, role=None if role is None else _role(role), limits=_limits(limits)
        )
        return from_message(Owner, self._change("SetOwner", f"owner show {name}", request).owner)

    def disable_owner(self, name: str) -> Owner:
        """Put an owner out."""
        request = pb.DisableOwnerRequest(owner=name)
        return from_message(
            Owner, self._change("DisableOwner", f"owner show {name}", request).owner
        )

    def enable_owner(self, name: str) -> Owner:
        """Let an owner in again."""
        request = pb.EnableOwnerRequest(owner=name)
        return from_message(Owner, self._change("EnableOwner", f"owner show {name}", request).owner)

    def ladder_quotas(self) -> Quotas:
        """The limits of owners who have none of their own."""
        return from_message(Quotas, self._call("GetQuotas", pb.GetQuotasRequest()).quotas)

    def set_ladder_quotas(self, limits: Limits) -> Quotas:
        """Change these."""
        request = pb.SetQuotasRequest(limits=_limits(limits))
        return from_message(Quotas, self._change("SetQuotas", "owner defaults", request).quotas)

    def give_bot(self, bot: str, owner: str | None) -> str | None:
        """Make a bot somebody's, or nobody's; the name of its owner from then on."""
        response = self._change(
            "GiveBot", f"bot show {bot}", pb.GiveBotRequest(bot=bot, owner=owner)
        )
        return str(response.owner) if response.HasField("owner") else None

    def issue_token(self, owner: str, *, label: str, days: int | None) -> IssuedToken:
        """A new token for an owner."""
        check_days(days)
        request = pb.IssueTokenRequest(owner=owner, label=label, days=days)
        return from_message(
            IssuedToken, self._change("IssueToken", f"token list {owner}", request).issued
        )

    def list_tokens(self, owner: str | None) -> list[ApiToken]:
        """Tokens, the newest first."""
        pages = self._pages("ListTokens", pb.ListTokensRequest(owner=owner))
        return [from_message(ApiToken, token) for page in pages for token in page.tokens]

    def revoke_token(self, number: int) -> ApiToken:
        """End a token for good."""
        if number >= MOST_NUMBER:
            raise no_token(number)
        request = pb.RevokeTokenRequest(number=number)
        return from_message(ApiToken, self._change("RevokeToken", "token list", request).token)

    def audit(
        self, *, owner: str | None, subject: str | None, since: datetime | None, limit: int
    ) -> list[AuditLine]:
        """Who changed what, the newest change first."""
        request = pb.ListAuditRequest(owner=owner, subject=subject, page_size=limit)
        if since is not None:
            request.since.FromDatetime(since)
        found: list[AuditLine] = []
        for page in self._pages("ListAudit", request):
            found += [from_message(AuditLine, line) for line in page.lines]
            if len(found) >= limit:
                break
        return found[:limit]

    def _pages(self, method: str, request: Any) -> Iterator[Any]:
        """The pages of a listing, one after another as they are wanted."""
        while True:
            page = self._call(method, request)
            yield page
            request.page_token = page.next_page_token
            if not page.next_page_token:
                return

    def _change(self, method: str, tells: str, request: Message) -> Any:
        return self._line.change(OwnerServiceStub, method, request, tells)

    def _call(self, method: str, request: Message) -> Any:
        return self._line.call(OwnerServiceStub, method, request)


def _role(role: Role) -> values.Role.ValueType:
    return values.Role.Value(f"ROLE_{role.name}")


def _limits(limits: Limits) -> list[pb.WantedLimit]:
    return [
        pb.WantedLimit(quota=pb.Quota.Value(f"QUOTA_{quota.name}"), amount=amount)
        for quota, amount in check_limits(limits).items()
    ]
