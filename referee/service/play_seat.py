"""`PlaySeat`: a bot logs in and is listened to until its stream ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final

import grpc
import structlog
from siurell.errors import RemoteProtocolError
from siurell.games.registry import games
from siurell.wire import PROTOCOL_VERSION
from siurell.wire.limits import shorten
from siurell.wire.metadata import LET_IN
from siurell.wire.seat import Hello, read_message

from referee.service.hello import first_message
from referee.serving.refusal import Refusal, bad_argument, wrong_moment
from referee.session import Session
from referee.stream import SeatStream

_log = structlog.get_logger()

_SHOWN: Final = 60

Context = grpc.aio.ServicerContext[bytes, bytes]
SessionFor = Callable[[Hello, str], Session | None]
"""The session that a hello is for at this entrance, from an address as gRPC writes it."""


class PlaySeat:
    """The entrance of bots. It takes and gives bytes, so that garbage is seen as such."""

    def __init__(self, session_for: SessionFor) -> None:
        self._session_for = session_for
        self._calls = 0
        self._left = asyncio.Event()
        self._left.set()

    async def left(self, limit: float) -> None:
        """Wait until every bot that came in was told its end, at most `limit` seconds.

        A server that closes a connection before it has sent the end of a call can lose that end: a
        client that writes meanwhile, if only a ping of its own, finds its line broken.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(limit):
                await self._left.wait()

    async def play(self, _requests: object, context: Context) -> None:
        """One stream, from hello to its end."""
        self._calls += 1
        self._left.clear()
        done: Any = self._call_done  # the types of grpcio want a class of their own here
        context.add_done_callback(done)
        line = _Line(context, self._session_for)
        reader = asyncio.create_task(line.read())
        reader.add_done_callback(line.reader_done)
        try:
            refusal = await line.stream.ended()
        finally:
            reader.cancel()
            line.gone()
        if refusal is not None:
            raise refusal

    def _call_done(self, _: object) -> None:
        self._calls -= 1
        if not self._calls:
            self._left.set()


class _Line:
    """One stream of one bot."""

    def __init__(self, context: Context, session_for: SessionFor) -> None:
        self.stream = SeatStream(context.write)
        self._context = context
        self._session_for = session_for
        self._session: Session | None = None

    async def read(self) -> None:
        """Listen until the bot, the referee or the line ends it."""
        session = await self._log_in()
        while not self.stream.ending:
            data: Any = await self._context.read()
            if data is grpc.aio.EOF:
                break
            try:
                message = read_message(data)
            except RemoteProtocolError as error:
                session.violated(error)
                break
            session.receive(message)

    def reader_done(self, reader: asyncio.Task[None]) -> None:
        """End the stream when nobody reads it any more, for whatever reason."""
        error = None if reader.cancelled() else reader.exception()
        if error is None or isinstance(error, Refusal):
            self.stream.end(error)
            return
        _log.error("seat_line_failed", exc_info=error)
        self.stream.end(
            Refusal(grpc.StatusCode.INTERNAL, "BUG", "The referee failed; its log says why.")
        )

    def gone(self) -> None:
        """The stream is over."""
        self.stream.drop()
        if self._session is not None:
            self._session.stream_ended(self.stream)

    async def _log_in(self) -> Session:
        hello = _read_hello(await first_message(self._context.read(), "say by a token who you are"))
        session = self._session_for(hello, self._context.peer())
        if session is None or session.closed:
            raise Refusal(
                grpc.StatusCode.UNAUTHENTICATED,
                "BAD_TOKEN",
                "The token is not that of an open session at this address: take address and token"
                " from the same session.",
            )
        check_versions(hello)
        self._session = session
        # So the bot knows that it was let in, also while there is nothing to play. A refusal has
        # initial metadata of its own, without this.
        await self._context.send_initial_metadata(((LET_IN, "yes"),))
        session.login(self.stream, hello)
        return session


def check_versions(hello: Hello) -> None:
    """Refuse a bot that speaks another protocol or plays by other rules."""
    sdk = shorten(hello.sdk, _SHOWN) or "an SDK without a name"
    if hello.protocol != PROTOCOL_VERSION:
        raise wrong_moment(
            "PROTOCOL_VERSION",
            f"This referee speaks protocol {PROTOCOL_VERSION} and the bot ({sdk}) speaks"
            f" {hello.protocol}: install the SDK that came with this referee's version.",
        )
    for game in games():
        theirs = hello.rules.get(game.name, game.rules_version)
        if theirs != game.rules_version:
            raise wrong_moment(
                "RULES_VERSION",
                f"This referee plays {game.name} by rules {game.rules_version} and the bot ({sdk})"
                f" has rules {shorten(theirs, _SHOWN)}: install the SDK that came with this"
                " referee's version.",
            )


def _read_hello(data: Any) -> Hello:
    if data is grpc.aio.EOF:
        raise bad_argument("NO_HELLO", "The stream ended before its hello.")
    try:
        message = read_message(data)
    except RemoteProtocolError as error:
        raise bad_argument(error.reason, str(error)) from error
    if not isinstance(message, Hello):
        raise bad_argument("NO_HELLO", "The first message of a stream is a hello.")
    return message
