"""A match that is taken up by another driver stands where its records end, whatever they are."""

from __future__ import annotations

import random

import pytest
from siurell.errors import MatchError
from siurell.match import events as ev
from siurell.match.result import Cause, Evidence
from siurell.match.seats import SeatState
from siurell.replay.read import read_journal
from siurell.replay.write import ReplayWriter


def standing(core):
    """All that a match is made of but the time; of one that is over, how it ended."""
    if core.result is not None:
        return core.state.key(), core.result
    seats = [
        (seat.clock.bank_us, seat.clock.view(), tuple(seat.events), seat.answered, seat.fault)
        for seat in core._seats
    ]
    question = (core.open_question, core.open_moves)
    return core.state.key(), core.decisions, question, seats, core.seat_states


def some_match(new_table, number):
    """A match with everything in it; yields the table whenever somebody is asked or it is over."""
    rng = random.Random(number)
    table = new_table(
        seats=rng.randint(1, 4),
        time=rng.choice(["3s+100ms/1s", "/2s", "900ms", "unlimited", "+300ms"]),
        rounds=rng.choice(["1", "3", "6"]),
        seed=rng.randbytes(32),
    ).start()
    yield table
    while table.core.result is None:
        seat, decision_id = table.core.open_question
        table.write()
        match rng.randrange(12):
            case 0:
                table.do(ev.DecisionReceived(seat, decision_id, "nonsense"), table.now_us + 70)
            case 1 if table.alarm_us is not None:
                table.alarm()
            case 2:
                other = rng.randrange(table.config.seats)
                table.do(ev.SeatGone(other, Evidence(exit_code=1)), table.now_us + 30)
            case 3:
                table.do(ev.DecisionReceived(seat, decision_id - 1, "bid 0"))
            case _:
                text = str(rng.choice(table.core.open_moves))
                table.answer(text, table.now_us + rng.randrange(200_000), rng.choice([0, 0, 9]))
        yield table


def by_way_of_a_journal(table, records):
    """Records, written and read again."""
    writer = ReplayWriter(table.config, table.game.rules_version, bytes(32))
    lines = [writer.header_line(), *map(writer.add, records)]
    text = "".join(f"{line}\n" for line in lines)
    return read_journal(text.encode(), game=table.game).records


@pytest.mark.parametrize("number", range(40))
def test_resumed__after_any_record_is_where_it_was(new_table, number):
    stands = {}
    for table in some_match(new_table, number):
        stands[len(table.records)] = standing(table.core)
    records = table.records
    for count in range(1, len(records) + 1):
        end = min(boundary for boundary in stands if boundary >= count)
        table.take_up(past=by_way_of_a_journal(table, records[:count]))
        table.all_back()
        assert standing(table.core) == stands[end], f"after {count} records"
        table.play_out().check_replay()


def test_resumed__the_open_question_gets_a_fresh_clock(new_table):
    table = new_table(time="10s+1s/2s").start()
    table.write(at_us=100)
    table.take_up(at_us=1_900_000)
    table.all_back()
    assert (table.asked.seat, table.asked.decision_id, table.asked.again) == (0, 1, False)
    assert table.asked.clock.limit_us == 2_000_000
    assert table.asked.clock.bank_us == 11_000_000, "no second increment, nothing charged"
    assert table.records[-1] == ev.NoteRecord(0, "resumed")
    table.write(at_us=3_000_000)
    table.answer(at_us=3_000_050)
    assert table.decided.charged_us == 50
    table.play_out().check_replay()


def test_resumed__time_between_two_drivers_is_no_time_of_the_match(new_table):
    table = new_table(time="10s").start()
    table.write(at_us=100)
    table.answer(at_us=300)
    table.take_up(at_us=900_000_000)
    table.all_back()
    table.write(at_us=900_000_040)
    table.answer(at_us=900_000_050)
    assert (table.decided.asked_us, table.decided.charged_us) == (340, 10)


def test_resumed__nobody_is_asked_before_all_are_back(new_table):
    table = new_table(seats=3).start()
    table.take_up()
    table.do(ev.SeatReady(0))
    table.do(ev.SeatReady(2))
    assert table.core.open_question is None
    table.do(ev.SeatReady(1))
    assert table.core.open_question == (0, 1)


def test_resumed__a_seat_that_forfeited_is_not_awaited(new_table):
    table = new_table(seats=3).start()
    table.do(ev.SeatGone(1))
    effects = table.take_up()
    assert [effect.seat for effect in effects if isinstance(effect, ev.Tell)] == [1]
    table.all_back()
    table.play_out().check_replay()
    assert table.seat(1).cause is Cause.CRASH


@pytest.mark.parametrize(
    "event",
    [
        ev.SeatGone(1, Evidence(exit_code=1)),
        ev.SeatFaulted(1, Cause.CRASH, Evidence(detail="x")),
        ev.SeatFaulted(1, Cause.PROTOCOL, Evidence(detail="x")),
        None,
    ],
)
def test_resumed__who_does_not_come_back_is_not_to_blame(new_table, event):
    table = new_table(time="2s").start()
    table.take_up(wait_us=700_000)
    table.do(ev.SeatReady(0))
    if event is None:
        assert table.alarm_us == 700_000 + 2_000_000, "a bot may be thinking, and hear nothing"
        table.alarm()
    else:
        table.do(event)
    assert table.core.result.aborted
    assert "restart of the referee" in table.core.result.reason
    table.check_replay()


def test_resumed__a_match_that_was_over_ends_at_once(new_table):
    table = new_table().start().play_out()
    result = table.core.result
    table.take_up()
    assert table.core.result == result
    table.check_replay()


def test_resumed__a_match_that_was_decided_ends_at_once(new_table):
    table = new_table(seats=2).start()
    table.answer(at_us=10)
    table.do(ev.SeatGone(0))
    result = table.core.result
    table.take_up()
    assert table.core.result == result


def test_resumed__in_the_start_up_awaits_all(new_table):
    table = new_table(startup_us=5_000_000)
    table.do(ev.Begin())
    table.do(ev.SeatReady(0))
    table.take_up(at_us=4_000_000)
    assert table.core.seat_states == (SeatState.EXPECTED, SeatState.EXPECTED)
    table.all_back()
    table.play_out().check_replay()


def test_resumed__notes_count_on_but_for_those_of_restarts(new_table):
    table = new_table().start()
    for _ in range(60):
        table.do(ev.DecisionReceived(1, 7, "x"))
    for _ in range(150):
        table.take_up()
        table.all_back()
    for _ in range(40):
        table.do(ev.DecisionReceived(1, 7, "x"))
    assert table.core.result is None
    table.do(ev.DecisionReceived(1, 7, "x"))
    assert table.seat(1).cause is Cause.PROTOCOL


@pytest.mark.parametrize(
    "wrong",
    [
        ev.ChanceRecord("deck/1", "card 0"),
        ev.DecisionRecord(0, "bid 1", 0, 0),
        ev.ForcedRecord(0, "bid 0"),
        ev.SubstituteRecord(0, "bid 0"),
    ],
)
def test_resumed__from_records_that_the_rules_do_not_give_is_refused(new_table, wrong):
    table = new_table().start()
    with pytest.raises(MatchError, match="Record 1 does not hold"):
        table.take_up(past=[wrong])


def test_resumed__more_time_than_there_was_is_refused(new_table):
    table = new_table(time="1s").start()
    past = [*table.records, ev.DecisionRecord(0, "bid 1", 0, 1_000_001)]
    with pytest.raises(MatchError, match="1000001 us were charged"):
        table.take_up(past=past)
