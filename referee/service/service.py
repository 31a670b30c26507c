"""`RefereeService`: the unary calls of hosts, and the table of all methods."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from operator import methodcaller
from typing import Any, Final

import grpc
from google.protobuf.message import Message
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.limits import MAX_DETAIL_CHARS, shorten

from referee.matches import MatchRegistry
from referee.remote import RemoteBots
from referee.service.answers import match_info
from referee.service.play_seat import PlaySeat
from referee.service.requests import (
    match_setup,
    page_size,
    page_start,
    page_token,
    remote_bots,
)
from referee.service.streams import (
    BotsContext,
    HostContext,
    WatchContext,
    host_match,
    watch_bots,
    watch_match,
)
from referee.serving.refusal import Refusal
from referee.sessions import SessionRegistry

SERVICE: Final = pb.DESCRIPTOR.services_by_name["RefereeService"].full_name
"""The full name of the service."""

_PLAY_SEAT: Final = "PlaySeat"
_TO_BYTES: Final = methodcaller("SerializeToString")


class RefereeService:
    """What hosts may call. ``draining`` is set when nothing new is taken."""

    def __init__(self, sessions: SessionRegistry, matches: MatchRegistry, bots: RemoteBots) -> None:
        self.draining = False
        self._sessions = sessions
        self._matches = matches
        self._bots = bots

    async def open_session(self, request: pb.OpenSessionRequest, _: Any) -> pb.OpenSessionResponse:
        """Open a session."""
        if self.draining:
            raise _draining()
        session, token = await self._sessions.open(
            request.request_id, request.label, local=request.local
        )
        return pb.OpenSessionResponse(
            session_id=session.session_id, token=token, address=session.address
        )

    async def close_session(
        self, request: pb.CloseSessionRequest, _: Any
    ) -> pb.CloseSessionResponse:
        """End a session."""
        await self._sessions.close(request.session_id)
        return pb.CloseSessionResponse()

    async def create_match(self, request: pb.CreateMatchRequest, _: Any) -> pb.CreateMatchResponse:
        """Create a match between sessions."""
        if self.draining:
            raise _draining()
        setup = match_setup(request)
        sessions = [self._sessions.find(session_id) for session_id in request.session_ids]
        match = self._matches.create(setup, sessions)
        return pb.CreateMatchResponse(commitment=match.setup.commitment)

    async def admit_bots(self, request: pb.AdmitBotsRequest, _: Any) -> pb.AdmitBotsResponse:
        """Say which remote bots there are."""
        await self._bots.admit(remote_bots(request))
        return pb.AdmitBotsResponse()

    async def watch_bots(self, _: pb.WatchBotsRequest, context: BotsContext) -> None:
        """Follow who of them is online."""
        await watch_bots(self._bots, context)

    async def host_match(self, _requests: object, context: HostContext) -> None:
        """A host's line to its match."""
        await host_match(self._matches, context)

    async def watch_match(self, request: pb.WatchMatchRequest, context: WatchContext) -> None:
        """A spectator's view of a match."""
        await watch_match(self._matches, request.match_id, context)

    async def get_match(self, request: pb.GetMatchRequest, _: Any) -> pb.GetMatchResponse:
        """One match as it stands."""
        return pb.GetMatchResponse(match=match_info(self._matches.find(request.match_id)))

    async def list_matches(self, request: pb.ListMatchesRequest, _: Any) -> pb.ListMatchesResponse:
        """A page of the matches, newest first."""
        size = page_size(request)
        found = self._matches.before(page_start(request.page_token), size + 1)
        page = found[:size]
        return pb.ListMatchesResponse(
            matches=[match_info(match) for match in page],
            next_page_token=page_token(page[-1].number) if len(found) > size else "",
        )

    async def abort_match(self, request: pb.AbortMatchRequest, _: Any) -> pb.AbortMatchResponse:
        """Call a match off; one that is over stays as it is."""
        reason = shorten(request.reason, MAX_DETAIL_CHARS) or "Its host called the match off."
        self._matches.find(request.match_id).driver.abort(reason)
        return pb.AbortMatchResponse()


def _draining() -> Refusal:
    """The referee is on its way out."""
    return Refusal(
        grpc.StatusCode.UNAVAILABLE,
        "DRAINING",
        "This referee is shutting down and takes nothing new: ask another one.",
    )


def host_handlers(service: RefereeService, entrance: PlaySeat) -> grpc.GenericRpcHandler:
    """All methods, for an address where hosts and bots may come."""
    table: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        **_unary_calls(service),
        "HostMatch": grpc.stream_stream_rpc_method_handler(
            service.host_match,
            pb.HostMatchRequest.FromString,
            pb.HostMatchResponse.SerializeToString,
        ),
        "WatchMatch": grpc.unary_stream_rpc_method_handler(
            service.watch_match,
            pb.WatchMatchRequest.FromString,
            pb.WatchMatchResponse.SerializeToString,
        ),
        "WatchBots": grpc.unary_stream_rpc_method_handler(
            service.watch_bots,
            pb.WatchBotsRequest.FromString,
            pb.WatchBotsResponse.SerializeToString,
        ),
        _PLAY_SEAT: grpc.stream_stream_rpc_method_handler(entrance.play),
    }
    return grpc.method_handlers_generic_handler(SERVICE, table)


def _unary_calls(service: RefereeService) -> dict[str, grpc.RpcMethodHandler[Any, Any]]:
    unary = grpc.unary_unary_rpc_method_handler
    return {
        "OpenSession": unary(
            service.open_session,
            pb.OpenSessionRequest.FromString,
            pb.OpenSessionResponse.SerializeToString,
        ),
        "CloseSession": unary(
            service.close_session,
            pb.CloseSessionRequest.FromString,
            pb.CloseSessionResponse.SerializeToString,
        ),
        "CreateMatch": unary(
            service.create_match,
            pb.CreateMatchRequest.FromString,
            pb.CreateMatchResponse.SerializeToString,
        ),
        "GetMatch": unary(
            service.get_match, pb.GetMatchRequest.FromString, pb.GetMatchResponse.SerializeToString
        ),
        "ListMatches": unary(
            service.list_matches,
            pb.ListMatchesRequest.FromString,
            pb.ListMatchesResponse.SerializeToString,
        ),
        "AbortMatch": unary(
            service.abort_match,
            pb.AbortMatchRequest.FromString,
            pb.AbortMatchResponse.SerializeToString,
        ),
        "AdmitBots": unary(
            service.admit_bots,
            pb.AdmitBotsRequest.FromString,
            pb.AdmitBotsResponse.SerializeToString,
        ),
    }


def seat_handlers(entrance: PlaySeat) -> grpc.GenericRpcHandler:
    """`PlaySeat` alone, for the socket of a session."""
    return grpc.method_handlers_generic_handler(
        SERVICE, {_PLAY_SEAT: grpc.stream_stream_rpc_method_handler(entrance.play)}
    )


def _unary(
    behaviour: Callable[[Any, Any], Awaitable[Message]], request: type[Message]
) -> grpc.RpcMethodHandler[Any, Any]:
    return grpc.unary_unary_rpc_method_handler(behaviour, request.FromString, _TO_BYTES)
