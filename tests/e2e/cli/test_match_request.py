"""One game of a bot is to be seen at once: by the ladder that runs, or without one."""

from __future__ import annotations

import os
import signal
import time

import pytest

from ladder.store.home import Home

pytestmark = pytest.mark.process


@pytest.fixture
def two(shell) -> None:
    for name in ("greedy", "random"):
        shell.run("submit", name)


def test_request__without_a_ladder_is_played_by_the_command_itself(shell, two: None) -> None:
    """R23: it takes as long as the match."""
    asked = shell.json("match", "request", "finca", "greedy", "random")
    assert [line["state"] for line in asked["matches"]] == ["reported"] * 2
    assert all(not line["rated"] and line["replay"] for line in asked["matches"])
    shell.run("replay", "verify", asked["matches"][0]["match_id"])
    assert {row["matches"] for row in shell.json("leaderboard", "finca")} == {0}
    shown = shell.json("bot", "show", "greedy")
    assert (shown["causes"], shown["seasons"]) == ({}, [])

    later = shell.json("match", "request", "farmini", "random", "greedy", "--no-wait")
    assert {line["state"] for line in later["matches"]} == {"queued"}
    shell.run("ladder", "run", "--season", "finca", "--blocks", "1")
    assert all(one["state"] == "reported" for one in shell.json("match", "list", "--unrated"))
    assert {row["matches"] for row in shell.json("leaderboard", "finca")} == {2}
    assert shell.json("rerate", "--check")["equal"]


def test_request__is_played_by_a_ladder_that_plays_something_else(shell, two: None) -> None:
    """R23: a queue of rated matches, of another game at that, is no reason to wait."""
    ladder = shell.start("ladder", "run", "--season", "farmini", "--blocks", "100000")
    try:
        until = time.monotonic() + 60
        while not any(one["state"] == "reported" for one in shell.json("match", "list")):
            assert time.monotonic() < until and ladder.poll() is None
            time.sleep(0.2)
        result = shell.run("match", "request", "finca", "greedy", "random", "--timeout", "90")
        assert result.stderr == "A ladder runs here and plays it next.\n"
        assert "Next: siurell replay show m_" in result.stdout
        assert ladder.poll() is None, "the ladder plays on"
    finally:
        os.kill(ladder.pid, signal.SIGINT)
        out, _ = ladder.communicate(timeout=60)
    assert out.count("finca, unrated") == 2 and "2 unrated" in out
    unrated = shell.json("match", "list", "--unrated")
    assert [line["state"] for line in unrated] == ["reported"] * 2
    assert {line["season"] for line in shell.json("match", "list", "--rated")} == {"farmini"}
    assert shell.json("rerate", "--check")["equal"]


def test_request__is_taken_over_when_the_ladder_ends(shell, two: None) -> None:
    with Home(shell.home).lock("ladder"):
        waiting = shell.start("match", "request", "finca", "greedy", "random")
        assert waiting.stderr is not None
        assert waiting.stderr.readline() == "A ladder runs here and plays it next.\n"
    out, err = waiting.communicate(timeout=90)
    assert (waiting.returncode, err) == (0, "")
    assert "Next: siurell replay show m_1\n" in out
