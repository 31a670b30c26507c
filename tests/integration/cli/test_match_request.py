"""`siurell match request` where somebody else plays, or nobody does yet."""

from __future__ import annotations

import pytest

from ladder.store.home import Home


@pytest.fixture
def two(cli) -> None:
    for name in ("greedy", "random"):
        assert cli("submit", name).exit_code == 0


def test_request__without_waiting_is_queued_and_marked(cli, two: None) -> None:
    result = cli("match", "request", "finca", "greedy", "random", "--no-wait")
    assert result.exit_code == 0
    assert result.stdout.startswith("Asked for: m_1 to m_2, which a ladder plays before anything")
    assert result.stdout.endswith("Next: siurell ladder run --blocks 20\n")
    lines = cli.json("match", "list", "--unrated")
    assert [(line["match_id"], line["rated"], line["state"]) for line in lines] == [
        ("m_2", False, "queued"),
        ("m_1", False, "queued"),
    ]
    assert cli.json("match", "list", "--rated") == []
    assert cli("match", "list").stdout.count("unrated") == 2
    assert "blitz), unrated" in cli("match", "show", "m_1").stdout
    asked = cli.json("match", "request", "finca", "random@1", "greedy", "--no-wait")
    assert (asked["season"], asked["bots"]) == ("finca", ["random@1", "greedy@1"])
    assert [line["match_id"] for line in asked["matches"]] == ["m_3", "m_4"]


def test_request__waits_no_longer_than_it_is_told(cli, two: None) -> None:
    """A ladder that runs and plays nothing: the matches stay queued, and the command says so."""
    words = ("match", "request", "finca", "greedy", "random", "--timeout", 1)
    with Home(cli.home).lock("ladder"):
        result = cli(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    note, sentence, step = result.stderr.strip().splitlines()
    assert note == "A ladder runs here and plays it next."
    assert sentence.startswith("It has not been played within 1 s; m_1 to m_2, which a ladder")
    assert step == "Next: siurell match show m_1"
    assert {line["state"] for line in cli.json("match", "list")} == {"queued"}


def test_request__of_what_cannot_be_is_refused_and_queues_nothing(cli, two: None) -> None:
    request = ("match", "request", "finca")
    assert "There is no bot `nobody`" in cli.refused(*request, "greedy", "nobody")
    assert "named twice" in cli.refused(*request, "greedy", "greedy@1")
    assert "a match is of 2, 3, 4 bots, and 1 were named" in cli.refused(*request, "greedy")
    assert "There is no game" in cli.refused("match", "request", "chess", "greedy", "random")
    assert "has no version 5" in cli.refused(*request, "greedy", "random@5")
    assert "no season" in cli.refused(*request, "greedy", "random", "--season", "none")
    cli.refused(*request, "greedy", "random", "--blocks", 26)
    assert cli.json("match", "list") == []
