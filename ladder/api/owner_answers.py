"""What is answered to the calls of `OwnerService`, in threads, as whoever calls."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from siurell.errors import LadderError
from siurell.v1 import ladder_owners_pb2 as pb
from siurell.v1 import ladder_pb2 as values

from ladder.api.asked import given, page_size
from ladder.api.codec import to_message
from ladder.api.desk import Answers
from ladder.api.limits import PAGE_BYTES
from ladder.domain.access import Role
from ladder.domain.names import name_key
from ladder.domain.quotas import Quota
from ladder.services.api_tokens import issue_api_token, list_api_tokens, revoke_api_token
from ladder.services.arena import Arena
from ladder.services.audit import numbered_changes
from ladder.services.owners import (
    Limits,
    add_owner,
    disable_owner,
    enable_owner,
    give_bot,
    ladder_quotas,
    list_owners,
    set_ladder_quotas,
    set_owner,
    show_owner,
)


def _add_owner(arena: Arena, request: pb.AddOwnerRequest) -> pb.AddOwnerResponse:
    response = pb.AddOwnerResponse()
    to_message(add_owner(arena, request.name, _role(request.role)), response.owner)
    return response


def _list_owners(arena: Arena, request: pb.ListOwnersRequest) -> pb.ListOwnersResponse:
    size = page_size(request.page_size)
    owners = list_owners(arena, after=request.page_token, limit=size + 1)
    response = pb.ListOwnersResponse()
    for owner in owners[:size]:
        to_message(owner, response.owners.add())
    if len(owners) > size:
        response.next_page_token = name_key(owners[size - 1].name)
    return response


def _get_owner(arena: Arena, request: pb.GetOwnerRequest) -> pb.GetOwnerResponse:
    response = pb.GetOwnerResponse()
    to_message(show_owner(arena, request.owner), response.owner)
    return response


def _set_owner(arena: Arena, request: pb.SetOwnerRequest) -> pb.SetOwnerResponse:
    role = given(request, "role")
    owner = set_owner(
        arena,
        request.owner,
        role=None if role is None else _role(role),
        limits=_limits(request.limits),
    )
    response = pb.SetOwnerResponse()
    to_message(owner, response.owner)
    return response


def _disable_owner(arena: Arena, request: pb.DisableOwnerRequest) -> pb.DisableOwnerResponse:
    response = pb.DisableOwnerResponse()
    to_message(disable_owner(arena, request.owner), response.owner)
    return response


def _enable_owner(arena: Arena, request: pb.EnableOwnerRequest) -> pb.EnableOwnerResponse:
    response = pb.EnableOwnerResponse()
    to_message(enable_owner(arena, request.owner), response.owner)
    return response


def _get_quotas(arena: Arena, _: pb.GetQuotasRequest) -> pb.GetQuotasResponse:
    response = pb.GetQuotasResponse()
    to_message(ladder_quotas(arena), response.quotas)
    return response


def _set_quotas(arena: Arena, request: pb.SetQuotasRequest) -> pb.SetQuotasResponse:
    response = pb.SetQuotasResponse()
    to_message(set_ladder_quotas(arena, _limits(request.limits)), response.quotas)
    return response


def _give_bot(arena: Arena, request: pb.GiveBotRequest) -> pb.GiveBotResponse:
    return pb.GiveBotResponse(owner=give_bot(arena, request.bot, given(request, "owner")))


def _issue_token(arena: Arena, request: pb.IssueTokenRequest) -> pb.IssueTokenResponse:
    issued = issue_api_token(arena, request.owner, label=request.label, days=given(request, "days"))
    response = pb.IssueTokenResponse()
    to_message(issued, response.issued)
    return response


def _list_tokens(arena: Arena, request: pb.ListTokensRequest) -> pb.ListTokensResponse:
    size = page_size(request.page_size)
    tokens = list_api_tokens(
        arena, given(request, "owner"), before=_number(request.page_token), limit=size + 1
    )
    response = pb.ListTokensResponse()
    for token in tokens[:size]:
        to_message(token, response.tokens.add())
    if len(tokens) > size:
        response.next_page_token = str(tokens[size - 1].number)
    return response


def _revoke_token(arena: Arena, request: pb.RevokeTokenRequest) -> pb.RevokeTokenResponse:
    response = pb.RevokeTokenResponse()
    to_message(revoke_api_token(arena, request.number), response.token)
    return response


def _list_audit(arena: Arena, request: pb.ListAuditRequest) -> pb.ListAuditResponse:
    size = page_size(request.page_size)
    found = numbered_changes(
        arena,
        owner=given(request, "owner"),
        subject=given(request, "subject"),
        since=_since(request),
        limit=size + 1,
        before=_number(request.page_token),
    )
    response, room = pb.ListAuditResponse(), PAGE_BYTES
    for _, line in found[:size]:
        # What a change says more of itself may be long, and one page is one message.
        room -= to_message(line, response.lines.add()).ByteSize()
        if room < 0:
            break
    told = len(response.lines)
    if len(found) > told:
        response.next_page_token = str(found[told - 1][0])
    return response


def _role(number: values.Role.ValueType) -> Role:
    try:
        return Role[values.Role.Name(number).removeprefix("ROLE_")]
    except (ValueError, KeyError):
        raise LadderError(
            f"There is no role with the number {number}.", reason="BAD_ROLE"
        ) from None


def _limits(wanted: Iterable[pb.WantedLimit]) -> Limits:
    return {_quota(limit.quota): given(limit, "amount") for limit in wanted}


def _quota(number: pb.Quota.ValueType) -> Quota:
    try:
        return Quota[pb.Quota.Name(number).removeprefix("QUOTA_")]
    except (ValueError, KeyError):
        raise LadderError(
            f"There is no limit with the number {number}.", reason="BAD_QUOTA"
        ) from None


def _number(page_token: str) -> int | None:
    """Where the next page begins; None for the first one."""
    if not page_token:
        return None
    if not (page_token.isascii() and page_token.isdecimal() and len(page_token) < 19):
        raise LadderError("This page token is of no earlier answer.", reason="BAD_PAGE")
    return int(page_token)


def _since(request: pb.ListAuditRequest) -> datetime | None:
    if not request.HasField("since"):
        return None
    try:
        return request.since.ToDatetime(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise LadderError("There is no such moment.", reason="BAD_MOMENT") from None


OWNER_ANSWERS: Final[Answers] = {
    "AddOwner": (_add_owner, pb.AddOwnerRequest, pb.AddOwnerResponse),
    "ListOwners": (_list_owners, pb.ListOwnersRequest, pb.ListOwnersResponse),
    "GetOwner": (_get_owner, pb.GetOwnerRequest, pb.GetOwnerResponse),
    "SetOwner": (_set_owner, pb.SetOwnerRequest, pb.SetOwnerResponse),
    "DisableOwner": (_disable_owner, pb.DisableOwnerRequest, pb.DisableOwnerResponse),
    "EnableOwner": (_enable_owner, pb.EnableOwnerRequest, pb.EnableOwnerResponse),
    "GetQuotas": (_get_quotas, pb.GetQuotasRequest, pb.GetQuotasResponse),
    "SetQuotas": (_set_quotas, pb.SetQuotasRequest, pb.SetQuotasResponse),
    "GiveBot": (_give_bot, pb.GiveBotRequest, pb.GiveBotResponse),
    "IssueToken": (_issue_token, pb.IssueTokenRequest, pb.IssueTokenResponse),
    "ListTokens": (_list_tokens, pb.ListTokensRequest, pb.ListTokensResponse),
    "RevokeToken": (_revoke_token, pb.RevokeTokenRequest, pb.RevokeTokenResponse),
    "ListAudit": (_list_audit, pb.ListAuditRequest, pb.ListAuditResponse),
}
"""The calls: what answers them, and their messages."""
