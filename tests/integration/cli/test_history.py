"""`siurell bot history`."""

from __future__ import annotations

import pytest


def test_history__before_any_match_says_so(cli) -> None:
    cli("submit", "random", "--name", "ann")
    said = cli("bot", "history", "ann").stdout
    assert said == "ann has not been rated yet.\nNext: siurell ladder run --blocks 20\n"
    assert cli.json("bot", "history", "ann") == []


def test_history__of_what_is_not_there_is_refused(cli) -> None:
    cli("submit", "random", "--name", "ann")
    assert "no bot" in cli.refused("bot", "history", "bob")
    assert "no season" in cli.refused("bot", "history", "ann", "--season", "chess")
    assert "nobody is rated" in cli.refused("bot", "history", "ann", "--season", "farmini-solo")


@pytest.mark.process
def test_history__in_stretches_with_a_chart(cli) -> None:
    """R17: stretches with their doubt, and no line for each match."""
    for name in ("ann", "bob"):
        cli("submit", "random", "--name", name)
    assert cli("ladder", "run", "--blocks", 6, "--season", "finca").exit_code == 0
    said = cli("bot", "history", "ann", "--season", "finca", "--points", 3).stdout
    assert said.startswith("finca: ann")
    assert max(map(len, said.splitlines())) <= 80
    assert [line.split()[1] for line in said.splitlines() if line.startswith("@1")] == [
        "1-4",
        "5-8",
        "9-12",
    ]
    assert said.count("o-") >= 3
    (found,) = cli.json("bot", "history", "ann", "--points", 3)
    assert (found["season"], found["bot"]) == ("finca", "ann")
    assert [part["last"] for part in found["stretches"]] == [4, 8, 12]
