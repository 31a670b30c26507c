"""`make bench` measures every target; here with as little as can be measured."""

from __future__ import annotations

import importlib
import json
import sys

import pytest
from siurell.games.registry import games

SMALL = {
    "referee": {"ALONE_ROUNDS": 1, "ALONE_MATCHES": 1, "BUSY_ROUNDS": 1, "BUSY": 2},
    "worker": {"LARGE": 2, "ROUNDS": 1, "STARTS": 1},
    "clock": {"SESSIONS": 4, "EACH": 2, "DECISIONS": 200},
    "playouts": {"ROUNDS": 1},
    "replays": {"MATCHES": 3},
    "ranking": {"RUNS": 1, "BOTS": 8, "COMPARISONS": 3, "MOST_BLOCKS": 5},
    "store": {"BOTS": 60, "MATCHES": 900, "ROUNDS": 1, "FOLDER": None},
}
MEASURED = {
    "referee": {"P1", "P2", "P3", "P4"},
    "worker": {"P5", "P7"},
    "clock": {"P8"},
    "playouts": {"P6"},
    "replays": {"P10"},
    "ranking": {"P9", "alpha", "beta"},
    "store": {"P11"},
}


@pytest.fixture
def bench(root, monkeypatch):
    """The main module of the benchmark."""
    monkeypatch.syspath_prepend(str(root))
    return importlib.import_module("tools.bench.__main__")


@pytest.fixture
def compiled_before(root, compiled_games, monkeypatch):
    """The benchmark of compiled games finds them compiled already."""
    monkeypatch.syspath_prepend(str(root / "tools"))
    module = importlib.import_module("compile_games")
    monkeypatch.setattr(module, "compile_games", lambda folder, level: compiled_games)


@pytest.mark.process
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("section", SMALL)
def test_bench__measures_the_targets_of(bench, section, monkeypatch, capsys, request):
    if section == "playouts":
        request.getfixturevalue("compiled_before")
    module = importlib.import_module(f"tools.bench.{section}")
    for name, value in SMALL[section].items():
        assert hasattr(module, name)
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(sys, "argv", ["bench", section, "--json"])
    assert bench.main() == 0
    said = json.loads(capsys.readouterr().out)
    measured = {row["target"] for row in said["targets"] if row["measured"] is not None}
    assert measured == MEASURED[section]
    for row in said["targets"]:
        assert (row["measured"] is None) == (row["verdict"] == "not measured")
    if section == "playouts":
        assert set(said["figures"]["playouts_per_second"]) == {
            f"{game.name}_{seats}"
            for game in games()
            for seats in range(game.min_seats, game.max_seats + 1)
        }
    if section == "worker":
        assert said["figures"]["ladder_matches_per_s"] > 0


def test_bench__says_what_misses(bench, capsys):
    bench.show({"P1_time_over_bare": 1.2, "P4_observation_over_bare": 0.5}, whole=True)
    rows = {line.split()[0]: line for line in capsys.readouterr().out.splitlines() if line.strip()}
    assert rows["P1"].rstrip().endswith("met")
    assert rows["P4"].rstrip().endswith("missed")
    assert rows["P10"].rstrip().endswith("not measured")


def test_bench__shows_losses_that_are_unclear_beside_the_false_ones(bench):
    figures = {"P8_false_time_losses": 0, "clock_bot_may_have_been_late": 3}
    (row,) = [row for row in bench.verdicts(figures) if row["target"] == "P8"]
    assert (row["measured"], row["verdict"]) == (0, "met")
    assert "beside 3 where the bot may have been held up" in row["what"]


def test_bench__has_a_section_for_every_target(bench):
    assert set().union(*MEASURED.values()) == {target.name for target in bench.TARGETS}
    assert set(bench.SECTIONS) == set(SMALL)


def test_bench__an_unknown_section(bench, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["bench", "luck"])
    with pytest.raises(SystemExit) as ended:
        bench.main()
    assert ended.value.code == 2
    assert "no section luck" in capsys.readouterr().err


def test_bench__every_game_has_a_target(bench):
    keys = {target.key for target in bench.TARGETS}
    assert {f"P6_{game.name}_over_backgammon" for game in games()} <= keys
