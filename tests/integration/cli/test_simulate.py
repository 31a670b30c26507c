"""`siurell ladder simulate`: a table, JSON, and refusals."""

from __future__ import annotations

import math

from ladder.cli.simulate import _as_json, _tell
from ladder.domain.simulation import Needed, Setting

SMALL = ("--bots", 8, "--runs", 2, "--tau", 0.4)


def test_simulate__tells_what_each_way_needs(cli) -> None:
    result = cli("ladder", "simulate", *SMALL)
    assert result.exit_code == 0, result.output
    assert "2 runs of 8 bots, 2 seats" in result.stdout
    rows = [line.split() for line in result.stdout.splitlines()]
    ways = [row[0] for row in rows if len(row) == 4]
    assert ways[-5:] == ["random", "level", "closest", "quality", "information"]
    assert all(len(line) <= 80 for line in result.stdout.splitlines())
    assert result.stderr == ""
    assert not cli.home.exists(), "a simulation needs no arena"


def test_simulate__in_json_with_all_its_runs_and_the_same_again(cli) -> None:
    words = ("ladder", "simulate", *SMALL, "--seats", 3, "--blocks", 1)
    found = cli.json(*words)
    assert found == cli.json(*words)
    assert (found["seats"], found["bots"], found["runs"], found["blocks"]) == (3, 8, 2, 1)
    assert found["ways"][0]["way"] == "random" and found["ways"][0]["ratio"] == 1.0
    assert all(len(way["matches"]) == 2 and way["median"] > 0 for way in found["ways"])


def test_simulate__what_was_not_found_is_a_dash_and_null(cli, capsys) -> None:
    setting = Setting(seats=2, bots=30)
    found = [Needed("random", (math.inf,), math.nan)]
    _tell(setting, 1, found)
    shown = capsys.readouterr()
    assert shown.out.split()[-4:] == ["random", "-", "-", "-"]
    assert "not found within 400 matches of each bot" in shown.err
    (way,) = _as_json(setting, 1, 0, found)["ways"]
    assert way == {"way": "random", "median": None, "ratio": None, "matches": [None]}


def test_simulate__more_seats_than_bots_is_refused(cli) -> None:
    assert "4 seats need 4 bots" in cli.refused("ladder", "simulate", "--seats", 4, "--bots", 3)
