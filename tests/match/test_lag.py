"""The driver's own lateness: never charged, and no contest when it was too much of a limit."""

from __future__ import annotations

import pytest
from siurell.errors import MatchError
from siurell.match import events as ev
from siurell.match.core import MatchCore
from siurell.match.dealer import Dealer
from siurell.match.lag import LAG_PERCENT, NO_CONTEST
from siurell.match.result import Cause

LIMIT = 2_000_000
SHARE = LIMIT * LAG_PERCENT // 100
"""The largest lag with which a loss by time stands."""


def notes(table):
    return [one for one in table.records if isinstance(one, ev.NoteRecord)]


def no_contest(table, number, lag_us, percent=LAG_PERCENT):
    """The match was called off for a lag, once, with its reason in the record and in the result."""
    result = table.core.result
    assert result.aborted
    assert all(seat.cause is Cause.ABORTED for seat in result.seats)
    (note,) = [one for one in notes(table) if one.kind == NO_CONTEST]
    assert (note.seat, note.detail) == (number, result.reason)
    for part in (f"Seat {number} was late", f"{lag_us}us", f"{percent} %", "no contest"):
        assert part in result.reason
    assert table.records[-1] == note
    assert not [one for one in table.records if isinstance(one, ev.FaultRecord)]
    table.check_replay()


def test_lag__is_never_charged_and_is_recorded(new_table):
    """T08: what a seat pays and what the referee was late by add up to the time that went by."""
    table = new_table(time="10s+0s", seats=2).start()
    table.write(at_us=100)
    table.answer(at_us=1_500_100, lag_us=300_000)
    assert (table.decided.charged_us, table.decided.lag_us) == (1_200_000, 300_000)
    table.write()
    table.answer(at_us=table.now_us + 50)
    clock = table.asked.clock
    assert (clock.bank_us, clock.last_charge_us) == (8_800_000, 1_200_000)
    table.play_out()
    table.check_replay()


def test_lag__is_never_more_than_the_time_that_went_by(new_table):
    table = new_table(time="10s").start()
    table.write(at_us=100)
    table.answer(at_us=40_100, lag_us=300_000)
    assert (table.decided.charged_us, table.decided.lag_us) == (0, 40_000)


def test_lag__before_a_question_was_written_gives_nothing(new_table):
    table = new_table(time="10s").start()
    table.answer(at_us=40_100, lag_us=300_000)
    assert (table.decided.charged_us, table.decided.lag_us) == (0, 0)


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("lag_us", [0, 3_000, SHARE])
def test_timeout__stands_with_a_lag_up_to_the_share(new_table, seats, lag_us):
    """The limit ends later by the lag, and what it was stands in the evidence."""
    table = new_table(time="/2s", seats=seats).start()
    table.write(at_us=100)
    table.answer(at_us=100 + LIMIT + lag_us + 1, lag_us=lag_us)
    (fault,) = [one for one in table.records if isinstance(one, ev.FaultRecord)]
    evidence = fault.evidence
    assert fault.cause is Cause.TIMEOUT
    assert (evidence.charged_us, evidence.limit_us, evidence.lag_us) == (LIMIT, LIMIT, lag_us)
    assert evidence.received_us - evidence.asked_us == LIMIT + lag_us + 1
    table.play_out()
    assert table.seat(0).evidence == evidence
    table.check_replay()


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_timeout__of_an_answer_is_no_contest_with_a_larger_lag(new_table, seats):
    """T01, T05: when the referee itself was slow, nobody loses by time."""
    table = new_table(time="/2s", seats=seats).start()
    table.write(at_us=100)
    table.answer(at_us=100 + LIMIT + SHARE + 2, lag_us=SHARE + 1)
    no_contest(table, 0, SHARE + 1)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_timeout__without_an_answer_is_no_contest_with_a_larger_lag(new_table, seats):
    table = new_table(time="/2s", seats=seats).start()
    table.write(at_us=100)
    table.do(ev.Alarm(SHARE + 1), at_us=100 + LIMIT + 1)
    assert table.alarm_us == 100 + LIMIT + SHARE + 2, "the referee was late by that, not the seat"
    table.do(ev.Alarm(SHARE + 1), at_us=table.alarm_us)
    no_contest(table, 0, SHARE + 1)


