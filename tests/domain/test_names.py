"""Names of bots, matches and versions."""

from __future__ import annotations

import pytest
from siurell.errors import LadderError

from ladder.domain.ids import batch_name, match_name, match_number, version_label
from ladder.domain.names import check_name, is_name, name_key


@pytest.mark.parametrize("name", ["a", "Bot_1", "9lives", "x" * 40, "my-bot"])
def test_name__good_ones(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["", "x" * 41, "-a", "_a", "a b", "a/b", "..", "a.b", "añil", "a\n", "a@2", "human", "LAST"],
)
def test_name__bad_ones_are_refused_with_the_rule(name: str) -> None:
    assert not is_name(name)
    with pytest.raises(LadderError, match="1 to 40 ASCII letters") as caught:
        check_name(name)
    assert caught.value.reason == "BAD_NAME"
    assert str(caught.value).isprintable()


def test_name__case_does_not_tell_bots_apart() -> None:
    assert name_key("MyBot") == name_key("mybot")


def test_match_name__round_trip() -> None:
    assert match_number(match_name(1832)) == 1832
    assert version_label("mybot", 3) == "mybot@3"
    assert batch_name(7, 2) == "b_7_2"


@pytest.mark.parametrize("text", ["", "m_", "m_0", "m_01", "1", "m_1x", "M_1", "m_" + "9" * 30])
def test_match_name__anything_else_is_refused(text: str) -> None:
    with pytest.raises(LadderError, match="siurell match list") as caught:
        match_number(text)
    assert caught.value.reason == "UNKNOWN_MATCH"
