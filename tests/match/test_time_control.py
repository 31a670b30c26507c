import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.errors import OptionError
from siurell.match.clock import TimeControl


@pytest.mark.parametrize(
    ("text", "bank", "increment", "cap", "canonical"),
    [
        ("60s+500ms/5s", 60_000_000, 500_000, 5_000_000, "60s+500ms/5s"),
        ("/2s", None, 0, 2_000_000, "/2s"),
        ("30s", 30_000_000, 0, None, "30s"),
        ("1m", 60_000_000, 0, None, "60s"),
        ("1500us/1ms", 1_500, 0, 1_000, "1500us/1ms"),
        ("+500ms", 0, 500_000, None, "0s+500ms"),
        ("0s+2000ms", 0, 2_000_000, None, "0s+2s"),
        ("30s+0ms", 30_000_000, 0, None, "30s"),
        ("unlimited", None, 0, None, "unlimited"),
    ],
)
def test_time_control__notation(text, bank, increment, cap, canonical):
    control = TimeControl.parse(text)
    assert control == TimeControl(bank, increment, cap)
    assert str(control) == canonical
    assert TimeControl.parse(canonical) == control


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "30", "30 s", "s", "-1s", "1.5s", "1h", "30s/", "+", "/", "30s+", "/0s", "0s",
        "0s/2s", "30s/2s+1s", "/2s/2s", "30S", "٣s", "9999999999s", "1000000000000001us",
        "30s\n", "Unlimited",
    ],
)  # fmt: skip
def test_time_control__not_a_notation(text):
    with pytest.raises(OptionError) as caught:
        TimeControl.parse(text)
    assert caught.value.reason == "BAD_TIME"
    assert "60s+500ms/5s" in str(caught.value)


@pytest.mark.parametrize("parts", [(-1, 0, None), (None, -1, None), (None, 5, None), (5, 0, -5)])
def test_time_control__impossible_values(parts):
    with pytest.raises(OptionError):
        TimeControl(*parts)


@given(
    st.none() | st.integers(1, 10**15),
    st.integers(0, 10**15),
    st.none() | st.integers(1, 10**15),
)
def test_time_control__round_trip(bank, increment, cap):
    control = TimeControl(bank, increment if bank is not None else 0, cap)
    assert TimeControl.parse(str(control)) == control
