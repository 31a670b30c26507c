"""A match in this process: the same core, clock and replay as with a referee, without a line.

A bot that raises has crashed, one that answers nonsense made an illegal move, one that took too
long lost by time. This is measured after the fact: nothing here can interrupt a bot.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic_ns

from siurell.bot import Bot, MatchInfo, View, choice_text
from siurell.errors import MatchError
from siurell.games.base import Game, State
from siurell.match import events as ev
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig
from siurell.match.core import MatchCore
from siurell.match.dealer import Dealer, bot_random, commitment, seat_seed
from siurell.match.result import Cause, Evidence, MatchResult
from siurell.replay.steps import event_of
from siurell.replay.write import FinishedReplay, ReplayWriter

BotFactory = Callable[[MatchInfo, random.Random], Bot]
"""Makes the bot of a seat for one match; every class of bots is one."""

OnEvent = Callable[[ev.MatchRecord, State], None]
"""Told of every record with the position after it, which it must not change."""


@dataclass(frozen=True, slots=True)
class LocalMatch:
    """A match that was played. ``slowest_us`` is the longest decision of every seat."""

    result: MatchResult
    replay: FinishedReplay
    slowest_us: tuple[int, ...]


def play_local(
    game: Game,
    bots: Sequence[BotFactory],
    *,
    seed: bytes,
    options: Mapping[str, str] | None = None,
    time: TimeControl | None = None,
    labels: Sequence[str] = (),
    match_id: str = "local",
    simulated: bool = False,
    on_event: OnEvent | None = None,
) -> LocalMatch:
    """Play one match to its end, one bot a seat.

    ``seed`` has 32 bytes (`siurell.match.dealer.seed_from_text`). Options that are left out have
    their defaults, without ``time`` it is unlimited. In ``simulated`` time a decision takes none,
    so that the same bots with the same seed give the same replay, byte for byte.

    Raises `OptionError` when the game has no such seats or options.
    """
    config = MatchConfig(
        match_id=match_id,
        game=game.name,
        options=game.check_options(options or {}),
        seats=game.check_seats(len(bots)),
        time=time or TimeControl(),
        labels=tuple(labels) or tuple(f"seat {seat}" for seat in range(len(bots))),
        components=game.components_digest,
    )
    return _Driver(game, config, seed, simulated, on_event).play(bots)


class _Clock:
    """Real time, or time that stands still; either can be moved on."""

    def __init__(self, simulated: bool) -> None:
        self._simulated = simulated
        self._ahead_ns = 0

    def now_ns(self) -> int:
        return self._ahead_ns if self._simulated else monotonic_ns() + self._ahead_ns

    def skip_to(self, at_ns: int) -> None:
        self._ahead_ns += max(0, at_ns - self.now_ns())


class _Driver:
    """Drives one core: does what it says, one thing after another."""

    def __init__(
        self,
        game: Game,
        config: MatchConfig,
        seed: bytes,
        simulated: bool,
        on_event: OnEvent | None,
    ) -> None:
        self._game = game
        self._config = config
        self._seed = seed
        self._on_event = on_event
        self._shown = game.new_state(config.seats, config.options)
        self._core = MatchCore(game, config, Dealer(game, config.seats, config.options, seed))
        self._writer = ReplayWriter(config, game.rules_version, commitment(config.match_id, seed))
        self._clock = _Clock(simulated)
        self._bots: dict[int, Bot] = {}
        self._asked: ev.Ask | None = None
        self._alarm_ns: int | None = None
        self._slowest_us = [0] * config.seats

    def play(self, factories: Sequence[BotFactory]) -> LocalMatch:
        first = [self._make(seat, factory) for seat, factory in enumerate(factories)]
        self._do(ev.Begin())
        for event in first:
            if event is not None:
                self._do(event)
        while self._core.result is None:
            if self._asked is not None:
                self._question(self._asked)
            elif self._alarm_ns is not None:
                self._clock.skip_to(self._alarm_ns)
                self._do(ev.Alarm())
            else:
                raise MatchError("The match waits for nothing.", reason="STUCK")
        result = self._core.result
        replay = self._writer.finish(result, self._seed)
        return LocalMatch(result, replay, tuple(self._slowest_us))

    def _make(self, seat: int, factory: BotFactory) -> ev.MatchEvent | None:
        """Make and start a bot; None when it took longer than the start-up limit."""
        config = self._config
        info = MatchInfo(
            match_id=config.match_id,
            game=self._game,
            options=config.options,
            seats=config.seats,
            seat=seat,
            time=config.time,
            labels=config.labels,
        )
        begun_ns = self._clock.now_ns()
        try:
            bot = factory(info, bot_random(seat_seed(self._seed, seat)))
            bot.start()
        except (Exception, SystemExit) as error:
            return _crash(seat, "while it was made and started", error)
        if self._clock.now_ns() - begun_ns > config.startup_us * 1000:
            return None
        self._bots[seat] = bot
        return ev.SeatReady(seat)

    def _question(self, ask: ev.Ask) -> None:
        self._asked = None
        observation = self._core.state.observe(ask.seat)
        view = View(observation, ask.clock, ask.events, ask.seat, ask.decision_id)
        self._do(ev.QuestionWritten(ask.decision_id))
        try:
            text = choice_text(self._bots[ask.seat].choose(view))
        except (Exception, SystemExit) as error:
            self._do(_crash(ask.seat, "in `choose`", error))
        else:
            self._do(ev.DecisionReceived(ask.seat, ask.decision_id, text))

    def _do(self, event: ev.MatchEvent) -> None:
        for effect in self._core.handle(event, self._clock.now_ns()):
            if isinstance(effect, ev.Record):
                self._record(effect.record)
            elif isinstance(effect, ev.Ask):
                self._asked = effect
            elif isinstance(effect, ev.SetAlarm):
                self._alarm_ns = effect.at_ns

    def _record(self, record: ev.MatchRecord) -> None:
        self._writer.add(record)
        if isinstance(record, ev.DecisionRecord):
            self._took(record.seat, record.charged_us)
        elif isinstance(record, ev.FaultRecord):
            self._took(record.seat, record.evidence.charged_us or 0)
        if self._on_event is not None:
            happened = event_of(self._game, self._shown, record)
            if happened is not None:
                self._shown.apply(happened)
            self._on_event(record, self._shown)

    def _took(self, seat: int, charged_us: int) -> None:
        self._slowest_us[seat] = max(self._slowest_us[seat], charged_us)


def _crash(seat: int, when: str, error: BaseException) -> ev.SeatFaulted:
    what = "".join(traceback.format_exception_only(error)).strip()
    trace = "".join(traceback.format_exception(error))
    evidence = Evidence(stderr=trace, detail=f"The bot raised an error {when}: {what}")
    return ev.SeatFaulted(seat, Cause.CRASH, evidence)
