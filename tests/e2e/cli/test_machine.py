"""The machine says no: a taken port, a socket in use, a file that may not grow."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

pytestmark = pytest.mark.process


@contextmanager
def referee(shell, *words: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """A running `siurell referee serve` and what it said when it began to serve."""
    process = start(shell, *words)
    try:
        assert process.stdout is not None
        yield process, json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.communicate(timeout=10)


def start(shell, *words: str, token: str = "a secret for this test") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [str(shell.python.with_name("siurell")), "referee", "serve", *words],
        cwd=shell.desk,
        env=os.environ | {"SIURELL_HOST_TOKEN": token},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def refused(shell, *words: str, token: str = "a secret for this test") -> str:
    process = start(shell, *words, token=token)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 2, err
    assert out == ""
    assert "Traceback" not in err
    assert "Next: " in err or "`siurell " in err
    return err


def test_referee_serve__says_where_and_drains_on_sigterm(shell) -> None:
    with referee(shell, "--tcp", "127.0.0.1:0") as (process, said):
        assert said["event"] == "serving"
        assert said["tcp"].rpartition(":")[2] != "0"
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


def test_referee_serve__a_port_in_use(shell) -> None:
    with referee(shell, "--tcp", "127.0.0.1:0") as (_, said):
        port = said["tcp"].rpartition(":")[2]
        assert port in refused(shell, "--tcp", f"127.0.0.1:{port}")


def test_referee_serve__a_socket_in_use(shell) -> None:
    path = shell.desk / "s"
    if len(os.fsencode(path)) > 100:
        pytest.skip("the temporary folder is too deep for a socket")
    with referee(shell, "--control", f"unix:{path}"):
        assert str(path) in refused(shell, "--control", f"unix:{path}")


def test_referee_serve__without_a_secret(shell) -> None:
    assert "SIURELL_HOST_TOKEN" in refused(shell, "--tcp", "127.0.0.1:0", token="")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_streams__closed_ones_are_as_good_as_none(shell, closed) -> None:
    siurell = shell.python.with_name("siurell")
    words = "play finca random random --seed 1 --games 2 --replays out"
    done = bash(shell, f"{siurell} {words} {closed}")
    assert done.returncode == 0, done.stderr
    assert len(list((shell.desk / "out").iterdir())) == 2
    done = bash(shell, f"{siurell} submit random {closed} && {siurell} bot list --json")
    assert done.returncode == 0, done.stderr
    # Neither the database nor anything else was opened as one of the standard streams.
    assert [bot["name"] for bot in shell.json("bot", "list")] == ["random"]
    assert bash(shell, f"{siurell} play nix {closed}").returncode == 2


def test_streams__nobody_can_be_told(shell) -> None:
    siurell = shell.python.with_name("siurell")
    assert bash(shell, f"{siurell} play nix >/dev/full 2>&1").returncode == 2
    for words in ("games", "games --json", "--help"):
        done = bash(shell, f"{siurell} {words} >/dev/full")
        assert done.returncode == 2, words
        assert "No space left" in done.stderr
        assert "Exception" not in done.stderr


def bash(shell, line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line],
        cwd=shell.desk,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        | {"SIURELL_HOME": str(shell.home)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_play__a_replay_that_cannot_be_written_leaves_nothing_half(shell) -> None:
    siurell = shell.python.with_name("siurell")
    words = "play finca random random --seed 1 --replays out"
    done = bash(shell, f"ulimit -f 1; PYTHONDONTWRITEBYTECODE=1 exec {siurell} {words}")
    assert done.returncode == 2, done.stderr
    assert "File too large" in done.stderr
    assert "Next: make room" in done.stderr
    assert list((shell.desk / "out").iterdir()) == []
