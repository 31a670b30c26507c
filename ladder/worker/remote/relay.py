"""Between a bot here and a referee elsewhere: messages in, messages out, nothing opened.

A line that breaks and stands again is no matter for the bot: the referee welcomes it to the same
match once more and asks the open question again, and both are answered here with what the bot has
said already, or as soon as it says it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from siurell.match.result import Cause, SeatResult
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.limits import tail
from siurell.wire.result import cause_from_message, result_from_message


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """The bot was welcomed to a match."""

    match_id: str
    game: str
    seat: int
    seats: int


@dataclass(frozen=True, slots=True)
class MatchOver:
    """A match is over for the bot.

    ``result`` is that of its seat; None when it is out before the match is over. ``slowest_us`` is
    the most that one of its decisions was charged, the network included, as far as it was told.
    """

    began: MatchBegan
    result: SeatResult | None
    cause: Cause
    detail: str
    decisions: int
    slowest_us: int


@dataclass(frozen=True, slots=True)
class MatchLost:
    """A match came to its end while the line was broken; the ladder knows how."""

    began: MatchBegan


@dataclass(frozen=True, slots=True)
class Noticed:
    """What the ladder wants the author to know; empty when what it said before holds no longer."""

    text: str


Told = MatchBegan | MatchOver | MatchLost | Noticed
ToBot = Callable[[pb.PlaySeatResponse], None]
ToReferee = Callable[[pb.PlaySeatRequest], None]


class _Match:
    """What is known of the match that is being played."""

    def __init__(self, welcome: pb.Welcome) -> None:
        self.welcome = welcome
        self.began = MatchBegan(welcome.match_id, welcome.game, welcome.seat, welcome.seats)
        self.ready = False
        self.ask: pb.Ask | None = None
        self.answer: pb.Decision | None = None
        self.fault: pb.Fault | None = None
        self.decisions = 0
        self.slowest_us = 0


class Relay:
    """One seat's conversation. What is said to a side that is not there is not said."""

    def __init__(self, to_bot: ToBot, to_referee: ToReferee, tell: Callable[[Told], None]) -> None:
        self._to_bot = to_bot
        self._to_referee = to_referee
        self._tell = tell
        self._match: _Match | None = None
        self._confirmed = True
        self._notice = ""

    @property
    def playing(self) -> str | None:
        """The match that is being played, if any."""
        return None if self._match is None else self._match.began.match_id

    # --------------------------------------------------------------------------- from the referee

    def line_stands(self) -> None:
        """The line to the referee stands, for the first time or again."""
        self._confirmed = self._match is None

    def settle(self) -> None:
        """The referee has had time to welcome us again: a match that it did not name is over."""
        if not self._confirmed and self._match is not None:
            lost, self._match = self._match, None
            self._tell(MatchLost(lost.began))
        self._confirmed = True

    def referee_said(self, message: pb.PlaySeatResponse) -> None:
        """Hand on what is new to the bot; answer what it has answered already."""
        match message.WhichOneof("message"):
            case "welcome":
                self._on_welcome(message)
            case "ask":
                self._on_ask(message)
            case "finished":
                self._on_finished(message)
            case "notice":
                self._on_notice(message.notice.text)

    def _on_notice(self, text: str) -> None:
        # Said again on every line, and news the first time.
        if text != self._notice:
            self._notice = text
            self._tell(Noticed(text))

    def _on_welcome(self, message: pb.PlaySeatResponse) -> None:
        match = self._match
        if match is None or match.began.match_id != message.welcome.match_id:
            self._confirmed = False
            self.settle()
            self._match = _Match(message.welcome)
            self._tell(self._match.began)
            self._to_bot(message)
            return
        self._confirmed = True
        if match.fault is not None:
            self._to_referee(pb.PlaySeatRequest(fault=match.fault))
        elif match.ready:
            ready = pb.Ready(match_id=match.began.match_id)
            self._to_referee(pb.PlaySeatRequest(ready=ready))

    def _on_ask(self, message: pb.PlaySeatResponse) -> None:
        match, ask = self._match, message.ask
        if match is None or match.began.match_id != ask.match_id:
            return
        match.slowest_us = max(match.slowest_us, ask.clock.last_charge_us)
        if match.ask is not None and match.ask.decision_id == ask.decision_id:
            if match.answer is not None:
                self._to_referee(pb.PlaySeatRequest(decision=match.answer))
            return
        match.ask, match.answer = ask, None
        self._to_bot(message)

    def _on_finished(self, message: pb.PlaySeatResponse) -> None:
        match, end = self._match, message.finished
        if match is None or match.began.match_id != end.match_id:
            return
        self._match = None
        self._confirmed = True
        self._to_bot(message)
        result = result_from_message(end.result).seats if end.HasField("result") else ()
        self._tell(
            MatchOver(
                match.began,
                result[match.began.seat] if result else None,
                cause_from_message(end.cause),
                end.detail,
                match.decisions,
                match.slowest_us,
            )
        )

    # ------------------------------------------------------------------------------- from the bot

    def bot_is_back(self) -> None:
        """The bot's own line broke, and it opened another."""
        if self._match is not None:
            self._to_bot(pb.PlaySeatResponse(welcome=self._match.welcome))

    def bot_said(self, message: pb.PlaySeatRequest) -> None:
        """Hand on what the bot says; remember what may have to be said again."""
        match = self._match
        if match is None:
            return
        kind = message.WhichOneof("message")
        if kind == "ready" and message.ready.match_id == match.began.match_id:
            self._on_ready(match, message)
        elif kind == "decision" and message.decision.match_id == match.began.match_id:
            self._on_decision(match, message)
        elif kind == "fault" and message.fault.match_id == match.began.match_id:
            match.fault = message.fault
            self._to_referee(message)

    def bot_ended(self, detail: str) -> None:
        """The bot's process has ended: in a match, that is its fault."""
        match = self._match
        if match is not None and match.fault is None:
            match.fault = pb.Fault(match_id=match.began.match_id, detail=tail(detail))
            self._to_referee(pb.PlaySeatRequest(fault=match.fault))

    def _on_ready(self, match: _Match, message: pb.PlaySeatRequest) -> None:
        if not match.ready:
            match.ready = True
            self._to_referee(message)
        elif match.ask is not None and match.answer is None:
            self._to_bot(pb.PlaySeatResponse(ask=match.ask))

    def _on_decision(self, match: _Match, message: pb.PlaySeatRequest) -> None:
        asked = match.ask is not None and match.ask.decision_id == message.decision.decision_id
        if asked and match.answer is None:
            match.answer = message.decision
            match.decisions += 1
        self._to_referee(message)
