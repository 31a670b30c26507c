"""A version is suspended by the share of faults in its recent matches (complaint R07)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from siurell.errors import LadderError

from ladder.domain.suspension import SuspensionRule

RULES = st.builds(
    lambda fewest, more, percent: SuspensionRule(fewest + more, fewest, percent),
    st.integers(1, 10),
    st.integers(0, 10),
    st.integers(1, 100),
)
MATCHES = st.lists(st.booleans(), max_size=40)


def test_rule__as_it_comes_is_half_of_the_last_twenty_and_of_eight_at_least() -> None:
    """R07: by the rate over recent matches, with a minimum count."""
    rule = SuspensionRule()
    assert not rule.due([True] * 7)
    assert rule.due([True] * 8)
    assert rule.due([True, False] * 4)
    assert not rule.due([True, False, False] * 6)
    assert not rule.due([False] * 12 + [True] * 8 + [True] * 100)
    assert rule.due([True] * 10 + [False] * 1000)


@given(RULES)
def test_parse__reads_what_is_written(rule: SuspensionRule) -> None:
    assert SuspensionRule.parse(str(rule)) == rule


@pytest.mark.parametrize(
    "text",
    [
        "",
        "50",
        "50/8",
        "50/8/20/1",
        "50%/8/20",
        "0/8/20",
        "50/9/8",
        "1/0/3",
        "-1/1/1",
        "50/8/9999999",
        "5_0/8/20",
    ],
)
def test_parse__says_what_to_write(text: str) -> None:
    with pytest.raises(LadderError, match="such as 50/8/20") as refused:
        SuspensionRule.parse(text)
    assert refused.value.reason == "BAD_SUSPENSION"
    assert "unpack" not in str(refused.value)


@given(RULES, MATCHES)
def test_due__never_before_the_fewest_matches_and_never_without_a_fault(
    rule: SuspensionRule, matches: list[bool]
) -> None:
    if rule.due(matches):
        assert len(matches) >= rule.fewest
        assert any(matches[: rule.window])


@given(RULES, MATCHES, MATCHES)
def test_due__only_the_window_counts(
    rule: SuspensionRule, matches: list[bool], older: list[bool]
) -> None:
    recent = (matches + [False] * rule.window)[: rule.window]
    assert rule.due(recent + older) == rule.due(recent)


@given(RULES, MATCHES, st.data())
def test_due__another_fault_in_place_of_a_played_match_never_helps(
    rule: SuspensionRule, matches: list[bool], data: st.DataObject
) -> None:
    if rule.due(matches):
        place = data.draw(st.integers(0, len(matches) - 1))
        assert rule.due([*matches[:place], True, *matches[place + 1 :]])


@given(RULES, MATCHES)
def test_due__a_sound_match_never_brings_it_on_once_there_are_enough(
    rule: SuspensionRule, matches: list[bool]
) -> None:
    if len(matches) >= rule.fewest and not rule.due(matches):
        assert not rule.due([False, *matches])


@given(RULES)
def test_due__whoever_always_faults_is_suspended_with_the_fewest_matches(
    rule: SuspensionRule,
) -> None:
    assert [rule.due([True] * n) for n in range(rule.fewest + 1)] == [False] * rule.fewest + [True]


@pytest.mark.parametrize(("window", "fewest", "percent"), [(5, 6, 50), (5, 0, 50), (5, 5, 0),
                                                          (5, 5, 101)])  # fmt: skip
def test_rule__that_means_nothing_is_refused(window: int, fewest: int, percent: int) -> None:
    with pytest.raises(ValueError, match=r"judged|share"):
        SuspensionRule(window, fewest, percent)
