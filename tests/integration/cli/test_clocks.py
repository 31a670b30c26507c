"""Clocks by name on the command line."""

from __future__ import annotations

import pytest
from siurell.match.profiles import PROFILES


def test_clocks__are_listed_with_what_they_are_for(cli) -> None:
    said = cli("clocks").stdout
    for profile in PROFILES:
        assert profile.name in said
        assert str(profile.time) in said
    found = cli.json("clocks")
    assert [one["name"] for one in found] == [profile.name for profile in PROFILES]
    assert [one["default"] for one in found].count(True) == 1


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_t16__play_takes_a_name_for_a_clock(cli, profile) -> None:
    """T16: the same names everywhere, and what is written down is the clock itself."""
    words = ("play", "farmini", "random", "random", "--games", 1, "--seed", 1)
    by_name = cli.json(*words, "--time", profile.name)
    assert by_name["time"] == str(profile.time)
    assert by_name == cli.json(*words, "--time", profile.time) | {
        "matches": by_name["matches"],
        "bots": by_name["bots"],
    }


@pytest.mark.parametrize("words", [("play", "finca", "random", "random"), ("check", "random")])
def test_time__of_no_known_name_is_refused_with_the_names_there_are(cli, words) -> None:
    said = cli.refused(*words, "--time", "blits")
    assert "There is no clock `blits`; there is bullet, blitz, standard, long" in said
    assert "Next: siurell clocks" in said
