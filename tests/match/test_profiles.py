"""Clocks by name: one list for all who play."""

from __future__ import annotations

import pytest
from siurell.errors import OptionError
from siurell.match.clock import TimeControl
from siurell.match.profiles import PROFILES, clock_of, clock_text


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_profile__is_read_by_its_name_and_by_its_notation(profile):
    assert clock_of(profile.name) == profile.time == clock_of(str(profile.time))
    assert clock_text(profile.time) == f"{profile.time} ({profile.name})"
    assert profile.purpose


def test_profiles__no_two_are_alike_and_each_has_bank_and_cap():
    assert len({profile.name for profile in PROFILES}) == len(PROFILES) >= 3
    times = [profile.time for profile in PROFILES]
    assert len(set(times)) == len(times)
    assert all(time.bank_us and time.increment_us and time.cap_us for time in times)
    banks = [time.bank_us for time in times]
    assert banks == sorted(banks)


@pytest.mark.parametrize("text", ["10s", "/2s", "60s+500ms/5s", "unlimited"])
def test_clock__without_a_name_is_what_it_says(text):
    assert clock_of(text) == TimeControl.parse(text)
    assert clock_text(clock_of(text)) == str(clock_of(text))


@pytest.mark.parametrize("text", ["blits", "Blitz", "BLITZ", "s"])
def test_clock__unknown_names_are_told_all_there_are(text):
    with pytest.raises(OptionError) as caught:
        clock_of(text)
    assert caught.value.reason == "BAD_TIME"
    assert all(profile.name in str(caught.value) for profile in PROFILES)


@pytest.mark.parametrize("text", ["", "10", "blitz ", "10s+", "/0s", "ばいと", "blitz/2s"])
def test_clock__what_is_neither_is_refused(text):
    with pytest.raises(OptionError) as caught:
        clock_of(text)
    assert caught.value.reason == "BAD_TIME"
