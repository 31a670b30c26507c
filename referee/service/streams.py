"""The streams that a host opens: the line to its match, and the view of a spectator."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import grpc
from siurell.games.base import SPECTATOR
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.result import evidence_from_message, result_to_message

from referee.host import Finished
from referee.matches import Match, MatchRegistry
from referee.remote import RemoteBots
from referee.service.answers import host_news
from referee.service.hello import first_message
from referee.service.requests import host_hello, no_seat
from referee.serving.refusal import Refusal

RECEIPT_SECONDS: Final = 5.0
"""How long a line stays after the result, for the host to say that it has it."""

HostContext = grpc.aio.ServicerContext[pb.HostMatchRequest, pb.HostMatchResponse]
BotsContext = grpc.aio.ServicerContext[pb.WatchBotsRequest, pb.WatchBotsResponse]
WatchContext = grpc.aio.ServicerContext[pb.WatchMatchRequest, pb.WatchMatchResponse]


async def host_match(matches: MatchRegistry, context: HostContext) -> None:
    """One line of a host, until the match is over, the line breaks or a newer one stands."""
    match = matches.find(await _hello(context))
    line = match.attach_host()
    listener = asyncio.create_task(_listen(match, context))
    speaker = asyncio.create_task(_speak(match, line, context))
    try:
        await asyncio.wait((listener, speaker), return_when=asyncio.FIRST_COMPLETED)
        if listener.done():
            listener.result()
        if not await speaker:
            raise _second_host()
        if match.waits_for_receipt:
            await asyncio.wait((listener,), timeout=RECEIPT_SECONDS)
    finally:
        listener.cancel()
        speaker.cancel()
        match.host.detach(line)


async def _hello(context: HostContext) -> str:
    """The match that a host wants to take up."""
    return host_hello(await first_message(context.read(), "say which match is hosted"))


async def watch_match(matches: MatchRegistry, match_id: str, context: WatchContext) -> None:
    """A spectator's view: all that happened so far, then every step, then the result."""
    match = matches.find(match_id)
    changed = asyncio.Event()
    match.watchers.add(changed)
    told = 0
    try:
        while True:
            over = match.result
            events = match.driver.public[told:]
            told += len(events)
            step = pb.WatchMatchResponse(
                events=events,
                observation=match.driver.observation(SPECTATOR),
                result=None if over is None else result_to_message(over),
            )
            await context.write(step)
            if over is not None:
                return
            await changed.wait()
            changed.clear()
    finally:
        match.watchers.discard(changed)


async def watch_bots(bots: RemoteBots, context: BotsContext) -> None:
    """Who of the remote bots is online: now, and after every change."""
    changed = asyncio.Event()
    bots.watchers.add(changed)
    try:
        while True:
            changed.clear()
            await context.write(
                pb.WatchBotsResponse(
                    online=[
                        pb.RemoteSession(
                            bot_id=session.bot,
                            session_id=session.session_id,
                            slot=session.slot,
                            run=session.run,
                        )
                        for session in bots.online()
                    ]
                )
            )
            await changed.wait()
    finally:
        bots.watchers.discard(changed)


async def _listen(match: Match, context: HostContext) -> None:
    while True:
        message: Any = await context.read()
        if message is grpc.aio.EOF:
            return
        match message.WhichOneof("message"):
            case "seat_gone":
                gone = message.seat_gone
                _check_seat(match, gone.seat)
                match.driver.seat_gone(gone.seat, evidence_from_message(gone.evidence))
            case "received":
                match.forget()
                return
            case "continued":
                _check_seat(match, message.continued.seat)
                match.driver.continued(message.continued.seat, message.continued.decision_id)


def _check_seat(match: Match, seat: int) -> None:
    if seat >= match.setup.config.seats:
        raise no_seat(seat)


async def _speak(match: Match, line: int, context: HostContext) -> bool:
    """Tell all there is to tell; False when a newer line took over."""
    async for news in match.host.news(line):
        await context.write(host_news(news))
        if isinstance(news, Finished):
            return True
    return False


def _second_host() -> Refusal:
    return Refusal(
        grpc.StatusCode.ABORTED,
        "SECOND_HOST",
        "Another host took this match up; a match has one host.",
    )
