"""A match of the toy game in virtual time, driven event by event."""

from __future__ import annotations

import dataclasses

import pytest
from siurell.match import events as ev
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig
from siurell.match.core import MatchCore
from siurell.match.dealer import Dealer, commitment
from siurell.match.seats import SeatState
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.replay.write import ReplayWriter
from siurell.testing.toy import Toy

BEGIN_US = 1_000


class Table:
    """One core, its virtual time in microseconds since the match began, and all its effects."""

    def __init__(self, seats, time, rounds, startup_us, seed, game):
        self.game = game or Toy()
        self.seed = seed
        self.config = MatchConfig(
            match_id="m-1",
            game=self.game.name,
            options=self.game.check_options({"rounds": rounds}),
            seats=seats,
            time=TimeControl.parse(time),
            labels=tuple(f"bot {seat}" for seat in range(seats)),
            startup_us=startup_us,
        )
        self.core = self.new_core()
        self.now_us = 0
        self.effects = []
        self.alarm_us = None

    def new_core(self):
        """A core of this match that knows nothing yet."""
        dealer = Dealer(self.game, self.config.seats, self.config.options, self.seed)
        return MatchCore(self.game, self.config, dealer)

    def take_up(self, at_us=None, past=None, wait_us=1_000_000):
        """The driver dies, and another one begins with the records, or with these."""
        past = self.records if past is None else past
        self.core, self.effects, self.alarm_us = self.new_core(), [], None
        effects = self.do(ev.Resumed(tuple(past), wait_us), at_us)
        assert self.records[: len(past)] == list(past)
        return effects

    def all_back(self):
        """Every seat that is awaited is ready."""
        for number, state in enumerate(self.core.seat_states):
            if state is SeatState.EXPECTED:
                self.do(ev.SeatReady(number))

    def do(self, event, at_us=None):
        """Hand an event to the core, now or at a later time; returns its effects."""
        if at_us is not None:
            self.now_us = at_us
        effects = self.core.handle(event, (BEGIN_US + self.now_us) * 1000)
        for effect in effects:
            if isinstance(effect, ev.SetAlarm):
                due = effect.at_ns
                self.alarm_us = None if due is None else -(-due // 1000) - BEGIN_US
        self.effects += effects
        return effects

    def start(self):
        """Begin, and make every seat ready."""
        self.do(ev.Begin())
        for seat in range(self.config.seats):
            self.do(ev.SeatReady(seat))
        return self

    def write(self, at_us=None):
        """The open question is written."""
        return self.do(ev.QuestionWritten(self.asked.decision_id), at_us)

    def answer(self, text=None, at_us=None, lag_us=0):
        """The seat that is asked answers, with its last legal move if nothing is said."""
        seat, decision_id = self.core.open_question
        text = str(self.core.open_moves[-1]) if text is None else text
        return self.do(ev.DecisionReceived(seat, decision_id, text, lag_us), at_us)

    def alarm(self):
        """Post the alarm at the moment for which it is set."""
        return self.do(ev.Alarm(), self.alarm_us)

    def play_out(self):
        """Answer every question at once, to the end."""
        while self.core.result is None:
            self.answer()
        return self

    @property
    def asked(self):
        """The newest `Ask`."""
        return [effect for effect in self.effects if isinstance(effect, ev.Ask)][-1]

    @property
    def records(self):
        """All records so far."""
        return [effect.record for effect in self.effects if isinstance(effect, ev.Record)]

    @property
    def decided(self):
        """The newest decision of a seat's own."""
        return [record for record in self.records if isinstance(record, ev.DecisionRecord)][-1]

    @property
    def finishes(self):
        """All results that were told."""
        return [effect.result for effect in self.effects if isinstance(effect, ev.Finish)]

    def seat(self, number):
        """The result of a seat."""
        return self.core.result.seats[number]

    def facts(self):
        """Everything about the match that can be seen from outside."""
        core = self.core
        return (
            core.state.key(),
            core.open_question,
            core.seat_states,
            core.decisions,
            core.result,
            self.alarm_us,
        )

    def replay_data(self):
        """The packed replay of the finished match."""
        bound = commitment(self.config.match_id, self.seed)
        writer = ReplayWriter(self.config, self.game.rules_version, bound)
        for record in self.records:
            writer.add(record)
        return writer.finish(self.core.result, self.seed)

    def check_replay(self):
        """The match is read back as it was, and verifies."""
        finished = self.replay_data()
        replay = read_replay(finished.data, game=self.game)
        assert list(replay.records) == self.records
        assert replay.result == self.core.result
        assert dataclasses.asdict(replay.config) == dataclasses.asdict(self.config)
        verdict = verify(replay, finished.digest)
        assert verdict.ok, verdict.where
        return replay


@pytest.fixture(scope="session")
def new_table():
    """Make a table: ``new_table(seats=2, time=..., rounds=..., startup_us=..., seed=...)``."""

    def make(
        seats=2, time="10s+1s/2s", rounds="3", startup_us=5_000_000, seed=bytes(32), game=None
    ):
        return Table(seats, time, rounds, startup_us, seed, game)

    return make
