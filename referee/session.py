"""A session: one run of one bot, which plays one match after another over one stream."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

import grpc
import structlog
from siurell.errors import RemoteProtocolError
from siurell.wire.limits import MAX_UNASKED
from siurell.wire.seat import Decision, Failure, Hello, Ready, SeatMessage, notice_bytes

from referee import tokens
from referee.serving.refusal import Refusal
from referee.stream import SeatStream

_log = structlog.get_logger()


class SeatHandler(Protocol):
    """What a session tells the match that it plays in."""

    @property
    def match_id(self) -> str:
        """The match."""

    def on_login(self) -> None:
        """The bot is there, for the first time or again."""

    def on_ready(self) -> bool:
        """The bot can be asked; False when that was known."""

    def on_decision(self, decision_id: int, text: str) -> None:
        """The bot answered."""

    def on_failure(self, detail: str) -> None:
        """The bot's code failed."""

    def on_violation(self, detail: str) -> None:
        """The bot broke the protocol."""

    def on_lost(self) -> None:
        """The bot's line is gone."""


class Session:
    """One session. Its newest login has the word."""

    def __init__(
        self, session_id: str, label: str, *, local: bool, bot: str = "", slot: int = 0
    ) -> None:
        self.session_id = session_id
        self.label = label
        self.local = local
        self.bot = bot
        """The remote bot whose it is for as long as that is admitted; empty for a host's own."""
        self.slot = slot
        """Which of the streams of the remote bot it is."""
        self.run = ""
        """Which start of the remote bot logged in last."""
        self.address = ""
        self.wants_moves = False
        """Whether questions carry the list of legal moves."""
        self.on_idle: Callable[[bool], None] = lambda _: None
        """Told when the session begins (True) and ceases (False) to be without a match."""
        self.on_line: Callable[[], None] = lambda: None
        """Told when a bot is there, and when it is gone."""
        self.closed = False
        self.taken_up = False
        """Whether an earlier referee had opened it: its bot knows that one, and may be shaken."""
        self._token = b""
        self._former = b""
        self._replaced: Refusal | None = None
        self._notice = ""
        self._stream: SeatStream | None = None
        self._seat: SeatHandler | None = None
        self._unasked = 0
        self._logins = 0
        self._streamless = asyncio.Event()
        self._streamless.set()

    # ------------------------------------------------------------------------- tokens and logins

    def keep_token(self, digest: bytes) -> None:
        """Know the bot by the token of this digest; the one before is void."""
        self._token = digest

    @property
    def token_digest(self) -> bytes:
        """What is kept of the token."""
        return self._token

    def knows(self, shown: bytes) -> bool:
        """Whether a bot that shows a token of this digest is let in."""
        return tokens.same(shown, self._token) or tokens.same(shown, self._former)

    def put_out_by_token(self, refusal: Refusal) -> None:
        """Its token is about to be replaced: who plays by it may end the match in play."""
        if not self.busy:
            self.put_out(refusal)
        elif self._replaced is None:
            self._former, self._replaced = self._token, refusal

    @property
    def awaited(self) -> bool:
        """Whether its bot has not come back since the referee was restarted."""
        return self.taken_up and self._logins == 0

    @property
    def logged_in_before(self) -> bool:
        """Whether a bot has ever logged in."""
        return self._logins > 0

    def login(self, stream: SeatStream, hello: Hello) -> None:
        """A bot that showed the token has the session from now on."""
        _log.info("seat_login", session=self.session_id, sdk=hello.sdk, again=self._logins > 0)
        older = self._stream
        self._logins += 1
        self._stream = stream
        self._streamless.clear()
        self._unasked = 0
        self.wants_moves = hello.legal_moves
        self.run = hello.run
        if tokens.same(tokens.digest(hello.token), self._token):
            self._forget_former()
        if older is not None:
            older.end(_second_login(remote=bool(self.bot)))
            if self._seat is not None:
                self._seat.on_lost()
        if self._seat is not None:
            self._seat.on_login()
        if self._notice:
            self.send(notice_bytes(self._notice))
        self.on_line()

    def stream_ended(self, stream: SeatStream) -> None:
        """A login is over; only that of the newest one means anything."""
        if self._stream is not stream:
            return
        self._stream = None
        self._streamless.set()
        _log.info("seat_line_ended", session=self.session_id)
        if self._seat is not None:
            self._seat.on_lost()
        self.on_line()

    async def without_stream(self, limit: float) -> None:
        """Wait until what came on the stream is read and it is gone, at most `limit` seconds."""
        try:
            async with asyncio.timeout(limit):
                await self._streamless.wait()
        except TimeoutError:
            _log.info("seat_line_still_there", session=self.session_id)

    def close(self, refusal: Refusal | None = None) -> None:
        """No more logins, no more messages; the bot is told that it is over, or why."""
        self.closed = True
        self.put_out(refusal)

    def put_out(self, refusal: Refusal | None = None) -> None:
        """End the line; whoever has the token may come back."""
        if self._stream is not None:
            self._stream.end(refusal)

    # ------------------------------------------------------------------------------------ matches

    @property
    def busy(self) -> bool:
        """Whether it plays in a match."""
        return self._seat is not None

    @property
    def connected(self) -> bool:
        """Whether a bot is logged in."""
        return self._stream is not None

    def join(self, seat: SeatHandler) -> None:
        """Play in this match."""
        self._seat = seat
        self._unasked = 0
        self.on_idle(False)

    def leave(self) -> None:
        """The match is over; so is the line of a token that was replaced meanwhile."""
        self._seat = None
        self.on_idle(True)
        if self._replaced is not None:
            self.put_out(self._replaced)
            self._forget_former()

    def _forget_former(self) -> None:
        self._former, self._replaced = b"", None

    # ----------------------------------------------------------------------------------- messages

    def send(self, data: bytes, written: Callable[[], None] | None = None) -> None:
        """Send a message if a bot is there."""
        if self._stream is not None:
            self._stream.send(data, written)

    def tell_author(self, notice: str) -> None:
        """Tell the author of a remote bot what is new, now and at each login, on slot 0 alone."""
        if notice != self._notice and self.slot == 0:
            self._notice = notice
            self.send(notice_bytes(notice))

    def receive(self, message: SeatMessage) -> None:
        """Hand on what the bot said; what nobody asked for is counted."""
        seat = self._seat
        match message:
            case Decision(match_id, decision_id, move) if seat and match_id == seat.match_id:
                seat.on_decision(decision_id, move)
            case Ready(match_id) if seat and match_id == seat.match_id:
                if not seat.on_ready():
                    self._unasked_for(message)
            case Failure(match_id, detail) if seat and match_id == seat.match_id:
                seat.on_failure(detail)
            case _:
                self._unasked_for(message)

    def violated(self, error: RemoteProtocolError) -> None:
        """The bot broke the protocol: its seat is out and its stream ends."""
        _log.info("seat_violation", session=self.session_id, reason=error.reason)
        if self._seat is not None:
            self._seat.on_violation(str(error))
        if self._stream is not None:
            self._stream.end(
                Refusal(grpc.StatusCode.INVALID_ARGUMENT, error.reason, f"Refused: {error}")
            )

    def _unasked_for(self, message: SeatMessage) -> None:
        self._unasked += 1
        _log.info("seat_unasked", session=self.session_id, kind=type(message).__name__)
        if self._unasked > MAX_UNASKED:
            self.violated(
                RemoteProtocolError(
                    f"The bot sent more than {MAX_UNASKED} messages that nobody asked for.",
                    reason="FLOOD",
                )
            )


def _second_login(*, remote: bool) -> Refusal:
    who = "Another process logged in with this session's token and"
    if remote:
        who = "Another `siurell connect` was started with this token and"
    return Refusal(
        grpc.StatusCode.ABORTED,
        "SECOND_LOGIN",
        f"{who} has the seat now; a token is for one process.",
    )
