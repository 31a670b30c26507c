from siurell.match import events as ev
from siurell.match.result import Cause, Evidence
from siurell.match.seats import SeatState


def test_startup__play_starts_when_all_are_ready(new_table):
    table = new_table(seats=3)
    table.do(ev.Begin())
    assert table.alarm_us == 5_000_000
    table.do(ev.SeatReady(2))
    table.do(ev.SeatReady(0))
    assert not table.records
    effects = table.do(ev.SeatReady(1), at_us=4_999_999)
    assert [type(effect).__name__ for effect in effects] == ["Record"] * 3 + ["Ask", "SetAlarm"]
    assert table.asked.seat == 0
    table.play_out().check_replay()


def test_startup__no_show_forfeits_and_the_others_play(new_table):
    table = new_table(seats=3)
    table.do(ev.Begin())
    table.do(ev.SeatReady(0))
    table.do(ev.SeatReady(2))
    table.alarm()
    fault = table.records[0]
    assert (fault.seat, fault.cause) == (1, Cause.NO_SHOW)
    assert fault.evidence.limit_us == 5_000_000
    assert "5s" in fault.evidence.detail
    table.play_out().check_replay()
    assert table.seat(1).placement == 3
    assert {table.seat(0).cause, table.seat(2).cause} == {Cause.GAME_RULES}


def test_startup__ready_too_late_is_no_show_even_before_the_alarm(new_table):
    table = new_table(seats=2)
    table.do(ev.Begin())
    table.do(ev.SeatReady(0))
    table.do(ev.SeatReady(1), at_us=5_000_000)
    assert table.seat(1).cause is Cause.NO_SHOW
    assert table.seat(0).placement == 1
    table.check_replay()


def test_startup__nobody_shows_all_share_the_last_place(new_table):
    table = new_table(seats=3)
    table.do(ev.Begin())
    table.alarm()
    assert [table.seat(s).placement for s in range(3)] == [1, 1, 1]
    assert [table.seat(s).fault_order for s in range(3)] == [1, 1, 1]
    table.check_replay()


def test_startup__gone_before_ready_is_a_crash_and_beats_nobody(new_table):
    table = new_table(seats=2)
    table.do(ev.Begin())
    table.do(ev.SeatGone(0, Evidence(exit_code=3, stderr="boom")), at_us=70)
    assert not table.finishes, "the other seat still has to show that it plays"
    table.alarm()
    assert (table.seat(0).cause, table.seat(0).placement) == (Cause.CRASH, 2)
    assert (table.seat(1).cause, table.seat(1).placement) == (Cause.NO_SHOW, 1)
    evidence = table.seat(0).evidence
    assert (evidence.exit_code, evidence.stderr, evidence.received_us) == (3, "boom", 70)
    assert "exit code 3" in evidence.detail
    table.check_replay()


def test_startup__gone_when_ready_is_a_crash(new_table):
    table = new_table(seats=2)
    table.do(ev.Begin())
    table.do(ev.SeatReady(0))
    table.do(ev.SeatGone(0, Evidence(signal=9)))
    table.do(ev.SeatReady(1))
    assert table.seat(0).cause is Cause.CRASH
    assert "signal 9" in table.seat(0).evidence.detail
    assert table.seat(1).placement == 1
    assert table.core.decisions == 0
    table.check_replay()


def test_startup__lost_when_ready_is_asked_all_the_same(new_table):
    table = new_table(seats=2)
    table.do(ev.Begin())
    table.do(ev.SeatReady(0))
    table.do(ev.SeatLost(0))
    effects = table.do(ev.SeatReady(1))
    assert not any(isinstance(effect, ev.Ask) for effect in effects), "nobody is there to read it"
    assert table.core.open_question == (0, 1)
    table.do(ev.SeatBack(0), at_us=1_000)
    assert table.asked.again
    assert table.asked.clock.limit_us == 2_000_000 - 1_000
    table.play_out().check_replay()


def test_startup__solo_no_show_is_played_by_the_substitute(new_table):
    table = new_table(seats=1)
    table.do(ev.Begin())
    table.alarm()
    assert table.seat(0).cause is Cause.NO_SHOW
    assert table.seat(0).placement == 1
    assert table.seat(0).score > 0
    assert table.core.result.grade in ("low", "high")
    table.check_replay()


def test_startup__early_alarm_changes_nothing(new_table):
    table = new_table(seats=2)
    table.do(ev.Begin())
    effects = table.do(ev.Alarm(), at_us=4_999_999)
    assert effects == [ev.SetAlarm(5_001_000_000)], "the alarm that was used up is set again"
    assert table.core.seat_states == (SeatState.EXPECTED,) * 2
