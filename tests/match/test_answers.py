import pytest
from siurell.match import events as ev
from siurell.match.core import NOTE_LIMIT
from siurell.match.result import Cause, Evidence


def test_answer__charged_from_the_writing_of_the_question(new_table):
    table = new_table(time="10s").start()
    table.write(at_us=300)
    table.answer(at_us=1_000)
    record = table.decided
    assert (record.asked_us, record.charged_us) == (300, 700)
    assert table.asked.decision_id == 2, "the next one is asked at once"


def test_answer__whole_microseconds_rounded_down(new_table):
    table = new_table().start()
    core, base = table.core, 1_000_000
    core.handle(ev.QuestionWritten(1), base + 100)
    effects = core.handle(ev.DecisionReceived(0, 1, "bid 0"), base + 100 + 1_999)
    assert effects[0].record.charged_us == 1


def test_answer__before_the_question_is_known_to_be_written_is_charged_nothing(new_table):
    table = new_table().start()
    table.answer(at_us=5_000)
    assert (table.decided.asked_us, table.decided.charged_us) == (5_000, 0)
    effects = table.do(ev.QuestionWritten(1), at_us=6_000)
    assert effects == [], "the writer was told too late; nothing moves"
    table.write(at_us=7_000)
    table.answer(at_us=7_400)
    assert table.decided.charged_us == 400


@pytest.mark.parametrize("late_us", [0, 1, 50_000])
def test_answer__at_and_after_the_deadline(new_table, late_us):
    table = new_table(time="/2s").start()
    table.write(at_us=0)
    table.answer(at_us=2_000_000 + late_us)
    if late_us == 0:
        assert table.decided.charged_us == 2_000_000
    else:
        evidence = table.seat(0).evidence
        assert table.seat(0).cause is Cause.TIMEOUT
        assert (evidence.asked_us, evidence.received_us) == (0, 2_000_000 + late_us)
        assert (evidence.charged_us, evidence.limit_us) == (2_000_000, 2_000_000)
        table.check_replay()


def test_answer__lag_of_the_driver_is_not_held_against_the_seat(new_table):
    table = new_table(time="/2s").start()
    table.write(at_us=0)
    table.answer(at_us=2_300_000, lag_us=300_000)
    record = table.decided
    assert (record.charged_us, record.lag_us) == (2_000_000, 300_000)
    table.write()
    table.answer(at_us=table.now_us + 2_300_001, lag_us=300_000)
    assert table.seat(1).cause is Cause.TIMEOUT
    table.check_replay()


def test_answer__alarm_after_the_deadline_is_a_timeout(new_table):
    table = new_table(time="/2s").start()
    table.write(at_us=100)
    assert table.alarm_us == 100 + 2_000_001, "the first moment at which an answer is late"
    table.do(ev.Alarm(), at_us=2_000_100)
    assert not table.finishes
    table.alarm()
    evidence = table.seat(0).evidence
    assert table.seat(0).cause is Cause.TIMEOUT
    assert evidence.received_us is None
    assert (evidence.charged_us, evidence.limit_us) == (2_000_000, 2_000_000)
    assert "No answer" in evidence.detail
    table.check_replay()


def test_answer__slow_writing_starts_the_clock_when_the_question_was_put(new_table):
    table = new_table(time="/3s").start()
    assert table.alarm_us == 2_000_000
    table.alarm()
    assert not table.finishes
    assert table.alarm_us == 3_000_001
    table.write(at_us=2_500_000)
    assert table.alarm_us == 3_000_001, "a clock starts once"
    table.alarm()
    assert table.seat(0).cause is Cause.TIMEOUT
    assert table.seat(0).evidence.asked_us == 0


def test_answer__slow_writing_longer_than_the_limit(new_table):
    table = new_table(time="/1s").start()
    table.alarm()
    assert table.seat(0).cause is Cause.TIMEOUT
    table.check_replay()


def test_answer__long_after_a_question_that_was_never_written(new_table):
    table = new_table(time="/9s").start()
    table.answer(at_us=2_500_000)
    assert (table.decided.asked_us, table.decided.charged_us) == (0, 2_500_000)


