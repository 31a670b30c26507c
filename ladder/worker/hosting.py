"""Hosts one match: creates it, holds the line to it, says at once when a bot's process ends.

When the referee dies another one is started and goes on from the journal; the bots live on, and the
host takes the match up again.
"""

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

from ladder.worker.referee_process import RefereeProcess, is_broken
from ladder.worker.sessions import CALL_WITHIN_S, Session

ABORT_WITHIN_S: Final = 10.0
"""How long the referee may take to finish a match that was called off."""
RESTARTS: Final = 30
"""How often a match is taken up again: one that kills every referee comes to an end."""

_FAREWELL_S: Final = 1.0

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
        self._out: set[int] = set()

    async def play(self, deadline_s: float) -> Hosted:
        """Play the match to its end (`SiurellError`, `grpc.aio.AioRpcError` when it has none)."""
        hosting = asyncio.create_task(self._host())
        try:
            return await self._finished(hosting, deadline_s)
        finally:
            self._let_all_run()
            hosting.cancel()
            await asyncio.gather(hosting, return_exceptions=True)

    async def _finished(self, hosting: asyncio.Task[Hosted], deadline_s: float) -> Hosted:
        # A read that is cancelled takes the whole call with it, so the deadline waits beside it.
        await asyncio.wait({hosting}, timeout=deadline_s)
        if not hosting.done():
            await self._abort(f"The match was not over after {deadline_s:.0f} s.")
            await asyncio.wait({hosting}, timeout=ABORT_WITHIN_S)
        if not hosting.done():
            raise HostLostError(f"The referee did not end the match within {deadline_s:.0f} s.")
        return hosting.result()

    async def _host(self) -> Hosted:
        """Host the match until it is over, whatever becomes of its referee."""
        for _ in range(RESTARTS):
            try:
                return await self._host_on_a_line()
            except grpc.aio.AioRpcError as error:
                if not is_broken(error):
                    raise
            # A bot that stands still could not come back to the next referee.
            self._let_all_run()
            await self._referee.recover()
        return await self._host_on_a_line()

    async def _host_on_a_line(self) -> Hosted:
        """Take the match up and host it to its end, or until the line breaks."""
        referee = self._referee
        await referee.stub.CreateMatch(
            self._request, timeout=CALL_WITHIN_S, metadata=referee.metadata
        )
        self._line = referee.stub.HostMatch(metadata=referee.metadata)
        watchers: list[asyncio.Task[None]] = []
        try:
            hello = pb.HostHello(match_id=self._request.match_id)
            await self._say(pb.HostMatchRequest(hello=hello))
            watchers += [
                asyncio.create_task(self._watch(seat)) for seat in range(len(self._sessions))
            ]
            hosted = await self._read_to_the_end()
            await self._say_received()
            return hosted
        finally:
            for task in watchers:
                task.cancel()
            await asyncio.gather(*watchers, return_exceptions=True)
            self._line.cancel()

    async def _read_to_the_end(self) -> Hosted:
        while True:
            message = await self._line.read()
            if not isinstance(message, pb.HostMatchResponse):
                raise HostLostError("The referee closed the line before the match was over.")
            match message.WhichOneof("message"):
                case "seat_out":
                    self._seat_is_out(message.seat_out.seat)
                case "pause_seat":
                    self._sessions[message.pause_seat.seat].pause()
                case "continue_seat":
                    await self._continue(message.continue_seat)
                case "finished":
                    end = message.finished
                    return Hosted(result_from_message(end.result), end.replay, end.digest)

    def _seat_is_out(self, seat: int) -> None:
        """Hand it on, once: on a new line everything is told again."""
        if seat not in self._out:
            self._out.add(seat)
            self._on_seat_out(seat)

    def _let_all_run(self) -> None:
        for session in self._sessions:
            session.resume()

    async def _say_received(self) -> None:
        """Tell the referee that it may forget the match; when it dies by now that is no matter."""
        await self._say(pb.HostMatchRequest(received=pb.HostReceived()))
        with contextlib.suppress(grpc.aio.AioRpcError, TimeoutError):
            async with asyncio.timeout(_FAREWELL_S):
                await self._line.read()

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
        with contextlib.suppress(grpc.aio.AioRpcError, SiurellError):
            await referee.stub.AbortMatch(
                pb.AbortMatchRequest(match_id=self._request.match_id, reason=reason),
                timeout=ABORT_WITHIN_S,
                metadata=referee.metadata,
            )
