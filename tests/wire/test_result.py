import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.errors import RemoteProtocolError
from siurell.match.events import ClockView
from siurell.match.result import Cause, Evidence, MatchResult, SeatResult
from siurell.v1 import match_pb2 as pb
from siurell.wire.result import (
    cause_from_message,
    cause_to_message,
    clock_from_message,
    evidence_from_message,
    evidence_to_message,
    fill_clock,
    result_from_message,
    result_to_message,
)

micros = st.none() | st.integers(0, 2**63)
small = st.none() | st.integers(-(2**31), 2**31 - 1)
evidences = st.builds(
    Evidence,
    micros,
    micros,
    micros,
    micros,
    small,
    small,
    st.text(max_size=20),
    st.text(),
    st.booleans(),
)
seats = st.builds(
    SeatResult,
    placement=st.integers(0, 4),
    score=st.integers(-100, 300),
    cause=st.sampled_from(Cause),
    fault_order=st.none() | st.integers(1, 4),
    evidence=evidences,
)
results = st.builds(
    MatchResult,
    seats=st.lists(seats, min_size=1, max_size=4).map(tuple),
    decisions=st.integers(0, 10_000),
    turns=st.integers(0, 1_000),
    grade=st.text(max_size=10),
    reason=st.text(max_size=30),
)
clocks = st.builds(ClockView, micros, st.integers(0, 2**40), micros, micros, st.integers(0, 2**40))


@given(results)
def test_result__is_the_same_after_the_wire(result):
    data = result_to_message(result).SerializeToString()
    assert result_from_message(pb.MatchResult.FromString(data)) == result


@given(evidences)
def test_evidence__tells_nought_from_nothing(evidence):
    assert evidence_from_message(evidence_to_message(evidence)) == evidence


@given(clocks)
def test_clock__tells_nought_from_no_limit(clock):
    message = pb.Clock()
    fill_clock(message, clock)
    assert clock_from_message(pb.Clock.FromString(message.SerializeToString())) == clock


def test_cause__every_one_has_a_number_of_its_own():
    numbers = {cause_to_message(cause) for cause in Cause}
    assert numbers == set(pb.Cause.values()) - {pb.CAUSE_UNSPECIFIED}


@pytest.mark.parametrize("number", [0, 99])
def test_cause__an_unknown_number_is_refused(number):
    with pytest.raises(RemoteProtocolError, match=f"cause {number}") as caught:
        cause_from_message(number)
    assert caught.value.reason == "UNKNOWN_CAUSE"
