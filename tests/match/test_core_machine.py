"""The match core under events in any order, beside what must hold whatever comes."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from siurell.errors import MatchError
from siurell.match import events as ev
from siurell.match.result import Cause, Evidence, Verdict
from siurell.match.seats import SeatState

GAPS = st.sampled_from([0, 1, 7, 400, 30_000, 600_000, 2_500_000])
SEATS = st.integers(0, 3)


class CoreMachine(RuleBasedStateMachine):
    new_table = None
    """Makes a table; set by the test."""

    @initialize(
        seats=st.integers(1, 4),
        time=st.sampled_from(["3s+100ms/1s", "/2s", "800ms", "unlimited", "+300ms", "1s/10s"]),
        rounds=st.sampled_from(["1", "3", "6"]),
        seed=st.binary(min_size=32, max_size=32),
    )
    def begin(self, seats, time, rounds, seed):
        self.table = self.new_table(seats, time, rounds, 3_000_000, seed)
        self.table.do(ev.Begin())
        self.told = set()

    def do(self, event, gap=0):
        table = self.table
        before = table.core.result
        open_before = table.core.open_question
        effects = table.do(event, table.now_us + gap)
        self.check(event, effects, before, open_before)

    def check(self, event, effects, before, open_before):
        core = self.table.core
        if before is not None:
            assert effects == []
        finishes = [n for n, effect in enumerate(effects) if isinstance(effect, ev.Finish)]
        assert finishes in ([], [len(effects) - 1]), "a finish comes once, last"
        asks = [effect for effect in effects if isinstance(effect, ev.Ask)]
        assert len(asks) <= 1
        for ask in asks:
            assert core.open_question == (ask.seat, ask.decision_id)
            assert ask.again == (open_before == core.open_question)
            assert (ask.clock.bank_us or 0) >= 0
            assert (ask.clock.limit_us or 0) >= 0
            assert len(core.open_moves) > 1
        for effect in effects:
            if isinstance(effect, ev.Tell):
                assert effect.seat not in self.told
                self.told.add(effect.seat)

    def seat(self, number):
        return number % self.table.config.seats

    @rule(number=SEATS, gap=GAPS)
    def ready(self, number, gap):
        self.do(ev.SeatReady(self.seat(number)), gap)

    @rule(gap=GAPS)
    def all_ready(self, gap):
        for number in range(self.table.config.seats):
            self.do(ev.SeatReady(number), gap)

    @precondition(lambda self: self.table.core.open_question)
    @rule(gap=GAPS)
    def written(self, gap):
        self.do(ev.QuestionWritten(self.table.core.open_question[1]), gap)

    @precondition(lambda self: self.table.core.open_question)
    @rule(gap=GAPS, choice=st.integers(0, 9), lag=st.sampled_from([0, 0, 5, 900_000]))
    def decide(self, gap, choice, lag):
        core = self.table.core
        seat, decision_id = core.open_question
        text = str(core.open_moves[choice % len(core.open_moves)])
        self.do(ev.DecisionReceived(seat, decision_id, text, lag), gap)

    @precondition(lambda self: self.table.core.open_question)
    @rule(gap=GAPS, text=st.sampled_from(["take", "bid 2", "", "nonsense", "\x00"]))
    def decide_perhaps_wrongly(self, gap, text):
        seat, decision_id = self.table.core.open_question
        self.do(ev.DecisionReceived(seat, decision_id, text), gap)

    @rule(number=SEATS, decision_id=st.integers(-1, 40), times=st.sampled_from([1, 1, 1, 60]))
    def decide_what_is_not_asked(self, number, decision_id, times):
        table = self.table
        asked = (self.seat(number), decision_id)
        before = table.alarm_us
        for _ in range(times):
            if asked == table.core.open_question:
                return
            self.do(ev.DecisionReceived(*asked, "bid 0"))
            if table.core.seat_states[asked[0]] is not SeatState.DONE:
                assert table.alarm_us == before, "a wrong answer moves no deadline"

    @rule(number=SEATS, gap=GAPS)
    def lost(self, number, gap):
        self.do(ev.SeatLost(self.seat(number)), gap)

    @rule(number=SEATS, gap=GAPS)
    def back(self, number, gap):
        self.do(ev.SeatBack(self.seat(number)), gap)

    @rule(number=SEATS, gap=GAPS, code=st.integers(0, 255))
    def gone(self, number, gap, code):
        self.do(ev.SeatGone(self.seat(number), Evidence(exit_code=code)), gap)

    @rule(number=SEATS, cause=st.sampled_from([Cause.CRASH, Cause.PROTOCOL]))
    def faulted(self, number, cause):
        self.do(ev.SeatFaulted(self.seat(number), cause, Evidence(detail="it said so")))

    @rule(gap=GAPS)
    def alarm_at_any_time(self, gap):
        self.do(ev.Alarm(), gap)

    @precondition(lambda self: self.table.alarm_us is not None)
    @rule()
    def alarm_when_due(self):
        self.do(ev.Alarm(), max(0, self.table.alarm_us - self.table.now_us))

    @precondition(lambda self: self.table.core.result is None)
    @rule(gap=GAPS)
    def driver_dies(self, gap):
        self.told = set()
        self.table.take_up(self.table.now_us + gap)

    @precondition(lambda self: self.table.core.decisions > 6)
    @rule()
    def abort(self):
        self.do(ev.Abort("called off"))

    @rule(event=st.sampled_from([ev.Begin(), ev.SeatReady(9), ev.QuestionWritten(999)]))
    def misuse(self, event):
        before = self.table.facts()
        with pytest.raises(MatchError):
            self.table.do(event)
        assert self.table.facts() == before

    @invariant()
    def states_agree_with_the_question(self):
        if not hasattr(self, "table"):
            return
        core = self.table.core
        thinking = [n for n, s in enumerate(core.seat_states) if s is SeatState.THINKING]
        question = core.open_question
        assert thinking == ([] if question is None else [question[0]])
        over = core.result is not None
        assert over == bool(self.table.finishes)
        assert over == all(state is SeatState.DONE for state in core.seat_states)
        if over:
            assert self.table.alarm_us is None
        waits = SeatState.EXPECTED in core.seat_states or question is not None
        assert over or waits, "a match that runs waits for somebody"

    def teardown(self):
        """Whatever came before, time alone brings the match to its end."""
        if not hasattr(self, "table"):
            return
        table = self.table
        for _ in range(200):
            if table.core.result is not None:
                break
            if table.alarm_us is None:
                self.lost(table.core.open_question[0], 0)
            self.alarm_when_due()
        result = table.core.result
        assert table.finishes == [result]
        for seat in result.seats:
            assert (seat.fault_order is not None) == (seat.verdict is Verdict.BOT_FAULT)
        table.check_replay()


def test_core__whatever_comes_in_any_order(new_table):
    run_state_machine_as_test(
        type("Machine", (CoreMachine,), {"new_table": staticmethod(new_table)}),
        settings=settings(max_examples=200, stateful_step_count=40, deadline=None),
    )
