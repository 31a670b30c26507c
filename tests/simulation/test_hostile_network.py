"""Whole matches in virtual time over a network that delays, drops, repeats and garbles.

Bots, lines and the driver are simulated here; the core is the real one. All of it follows from a
seed, so a failure names the seed that shows it again.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections import Counter

import pytest
from siurell.match import events as ev
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig
from siurell.match.core import MatchCore
from siurell.match.dealer import Dealer, commitment
from siurell.match.result import Cause, Evidence
from siurell.match.seats import SeatState
from siurell.replay.read import read_replay
from siurell.replay.verify import verify
from siurell.replay.write import ReplayWriter
from siurell.testing.toy import Toy

TIMES = ("2s+50ms/400ms", "/300ms", "1500ms", "+200ms/1s")


class Simulation:
    """One match: a queue of things that will happen, in order of their time."""

    def __init__(self, number, trouble):
        self.rng = random.Random(number)
        self.trouble = trouble
        seats = self.rng.randint(1, 4)
        game = Toy()
        options = game.check_options({"rounds": self.rng.choice(["1", "3", "6"])})
        self.seed = self.rng.randbytes(32)
        self.config = MatchConfig(
            match_id=f"sim-{number}",
            game="toy",
            options=options,
            seats=seats,
            time=TimeControl.parse(self.rng.choice(TIMES)),
            labels=tuple(f"s{seat}" for seat in range(seats)),
            startup_us=1_000_000,
        )
        self.game = game
        self.core = self.new_core()
        bound = commitment(self.config.match_id, self.seed)
        self.writer = ReplayWriter(self.config, game.rules_version, bound)
        self.records = []
        self.past = []
        self.queue = []
        self.order = itertools.count()
        self.now_us = 0
        self.alarm_us = None
        self.line_up = [True] * seats
        self.alive = [True] * seats
        self.finishes = []
        self.asked = Counter()

    def happens(self, chance):
        return self.rng.random() < chance * self.trouble

    def later(self, delay_us, what, *arguments):
        heapq.heappush(self.queue, (self.now_us + delay_us, next(self.order), what, arguments))

    def delay(self):
        """Mostly short, now and then far too long."""
        usual = int(self.rng.expovariate(1 / 20_000))
        return usual + (self.rng.randint(100_000, 900_000) if self.happens(0.05) else 0)

    def run(self):
        self.tell(ev.Begin())
        for seat in range(self.config.seats):
            if not self.happens(0.06):
                self.later(self.delay(), self.from_seat, seat, ev.SeatReady(seat))
            if self.happens(0.03):
                self.later(self.delay() * 20, self.die, seat)
        if self.happens(0.03):
            self.later(self.delay() * 20, self.tell, ev.Abort("the host is gone"))
        while not self.finishes or self.queue:
            self.next()
        return self

    def next(self):
        """The next message, or the alarm when it is due before it: messages beat the alarm."""
        due = self.queue[0][0] if self.queue else None
        if self.alarm_us is not None and (due is None or due > self.alarm_us):
            self.now_us = max(self.now_us, self.alarm_us)
            self.tell(ev.Alarm())
            return
        assert self.queue, "the match waits for nothing"
        self.now_us, _, what, arguments = heapq.heappop(self.queue)
        what(*arguments)

    def tell(self, event):
        if self.core.result is None:
            self.check_banks()
        over = self.core.result is not None
        effects = self.core.handle(event, self.now_us * 1000)
        assert not (over and effects), "nothing follows a finish"
        for effect in effects:
            match effect:
                case ev.Record(record):
                    self.record(record)
                case ev.SetAlarm(at_ns):
                    self.alarm_us = None if at_ns is None else -(-at_ns // 1000)
                case ev.Ask():
                    self.ask(effect)
                case ev.Finish(result):
                    self.finishes.append(result)

    def record(self, record):
        """A driver that was restarted has its past on paper."""
        if self.past:
            assert self.past.pop(0) == record
            return
        self.records.append(record)
        self.writer.add(record)

    def driver_dies(self):
        """Another one takes the match up; every bot that lives comes back, sooner or later."""
        if self.core.result is not None:
            return
        self.queue = [entry for entry in self.queue if entry[2] == self.die]
        heapq.heapify(self.queue)
        self.asked.clear()
        self.core = self.new_core()
        self.past = list(self.records)
        self.tell(ev.Resumed(tuple(self.records), 300_000))
        assert not self.past
        for seat in range(self.config.seats):
            self.line_up[seat] = self.alive[seat]
            if self.alive[seat]:
                self.later(self.delay(), self.from_seat, seat, ev.SeatReady(seat))
            else:
                self.later(self.delay(), self.tell, ev.SeatGone(seat, Evidence(exit_code=1)))

    def new_core(self):
        dealer = Dealer(self.game, self.config.seats, self.config.options, self.seed)
        return MatchCore(self.game, self.config, dealer)

    def check_banks(self):
        for seat in self.core._seats:
            assert seat.clock.bank_us is None or seat.clock.bank_us >= 0

    def ask(self, ask):
        assert self.core.seat_states[ask.seat] is SeatState.THINKING
        assert self.line_up[ask.seat]
        self.asked[ask.decision_id] += not ask.again
        if not self.happens(0.02):
            self.later(self.rng.randint(0, 3_000), self.tell, ev.QuestionWritten(ask.decision_id))
        seat = ask.seat
        if not self.alive[seat] or self.happens(0.03):
            return
        texts = [str(move) for move in self.core.open_moves]
        text = "garbage" if self.happens(0.02) else self.rng.choice(texts)
        answer = ev.DecisionReceived(seat, ask.decision_id, text)
        thinking = 3_000 + self.delay()
        self.later(thinking, self.from_seat, seat, answer)
        self.add_trouble(seat, answer, thinking)

    def add_trouble(self, seat, answer, thinking):
        while self.happens(0.1):
            self.later(thinking + self.delay(), self.from_seat, seat, answer)
        if self.happens(0.1):
            old = self.rng.randint(-2, answer.decision_id + 3)
            stale = ev.DecisionReceived(seat, old, answer.text)
            if old != answer.decision_id:
                self.later(self.delay(), self.from_seat, seat, stale)
        if self.happens(0.08):
            self.later(self.delay(), self.drop_line, self.rng.randrange(self.config.seats))
        if self.happens(0.01):
            fault = ev.SeatFaulted(seat, Cause.PROTOCOL, Evidence(detail="not a message"))
            self.later(self.delay(), self.from_seat, seat, fault)
        if self.happens(0.01):
            self.later(self.delay(), self.die, self.rng.randrange(self.config.seats))
        if self.happens(0.01):
            self.later(self.delay(), self.driver_dies)

    def from_seat(self, seat, event):
        """A message arrives, if the line that carries it still stands."""
        if self.line_up[seat]:
            self.tell(event)

    def drop_line(self, seat):
        if self.line_up[seat]:
            self.line_up[seat] = False
            self.tell(ev.SeatLost(seat))
            if not self.happens(0.3):
                self.later(self.delay() * 3, self.reconnect, seat)

    def reconnect(self, seat):
        if self.alive[seat]:
            self.line_up[seat] = True
            self.tell(ev.SeatBack(seat))

    def die(self, seat):
        if self.alive[seat]:
            self.alive[seat] = False
            self.line_up[seat] = False
            self.tell(ev.SeatLost(seat))
            evidence = Evidence(exit_code=1, stderr="Killed\n")
            self.later(self.delay(), self.tell, ev.SeatGone(seat, evidence))

    def check(self):
        assert len(self.finishes) == 1
        assert all(count <= 1 for count in self.asked.values()), "a decision is asked anew once"
        result = self.finishes[0]
        finished = self.writer.finish(result, self.seed)
        replay = read_replay(finished.data, game=self.game)
        assert replay.result == result
        verdict = verify(replay, finished.digest)
        assert verdict.ok, verdict.where
        assert verdict.decisions == result.decisions
        return result


@pytest.mark.parametrize("first", range(0, 600, 100))
@pytest.mark.parametrize("trouble", [0.3, 1.0, 3.0])
def test_simulation__one_finish_and_a_replay_that_verifies(first, trouble):
    for number in range(first, first + 100):
        Simulation(number, trouble).run().check()


def test_simulation__without_trouble_all_play_to_the_end():
    for number in range(60):
        result = Simulation(number, 0).run().check()
        assert {seat.cause for seat in result.seats} == {Cause.GAME_RULES}


def test_simulation__every_cause_is_met():
    met = Counter()
    for number in range(400):
        met.update(seat.cause for seat in Simulation(number, 2.0).run().check().seats)
    assert set(met) == set(Cause), "the trouble that is made covers the list"


def test_simulation__the_same_seed_gives_the_same_match():
    for number in range(20):
        one, two = (Simulation(number, 1.5).run() for _ in range(2))
        data = [s.writer.finish(s.finishes[0], s.seed).data for s in (one, two)]
        assert data[0] == data[1]
