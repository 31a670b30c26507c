"""SIGKILL in the middle of `siurell tournament run`, for every format: the same table after all."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ladder.store.locks import is_held

pytestmark = pytest.mark.process
GAME = "farmini"
BOTS = ("greedy", "random", "greedy", "random", "random", "random")
KINDS = {
    "swiss": ("--format", "swiss", "--rounds", "3"),
    "round-robin": ("--format", "round-robin"),
    "gauntlet": ("--format", "gauntlet", "--rounds", "2"),
    "elimination": ("--format", "elimination", "--blocks", "2"),
    "double-elimination": ("--format", "double-elimination"),
    "swiss pods": ("--format", "swiss", "--seats", "3", "--rounds", "2"),
    "pods knocked out": ("--format", "elimination", "--seats", "3", "--blocks", "2"),
}
CLOCK = ("--time", "60s/60s")
TRIES = 5


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def rows_of(database: Path) -> int:
    """How many matches of tournaments the ladder has kept."""
    connection = sqlite3.connect(database, timeout=10)
    try:
        (count,) = connection.execute("SELECT count(*) FROM tournament_match").fetchone()
        return int(count)
    finally:
        connection.close()


def killed_after(shell: Any, matches: Sequence[int], *words: str) -> None:
    """Begin the tournament and kill it when so many matches are kept, again and again.

    Where this process has to wait for its turn, the tournament may end before it is killed. Then
    all is done once more from the beginning.
    """
    folder = shell.desk / words[words.index("--out") + 1]
    for _ in range(TRIES):
        if all(killed_once_after(shell, folder / "manifest.jsonl", so, *words) for so in matches):
            return
        shutil.rmtree(folder)
    raise AssertionError("it always ended before it was killed")


def killed_once_after(shell: Any, manifest: Path, matches: int, *words: str) -> bool:
    """Let it keep one match more than before at least, and so many in all."""
    wanted = max(matches, lines_of(manifest) + 1)
    killed = is_killed_when(shell, lambda: lines_of(manifest) >= wanted, *words)
    assert lines_of(manifest) >= wanted or not killed
    return killed


def killed_when(shell: Any, reached: Callable[[], bool], *words: str) -> None:
    """Begin a command and kill it with all its processes when something is reached."""
    assert is_killed_when(shell, reached, *words), "it ended before it was killed"


def is_killed_when(shell: Any, reached: Callable[[], bool], *words: str) -> bool:
    """The same; whether it was killed in time: it may have ended well before that."""
    process = shell.start(*words)
    deadline = time.monotonic() + 60
    try:
        while not reached() and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.002)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        _, err = process.communicate(timeout=20)
    assert process.returncode in (0, -signal.SIGKILL), err
    return bool(process.returncode)


@pytest.mark.parametrize("words", KINDS.values(), ids=KINDS.keys())
def test_tournament_run__killed_twice_ends_with_the_same_table(
    shell: Any, words: tuple[str, ...]
) -> None:
    """S01, S02, S03: a kill loses no match that was kept, and none is played twice."""
    command = ("tournament", "run", GAME, *BOTS, *words, "--seed", "k", *CLOCK)
    killed_after(shell, (1, 5), *command, "--out", "ev")
    resumed = shell.json(*command, "--out", "ev")
    assert resumed == shell.json(*command)
    manifest = (shell.desk / "ev/manifest.jsonl").read_text().splitlines()
    names = [json.loads(line)["match"] for line in manifest]
    assert len(names) == len(set(names))
    assert f"All {len(names)} replays hold" in shell.run("replay", "verify", "--all", "ev").stdout


def test_tournament_run__bots_in_folders_meet_in_pods(shell: Any) -> None:
    """Strangers' bots are played by the worker; killed there, the event ends all the same."""
    shell.run("new", "mine", "--game", GAME)
    command = ("tournament", "run", GAME, "mine/", "mine", "random", "--seats", "3", *CLOCK)
    killed_after(shell, (1,), *command, "--seed", "k", "--out", "ev")
    found = shell.json(*command, "--seed", "k", "--out", "ev")
    assert {line["bot"] for line in found["standings"]} == {"mine", "mine-2", "random"}
    assert {line["matches"] for line in found["standings"]} == {3}
    workers = (shell.desk / "ev/manifest.jsonl").read_text().splitlines()
    assert {json.loads(line)["worker"] for line in workers} == {"local"}
    shell.run("replay", "verify", "--all", "ev")


