"""What a seat pays for its time, in whole matches and under every kind of time control."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from siurell.match import events as ev
from siurell.match.clock import TimeControl
from siurell.match.result import Cause, Evidence

CONTROLS = {
    "900ms": 900_000,
    "/300ms": 300_000,
    "+200ms": 200_000,
    "1s+100ms": 1_100_000,
    "1s/400ms": 400_000,
    "300ms/2s": 300_000,
    "1s+100ms/700ms": 700_000,
}
"""Every combination of the parts of a time control, with the limit of the first decision."""


@pytest.mark.parametrize("time", CONTROLS)
def test_timeout__comes_under_every_time_control(new_table, time):
    """T06: whatever the clock is made of, time ends."""
    table = new_table(time=time, seats=2).start()
    table.write(at_us=50)
    assert table.asked.clock.limit_us == CONTROLS[time]
    table.alarm()
    assert table.now_us == 50 + CONTROLS[time] + 1
    found = table.seat(0)
    assert found.cause is Cause.TIMEOUT
    assert found.evidence.charged_us == found.evidence.limit_us == CONTROLS[time]
    assert table.seat(1).placement == 1
    table.check_replay()


@pytest.mark.parametrize("time", [*CONTROLS, "unlimited"])
def test_crash__is_known_under_every_time_control(new_table, time):
    """T07: a crash is known without any clock."""
    table = new_table(time=time, seats=2).start()
    table.write(at_us=50)
    table.do(ev.SeatGone(0, Evidence(exit_code=3)), at_us=60)
    found = table.seat(0)
    assert (found.cause, found.evidence.exit_code) == (Cause.CRASH, 3)
    table.check_replay()


@pytest.mark.parametrize("time", ["60s", "60s+1s", "20s+500ms/2s"])
def test_charges__are_the_time_taken_and_come_off_the_bank_once(new_table, time):
    """T03, T08: each decision is charged what it took, once, and the next question shows the bank:
    it went down by exactly that."""
    rng = random.Random(time)
    control = TimeControl.parse(time)
    table = new_table(time=time, seats=3, rounds="6").start()
    spent, banks, last = Counter(), [control.bank_us] * 3, [0] * 3
    turns = [-1] * 3
    while table.core.result is None:
        asked = table.asked
        seat = asked.seat
        if turns[seat] != table.core.state.turn:
            turns[seat] = table.core.state.turn
            banks[seat] += control.increment_us
        assert (asked.clock.bank_us, asked.clock.last_charge_us) == (banks[seat], last[seat])
        took = rng.randint(0, 900_000)
        table.write(at_us=table.now_us + rng.randint(0, 3_000))
        for kind in rng.sample(["double", "lost"], rng.randint(0, 2)):
            if kind == "double":
                table.do(ev.DecisionReceived(seat, asked.decision_id - 1, "bid 0"))
            else:
                table.do(ev.SeatLost(seat))
                table.do(ev.SeatBack(seat))
        table.answer(at_us=table.now_us + took)
        banks[seat] -= took
        last[seat] = took
        spent[seat] += took
    charged = Counter()
    for record in table.records:
        if isinstance(record, ev.DecisionRecord):
            charged[record.seat] += record.charged_us
    assert charged == spent
    assert sum(spent.values()) > 5_000_000
    table.check_replay()


@pytest.mark.parametrize("time", CONTROLS)
def test_total__is_not_made_longer_by_trying_again(new_table, time):
    """T10: lines that break, old and double answers and alarms between leave the deadline alone."""
    table = new_table(time=time, seats=2).start()
    table.write(at_us=50)
    deadline, limit = table.alarm_us, CONTROLS[time]
    for part in range(1, 6):
        table.do(ev.SeatLost(0), at_us=50 + part * limit // 6)
        table.do(ev.SeatBack(0))
        assert table.asked.again
        assert table.asked.clock.limit_us == limit - (table.now_us - 50)
        table.write()
        table.do(ev.DecisionReceived(0, 0, "bid 0"))
        table.do(ev.Alarm())
        assert table.alarm_us == deadline
    table.alarm()
    assert (table.seat(0).cause, table.now_us) == (Cause.TIMEOUT, 50 + limit + 1)


def test_answer__that_is_refused_gets_no_second_try(new_table):
    """T10: there is one answer to a question."""
    table = new_table(time="/2s", seats=2).start()
    table.write(at_us=0)
    table.answer("nonsense", at_us=10)
    assert table.seat(0).cause is Cause.ILLEGAL_MOVE
    assert table.core.open_question is None


def test_last_charge__is_told_with_the_next_question(new_table):
    """T11: a bot sees what its last answer cost; what timed out shows its limit, never 0."""
    table = new_table(time="10s/2s", seats=1).start()
    table.write(at_us=0)
    table.answer(at_us=1_234_567)
    assert table.asked.clock.last_charge_us == 1_234_567
    table.write()
    table.alarm()
    evidence = table.seat(0).evidence if table.core.result else table.records[-1].evidence
    assert evidence.charged_us == evidence.limit_us == 2_000_000
