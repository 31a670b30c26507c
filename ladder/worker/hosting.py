"""Hosts one match: creates it, holds the line to it, says at once when a bot's process ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import grpc
from siurell.errors import SiurellError
from siurell.match.result import MatchResult
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.result import evidence_to_message, result_from_message

from ladder.worker.referee_process import RefereeProcess
from ladder.worker.sessions import CALL_WITHIN_S, Session

ABORT_WITHIN_S: Final = 10.0
"""How long the referee may take to finish a match that was called off."""


LOST: Final = "A bot was ended by a failure of this worker."


class HostLostError(SiurellError):
    """The referee did not bring a match to its end. Nobody's fault."""

    reason = "HOST_LOST"


@dataclass(frozen=True, slots=True)
class Hosted:
    """A match as the referee finished it."""

    result: MatchResult
    replay: bytes
    digest: str


class MatchHost:
    """The host of one match. ``sessions`` are those of its seats, seat 0 first."""

    def __init__(
        self,
        referee: RefereeProcess,
        request: pb.CreateMatchRequest,
        sessions: Sequence[Session],
        on_seat_out: Callable[[int], None],
    ) -> None:
        self._referee = referee
        self._request = request
        self._sessions = sessions
        self._on_seat_out = on_seat_out
        self._line: grpc.aio.StreamStreamCall[pb.HostMatchRequest, pb.HostMatchResponse]
        self._writing = asyncio.Lock()

    async def play(self, deadline_s: float) -> Hosted:
        """Play the match to its end (`HostLostError`, `grpc.aio.AioRpcError` when it has none)."""
        referee = self._referee
        await referee.stub.CreateMatch(
            self._request, timeout=CALL_WITHIN_S, metadata=referee.metadata
        )
        self._line = referee.stub.HostMatch(metadata=referee.metadata)
        hello = pb.HostHello(match_id=self._request.match_id)
        await self._line.write(pb.HostMatchRequest(hello=hello))
        reader = asyncio.create_task(self._read_to_the_end())
        watchers = [asyncio.create_task(self._watch(seat)) for seat in range(len(self._sessions))]
        try:
            return await self._finished(reader, deadline_s)
        finally:
            for session in self._sessions:
                session.resume()
            for task in (reader, *watchers):
                task.cancel()
            await asyncio.gather(reader, *watchers, return_exceptions=True)
            self._line.cancel()

    async def _finished(self, reader: asyncio.Task[Hosted], deadline_s: float) -> Hosted:
        # A read that is cancelled takes the whole call with it, so the deadline waits beside it.
        await asyncio.wait({reader}, timeout=deadline_s)
        if not reader.done():
            await self._abort(f"The match was not over after {deadline_s:.0f} s.")
            await asyncio.wait({reader}, timeout=ABORT_WITHIN_S)
        if not reader.done():
            raise HostLostError(f"The referee did not end the match within {deadline_s:.0f} s.")
        return reader.result()

    async def _read_to_the_end(self) -> Hosted:
        while True:
            message = await self._line.read()
            if not isinstance(message, pb.HostMatchResponse):
                raise HostLostError("The referee closed the line before the match was over.")
            match message.WhichOneof("message"):
                case "seat_out":
                    self._on_seat_out(message.seat_out.seat)
                case "pause_seat":
                    self._sessions[message.pause_seat.seat].pause()
                case "continue_seat":
                    await self._continue(message.continue_seat)
                case "finished":
                    end = message.finished
                    return Hosted(result_from_message(end.result), end.replay, end.digest)

    async def _continue(self, wanted: pb.HostContinueSeat) -> None:
        self._sessions[wanted.seat].resume()
        answer = pb.HostContinued(seat=wanted.seat, decision_id=wanted.decision_id)
        await self._say(pb.HostMatchRequest(continued=answer))

    async def _watch(self, seat: int) -> None:
        """Tell the referee when the process of a seat has ended."""
        session = self._sessions[seat]
        await session.ended()
        if session.lost:
            await self._abort(LOST)
            return
        gone = pb.HostSeatGone(seat=seat, evidence=evidence_to_message(session.evidence()))
        await self._say(pb.HostMatchRequest(seat_gone=gone))

    async def _say(self, message: pb.HostMatchRequest) -> None:
        # The match may be over by now, and with it the line.
        with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            async with self._writing:
                await self._line.write(message)

    async def _abort(self, reason: str) -> None:
        referee = self._referee
        with contextlib.suppress(grpc.aio.AioRpcError):
            await referee.stub.AbortMatch(
                pb.AbortMatchRequest(match_id=self._request.match_id, reason=reason),
                timeout=ABORT_WITHIN_S,
                metadata=referee.metadata,
            )
