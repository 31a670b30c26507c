import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.errors import RemoteProtocolError
from siurell.match.clock import TimeControl
from siurell.match.config import MatchConfig
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult
from siurell.v1 import match_pb2
from siurell.v1 import referee_service_pb2 as pb
from siurell.wire.limits import MAX_DETAIL_CHARS, MAX_MESSAGE_BYTES, MAX_MOVE_CHARS
from siurell.wire.seat import (
    Decision,
    Failure,
    Hello,
    Ready,
    finished_bytes,
    out_bytes,
    read_message,
    welcome_bytes,
)

CONFIG = MatchConfig("m1", "finca", {"x": "y"}, 2, TimeControl.parse("30s/2s"), ("anna", "bea"))


def request(**message) -> bytes:
    return pb.PlaySeatRequest(**message).SerializeToString()


def response(data: bytes) -> pb.PlaySeatResponse:
    return pb.PlaySeatResponse.FromString(data)


def test_read_message__every_kind():
    hello = pb.Hello(token="t", protocol=1, sdk="s", rules={"finca": "1"}, legal_moves=True)
    assert read_message(request(hello=hello)) == Hello("t", 1, "s", {"finca": "1"}, True)
    assert read_message(request(ready=pb.Ready(match_id="m"))) == Ready("m")
    decision = pb.Decision(match_id="m", decision_id=7, move="go 1")
    assert read_message(request(decision=decision)) == Decision("m", 7, "go 1")
    assert read_message(request(fault=pb.Fault(match_id="m", detail="x"))) == Failure("m", "x")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "GARBAGE"),
        (b"\xff\xff\xff", "GARBAGE"),
        (b"\x1a\x04\x1a\x02\xff\xfe", "GARBAGE"),
        (bytes(MAX_MESSAGE_BYTES + 1), "OVERSIZE"),
    ],
    ids=["empty", "no message", "no utf-8", "too long"],
)
def test_read_message__what_is_none(data, reason):
    with pytest.raises(RemoteProtocolError) as caught:
        read_message(data)
    assert caught.value.reason == reason


@given(st.binary(max_size=200))
def test_read_message__any_bytes_are_read_or_refused(data):
    try:
        message = read_message(data)
    except RemoteProtocolError:
        return
    assert isinstance(message, Hello | Ready | Decision | Failure)


def test_read_message__a_move_is_cut_so_that_it_is_none_any_more():
    move = "x" * (MAX_MOVE_CHARS + 1)
    message = read_message(request(decision=pb.Decision(move=move)))
    assert len(message.move) == MAX_MOVE_CHARS
    assert message.move.endswith("…")


def test_read_message__of_a_failure_the_end_is_kept():
    detail = "start" + "-" * MAX_DETAIL_CHARS + "ValueError: end"
    message = read_message(request(fault=pb.Fault(detail=detail)))
    assert len(message.detail) == MAX_DETAIL_CHARS
    assert message.detail.endswith("ValueError: end")


def test_welcome__says_all_but_who_plays():
    welcome = response(welcome_bytes(CONFIG, 1, b"c" * 32, b"s" * 32, ())).welcome
    assert (welcome.match_id, welcome.game, welcome.seats, welcome.seat) == ("m1", "finca", 2, 1)
    assert (welcome.time_control, dict(welcome.options)) == ("30s/2s", {"x": "y"})
    assert (welcome.commitment, welcome.bot_seed) == (b"c" * 32, b"s" * 32)
    assert list(welcome.labels) == []


def test_finished__a_seat_sees_its_own_evidence_and_no_other():
    seats = tuple(
        SeatResult(place, 0, Cause.CRASH, place, Evidence(detail=f"log of {name}"))
        for place, name in ((1, "anna"), (2, "bea"))
    )
    finished = response(finished_bytes("m1", MatchResult(seats, 5, 3), 1, "d1")).finished
    assert (finished.detail, finished.digest) == ("log of bea", "d1")
    assert finished.cause == match_pb2.CAUSE_CRASH
    details = [seat.evidence.detail for seat in finished.result.seats]
    assert details == ["", "log of bea"]


def test_finished__of_an_aborted_match_says_why():
    seats = (SeatResult(0, 0, Cause.ABORTED),) * 2
    result = MatchResult(seats, 5, 3, reason="power cut")
    assert response(finished_bytes("m1", result, 0, "d")).finished.detail == "power cut"


def test_out__has_a_cause_and_no_result():
    finished = response(out_bytes("m1", Cause.TIMEOUT, "too late")).finished
    assert (finished.cause, finished.detail) == (
        pb.PlaySeatResponse().finished.cause + 2,
        "too late",
    )
    assert not finished.HasField("result")
