"""What a bot does with each message of its referee: messages in, messages out, nothing opened.

A bot object is made new for every match. What its code raises is reported to the referee and
printed for its author; the session goes on with its next match. When the stream broke and stands
again, the same match goes on with the same object, and an answer that is already known is given
again without asking the bot twice.
"""

from __future__ import annotations

import math
import sys
import traceback
from collections.abc import Callable
from typing import Final

from siurell.bot import Bot, MatchInfo, View, choice_text
from siurell.games.registry import game_named, games
from siurell.match.clock import TimeControl
from siurell.match.dealer import bot_random
from siurell.v1 import referee_service_pb2 as pb
from siurell.version import VERSION
from siurell.wire import PROTOCOL_VERSION
from siurell.wire.codec import decode_observation
from siurell.wire.limits import MAX_MOVE_CHARS, shorten, tail
from siurell.wire.result import clock_from_message

SDK: Final = f"python/{VERSION}"
"""What this SDK calls itself in its hello."""


class Playing:
    """The bot's side of one session."""

    def __init__(self, bot_class: type[Bot]) -> None:
        self._bot_class = bot_class
        self._bot: Bot | None = None
        self._welcome = pb.Welcome()
        self._match: MatchInfo | None = None
        self._bank_us: int | None = None
        self._last: pb.Decision | None = None

    @property
    def longest_away_s(self) -> float:
        """How long a line may be broken before the match is surely lost; 0 without a match.

        All seats may use up what they have for a decision before ours has to answer, and then its
        own clock runs.
        """
        if self._bot is None or self._match is None:
            return 0.0
        time = self._match.time
        bank_us = None if self._bank_us is None else self._bank_us + time.increment_us
        limits = [limit for limit in (bank_us, time.cap_us) if limit is not None]
        return self._match.seats * min(limits) / 1e6 if limits else math.inf

    def hello(self, token: str) -> pb.PlaySeatRequest:
        """The first message of a stream."""
        rules = {game.name: game.rules_version for game in games()}
        return pb.PlaySeatRequest(
            hello=pb.Hello(token=token, protocol=PROTOCOL_VERSION, sdk=SDK, rules=rules)
        )

    def receive(self, message: pb.PlaySeatResponse) -> pb.PlaySeatRequest | None:
        """Act on a message; the answer, if it wants one."""
        kind = message.WhichOneof("message")
        if kind == "welcome":
            return self._on_welcome(message.welcome)
        if kind == "ask":
            return self._on_ask(message.ask)
        if kind == "finished":
            self._bot = None
        return None

    def _on_welcome(self, welcome: pb.Welcome) -> pb.PlaySeatRequest:
        if self._bot is not None and self._welcome == welcome:
            return pb.PlaySeatRequest(ready=pb.Ready(match_id=welcome.match_id))
        self._welcome = welcome
        self._bot = None
        self._last = None
        return self._guarded(self._make_bot)

    def _on_ask(self, ask: pb.Ask) -> pb.PlaySeatRequest | None:
        if self._bot is None or ask.match_id != self._welcome.match_id:
            return None
        if self._last is not None and self._last.decision_id == ask.decision_id:
            return pb.PlaySeatRequest(decision=self._last)
        return self._guarded(lambda: self._choose(ask))

    def _make_bot(self) -> pb.PlaySeatRequest:
        welcome = self._welcome
        self._match = MatchInfo(
            match_id=welcome.match_id,
            game=game_named(welcome.game),
            options=dict(welcome.options),
            seats=welcome.seats,
            seat=welcome.seat,
            time=TimeControl.parse(welcome.time_control),
            labels=tuple(welcome.labels),
        )
        self._bank_us = self._match.time.bank_us
        bot = self._bot_class(self._match, bot_random(welcome.bot_seed))
        bot.start()
        self._bot = bot
        return pb.PlaySeatRequest(ready=pb.Ready(match_id=welcome.match_id))

    def _choose(self, ask: pb.Ask) -> pb.PlaySeatRequest:
        assert self._bot is not None and self._match is not None
        match = self._match
        observation = decode_observation(
            match.game.name, ask.observation, match.seats, match.options, match.seat
        )
        clock = clock_from_message(ask.clock)
        self._bank_us = clock.bank_us
        view = View(observation, clock, tuple(ask.events), match.seat, ask.decision_id)
        move = shorten(_clean(choice_text(self._bot.choose(view))), MAX_MOVE_CHARS)
        self._last = pb.Decision(match_id=ask.match_id, decision_id=ask.decision_id, move=move)
        return pb.PlaySeatRequest(decision=self._last)

    def _guarded(self, work: Callable[[], pb.PlaySeatRequest]) -> pb.PlaySeatRequest:
        """Run the bot's code; what it raises becomes a report to the referee."""
        try:
            return work()
        except Exception as error:
            report = _report(error)
        self._bot = None
        print(report, file=sys.stderr, flush=True)
        detail = tail(_clean(report))
        return pb.PlaySeatRequest(fault=pb.Fault(match_id=self._welcome.match_id, detail=detail))


def _report(error: Exception) -> str:
    """The traceback from the bot's own code on; ours tells its author nothing."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename == __file__:
        frames = frames.tb_next
    return "".join(traceback.format_exception(type(error), error, frames or error.__traceback__))


def _clean(text: str) -> str:
    """The text without what UTF-8, and so a message, cannot hold."""
    return text.encode(errors="replace").decode()