@pytest.mark.parametrize(("written_us", "charged_us"), [(2_000_000, 5), (2_000_001, 2_000_006)])
def test_answer__written_at_the_end_of_the_limit_for_writing(new_table, written_us, charged_us):
    table = new_table(time="/9s").start()
    table.write(at_us=written_us)
    table.answer(at_us=written_us + 5)
    assert table.decided.charged_us == charged_us


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("take", "you bid 0, 1 or 2 coins"),
        ("bid 3", "is none of"),
        ("", "is none of"),
        ("bid  1", "is none of"),
        ("BID 1", "is none of"),
        ("\x1b[2Jbid 1", "\\x1b[2Jbid 1"),
        ("bid " + "9" * 10_000, "10004 characters"),
        ("\ud800", "\\ud800"),
        ("bid 1\n", "`bid 1\\n`"),
        ("b\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}d 1", "`b\\u0456d 1`"),
        ("9" * 255 + "\u2026", "more than 255 characters"),
    ],
)
def test_answer__no_legal_move_forfeits_at_once(new_table, text, reason):
    table = new_table().start()
    table.write(at_us=10)
    table.answer(text, at_us=60)
    evidence = table.seat(0).evidence
    assert table.seat(0).cause is Cause.ILLEGAL_MOVE
    assert reason in evidence.detail
    assert len(evidence.detail) < 1_000
    assert evidence.detail.isprintable()
    assert (evidence.asked_us, evidence.received_us, evidence.charged_us) == (10, 60, 50)
    table.check_replay()


def test_answer__a_notation_that_is_not_canonical_is_no_move(new_table):
    from siurell.testing.toy import Bid, Toy

    class Lenient(Toy):
        def parse_move(self, text):
            return Bid(int(text.split()[1]))

    table = new_table(game=Lenient()).start()
    table.answer("bid ١")
    assert table.seat(0).cause is Cause.ILLEGAL_MOVE
    assert "`bid 1`" in table.seat(0).evidence.detail


def test_answer__double_and_stale_are_noted_and_move_no_deadline(new_table):
    table = new_table(seats=2).start()
    table.write(at_us=0)
    table.answer("bid 1", at_us=500)
    table.write(at_us=600)
    due = table.alarm_us
    before = table.facts()
    for decision_id, kind in [(1, "double"), (2, "unasked"), (7, "unasked"), (0, "unasked")]:
        seat = 0
        effects = table.do(ev.DecisionReceived(seat, decision_id, "bid 2"), at_us=1_000)
        assert effects == [ev.Record(ev.NoteRecord(seat, kind, "bid 2"))], decision_id
    assert table.alarm_us == due
    assert table.facts() == before
    table.answer("bid 0", at_us=1_100)
    assert table.decided.charged_us == 500
    table.play_out()
    assert table.do(ev.DecisionReceived(0, 1, "bid 2")) == [], "the match is over"
    table.check_replay()


def test_answer__stale_answer_of_a_seat_that_is_asked_again(new_table):
    table = new_table(seats=1).start()
    table.answer()
    table.answer()
    effects = table.do(ev.DecisionReceived(0, 1, "bid 2"))
    assert effects == [ev.Record(ev.NoteRecord(0, "stale", "bid 2"))]
    assert table.core.open_question == (0, 3)


def test_answer__a_flood_of_answers_is_a_fault(new_table):
    table = new_table(seats=3).start()
    for _ in range(NOTE_LIMIT):
        table.do(ev.DecisionReceived(1, 99, "x"))
    assert len(table.records) == 3 + NOTE_LIMIT
    table.do(ev.DecisionReceived(1, 99, "x"))
    assert table.records[-1].cause is Cause.PROTOCOL
    assert str(NOTE_LIMIT) in table.records[-1].evidence.detail
    assert table.do(ev.DecisionReceived(1, 99, "x")) == [], "a seat that is out is not heard"
    table.play_out().check_replay()


def test_answer__ready_twice_is_noted(new_table):
    table = new_table().start()
    assert table.do(ev.SeatReady(0)) == [ev.Record(ev.NoteRecord(0, "double", "ready"))]


def test_answer__garbage_from_the_seat_that_is_asked(new_table):
    table = new_table(seats=3).start()
    table.write(at_us=0)
    table.do(ev.SeatFaulted(0, Cause.PROTOCOL, Evidence(detail="oversize message")), at_us=40)
    fault = next(r for r in table.records if isinstance(r, ev.FaultRecord))
    assert fault.evidence == Evidence(
        asked_us=0, received_us=40, charged_us=40, limit_us=2_000_000, detail="oversize message"
    )
    assert isinstance(table.records[-1], ev.SubstituteRecord)
    assert table.asked.seat == 1
    table.play_out().check_replay()


def test_answer__evidence_is_bounded_and_harmless(new_table):
    table = new_table(seats=2).start()
    noise = "\x1b[31m" + "x" * 50_000 + "\nlast line\x07"
    table.do(ev.SeatFaulted(0, Cause.CRASH, Evidence(stderr=noise, detail=noise)))
    evidence = table.seat(0).evidence
    assert evidence.stderr.endswith("\nlast line\\x07")
    assert len(evidence.stderr) < 5_000 and len(evidence.detail) < 1_000
    assert "\x1b" not in evidence.stderr + evidence.detail
    table.check_replay()
