"""Ctrl-C at any moment: nothing half-way, what was finished is kept, nothing is left running."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.process


def group_of(leader: int) -> list[int]:
    """The processes of a session, as /proc tells."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[3]) == leader and fields[0] != "Z":
                found.append(int(entry.name))
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ladder_run__is_stopped_between_reports(shell, number) -> None:
    for bot in ("random", "greedy"):
        shell.run("submit", bot)
    ladder = shell.start("ladder", "run", "--jobs", 2)
    try:
        assert ladder.stdout is not None
        first = ladder.stdout.readline()
        assert "m_" in first
        ladder.send_signal(number)
        out, err = ladder.communicate(timeout=60)
    finally:
        ladder.kill()
        ladder.wait(10)
    assert ladder.returncode == 130, err
    assert "Stopped. What was being played is played again" in out
    assert "Traceback" not in err
    assert group_of(ladder.pid) == []

    matches = shell.json("match", "list", "-n", 1_000)
    reported = [match for match in matches if match["state"] == "reported"]
    assert 0 < len(reported) < 50, "the first line came when a buffer was full"
    assert shell.json("rerate")["equal"]
    said = shell.run("ladder", "run", "--blocks", 1).stdout
    assert "matches in" in said
    assert {match["state"] for match in shell.json("match", "list", "-n", 100)} >= {"reported"}
    assert shell.json("rerate")["equal"]


@pytest.mark.parametrize("bots", [["random", "greedy"], ["mybot", "greedy"]])
def test_play__keeps_the_matches_that_were_finished(shell, bots) -> None:
    shell.run("new", "mybot")
    words = ["play", "finca", *bots, "--games", 5_000, "--replays", "out", "--json"]
    play = shell.start(*words)
    try:
        out_folder = shell.desk / "out"
        while not (out_folder.is_dir() and list(out_folder.glob("*.siu.gz"))):
            assert play.poll() is None
            with contextlib.suppress(subprocess.TimeoutExpired):
                play.wait(0.05)
        play.send_signal(signal.SIGINT)
        out, err = play.communicate(timeout=60)
    finally:
        play.kill()
        play.wait(10)
    assert play.returncode == 130, err
    assert "Traceback" not in err
    found = json.loads(out)
    assert 0 < found["games"] < 5_000
    kept = {match["replay"] for match in found["matches"]}
    assert {os.fspath(path.relative_to(shell.desk)) for path in out_folder.iterdir()} == kept
    shell.run("replay", "verify", sorted(kept)[0])
    assert group_of(play.pid) == []


def processes_that_play(leader: int) -> list[int]:
    """Those that `play --jobs` has started."""
    found = []
    for number in group_of(leader):
        with contextlib.suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes():
                found.append(number)
    return found


def assert_all_end(leader: int) -> None:
    """Nothing is left in a moment; what watches Python's pools ends a little after them."""
    deadline = time.monotonic() + 20
    while left := group_of(leader):
        assert time.monotonic() < deadline, left


def hears(number: int, which: signal.Signals) -> bool:
    """Whether a process gets a signal at all: it neither blocks nor ignores it."""
    status = Path(f"/proc/{number}/status").read_text()
    deaf = [line for line in status.splitlines() if line.startswith(("SigBlk:", "SigIgn:"))]
    return not any(int(line.split()[1], 16) >> (which - 1) & 1 for line in deaf)


def test_play__its_processes_leave_ctrl_c_to_it(shell) -> None:
    play = shell.start("play", "finca", "random", "greedy", "--games", 5_000, "--jobs", 2)
    try:
        found: set[int] = set()
        while len(found) < 2:
            assert play.poll() is None
            for number in set(processes_that_play(play.pid)) - found:
                found.add(number)
                assert not hears(number, signal.SIGINT)
        os.killpg(play.pid, signal.SIGINT)
        _, err = play.communicate(timeout=60)
    finally:
        play.kill()
        play.wait(10)
    assert (play.returncode, err) == (130, "")
    assert_all_end(play.pid)


def test_play__one_of_its_processes_is_killed(shell) -> None:
    play = shell.start("play", "finca", "random", "greedy", "--games", 5_000, "--jobs", 2)
    try:
        while not (found := processes_that_play(play.pid)):
            assert play.poll() is None
        os.kill(found[0], signal.SIGKILL)
        _, err = play.communicate(timeout=60)
    finally:
        play.kill()
        play.wait(10)
    assert play.returncode == 2, err
    assert "ended by somebody else" in err
    assert "Next: the same command with fewer --jobs" in err
    assert_all_end(play.pid)


def test_pipe__a_reader_that_leaves_is_no_error(shell) -> None:
    from_siurell = shell.start("play", "finca", "random", "random", "--seed", 1)
    head = subprocess.run(
        ["head", "-2"], stdin=from_siurell.stdout, capture_output=True, text=True, timeout=60
    )
    assert from_siurell.stdout is not None
    from_siurell.stdout.close()
    assert from_siurell.stderr is not None
    assert "Traceback" not in from_siurell.stderr.read()
    from_siurell.stderr.close()
    from_siurell.wait(60)
    assert "finca" in head.stdout
