"""What the driver may do, and what the core tells it."""

import pytest
from siurell.errors import MatchError, OptionError
from siurell.match import events as ev
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig, check_config
from siurell.match.result import VERDICTS, Cause
from siurell.match.seats import TRANSITIONS, Seat, SeatState, Trigger
from siurell.testing.toy import Toy


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (ev.Begin(), "BEGUN"),
        (ev.Resumed((), 0), "BEGUN"),
        (ev.SeatReady(2), "NO_SEAT"),
        (ev.SeatGone(-1), "NO_SEAT"),
        (ev.DecisionReceived(7, 1, "bid 0"), "NO_SEAT"),
        (ev.DecisionReceived(0, 1, "bid 0", lag_us=-1), "BAD_TIME"),
        (ev.QuestionWritten(2), "NOT_ASKED"),
        (ev.QuestionWritten(0), "NOT_ASKED"),
        (ev.SeatFaulted(0, Cause.TIMEOUT), "BAD_CAUSE"),
        (ev.SeatFaulted(0, Cause.GAME_RULES), "BAD_CAUSE"),
    ],
)
def test_misuse__raises_and_changes_nothing(new_table, event, reason):
    table = new_table().start()
    before = table.facts()
    with pytest.raises(MatchError) as caught:
        table.do(event, at_us=500)
    assert caught.value.reason == reason
    assert table.facts() == before
    table.play_out().check_replay()


def test_misuse__before_the_match_began(new_table):
    table = new_table()
    for event in (ev.SeatReady(0), ev.Alarm(), ev.Abort("no")):
        with pytest.raises(MatchError, match="Begin"):
            table.do(event)
    with pytest.raises(MatchError, match="older"):
        table.start().do(ev.Alarm(), at_us=-1)


def test_misuse__a_configuration_that_does_not_fit():
    def config(**changes):
        parts = {
            "match_id": "m", "game": "toy", "options": {"rounds": "3"}, "seats": 2,
            "time": TimeControl(), "labels": ("a", "b"), "startup_us": 1,
        }  # fmt: skip
        return MatchConfig(**{**parts, **changes})

    check_config(Toy(), config())
    for wrong in (
        {"game": "finca"},
        {"labels": ("a",)},
        {"options": {}},
        {"startup_us": 0},
        {"labels": ("a", "b\x1b")},
        {"match_id": "m\n"},
    ):
        with pytest.raises(MatchError):
            check_config(Toy(), config(**wrong))
    with pytest.raises(OptionError):
        check_config(Toy(), config(seats=5, labels=tuple("abcde")))
    with pytest.raises(OptionError):
        check_config(Toy(), config(options={"rounds": "2"}))


def test_after_the_finish__every_event_is_without_effect(new_table):
    table = new_table().start().play_out()
    result = table.core.result
    for event in (
        ev.SeatReady(0), ev.QuestionWritten(1), ev.DecisionReceived(0, 9, "x"), ev.SeatLost(0),
        ev.SeatFaulted(0, Cause.CRASH), ev.SeatBack(1), ev.SeatGone(1), ev.Alarm(),
        ev.Abort("late"),
    ):  # fmt: skip
        assert table.do(event, at_us=table.now_us + 1) == []
    assert table.core.result is result
    assert table.finishes == [result]


def test_events__every_seat_reads_what_it_may_since_its_last_decision(new_table):
    table = new_table(seats=2, rounds="1").start()
    cards = [r.text for r in table.records]
    assert table.asked.events == (cards[0], "card")
    table.answer("bid 1")
    assert table.asked.events == ("card", cards[1], "bid"), "the bid is hidden until all have bid"
    table.answer("bid 2")
    roll = table.records[-1].text
    assert table.asked.seat == 1
    assert table.asked.events == (roll,), "not its own bid"


def test_events__a_spectator_reads_what_is_public(new_table):
    table = new_table(seats=2, rounds="1").start()
    table.answer("bid 1")
    public = [effect.public for effect in table.effects if isinstance(effect, ev.Record)]
    assert public == ["card", "card", "bid"]
    table.do(ev.SeatLost(0))
    assert table.effects[-1].public == ""


def test_events__own_forced_moves_are_told(new_table):
    table = new_table(seats=2, rounds="6").start()
    while not any(isinstance(record, ev.ForcedRecord) for record in table.records):
        bids = [text for text in map(str, table.core.open_moves) if text.startswith("bid")]
        greedy = bids and table.core.open_question[0] == 0
        table.answer(bids[-1] if greedy else (bids[0] if bids else "leave"))
    while table.core.open_question[0] != 0:
        table.answer()
    assert "bid 0" in table.asked.events


def test_ask__the_clock_as_the_seat_may_know_it(new_table):
    table = new_table(seats=1, time="10s+1s/2s").start()
    clock = table.asked.clock
    assert (clock.bank_us, clock.limit_us, clock.last_charge_us) == (11_000_000, 2_000_000, 0)
    table.write(at_us=0)
    table.answer(at_us=1_500_000)
    clock = table.asked.clock
    assert (clock.bank_us, clock.last_charge_us) == (9_500_000, 1_500_000), "still the same turn"
    table.answer()
    assert table.asked.clock.bank_us == 10_500_000


def test_begin__time_may_start_anywhere(new_table):
    table = new_table()
    core = table.core
    core.handle(ev.Begin(), -5_000_000)
    effects = core.handle(ev.SeatReady(0), -4_000_000) + core.handle(ev.SeatReady(1), -3_000_000)
    assert any(isinstance(effect, ev.Ask) for effect in effects)
    core.handle(ev.QuestionWritten(1), -2_000_000)
    record = core.handle(ev.DecisionReceived(0, 1, "bid 0"), -1_000_000)[0].record
    assert (record.asked_us, record.charged_us) == (3_000, 1_000)


def test_times__stamps_that_cross_never_go_back(new_table):
    table = new_table().start()
    table.write(at_us=1_000)
    table.answer(at_us=900)
    first = table.decided
    assert (first.asked_us, first.charged_us) == (1_000, 0)
    table.do(ev.QuestionWritten(2), at_us=950)
    table.answer(at_us=1_200)
    assert table.decided.asked_us >= first.asked_us + first.charged_us
    table.play_out().check_replay()


def test_seat_table__done_is_the_end_and_every_state_is_reached():
    reached = {SeatState.EXPECTED} | set(TRANSITIONS.values())
    assert reached == set(SeatState)
    for state in SeatState:
        assert TRANSITIONS[state, Trigger.FINISH] is SeatState.DONE
    assert [to for (start, _), to in TRANSITIONS.items() if start is SeatState.DONE] == [
        SeatState.DONE
    ]


def test_seat_table__another_move_is_a_bug_of_the_core():
    seat = Seat(TimeControl())
    with pytest.raises(MatchError, match="expected"):
        seat.on(Trigger.ASK)


def test_causes__every_one_has_a_class():
    assert set(VERDICTS) == set(Cause)
