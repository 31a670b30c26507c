"""Several commands use one arena at the same time; only the ladder itself is alone."""

from __future__ import annotations

import signal

import pytest

pytestmark = pytest.mark.process


def test_commands__work_while_the_ladder_runs(shell) -> None:
    for bot in ("random", "greedy"):
        shell.run("submit", bot)
    ladder = shell.start("ladder", "run")
    try:
        assert ladder.stdout is not None
        assert "m_" in ladder.stdout.readline()
        refused = shell.run("ladder", "run", "--blocks", 1, code=2)
        assert str(ladder.pid) in refused.stderr
        shell.run("new", "late")
        assert "late@1 plays on the ladder" in shell.run("submit", "late").stdout
        assert {bot["name"] for bot in shell.json("bot", "list")} == {"random", "greedy", "late"}
        assert shell.json("leaderboard")
        reported = [m for m in shell.json("match", "list") if m["state"] == "reported"]
        assert reported
        shell.run("match", "show", reported[0]["match_id"])
        shell.run("play", "finca", "late", "random", "--no-boards")
        assert shell.json("rerate")["equal"]
        assert ladder.poll() is None, "the ladder stopped"
        ladder.send_signal(signal.SIGINT)
        _, err = ladder.communicate(timeout=60)
    finally:
        ladder.kill()
        ladder.wait(10)
    assert ladder.returncode == 130, err
    assert shell.json("rerate")["equal"]
