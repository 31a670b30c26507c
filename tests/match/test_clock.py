import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from siurell.match.clock import Clock, TimeControl


def test_clock__bank_pays_and_increment_comes_with_the_turn():
    clock = Clock(TimeControl.parse("10s+1s"))
    assert clock.question(turn=0) == 11_000_000
    assert clock.charge(4_000_000) == 4_000_000
    assert clock.question(turn=0) == 7_000_000, "the second question of a turn adds nothing"
    assert clock.charge(0) == 0
    assert clock.question(turn=3) == 8_000_000


def test_clock__cap_bounds_one_decision():
    clock = Clock(TimeControl.parse("10s/2s"))
    assert clock.question(turn=1) == 2_000_000
    assert clock.charge(2_000_001) == 2_000_000
    assert clock.bank_us == 8_000_000


def test_clock__cap_alone_is_never_used_up():
    clock = Clock(TimeControl.parse("/2s"))
    for turn in range(50):
        assert clock.question(turn) == 2_000_000
        assert clock.charge(2_000_000) == 2_000_000
    assert clock.bank_us is None


def test_clock__unlimited():
    clock = Clock(TimeControl())
    assert clock.question(turn=1) is None
    assert clock.charge(10**15) == 10**15
    assert clock.view().limit_us is None


def test_clock__view_inside_a_question():
    clock = Clock(TimeControl.parse("10s+1s/2s"))
    clock.question(turn=0)
    view = clock.view(spent_us=500_000)
    assert (view.bank_us, view.limit_us) == (10_500_000, 1_500_000)
    assert (view.increment_us, view.cap_us, view.last_charge_us) == (1_000_000, 2_000_000, 0)
    clock.charge(700)
    assert clock.view().last_charge_us == 700


class ClockMachine(RuleBasedStateMachine):
    """A clock beside plain arithmetic."""

    @initialize(
        bank=st.none() | st.integers(1, 2_000),
        increment=st.integers(0, 300),
        cap=st.none() | st.integers(1, 1_000),
    )
    def begin(self, bank, increment, cap):
        self.control = TimeControl(bank, 0 if bank is None else increment, cap)
        self.clock = Clock(self.control)
        self.bank = bank
        self.turn = None
        self.asked = False

    @rule(turn=st.integers(0, 3))
    def question(self, turn):
        limit = self.clock.question(turn)
        if turn != self.turn and self.bank is not None:
            self.bank += self.control.increment_us
        self.turn = turn
        self.asked = True
        limits = [part for part in (self.bank, self.control.cap_us) if part is not None]
        assert limit == (min(limits) if limits else None)

    @precondition(lambda self: self.asked)
    @rule(spent=st.integers(0, 1_500))
    def charge(self, spent):
        limit = self.clock.limit_us
        charged = self.clock.charge(spent)
        assert charged == (spent if limit is None else min(spent, limit))
        if self.bank is not None:
            self.bank -= charged
        self.asked = False

    @invariant()
    def bank_is_what_was_not_paid(self):
        if hasattr(self, "clock"):
            assert self.clock.bank_us == self.bank
            assert self.bank is None or self.bank >= 0
            view = self.clock.view(10**6)
            assert (view.bank_us or 0) >= 0 and (view.limit_us or 0) >= 0


TestClockMachine = ClockMachine.TestCase
TestClockMachine.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
