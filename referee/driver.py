"""Drives one match core in the event loop: posts what happens, does what the core says, in order.

It decides nothing about the match. What it owes the core: the time of this machine, records that
are on paper before anything is done about them, and an alarm that comes only after what had arrived
by then was handed on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final, Protocol

import structlog
from siurell.match import events as ev
from siurell.match.core import MatchCore
from siurell.match.dealer import Dealer
from siurell.match.faults import not_resumed
from siurell.match.lag import LAG_PERCENT
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult
from siurell.match.seats import SeatState
from siurell.replay.write import FinishedReplay, ReplayWriter
from siurell.wire.codec import ObservationMessage, encode_observation

from referee.journal import Journal
from referee.lag import LoopLag
from referee.pacing import ContinueSeat, Pacer, PauseSeat
from referee.seat import Seat
from referee.session import Session
from referee.setup import MatchSetup
from referee.timer import Timer

_log = structlog.get_logger()

_HAND_ON_SECONDS: Final = 0.002
"""How long answers that have arrived get to come through before an alarm is posted."""

_GONE_SECONDS: Final = 0.2
"""How long a stream may take to end after its process has."""


class Observer(Protocol):
    """Who wants to know what becomes of a match."""

    def moved(self) -> None:
        """Something was recorded."""

    def seat_out(self, seat: int, cause: Cause) -> None:
        """A seat has forfeited."""

    def pace(self, news: ContinueSeat | PauseSeat) -> None:
        """A seat is to run or to stand still."""

    def finished(self, result: MatchResult, replay: FinishedReplay) -> None:
        """The match is over; comes once, last."""


class MatchDriver:
    """One match and its driver. `begin` it, then `post` what happens."""

    def __init__(
        self,
        setup: MatchSetup,
        sessions: Sequence[Session],
        journal: Journal,
        lag: LoopLag,
        observer: Observer,
        lag_percent: int = LAG_PERCENT,
    ) -> None:
        config = setup.config
        self.setup = setup
        self.public: list[str] = []
        """What happened in the match, as a spectator may read it."""
        dealer = Dealer(setup.game, config.seats, config.options, setup.seed)
        self._core = MatchCore(setup.game, config, dealer, lag_percent)
        self._writer = ReplayWriter(config, setup.game.rules_version, setup.commitment)
        self._journal = journal
        self._lag = lag
        self._observer = observer
        self._loop = asyncio.get_running_loop()
        self._timer = Timer(self._loop, self._on_time)
        self.pacer = Pacer(self._loop, observer.pace, self.abort) if setup.ponder_off else None
        self._due_ns: int | None = None
        """When the alarm was due whose arrivals are being handed on."""
        self._lines: list[str] = []
        self._observed: dict[int, ObservationMessage] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._past = 0
        """How many of the records to come are on paper already."""
        self._begun = False
        self._over = False
        self.seats = tuple(Seat(self, number, one) for number, one in enumerate(sessions))
        for seat in self.seats:
            seat.session.join(seat)

    # ------------------------------------------------------------------------- what can be read

    @property
    def begun(self) -> bool:
        """Whether the start-up limit runs, or the match itself."""
        return self._begun

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._over

    @property
    def playing(self) -> bool:
        """Whether nobody is waited for any more."""
        waiting = (SeatState.EXPECTED, SeatState.READY)
        return self._begun and not any(state in waiting for state in self._core.seat_states)

    @property
    def decisions(self) -> int:
        """Decisions so far."""
        return self._core.decisions

    def observation(self, viewer: int) -> ObservationMessage:
        """What a viewer may know now, as a message: built once for each position."""
        message = self._observed.get(viewer)
        if message is None:
            seen = self._core.state.observe(viewer)
            message = encode_observation(self.setup.config.game, seen)
            self._observed[viewer] = message
        return message

    def is_asked(self, seat: int) -> bool:
        """Whether the open question is this seat's."""
        return self._core.open_question is not None and self._core.open_question[0] == seat

    def legal_texts(self) -> list[str]:
        """The legal moves of the open question, in its game's notation."""
        return [str(move) for move in self._core.open_moves]

    def lag_us(self) -> int:
        """For how long we were held up while the seats were to do what they do now."""
        lag_us = self._lag.since_us(self._core.waits_since_ns)
        if self._due_ns is None:
            return lag_us
        return max(lag_us, (time.monotonic_ns() - self._due_ns) // 1000 + 1)

    # ---------------------------------------------------------------------------- what happens

    def begin(self) -> None:
        """The host is there: the start-up limit runs and the bots are welcomed."""
        self._begin(ev.Begin())

    def take_up(self, records: Sequence[ev.MatchRecord], patience: float) -> None:
        """Go on from the records of a referee that died, once the seats are back."""
        self._past = len(records)
        self._begin(ev.Resumed(tuple(records), int(patience * 1e6)))
        if any(self.seats[seat].session.closed for seat in self._expected()):
            self.abort("The session of a seat was closed while its referee was being restarted.")

    def close(
        self, records: Sequence[ev.MatchRecord], result: MatchResult, replay: FinishedReplay
    ) -> None:
        """Stand at the end that the match came to before; only its host has to hear of it."""
        self._begun = self._over = True
        for effect in self._core.handle(ev.Resumed(tuple(records), 0), time.monotonic_ns()):
            if isinstance(effect, ev.Record) and effect.public:
                self.public.append(effect.public)
        self._observer.finished(result, replay)

    def _begin(self, event: ev.Begin | ev.Resumed) -> None:
        self._begun = True
        self._lag.start()
        self.post(event)
        for seat in self.seats:
            if seat.session.connected and not self._over:
                seat.welcome()

    def post(self, event: ev.MatchEvent) -> None:
        """Tell the core what happened just now, and do what it says."""
        if self._over or not self._begun:
            return
        try:
            self._perform(self._core.handle(event, time.monotonic_ns()))
            self._wake_who_is_lost()
        except Exception as error:
            _log.exception("match_failed", match=self.setup.config.match_id)
            self._fail(f"The referee failed: {type(error).__name__}: {error}")

    def abort(self, reason: str) -> None:
        """Call the match off. Nobody's fault."""
        if not self._begun:
            self.begin()
        self.post(ev.Abort(reason))

    def seat_gone(self, seat: int, evidence: Evidence) -> None:
        """The host says that a seat's process ended; what it had sent before still counts."""
        task = self._loop.create_task(self._seat_gone(seat, evidence))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _seat_gone(self, seat: int, evidence: Evidence) -> None:
        await self.seats[seat].session.without_stream(_GONE_SECONDS)
        if seat in self._shaken():
            self.abort(not_resumed(seat))
        else:
            self.post(ev.SeatGone(seat, evidence))

    def continued(self, seat: int, decision_id: int) -> None:
        """The host says that a seat runs again."""
        if self.pacer is not None and not self._over:
            self.pacer.continued(seat, decision_id)

    def _on_time(self, due_ns: int) -> None:
        self._due_ns = due_ns
        self._loop.call_later(_HAND_ON_SECONDS, self._alarm, due_ns)

    def _alarm(self, due_ns: int) -> None:
        if self._due_ns == due_ns:
            self._due_ns = None
            if self._shaken():
                self.abort(not_resumed())
            else:
                self.post(ev.Alarm(self.lag_us()))

    def _expected(self) -> list[int]:
        """The seats that have not been ready yet."""
        states = enumerate(self._core.seat_states)
        return [seat for seat, state in states if state is SeatState.EXPECTED]

    def _shaken(self) -> list[int]:
        """Those of them whose bots did not come back to us from a referee that died: no fault."""
        return [seat for seat in self._expected() if self.seats[seat].session.awaited]

    # ----------------------------------------------------------------------- what the core says

    def _perform(self, effects: Sequence[ev.Effect]) -> None:
        recorded = False
        for effect in effects:
            if isinstance(effect, ev.Record):
                recorded = True
                line = self._writer.add(effect.record)
                if self._past:
                    self._past -= 1
                else:
                    self._lines.append(line)
                if effect.public:
                    self.public.append(effect.public)
                continue
            if recorded:
                self._observed.clear()
            self._write_down()
            self._act(effect)
        self._write_down()
        if recorded:
            self._observed.clear()
            self._observer.moved()

    def _act(self, effect: ev.Effect) -> None:
        if isinstance(effect, ev.Ask):
            self.seats[effect.seat].ask(effect)
        elif isinstance(effect, ev.SetAlarm):
            self._due_ns = None
            self._timer.set(effect.at_ns)
        elif isinstance(effect, ev.Tell):
            self.seats[effect.seat].tell_out(effect)
            self._observer.seat_out(effect.seat, effect.cause)
        elif isinstance(effect, ev.Finish):
            self._finish(effect.result)

    def _wake_who_is_lost(self) -> None:
        """The core puts no question to a seat without a line, and the seat may stand still."""
        question = self._core.open_question
        if self.pacer is not None and question is not None and self.seats[question[0]].lost:
            self.pacer.wake(*question)

    def _write_down(self) -> None:
        if self._lines:
            lines, self._lines = self._lines, []
            self._journal.write(lines)

    def _finish(self, result: MatchResult) -> None:
        replay = self._writer.finish(result, self.setup.seed)
        self._journal.finish(replay.footer)
        self._end(result, replay)

    def _fail(self, reason: str) -> None:
        """Something of ours broke: the match is no contest; its journal stays for the inquest."""
        if self._over:
            return
        seats = (SeatResult(0, 0, Cause.ABORTED),) * self.setup.config.seats
        turns = self._core.state.turn
        result = MatchResult(seats, self._core.decisions, turns, reason=reason)
        self._journal.abandon()
        self._end(result, self._writer.finish(result, self.setup.seed))

    def _end(self, result: MatchResult, replay: FinishedReplay) -> None:
        self._over = True
        self._timer.close()
        if self.pacer is not None:
            self.pacer.close()
        self._lag.stop()
        for seat in self.seats:
            seat.finish(result, replay.digest)
        self._observer.finished(result, replay)