def test_tournament_run__edits_meanwhile_change_nothing(shell: Any) -> None:
    """S17: bots in folders play as they entered, and what they write is kept by match."""
    shell.run("new", "mine", "--game", GAME)
    bot = shell.desk / "mine" / "bot.py"
    whole = bot.read_text()
    bot.write_text(f'import sys\n\nprint("as it entered", file=sys.stderr)\n{whole}')
    command = ("tournament", "run", GAME, "mine", "random", "--blocks", "6", *CLOCK, "--out", "ev")
    manifest = shell.desk / "ev" / "manifest.jsonl"
    process = shell.start(*command)
    deadline = time.monotonic() + 60
    try:
        while lines_of(manifest) < 1 and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        bot.write_text("raise SystemExit('edited')\n")
        _, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 0, err
    told = [json.loads(line) for line in manifest.read_text().splitlines()]
    assert len(told) == 12
    assert {cause for line in told for cause in line["causes"]} == {"game_rules"}
    logs = [path.read_text() for path in sorted((shell.desk / "ev" / "logs").iterdir())]
    assert logs and {line for log in logs for line in log.splitlines()} == {"as it entered"}
    assert "files have changed" in shell.run(*command, code=2).stderr


def test_tournament_start__killed_and_paused_ends_whole(shell: Any) -> None:
    """S01, S02, S05: what was kept is reported once; an organiser pauses it from elsewhere."""
    for bot in ("greedy", "random"):
        shell.run("submit", bot)
    words = ("--format", "round-robin", "--blocks", "40", *CLOCK)
    shell.run("tournament", "create", "cup", GAME, "greedy", "random", *words)
    database = shell.home / "siurell.sqlite"
    for rows in (1, 7):
        killed_when(shell, lambda: rows_of(database) >= rows, "tournament", "start", "cup")  # noqa: B023
    before = rows_of(database)
    playing = shell.start("tournament", "start", "cup")
    try:
        shell.run("tournament", "pause", "cup", "--reason", "lunch")
        out, err = playing.communicate(timeout=90)
    finally:
        playing.kill()
    assert playing.returncode in (0, 2), err
    assert "paused" in out + err
    assert rows_of(database) < 80
    shell.run("tournament", "resume", "cup")
    found = shell.json("tournament", "start", "cup")
    assert found["status"] == "finished"
    assert [line["matches"] for line in found["standings"]] == [80, 80]
    assert rows_of(database) == 80 > before
    shell.run("tournament", "export", "cup", "--as", "replays", "--out", "b")
    assert "All 80 replays hold" in shell.run("replay", "verify", "--all", "b").stdout


def test_tournament_start__a_version_that_is_gone_is_refused_until_it_withdraws(shell: Any) -> None:
    """One sentence, exit code 2, and nothing in the log has changed."""
    shell.run("new", "mine", "--game", GAME)
    shell.run("submit", "mine")
    shell.run("submit", "random")
    shell.run("tournament", "create", "cup", GAME, "mine", "random", *CLOCK)
    before = shell.run("tournament", "watch", "cup", "--no-follow").stdout
    (bot,) = (shell.home / "versions").glob("*/bot.py")
    bot.chmod(0o600)
    bot.write_text(bot.read_text() + "\n# changed\n")
    refused = shell.run("tournament", "start", "cup", code=2)
    assert "mine@1" in refused.stderr and "withdraw" in refused.stderr
    assert shell.run("tournament", "watch", "cup", "--no-follow").stdout == before
    shell.run("tournament", "withdraw", "cup", "mine", "--reason", "gone")
    assert shell.json("tournament", "start", "cup")["status"] == "finished"


def test_ladder_run__plays_what_was_started_and_goes_on_after_a_kill(shell: Any) -> None:
    """S01, S02, S15: `start` leaves it to the ladder that runs; the next ladder takes it up."""
    for bot in ("greedy", "random"):
        shell.run("submit", bot)
    words = ("--format", "round-robin", "--blocks", "10", *CLOCK)
    shell.run("tournament", "create", "cup", GAME, "greedy", "random", *words)
    database = shell.home / "siurell.sqlite"
    said: list[str] = []

    def some_are_kept() -> bool:
        if not said and is_held(shell.home / ".ladder.lock"):
            said.append(shell.run("tournament", "start", "cup").stdout)
        return bool(said) and rows_of(database) >= 3

    killed_when(shell, some_are_kept, "ladder", "run")
    assert "the ladder that runs plays it" in said[0]
    before = rows_of(database)
    assert 3 <= before < 20

    def finished() -> bool:
        connection = sqlite3.connect(database, timeout=10)
        try:
            (last,) = connection.execute(
                "SELECT event FROM tournament_event ORDER BY number DESC LIMIT 1"
            ).fetchone()
            return "finished" in last
        finally:
            connection.close()

    killed_when(shell, finished, "ladder", "run")
    found = shell.json("tournament", "standings", "cup")
    assert [line["matches"] for line in found] == [20, 20]
    assert rows_of(database) == 20 > before
    shell.run("tournament", "export", "cup", "--as", "replays", "--out", "b")
    assert "All 20 replays hold" in shell.run("replay", "verify", "--all", "b").stdout