def test_alarm__with_a_lag_leaves_the_seat_its_whole_limit(new_table):
    table = new_table(time="/2s").start()
    table.write(at_us=100)
    table.do(ev.Alarm(400_000), at_us=100 + LIMIT + 1)
    table.answer(at_us=100 + LIMIT + 400_000, lag_us=400_000)
    assert (table.decided.charged_us, table.decided.lag_us) == (LIMIT, 400_000)


def test_alarm__with_a_lag_ends_at_last_without_another_one(new_table):
    """However often it is late, the time of a dead bot ends."""
    table = new_table(time="/2s").start()
    table.write(at_us=100)
    table.do(ev.Alarm(SHARE), at_us=100 + LIMIT + 1)
    table.do(ev.Alarm(0), at_us=table.alarm_us)
    assert table.seat(0).cause is Cause.TIMEOUT
    assert table.seat(0).evidence.lag_us == SHARE
    table.check_replay()


@pytest.mark.parametrize("percent", [0, 10, 90])
def test_share__is_what_the_core_is_told(new_table, percent):
    bound = LIMIT * percent // 100
    for lag_us, aborted in ((bound, False), (bound + 1, True)):
        table = new_table(time="/2s")
        dealer = Dealer(table.game, 2, table.config.options, table.seed)
        table.core = MatchCore(table.game, table.config, dealer, lag_percent=percent)
        table.start()
        table.write(at_us=0)
        table.answer(at_us=LIMIT + lag_us + 1, lag_us=lag_us)
        assert table.core.result.aborted is aborted
        if aborted:
            no_contest(table, 0, lag_us, percent)


def test_left__is_no_contest_with_a_larger_lag(new_table):
    for lag_us, aborted in ((SHARE, False), (SHARE + 1, True)):
        table = new_table(time="/2s").start()
        table.write(at_us=100)
        table.do(ev.SeatLost(0), at_us=200)
        table.do(ev.Alarm(lag_us), at_us=table.alarm_us)
        table.do(ev.Alarm(lag_us), at_us=table.alarm_us)
        assert table.core.result.aborted is aborted
        if not aborted:
            assert table.seat(0).cause is Cause.LEFT
            assert table.seat(0).evidence.lag_us == lag_us
            table.check_replay()


def test_no_show__is_no_contest_with_a_larger_lag(new_table):
    for lag_us, aborted in ((SHARE, False), (SHARE + 1, True)):
        table = new_table(startup_us=LIMIT)
        table.do(ev.Begin())
        table.do(ev.SeatReady(1))
        table.do(ev.Alarm(lag_us), at_us=table.alarm_us)
        assert table.core.result.aborted is aborted
        if aborted:
            no_contest(table, 0, lag_us)
        else:
            assert table.seat(0).cause is Cause.NO_SHOW
            assert table.seat(0).evidence.lag_us == lag_us


def test_ready__that_waited_for_the_referee_is_in_time(new_table):
    table = new_table(startup_us=LIMIT)
    table.do(ev.Begin())
    table.do(ev.SeatReady(0))
    table.do(ev.SeatReady(1, lag_us=1_001), at_us=LIMIT + 1_000)
    assert table.core.open_question is not None


def test_lag__excuses_nothing_but_time(new_table):
    """A bot that answers what is no move forfeits, however late the referee was."""
    table = new_table(time="/2s").start()
    table.write(at_us=0)
    table.answer("nonsense", at_us=LIMIT, lag_us=LIMIT)
    assert table.seat(0).cause is Cause.ILLEGAL_MOVE
    table.check_replay()


def test_lag__is_never_negative(new_table):
    table = new_table()
    table.do(ev.Begin())
    with pytest.raises(MatchError):
        table.do(ev.SeatReady(0, lag_us=-1))


def test_waits_since__is_the_question_or_the_beginning(new_table):
    table = new_table()
    table.do(ev.Begin(), at_us=5)
    begun_ns = table.core.waits_since_ns
    for number in range(2):
        table.do(ev.SeatReady(number), at_us=30)
    assert table.core.waits_since_ns == begun_ns + 25_000
    table.write(at_us=70)
    assert table.core.waits_since_ns == begun_ns + 65_000
