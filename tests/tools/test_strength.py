"""`tools/strength.py` plays what is missing, writes it down, and says what it comes to."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from siurell.games.registry import games


@pytest.fixture
def strength(tool):
    """The names of the tool."""
    return tool("strength")


def line(bots, block, share, scores):
    return {
        "game": "finca",
        "bots": bots,
        "time": "/1ms",
        "block": block,
        "share": share,
        "scores": scores,
        "decisions": 100,
        "asked": 50,
        "seconds": 0.5,
    }


def test_line_ups__are_one_of_the_stronger_bot_against_the_next_weaker(strength):
    found = [line_up.bots for line_up in strength["line_ups"]("finca", 3)]
    assert found == [("search", "greedy", "greedy"), ("greedy", "random", "random")]
    assert [one.bots for one in strength["line_ups"]("farmini", 1)] == [
        ("search",),
        ("greedy",),
        ("random",),
    ]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_block__has_every_rotation_and_ends_alike_each_time(strength, game):
    line_up = strength["LineUp"](game.name, ("greedy", "random"))
    first, again = (strength["play_block"](line_up, 5, "/1ms") for _ in range(2))
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    assert first["share"] in (0.0, 0.25, 0.5, 0.75, 1.0)
    assert first["asked"] <= first["decisions"]
    assert first["scores"][0] > first["scores"][1]


def test_table__shares_with_intervals_and_the_level(strength):
    blocks = [
        line(["search", "greedy"], block, share, [9, 8])
        for block, share in enumerate([1.0, 0.5] * 8)
    ]
    *_, row = strength["table"](blocks)
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[:5] == ["finca", "2", "search", "greedy", "16"]
    assert cells[5] == "0.750 (0.623 to 0.877)"
    assert cells[6] == "0.250 (0.123 to 0.377)"
    assert cells[7:] == ["0.500", "10.0"]


def test_table__blocks_that_all_end_alike_leave_room_for_doubt(strength):
    blocks = [line(["greedy", *["random"] * 2], block, 1.0, [9, 1, 1]) for block in range(20)]
    *_, row = strength["table"](blocks)
    assert "1.000 (0.839 to 1.000)" in row
    assert "0.000 (0.000 to 0.081)" in row


def test_table__alone_it_is_the_mean_score(strength):
    blocks = [line(["search"], block, 1.0, [score]) for block, score in enumerate([20, 24] * 8)]
    *_, row = strength["table"](blocks)
    assert "22.00 points (20.99 to 23.01)" in row


def test_missing__is_what_does_not_stand_in_the_file(strength, tmp_path):
    path = tmp_path / "strength.jsonl"
    wanted = strength["line_ups"]("finca", 2)
    path.write_text(
        json.dumps(line(["greedy", "random"], 1, 1.0, [9, 1]))
        + "\n"
        + json.dumps(line(["search", "greedy"], 0, 1.0, [9, 8]))[:-20]
    )
    left = strength["missing"](wanted, 2, "/1ms", path)
    assert [(line_up.bots[0], block) for line_up, block, _ in left] == [
        ("search", 0),
        ("greedy", 0),
        ("search", 1),
    ]
    assert len(strength["missing"](wanted, 2, "/2ms", path)) == 4


@pytest.mark.process
def test_main__goes_on_where_it_stopped(root, tmp_path):
    path = tmp_path / "strength.jsonl"

    def run(blocks):
        done = subprocess.run(
            [
                sys.executable, root / "tools" / "strength.py", "--game", "finca", "--seats", "2",
                "--bot", "greedy", "--blocks", str(blocks), "--file", path,
            ],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done

    run(1)
    with path.open("a") as file:
        file.write('{"game": "fin')
    assert "1 of 1 blocks" in run(2).stderr, "the line that was cut off is gone"
    assert [json.loads(one)["block"] for one in path.read_text().splitlines()] == [0, 1]
    again = run(2)
    assert "blocks" not in again.stderr
    assert "| finca | 2 | greedy | random | 2 | 1.000" in again.stdout
