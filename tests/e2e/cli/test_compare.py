"""`siurell compare` with bots in folders, which a worker plays: stopped, gone on with, frozen."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.process
WORDS = ("compare", "new", "old", "--pool", "random", "--time", "60s/60s", "--seed", "k")


@pytest.fixture
def two(shell: Any) -> Any:
    """Two versions of a bot in folders."""
    for name in ("old", "new"):
        shell.run("new", name, "--game", "farmini")
    return shell


def begun(shell: Any, matches: int, *words: str) -> subprocess.Popen[str]:
    """A comparison of which so many matches are kept."""
    process: subprocess.Popen[str] = shell.start(*WORDS, *words)
    manifest = shell.desk / "c" / "manifest.jsonl"
    deadline = time.monotonic() + 90
    while not manifest.exists() or manifest.read_bytes().count(b"\n") < matches:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    return process


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    try:
        return process.communicate(timeout=120)
    finally:
        process.kill()


def test_compare__stopped_and_gone_on_with(two: Any) -> None:
    """R22: Ctrl-C tells what is known, and the same command comes to the end of it."""
    process = begun(two, 3, "--max-blocks", "4", "--out", "c", "--json")
    process.send_signal(signal.SIGINT)
    out, err = ended(process)
    assert process.returncode == 130, err
    stopped = json.loads(out)
    assert stopped["stopped"] and stopped["verdict"] == "undecided"
    kept = (two.desk / "c" / "manifest.jsonl").read_bytes()
    found = two.json(*WORDS, "--max-blocks", "4", "--out", "c")
    assert (found["stopped"], found["blocks"], found["matches"]) == (False, 4, 16)
    manifest = (two.desk / "c" / "manifest.jsonl").read_bytes()
    assert manifest.startswith(kept)
    lines = [json.loads(line) for line in manifest.splitlines()]
    assert len({line["match"] for line in lines}) == len(lines) == 16
    assert {line["worker"] for line in lines} == {"local"}
    assert "All 16 replays hold" in two.run("replay", "verify", "--all", "c").stdout


def test_compare__bots_are_frozen_while_it_runs(two: Any) -> None:
    """Whoever goes on writing meanwhile does not change what is compared; later it is refused."""
    process = begun(two, 1, "--max-blocks", "3", "--out", "c", "--json")
    bot = two.desk / "new" / "bot.py"
    bot.write_text("raise SystemExit('not finished yet')\n")
    out, err = ended(process)
    assert process.returncode == 0, err
    assert json.loads(out)["faults"] == {"candidate": {}, "baseline": {}, "random": {}}
    again = two.run(*WORDS, "--max-blocks", "9", "--out", "c", code=2)
    assert "its files have changed since" in again.stderr


def test_compare__faults_are_told_with_their_cause(
    two: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash counts as in any match; and no copy of a bot is left behind."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    bot: Path = two.desk / "new" / "bot.py"
    line = "        best, best_score = [], None"
    assert line in bot.read_text()
    bot.write_text(bot.read_text().replace(line, f"        raise RuntimeError('oops')\n{line}"))
    done = two.run(*WORDS, "--max-blocks", "2")
    assert "faults of candidate crash 4" in done.stdout
    assert "oops" in done.stdout and "Next: siurell check new" in done.stdout
    assert not list(tmp_path.glob("siurell-compare-*"))
