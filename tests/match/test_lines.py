"""Lines that break, processes that end, drivers that are restarted."""

import pytest
from siurell.match import events as ev
from siurell.match.core import NOTE_LIMIT
from siurell.match.question import LEFT_LIMIT_US
from siurell.match.result import Cause, Evidence


def test_lost__the_clock_keeps_running_and_the_question_comes_again(new_table):
    table = new_table(time="10s/2s").start()
    table.write(at_us=100)
    due = table.alarm_us
    table.do(ev.SeatLost(0), at_us=600)
    assert table.alarm_us == due
    first = table.asked
    table.do(ev.SeatBack(0), at_us=1_600)
    again = table.asked
    assert (again.decision_id, again.again) == (first.decision_id, True)
    assert again.events == first.events
    assert again.clock.limit_us == 2_000_000 - 1_500
    assert again.clock.bank_us == 10_000_000 - 1_500
    table.write(at_us=1_700)
    assert table.alarm_us == due
    table.answer(at_us=2_100)
    assert table.decided.charged_us == 2_000
    assert [r.kind for r in table.records if isinstance(r, ev.NoteRecord)] == ["lost", "back"]
    table.play_out().check_replay()


def test_lost__not_back_before_the_clock_ends_has_left(new_table):
    table = new_table(time="/2s").start()
    table.write(at_us=100)
    table.do(ev.SeatLost(0), at_us=600)
    table.alarm()
    assert table.now_us == 100 + 2_000_001
    assert table.seat(0).cause is Cause.LEFT
    assert table.seat(0).evidence.charged_us == 2_000_000
    table.check_replay()


def test_lost__while_the_question_is_written_the_clock_starts_when_it_was_put(new_table):
    table = new_table(time="/1s").start()
    table.do(ev.SeatLost(0), at_us=700)
    assert table.alarm_us == 1_000_001
    table.alarm()
    assert table.seat(0).cause is Cause.LEFT


def test_lost__while_waiting_is_not_asked_until_it_is_back(new_table):
    table = new_table(seats=2, time="/2s").start()
    table.do(ev.SeatLost(1), at_us=50)
    effects = table.answer(at_us=100)
    assert not any(isinstance(effect, ev.Ask) for effect in effects)
    assert table.core.open_question == (1, 2)
    assert table.alarm_us == 100 + 2_000_001, "its clock runs from when the question was put"
    table.do(ev.SeatBack(1), at_us=1_100)
    assert (table.asked.seat, table.asked.again) == (1, True)
    assert table.asked.clock.limit_us == 2_000_000 - 1_000
    table.play_out().check_replay()


def test_lost__back_in_time_and_not_asked_costs_nothing(new_table):
    table = new_table(seats=2).start()
    table.do(ev.SeatLost(1))
    effects = table.do(ev.SeatBack(1))
    assert effects == [ev.Record(ev.NoteRecord(1, "back"))]
    assert table.play_out().seat(1).cause is Cause.GAME_RULES


def test_lost__at_the_end_of_the_game_is_no_fault(new_table):
    table = new_table(seats=2, rounds="1").start()
    table.answer("bid 2")
    table.do(ev.SeatLost(1))
    table.do(ev.SeatBack(1))
    table.answer("bid 0")
    table.do(ev.SeatLost(1))
    table.answer("take")
    assert table.seat(1).cause is Cause.GAME_RULES


def test_lost__without_a_limit_there_is_one_for_coming_back(new_table):
    table = new_table(time="unlimited").start()
    table.write(at_us=0)
    assert table.alarm_us is None
    table.do(ev.SeatLost(0), at_us=5_000)
    assert table.alarm_us == 5_000 + LEFT_LIMIT_US
    table.do(ev.SeatBack(0), at_us=9_000)
    assert table.alarm_us is None
    table.do(ev.SeatLost(0), at_us=10_000)
    table.alarm()
    assert table.seat(0).cause is Cause.LEFT
    table.check_replay()


def test_lost__twice_is_once(new_table):
    table = new_table().start()
    assert table.do(ev.SeatLost(1)) == [ev.Record(ev.NoteRecord(1, "lost"))]
    assert table.do(ev.SeatLost(1)) == []


