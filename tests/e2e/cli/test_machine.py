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


def test_referee_serve__says_where_and_drains_on_sigterm(shell, tmp_path) -> None:
    with referee(shell, "--tcp", "127.0.0.1:0") as (process, said):
        assert said["event"] == "serving"
        assert said["tcp"].rpartition(":")[2] != "0"
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


def test_referee_serve__a_port_in_use(shell) -> None:
    with referee(shell, "--tcp", "127.0.0.1:0") as (_, said):
        port = said["tcp"].rpartition(":")[2]
        assert port in refused(shell, "--tcp", f"127.0.0.1:{port}")


def test_referee_serve__a_socket_in_use(shell, tmp_path_factory) -> None:
    path = shell.desk / "s"
    if len(os.fsencode(path)) > 100:
        pytest.skip("the temporary folder is too deep for a socket")
    with referee(shell, "--control", f"unix:{path}"):
        assert str(path) in refused(shell, "--control", f"unix:{path}")


def test_referee_serve__without_a_secret(shell) -> None:
    assert "SIURELL_HOST_TOKEN" in refused(shell, "--tcp", "127.0.0.1:0", token="")


def test_play__a_replay_that_cannot_be_written_leaves_nothing_half(shell) -> None:
    siurell = shell.python.with_name("siurell")
    words = "play finca random random --seed 1 --replays out"
    done = subprocess.run(
        ["bash", "-c", f"ulimit -f 1; exec {siurell} {words}"],
        cwd=shell.desk,
        env=os.environ | {"SIURELL_HOME": str(shell.home), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "File too large" in done.stderr
    assert "Next: make room" in done.stderr
    assert list((shell.desk / "out").iterdir()) == []
