"""How much an owner may use, and how a refusal tells it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.errors import LadderError

from ladder.domain.quotas import (
    DAY,
    USUAL,
    Quota,
    check_a_day,
    check_active_bots,
    check_upload_size,
    quotas_of,
)

NOW = datetime(2030, 1, 2, 12, tzinfo=UTC)


def test_quotas__an_owners_own_limit_before_the_ladders_before_the_usual_one() -> None:
    quotas = quotas_of({Quota.UPLOADS: 1}, {Quota.UPLOADS: 2, Quota.REQUESTS: 0})
    assert (quotas.uploads, quotas.requests) == (1, 0)
    assert quotas.active_bots == USUAL[Quota.ACTIVE_BOTS]


def test_a_day__the_last_one_fits_and_the_next_is_told_when() -> None:
    used = [NOW - timedelta(hours=2), NOW - timedelta(hours=23)]
    check_a_day("submissions", 3, used, NOW)
    with pytest.raises(LadderError) as caught:
        check_a_day("submissions", 2, used, NOW)
    assert caught.value.reason == "QUOTA"
    assert str(caught.value) == (
        "Too many submissions a day: the limit is 2, 2 were made since 01 Jan 12:00:00 UTC, and"
        " there is room again from 02 Jan 13:00:00 UTC."
    )


def test_a_day__more_than_ever_fit_are_told_so() -> None:
    with pytest.raises(LadderError, match="the limit is 3, and 4 at once never fit"):
        check_a_day("requested matches", 3, [NOW], NOW, wanted=4)


AGES = st.lists(st.integers(0, 60 * 48).map(lambda minutes: timedelta(minutes=minutes)))


@given(AGES, st.integers(1, 5), st.integers(1, 5))
def test_a_day__there_is_room_from_the_moment_that_is_told(
    ages: list[timedelta], limit: int, wanted: int
) -> None:
    """Not a second earlier, and the order of what was used does not matter."""
    used = [NOW - age for age in ages]
    recent = sum(age < DAY for age in ages)
    try:
        check_a_day("things", limit, used, NOW, wanted)
    except LadderError as error:
        assert recent + wanted > limit
        told = str(error).partition("room again from ")[2]
        if wanted > limit:
            assert told == ""
            return
        free = datetime.strptime(f"2030 {told}", "%Y %d %b %H:%M:%S UTC.").replace(tzinfo=UTC)
        check_a_day("things", limit, used, free, wanted)
        with pytest.raises(LadderError):
            check_a_day("things", limit, used, free - timedelta(seconds=1), wanted)
    else:
        assert recent + wanted <= limit


def test_size_and_bots__at_their_borders() -> None:
    check_upload_size(100, 100)
    check_active_bots(4, 5)
    for refused in (lambda: check_upload_size(101, 100), lambda: check_active_bots(5, 5)):
        with pytest.raises(LadderError) as caught:
            refused()
        assert caught.value.reason == "QUOTA"