def test_back__a_newer_login_takes_the_seat_and_gets_the_question(new_table):
    table = new_table(time="/2s").start()
    table.write(at_us=100)
    table.do(ev.SeatBack(0), at_us=1_100)
    assert table.asked.again
    assert table.asked.clock.limit_us == 2_000_000 - 1_000


def test_back__before_the_question_was_written_the_clock_still_waits(new_table):
    table = new_table(time="/2s").start()
    table.do(ev.SeatBack(0), at_us=1_000)
    assert table.asked.clock.limit_us == 2_000_000
    table.write(at_us=1_500)
    table.answer(at_us=1_700)
    assert table.decided.charged_us == 200


def test_lines__one_that_breaks_all_the_time_is_a_fault(new_table):
    table = new_table(seats=3).start()
    for _ in range(NOTE_LIMIT // 2):
        table.do(ev.SeatLost(0))
        table.do(ev.SeatBack(0))
    table.do(ev.SeatLost(0))
    fault = next(r for r in table.records if isinstance(r, ev.FaultRecord))
    assert fault.cause is Cause.PROTOCOL
    table.play_out().check_replay()


def test_gone__while_asked_is_a_crash_at_once(new_table):
    table = new_table(seats=2, time="/2s").start()
    table.write(at_us=0)
    table.do(ev.SeatGone(0, Evidence(exit_code=1, stderr="Traceback…")), at_us=300)
    assert table.seat(0).cause is Cause.CRASH
    assert table.seat(0).evidence == Evidence(
        asked_us=0,
        received_us=300,
        charged_us=300,
        limit_us=2_000_000,
        exit_code=1,
        stderr="Traceback…",
        detail="The process of the bot ended with exit code 1 before the match was over.",
    )
    table.check_replay()


def test_gone__while_another_seat_thinks_leaves_its_question_alone(new_table):
    table = new_table(seats=3, time="/2s").start()
    table.write(at_us=0)
    effects = table.do(ev.SeatGone(2), at_us=300)
    assert [type(effect).__name__ for effect in effects] == ["Record", "Tell"]
    assert table.core.open_question == (0, 1)
    table.answer(at_us=400)
    assert table.decided.charged_us == 400
    table.play_out().check_replay()
    assert table.seat(2).evidence.asked_us is None
    assert table.seat(2).placement == 3


def test_gone__the_last_but_one_ends_the_match_under_the_thinking_seat(new_table):
    table = new_table(seats=2).start()
    assert table.core.open_question == (0, 1)
    effects = table.do(ev.SeatGone(1))
    assert [type(effect).__name__ for effect in effects] == [
        "Record", "Tell", "SetAlarm", "Finish",
    ]  # fmt: skip
    assert effects[2] == ev.SetAlarm(None)
    assert table.core.open_question is None
    assert table.seat(0).placement == 1
    table.check_replay()


def test_gone__after_a_lost_line_is_still_a_crash(new_table):
    table = new_table(seats=2).start()
    table.do(ev.SeatLost(0))
    table.do(ev.SeatGone(0))
    assert table.seat(0).cause is Cause.CRASH


@pytest.mark.parametrize("moment", ["before", "asked"])
def test_abort__counts_for_nobody(new_table, moment):
    table = new_table(seats=3)
    table.do(ev.Begin())
    if moment == "asked":
        for seat in range(3):
            table.do(ev.SeatReady(seat))
        table.do(ev.SeatGone(2))
    effects = table.do(ev.Abort("The worker's line broke."))
    assert [type(effect).__name__ for effect in effects] == ["SetAlarm", "Finish"]
    result = table.core.result
    assert result.aborted
    assert result.reason == "The worker's line broke."
    assert [(s.placement, s.cause, s.fault_order) for s in result.seats] == [
        (0, Cause.ABORTED, None)
    ] * 3
    table.check_replay()


def test_abort__the_reason_is_bounded_and_harmless(new_table):
    table = new_table().start()
    table.do(ev.Abort("\x1b[2J\ud800" + "x" * 5_000))
    reason = table.core.result.reason
    assert reason.startswith("\\x1b[2J\\ud800xxx")
    assert len(reason) < 700
    table.check_replay()
